public import Catalog
import Dispatch
import Foundation
import Storage
import Synchronization

/// Tells servers of each other's writes.
extension PostgresStorage: SharedStore {
    /// How often lists of dumps and apps have changed since the tables were made.
    public func libraryRevision() throws(CatalogError) -> Int {
        try readingCatalog { connection in
            try ["dump", "app"].reduce(0) { sum, kind in
                let count = try connection.run("SELECT coalesce(sum(listed), 0)::bigint FROM \(kind)_head")
                    .first { try $0.integer(0) }
                return sum + (count ?? 0)
            }
        }
    }

    /// Listens on a connection and a thread of its own.
    public func follow(_ receive: @escaping @Sendable (SharedChange) -> Void) -> @Sendable () -> Void {
        let listener = PostgresListener(pool, name: name, notifies: notifies, receive)
        listener.start()
        return { listener.stop() }
    }
}

/// What one server tells others of a write: a kind and names, separated by blanks that names have as `%20`.
enum PostgresNotice: Hashable {
    case dump(String)
    case marks(String)
    case domain(String)
    case layer(String, of: String)
    case library
    case access

    /// The notice as it is sent, with the name of the sender before it. Names are short enough for the 8,000 bytes that
    /// PostgreSQL carries.
    var text: String {
        switch self {
        case .dump(let id): "dump \(Self.word(id))"
        case .marks(let id): "marks \(Self.word(id))"
        case .domain(let name): "domain \(Self.word(name))"
        case .layer(let layer, let domain): "layer \(Self.word(domain)) \(Self.word(layer))"
        case .library: "library"
        case .access: "access"
        }
    }

    private static func word(_ name: String) -> String {
        name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    /// Reads a notice; nil for one that this storage has sent. One that is not understood may be about anything.
    static func change(in text: String, besides name: String) -> SharedChange? {
        let words = text.split(separator: " ").map(String.init)
        guard let sender = words.first, sender != name else { return nil }
        let names = words.dropFirst(2).compactMap(\.removingPercentEncoding)
        return switch (words.dropFirst().first, names.first, names.dropFirst().first) {
        case ("dump", let id?, nil): .dump(id)
        case ("marks", let id?, nil): .marks(id)
        case ("domain", let name?, nil): .domain(name)
        case ("layer", let domain?, let layer?): .layer(layer, domain: domain)
        case ("library", nil, nil): .library
        case ("access", nil, nil): .access
        default: .anything
        }
    }
}

/// Listens to the notices of other servers.
final class PostgresListener: Sendable {
    /// How long it waits at the socket at a time, so that it ends soon when it is told to.
    private static let look = Duration.milliseconds(500)
    /// How often the connection is tried: one that died without a word is found by that.
    private static let trial = Duration.seconds(10)
    /// How often anything may have changed where the database carries no notices.
    private static let poll = Duration.seconds(1)

    private let pool: PostgresPool
    private let name: String
    private let notifies: Bool
    private let receive: @Sendable (SharedChange) -> Void
    private let isStopped = Mutex(false)
    private let ended = DispatchSemaphore(value: 0)

    init(_ pool: PostgresPool, name: String, notifies: Bool, _ receive: @escaping @Sendable (SharedChange) -> Void) {
        self.pool = pool
        self.name = name
        self.notifies = notifies
        self.receive = receive
    }

    func start() {
        Thread.detachNewThread { [self] in
            while !mustStop {
                if notifies { listen() } else { receive(.anything) }
                if !mustStop { Thread.sleep(forTimeInterval: notifies ? 0.2 : Double(Self.poll.milliseconds) / 1_000) }
            }
            ended.signal()
        }
    }

    /// Ends it, and waits a moment until it has.
    func stop() {
        isStopped.withLock { $0 = true }
        _ = ended.wait(timeout: .now() + 2)
    }

    private var mustStop: Bool { isStopped.withLock { $0 } }

    /// Listens until the connection is lost.
    private func listen() {
        do throws(PostgresFailure) {
            let connection = try pool.connect()
            try connection.run("LISTEN \(pool.schema)")
            // What was changed before that was not heard.
            receive(.anything)
            var tried = ContinuousClock.now
            while !mustStop {
                if !connection.wait(until: .now + Self.look) {
                    guard .now - tried > Self.trial else { continue }
                    try connection.run("SELECT 1")
                    tried = .now
                }
                for text in try connection.notifications() {
                    if let change = PostgresNotice.change(in: text, besides: name) { receive(change) }
                }
            }
        } catch {
            // It is tried again, and then anything may have changed.
        }
    }
}
