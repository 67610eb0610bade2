import GRDB
import Synchronization

/// Tells whether anybody has committed anything to a database, with a connection of its own that reads nothing else.
///
/// SQLite counts for each connection what the others commit (<https://www.sqlite.org/pragma.html#pragma_data_version>). In
/// write-ahead mode the count is in memory that all processes share: to look at it takes a few microseconds, and waits for no
/// writer.
final class CommitWatch: Sendable {
    private struct State {
        var queue: DatabaseQueue?
    }

    private let state: Mutex<State>

    /// Opens a connection; nil when that fails. The database goes on without it.
    init?(_ path: String) {
        var configuration = Configuration()
        configuration.label = "vitrine commits"
        configuration.readonly = true
        configuration.busyMode = .immediateError
        guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else { return nil }
        state = Mutex(State(queue: queue))
    }

    /// The count; nil when somebody is just making the log anew, and when the database is closed.
    func version() -> Int? {
        guard let queue = state.withLock({ $0.queue }) else { return nil }
        return try? queue.unsafeRead { db in
            try Int.fetchOne(try db.cachedStatement(sql: "PRAGMA data_version"))
        }
    }

    /// Closes the connection.
    func close() {
        let queue = state.withLock { $0.queue.take() }
        try? queue?.close()
    }
}
