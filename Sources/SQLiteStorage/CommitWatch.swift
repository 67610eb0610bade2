public import Catalog
import Dispatch
import Foundation
import GRDB
import Synchronization

/// Tells whether anybody has committed anything to a database, with connections of its own that read nothing else.
///
/// SQLite counts for each connection what the others commit (<https://www.sqlite.org/pragma.html#pragma_data_version>). In
/// write-ahead mode the count is in memory that all processes share: to look at it takes a few microseconds, and waits for no
/// writer. Every answer that is kept is asked for here first, so there is a connection for each core: nobody waits for
/// another who looks.
final class CommitWatch: Sendable {
    private let observers: [Observer]
    /// Grows whenever one of them sees a change.
    private let changes = ChangeCount()
    /// Where the next look begins to search for somebody free.
    private let turns = Atomic<UInt>(0)

    /// Opens the connections; nil when none can be opened. The database goes on without them.
    /// - Parameter count: how many can look at once.
    init?(_ path: String, count: Int = min(4, ProcessInfo.processInfo.activeProcessorCount)) {
        observers = (0..<max(1, count)).compactMap { [changes] _ in Observer(path, changes) }
        guard !observers.isEmpty else { return nil }
    }

    /// Another number after each commit; nil when somebody is just making the log anew, and when the database is closed.
    func version() -> Int? {
        let first = Int(turns.add(1, ordering: .relaxed).newValue % UInt(observers.count))
        let order = observers[first...] + observers[..<first]
        switch look(order) {
        case .unable: return nil
        case .same: break
        // What the others would take for one more change when their turn comes, they see now.
        case .changed: for observer in order { _ = observer.look(ifFree: true) }
        }
        return changes.value
    }

    /// Has the first look that is free, else waits for the first.
    private func look(_ observers: ArraySlice<Observer>) -> Observer.Look {
        for observer in observers {
            if let look = observer.look(ifFree: true) { return look }
        }
        return observers.first?.look(ifFree: false) ?? .unable
    }

    /// Closes the connections.
    func close() {
        for observer in observers { observer.close() }
    }
}

/// How many changes have been seen.
private final class ChangeCount: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .acquiring) }

    func grow() { count.add(1, ordering: .acquiringAndReleasing) }
}

/// One connection, and the count that it saw last.
private final class Observer: Sendable {
    enum Look { case same, changed, unable }

    private struct State {
        var queue: DatabaseQueue?
        var seen: Int?
    }

    private let state: Mutex<State>
    private let changes: ChangeCount

    init?(_ path: String, _ changes: ChangeCount) {
        var configuration = Configuration()
        configuration.label = "vitrine commits"
        configuration.readonly = true
        configuration.busyMode = .immediateError
        // try?: without it no answer is taken for fresh.
        guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else { return nil }
        state = Mutex(State(queue: queue))
        self.changes = changes
    }

    /// Looks, and tells everybody of a change before anybody else can look here.
    /// - Returns: nil when it is not free and is not to be waited for.
    func look(ifFree: Bool) -> Look? {
        ifFree ? state.withLockIfAvailable { look(&$0) } : state.withLock { look(&$0) }
    }

    private func look(_ state: inout State) -> Look {
        guard let queue = state.queue else { return .unable }
        // try?: without a number no answer is taken for fresh.
        let now = try? queue.unsafeRead { db in
            try Int.fetchOne(try db.cachedStatement(sql: "PRAGMA data_version"))
        }
        guard let now else { return .unable }
        if now == state.seen { return .same }
        state.seen = now
        changes.grow()
        return .changed
    }

    func close() {
        let queue = state.withLock { $0.queue.take() }
        // try?: nothing is written through it.
        try? queue?.close()
    }
}

/// Tells a server of what other processes write to its folder: commands, and other servers.
extension SQLiteStorage: FollowedStore {
    /// How often it looks whether anybody has committed anything, in milliseconds.
    private static let interval = 300

    /// Says that domains may have changed after each commit of anybody.
    public func follow(_ receive: @escaping @Sendable (SharedChange) -> Void) -> @Sendable () -> Void {
        let queue = DispatchQueue(label: "vitrine.commits")
        let timer = DispatchSource.makeTimerSource(queue: queue)
        let seen = Mutex(version())
        timer.schedule(deadline: .now(), repeating: .milliseconds(Self.interval), leeway: .milliseconds(50))
        timer.setEventHandler { [weak self] in
            guard let self else { return }
            // Without a number anything may have been written.
            let now = version()
            let isNews = seen.withLock { seen in
                defer { seen = now }
                return now == nil || now != seen
            }
            if isNews { receive(.domains) }
        }
        timer.activate()
        let source = TimerBox(timer: timer)
        return {
            source.timer.cancel()
            queue.sync {}
        }
    }

    /// Unchecked because the overlay of Dispatch does not say that a source may be cancelled on any thread.
    private struct TimerBox: @unchecked Sendable { let timer: any DispatchSourceTimer }
}
