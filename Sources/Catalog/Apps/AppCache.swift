import Synchronization

/// Keeps the uploaded apps that were opened last, up to a number of bytes.
final class AppCache: Sendable {
    private let apps: Mutex<LeastRecentlyUsed<StoredApp>>

    init(budget: Int) { apps = Mutex(LeastRecentlyUsed(budget: budget)) }

    /// An app that is kept.
    func app(_ id: String) -> StoredApp? { apps.withLock { $0.use(id) } }

    /// Keeps an app, in place of those that were not used for the longest time.
    func keep(_ app: StoredApp, cost: Int) {
        apps.withLock { apps in
            apps.insert(app, for: app.id, cost: cost)
            apps.trim()
        }
    }

    /// Lets go of an app that is gone.
    func forget(_ id: String) { apps.withLock { $0.remove(id) } }

    /// The ids of the apps that are kept.
    var ids: Set<String> { apps.withLock { $0.ids } }
}
