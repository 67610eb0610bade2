import Synchronization

/// Keeps the uploaded apps that were opened last, up to a number of bytes.
final class AppCache: Sendable {
    private struct Entry {
        var app: StoredApp
        var cost: Int
        var usedAt: UInt64
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var cost = 0
        var clock: UInt64 = 0
    }

    private let budget: Int
    private let state = Mutex(State())

    init(budget: Int) { self.budget = budget }

    /// An app that is kept.
    func app(_ id: String) -> StoredApp? {
        state.withLock { state in
            state.clock &+= 1
            state.entries[id]?.usedAt = state.clock
            return state.entries[id]?.app
        }
    }

    /// Keeps an app, in place of those that were not used for the longest time.
    func keep(_ app: StoredApp, cost: Int) {
        state.withLock { state in
            state.clock &+= 1
            state.cost -= state.entries[app.id]?.cost ?? 0
            state.entries[app.id] = Entry(app: app, cost: cost, usedAt: state.clock)
            state.cost += cost
            while state.cost > budget, let oldest = state.entries.min(by: { $0.value.usedAt < $1.value.usedAt }) {
                state.cost -= oldest.value.cost
                state.entries[oldest.key] = nil
            }
        }
    }

    /// Lets go of an app that is gone.
    func forget(_ id: String) {
        state.withLock { state in state.cost -= state.entries.removeValue(forKey: id)?.cost ?? 0 }
    }

    /// The ids of the apps that are kept.
    var ids: Set<String> { state.withLock { Set($0.entries.keys) } }
}
