package import Access
package import Catalog
package import Defaults
package import Diagnostics
import Foundation
package import HTTP
import JSON
package import Live
package import Logging
import Storage
package import Web

/// What the routes share: the stores, the templates and the static files.
package final class Services: Sendable {
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
    package let guides: StaticFiles?
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
    /// The live sessions, as the library lists them.
    package let live = LiveList()
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
        guides = resources.guides
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

/// What the person who starts the server decides.
package struct ServerConfiguration: Sendable {
    /// Host names besides `localhost` and IP addresses under which the server may be reached; see `HostAllowList`.
    package var allowedHosts: [String] = []
    /// The largest dump that an upload may hold, in bytes.
    package var maximumDumpBytes = 64 << 20
    /// The largest JSON dump, in bytes; JSON needs many times its size in memory.
    package var maximumJSONDumpBytes = 32 << 20
    /// The largest archive of an app, in bytes.
    package var maximumAppBytes = 256 << 20
    /// The largest body of any other request, in bytes.
    package var maximumBodyBytes = 1 << 20
    /// The largest body that carries the values of a domain of defaults, in bytes.
    package var maximumDomainBodyBytes = JSONLimits.defaults.maximumBytes
    /// How many uploads are read at the same time; more wait.
    var maximumConcurrentUploads = 2
    /// How many uploads may wait to be read; one more is answered with 503.
    package var maximumWaitingUploads = UploadGate.standardWaiting

    /// The addresses that the server may connect to when somebody asks it to: those of devices.
    package var connects = ConnectRules.loopback
    /// Whether pages of other origins may speak WebDriver with this server, and nothing else.
    package var allowsCrossOriginWebDriver = false
    /// What makes pixels of drawn screens; nil for nothing. The server knows no programs: who starts it hands one in.
    package var rasterizer: PictureRasterizer?

    /// The standard configuration.
    package init() {}
}

extension ServerConfiguration {
    /// The largest body of an upload: a dump with a screenshot and the edges of a form around them.
    package var maximumUploadBytes: Int { maximumDumpBytes + (16 << 20) + (64 << 10) }

    /// The largest body that brings an app: its archive and the edges of a form around it.
    package var maximumAppUploadBytes: Int { maximumAppBytes + (64 << 10) }
}

/// The memory that a server may need at worst, part by part: what a container is to give it.
///
/// Each part has a limit of its own that the server keeps to, but for two that are estimates: the program, and the answers
/// that are made. Here they are added up. `docs/deployment.md` has the table, and
/// `compose.yaml` the sum.
package struct MemoryBudget: Sendable, Hashable {
    /// One part.
    package struct Part: Sendable, Hashable {
        /// What the memory is for, as the table says it.
        package var name: String
        /// How much it is, in bytes.
        package var bytes: Int
    }

    /// The parts, in the order of the table.
    package let parts: [Part]

    /// What all parts need together, in bytes.
    package var total: Int { parts.reduce(0) { $0 + $1.bytes } }

    /// The program with its templates, static files, stores and the stacks of its threads.
    package static let program = 128 << 20
    /// How many times its size a JSON dump takes while it is read: its document, its tree and the text itself.
    static let jsonFactor = 14
    /// The memory for comparisons of dumps that were made.
    package static let diffs = 96 << 20
    /// The memory for timelines that were made.
    package static let timelines = 128 << 20
    /// The memory for compressed answers that are kept.
    package static let compressed = 16 << 20
    /// The memory for answers that are kept as long as nothing changes.
    package static let answers = 32 << 20
    /// What a thread may need for the answer that it makes.
    package static let answer = 32 << 20

    /// Adds up what limits allow.
    package init(
        server: ServerConfiguration = ServerConfiguration(),
        listening: HTTPServerConfiguration = HTTPServerConfiguration(),
        catalog: CatalogLimits = .standard
    ) {
        parts = [
            Part(name: "the program", bytes: Self.program),
            Part(
                name: "uploads that are read",
                bytes: server.maximumConcurrentUploads * server.maximumJSONDumpBytes * Self.jsonFactor
            ),
            Part(name: "an app that is read", bytes: server.maximumAppBytes + catalog.maximumAppBytes),
            Part(name: "dumps that are kept", bytes: catalog.cacheBytes),
            Part(name: "apps that are kept", bytes: catalog.appCacheBytes + catalog.parsedBytes),
            Part(
                name: "comparisons, timelines, answers and compressed answers that are kept",
                bytes: Self.diffs + Self.timelines + Self.answers + Self.compressed
            ),
            // An answer as it came, and once more while it is read.
            Part(name: "live sessions", bytes: LiveLimits.sessions * LiveLimits.answerBytes * 2),
            Part(name: "answers that are made", bytes: listening.workers * Self.answer),
            Part(name: "answers that clients have not read", bytes: listening.replyBytes),
            Part(name: "small bodies of requests", bytes: listening.bodyMemory),
            Part(name: "connections", bytes: listening.maximumConnections * listening.connectionMemory),
            Part(
                name: "events that clients have not read",
                bytes: listening.maximumEventStreams * listening.eventStreamQueue
            ),
        ]
    }
}
