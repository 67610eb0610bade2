import Dispatch
import Storage
import Synchronization

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
