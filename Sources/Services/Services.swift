import ViewHierarchy
import Access
import AppBundles
import Catalog
import Defaults
import HTTP
import Checks
import Logging

/// What the routes share: the stores, the templates and the static files.
struct Services: Sendable {
    let catalog: Catalog
    /// Every write through it is published in `events`.
    let defaults: any DefaultsStore
    /// Who may do what.
    let access: AccessControl
    /// The layers of search lists, which last as long as the server or are in a shared store; those who change one publish it.
    let layers: VolatileLayers
    /// Where changes are published: those of dumps by whoever makes them.
    let events: EventHub
    /// Tells of changes of domains that were made elsewhere, or were told of before those below.
    let missedChanges: MissedChanges
    /// Says what others change, where they can write to the store.
    let followed: (any FollowedStore)?
    let pages: PageRenderer
    let assets: StaticFiles
    /// What the scripts of the pages import.
    let modules: ModuleGraph
    let openAPI: [UInt8]
    let dumpSchema: [UInt8]
    /// The names of the icons in the sprite, in its order.
    let icons: [String]
    let configuration: ServerConfiguration
    let uploads: UploadGate
    /// Archives of apps are larger than dumps, so they are read one at a time.
    let appUploads: UploadGate
    /// Comparisons of dumps that were made.
    let diffs = SharedCache<TreeDiff>(budget: MemoryBudget.diffs, makers: 2) { diff in
        (diff.former.count &+ diff.new.count) &* 700 &+ 4_096
    }
    /// Timelines that were made: trees, the places of their views and what became of them.
    let timelines = SharedCache<DumpTimeline>(budget: MemoryBudget.timelines, makers: 1) { timeline in
        timeline.views.viewCount &* 900 &+ 4_096
    }
    /// Answers to reads that nothing has changed since.
    let answers = AnswerCache()
    /// Screens are drawn by a program each, so one at a time.
    let pictures = UploadGate(limit: 1)
    let webDriverSessions = WebDriverSessions()
    let metrics = Metrics()
    let draining = Draining()
    let logger: Logger

    init(
        catalog: Catalog,
        defaults: any DefaultsStore,
        access: AccessControl,
        followed: (any FollowedStore)?,
        shared: (any SharedStore & LayerStore)?,
        resources: WebResources,
        configuration: ServerConfiguration,
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
    }
}
