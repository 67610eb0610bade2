import Synchronization

/// All apps and dumps there are: the files given on the command line, which are read-only, and the uploads in a store.
///
/// Any thread may call it.
public final class Catalog: Sendable {
    /// How much is read and kept.
    public let limits: CatalogLimits
    let store: any CatalogStore
    let files: Mutex<CatalogFiles>
    let cache: DumpCache
    let openedApps: AppCache

    /// Creates a catalog of the uploads in a store.
    public init(store: any CatalogStore, limits: CatalogLimits = .standard) {
        self.store = store
        self.limits = limits
        files = Mutex(CatalogFiles())
        cache = DumpCache(budget: limits.cacheBytes)
        openedApps = AppCache(budget: limits.appCacheBytes)
    }

    /// Creates a catalog of the uploads in a store and of what some paths hold.
    ///
    /// A path names a dump, an `.app` or `.bundle` folder, or a folder of such. What cannot be used is listed in
    /// ``problems`` and stops nothing else.
    public static func open(
        paths: [String],
        store: any CatalogStore,
        limits: CatalogLimits = .standard
    ) -> Catalog {
        let catalog = Catalog(store: store, limits: limits)
        catalog.add(paths: paths)
        return catalog
    }

    /// What could not be used of the paths on the command line.
    public var problems: [CatalogProblem] { files.withLock { $0.problems } }

    /// Throws when the store cannot be reached.
    public func checkStore() throws(CatalogError) { try store.check() }
}
