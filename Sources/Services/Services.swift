package import Access
package import Catalog
package import Defaults
package import HTTP
package import Logging
import Storage
package import Web

/// What the routes share: the stores, the templates and the static files.
package struct Services: Sendable {
    package let catalog: Catalog
    /// Every write through it is published in `events`.
    package let defaults: any DefaultsStore
    /// Who may do what.
    package let access: AccessControl
    /// The layers of search lists, which last as long as the server or are in a shared store; those who change one publish it.
    package let layers: VolatileLayers
    /// Where changes are published: those of dumps by whoever makes them.
    package let events: EventHub
    /// Tells of changes of domains that were made elsewhere, or were told of before those below.
    let missedChanges: MissedChanges
    /// Says what others change, where they can write to the store.
    package let followed: (any FollowedStore)?
    package let pages: PageRenderer
    package let assets: StaticFiles
    /// What the scripts of the pages import.
    package let modules: ModuleGraph
    package let openAPI: [UInt8]
    package let dumpSchema: [UInt8]
    /// The names of the icons in the sprite, in its order.
    package let icons: [String]
    package let configuration: ServerConfiguration
    package let uploads: UploadGate
    /// Archives of apps are larger than dumps, so they are read one at a time.
    let appUploads: UploadGate
    /// Answers to reads that nothing has changed since.
    package let answers = AnswerCache(budget: MemoryBudget.answers)
    /// Screens are drawn by a program each, so one at a time.
    package let pictures = UploadGate(limit: 1)
    package let metrics = Metrics()
    package let draining = Draining()
    package let logger: Logger

    /// Puts together what the routes share.
    /// - Parameters:
    ///   - followed: the store, where others may write to it, whose changes of domains are to be told.
    ///   - shared: the store, where other servers use all of it too.
    package init(
        catalog: Catalog,
        defaults: any DefaultsStore,
        access: AccessControl,
        followed: (any FollowedStore)? = nil,
        shared: (any SharedStore & LayerStore)? = nil,
        resources: WebResources,
        configuration: ServerConfiguration = ServerConfiguration(),
        logger: Logger
    ) {
        self.catalog = catalog
        self.access = access
        self.followed = shared ?? followed
        events = EventHub(shared: shared)
        missedChanges = MissedChanges(defaults, publishingTo: events, logger: logger)
        self.defaults = ObservedDefaultsStore(defaults, publishingTo: events) { domain throws(DefaultsError) in
            try Self.unseenKeys(of: domain, in: catalog)
        }
        layers = VolatileLayers(limits: defaults.limits, store: shared)
        self.configuration = configuration
        self.logger = logger
        uploads = UploadGate(
            limit: configuration.maximumConcurrentUploads,
            maximumWaiting: configuration.maximumWaitingUploads
        )
        appUploads = UploadGate(limit: 1, maximumWaiting: configuration.maximumWaitingUploads)
        assets = resources.assets
        modules = resources.modules
        openAPI = resources.openAPI
        dumpSchema = resources.dumpSchema
        icons = resources.icons
        pages = PageRenderer(templates: resources.templates, needsTokens: access.mode != .open)
        metrics.addCaches { catalog.cacheStatistics }
    }
}

extension Services {
    /// The routes that every server has, whatever else it shows.
    package var routes: [any RouteGroup] {
        [
            ServiceRoutes(services: self), AssetRoutes(services: self), ThemeRoutes(services: self),
            SignInPages(services: self), EventRoutes(services: self), LibraryPages(services: self),
        ]
    }
}

extension Services {
    /// What tells whether an answer is fresh that is made of a dump, its edits, marks and companions, and of nothing else. To be
    /// asked for before any of it is read; nil where that cannot be told.
    package func freshness(ofDump id: String) -> Freshness? {
        guard let stamp = catalog.stamp(of: id) else { return nil }
        return Freshness(
            touchesDisk: { [catalog] in catalog.isFile(id) },
            isCurrent: { [catalog] in catalog.stamp(of: id) == stamp }
        )
    }

    /// The same of an answer that is made of apps, and of user defaults with the layers of their search lists. Folders of apps are
    /// looked at from time to time only; an answer is kept for no longer than that.
    package func freshnessOfSettings() -> Freshness? {
        guard let stamp = catalog.appsStamp(), let defaults = freshnessOfDefaults() else { return nil }
        let end = ContinuousClock.now + catalog.limits.recheckInterval
        return Freshness { [catalog] in
            ContinuousClock.now < end && defaults.isCurrent() && catalog.appsStamp() == stamp
        }
    }

    /// The same of an answer that is made of user defaults and of what is on no disk: the layers of their search lists.
    package func freshnessOfDefaults() -> Freshness? {
        guard let version = defaults.version(), let changes = layers.changes else { return nil }
        return Freshness { [defaults, layers] in defaults.version() == version && layers.changes == changes }
    }
}
