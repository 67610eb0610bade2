import Dispatch
import Storage
import Synchronization

/// What a transaction writes to: a dump, a domain, an app, or the tokens.
enum PostgresHead: Hashable, Comparable {
    case access
    case app(String)
    case domain(String)
    case dump(String)

    var table: String {
        switch self {
        case .access: "access"
        case .app: "app"
        case .domain: "domain"
        case .dump: "dump"
        }
    }

    var id: String {
        switch self {
        case .access: "access"
        case .app(let id), .domain(let id), .dump(let id): id
        }
    }

    /// What its row says: how many writes there are with this one, and which the one before was.
    struct State {
        var change: Int
        var former: String?
        /// How many bytes there are of it.
        var bytes: Int
    }

    /// Counts a write, and waits for others that write to it: they hold its row until they end.
    func take(in connection: PostgresConnection, write: String, isListed: Bool) throws -> State {
        let state = try connection.run(
            """
            INSERT INTO \(table)_head AS head (\(table), change, listed, write) VALUES ($1, 1, $2, $3)
            ON CONFLICT (\(table)) DO UPDATE SET change = head.change + 1, listed = head.listed + $2, write = $3,
            former = head.write
            RETURNING change, former, bytes
            """,
            [.text(id), .integer(isListed ? 1 : 0), .text(write)]
        )
        .first { State(change: try $0.integer(0), former: try $0.optionalText(1), bytes: try $0.integer(2)) }
        guard let state else { throw PostgresStorageError(.failed, "The database keeps no head of “\(id)”.") }
        return state
    }

    /// Writes down how many bytes there are of it.
    func store(bytes: Int, in connection: PostgresConnection) throws {
        try connection.run("UPDATE \(table)_head SET bytes = $2 WHERE \(table) = $1", [.text(id), .integer(bytes)])
    }
}

/// A transaction that is under way.
final class PostgresTransaction {
    let connection: PostgresConnection
    /// It has nothing to keep, and is rolled back.
    var isIdle = false
    private var notices: [String] = []
    private let former: [PostgresHead: Int]
    private var sizes: [PostgresHead: Int]

    /// - Parameter sizes: how many bytes there are of each thing that it is about.
    init(_ connection: PostgresConnection, sizes: [PostgresHead: Int]) {
        self.connection = connection
        former = sizes
        self.sizes = sizes
    }

    /// Counts bytes that are written, or taken away.
    func grow(_ head: PostgresHead, by bytes: Int) { sizes[head, default: 0] += bytes }

    /// Counts all that there is of something now.
    func resize(_ head: PostgresHead, to bytes: Int) { sizes[head] = bytes }

    /// Writes the sizes down, and says by how much they have grown.
    func storeSizes() throws -> Int {
        var growth = 0
        for (head, bytes) in sizes.sorted(by: { $0.key < $1.key }) where bytes != former[head] {
            try head.store(bytes: bytes, in: connection)
            growth += bytes - (former[head] ?? 0)
        }
        return growth
    }

    @discardableResult
    func run(_ sql: String, _ values: [PostgresValue] = []) throws(PostgresFailure) -> PostgresResult {
        try connection.run(sql, values)
    }

    /// Tells other servers of a change once it is durable.
    func tell(_ notice: PostgresNotice) { notices.append(notice.text) }

    func notify(as name: String, on channel: String) throws(PostgresFailure) {
        for notice in notices { try run("SELECT pg_notify($1, $2)", [.text(channel), .text("\(name) \(notice)")]) }
    }

    /// Writes rows, many with one statement.
    /// - Parameter suffix: what follows the rows, such as `ON CONFLICT …`.
    func insert(into table: String, _ columns: String, rows: [[PostgresValue]], suffix: String = "") throws {
        var rest = rows[...]
        while let first = rest.first {
            var bytes = 0
            // The protocol takes 65,535 parameters.
            let batch = rest.prefix(max(30_000 / max(first.count, 1), 1)).prefix { row in
                bytes += row.reduce(0) { $0 + $1.size }
                return bytes <= 4 << 20
            }
            let taken = batch.isEmpty ? rest.prefix(1) : batch
            let places = taken.indices.map { index in
                let start = (index - taken.startIndex) * first.count
                return "(" + (1...first.count).map { "$\(start + $0)" }.joined(separator: ", ") + ")"
            }
            let sql = "INSERT INTO \(table) (\(columns)) VALUES \(places.joined(separator: ", ")) \(suffix)"
            try run(sql, taken.flatMap { $0 })
            rest = rest.dropFirst(taken.count)
        }
    }

    /// How many bytes a chunk has at most.
    static let chunkBytes = 512 << 10

    /// Writes bytes in chunks, at least one.
    /// - Parameter key: the values of the columns before the chunk's number.
    func insertChunks(of bytes: [UInt8], into table: String, _ columns: String, key: [PostgresValue]) throws {
        let starts = bytes.isEmpty ? [0] : Array(stride(from: 0, to: bytes.count, by: Self.chunkBytes))
        try insert(
            into: table,
            columns,
            rows: starts.enumerated().map { number, start in
                key + [.integer(number), .slice(bytes[start..<min(start + Self.chunkBytes, bytes.count)])]
            }
        )
    }
}

/// Lets the writers of one storage take turns, so that what they have done is announced in order.
///
/// Writers to different things may share a turn by chance, which only makes them wait.
final class PostgresTurns: Sendable {
    private let turns = (0..<64).map { _ in DispatchSemaphore(value: 1) }

    /// Waits for the turn of all that is written to.
    /// - Returns: what to give to ``leave(_:)``; nil when the waiting took too long.
    func take(_ heads: [PostgresHead], until deadline: ContinuousClock.Instant) -> [Int]? {
        let indexes = Set(heads.map { Int(UInt(bitPattern: $0.hashValue) % UInt(turns.count)) }).sorted()
        for (place, index) in indexes.enumerated() {
            let rest = max(deadline - .now, .zero)
            guard turns[index].wait(timeout: .now() + .milliseconds(rest.milliseconds)) == .success else {
                leave(Array(indexes[..<place]))
                return nil
            }
        }
        return indexes
    }

    /// Ends a turn.
    func leave(_ indexes: [Int]) {
        for index in indexes { turns[index].signal() }
    }
}

/// The connections of a storage: as many as are used at once, up to a bound, and made anew when they are lost.
final class PostgresPool: Sendable {
    /// The most connections. More only wait for each other in the database.
    static let mostConnections = 8
    /// The most threads that wait for one; one more is turned away at once.
    static let mostWaiting = 256

    let address: PostgresAddress
    let schema: String
    let patience: PostgresConnection.Patience
    private let free = DispatchSemaphore(value: mostConnections)
    private let state = Mutex(State())

    private struct State {
        var idle: [PostgresConnection] = []
        var waiting = 0
        var isClosed = false
    }

    init(_ address: PostgresAddress, schema: String, patience: PostgresConnection.Patience) {
        self.address = address
        self.schema = schema
        self.patience = patience
    }

    /// Closes the connections that nobody uses; the others follow when they come back.
    func close() {
        let idle = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        _ = idle
    }

    /// A connection of its own, for who listens.
    func connect() throws(PostgresFailure) -> PostgresConnection {
        try PostgresConnection(address, schema: schema, patience: patience)
    }

    /// Lends a connection.
    /// - Throws: ``PostgresStorageError`` with code `busy` when none is free in time, and what the body throws.
    func withConnection<Result>(
        until deadline: ContinuousClock.Instant,
        _ body: (PostgresConnection) throws -> Result
    ) throws -> Result {
        let mayWait = state.withLock { state in
            guard state.waiting < Self.mostWaiting, !state.isClosed else { return false }
            state.waiting += 1
            return true
        }
        guard mayWait else { throw busy }
        let rest = max(deadline - .now, .zero)
        let isFree = free.wait(timeout: .now() + .milliseconds(rest.milliseconds)) == .success
        state.withLock { $0.waiting -= 1 }
        guard isFree else { throw busy }
        defer { free.signal() }
        let connection = try state.withLock { $0.idle.popLast() } ?? connect()
        defer { take(back: connection) }
        return try body(connection)
    }

    private func take(back connection: PostgresConnection) {
        state.withLock { state in
            guard !connection.isLost else {
                // The others have most likely lost theirs, too: they are made anew rather than tried one by one.
                state.idle = []
                return
            }
            if !state.isClosed { state.idle.append(connection) }
        }
    }

    private var busy: PostgresStorageError {
        PostgresStorageError(.busy, "All connections to the database at \(address.place) are in use. Try again.")
    }
}
