import Access
package import Catalog
import Defaults
import Dispatch
import Logging
import Synchronization

/// Publishes what other servers and commands change in the store that they share with this one.
///
/// The store only says what to look at. What a topic is at is read then, so that nothing depends on how many of its words have
/// come, and feeds leave out what they have told before: of a domain each revision that they have not told (``MissedChanges``).
package final class SharedFollower: Sendable {
    private struct State {
        /// Versions of the layers of domains.
        var layers: [String: Int] = [:]
        /// Revisions of the marks of dumps.
        var marks: [String: Int] = [:]
        /// Ends the listening; nil when nobody listens. It stands here because a closure that stands alone in a `Mutex` is
        /// wrapped once more each time it is looked at.
        var end: (@Sendable () -> Void)?
    }

    private let services: Services
    private let state = Mutex(State())

    package init(_ services: Services) { self.services = services }

    package func start(_ store: any FollowedStore) {
        let stop = store.follow { [weak self] change in self?.tell(change) }
        state.withLock { $0.end = stop }
    }

    /// Ends it.
    package func stop() {
        let stop = state.withLock { state in
            defer { state.end = nil }
            return state.end
        }
        stop?()
    }

    /// Publishes what a word of the store leads to.
    package func tell(_ change: SharedChange) {
        switch change {
        case .access: refreshAccess()
        case .anything:
            refreshAccess()
            let topics = services.events.topics
            forget(all: topics)
            for topic in topics { look(at: topic) }
        case .library: look(at: .library)
        case .dump(let id): look(at: .dump(id), marks: false)
        case .marks(let id): publishMarks(of: id, isNews: true)
        case .domain(let name): services.missedChanges.tell(of: name)
        case .domains:
            for case .defaults(let domain) in services.events.topics { services.missedChanges.tell(of: domain) }
        case .layer(let layer, let domain):
            publish(layers: [VolatileLayerName(storedAs: layer)].compactMap { $0 }, of: domain, isNews: true)
        }
    }

    private func look(at topic: EventTopic, marks: Bool = true) {
        guard services.events.subscribers(of: topic) > 0 else { return }
        switch topic {
        case .library: services.events.publishLibrary()
        // Sessions with devices are this server's alone.
        case .live: break
        case .defaults(let domain):
            services.missedChanges.tell(of: domain)
            publish(layers: VolatileLayerName.allCases, of: domain, isNews: false)
        case .dump(let id):
            reading("dump \(id)") {
                do throws(CatalogError) {
                    let revision = try services.catalog.dump(id).revision
                    // Which views have changed is not kept.
                    services.events.publish(replacementOfDump: id, revision: revision)
                } catch {
                    guard error.code == .unknownDump else { throw error }
                    services.events.publish(deletionOfDump: id)
                }
            }
            if marks { publishMarks(of: id, isNews: false) }
        }
    }

    /// - Parameter isNews: whether they have changed for certain; else they may have.
    private func publish(layers names: [VolatileLayerName], of domain: String, isNews: Bool) {
        guard services.events.subscribers(of: .defaults(domain)) > 0 else { return }
        reading("layers of \(domain)") {
            let version = try services.layers.snapshot(of: domain).version
            let last = state.withLock { state in
                defer { state.layers[domain] = version }
                return state.layers[domain]
            }
            guard isNews || version != last else { return }
            let revision = try services.defaults.revision(of: domain)
            for name in names {
                // Which keys have changed is not kept.
                services.events.publish(
                    .change(
                        domain: domain,
                        revision: revision,
                        keys: [],
                        layer: name.rawValue,
                        isTruncated: true,
                        layers: version
                    )
                )
            }
        }
    }

    private func publishMarks(of id: String, isNews: Bool) {
        guard services.events.subscribers(of: .dump(id)) > 0 else { return }
        reading("marks of \(id)") {
            guard let dump = try? services.catalog.dump(id) else { return }
            let marks = try services.catalog.marks(of: id).revision
            let last = state.withLock { state in
                defer { state.marks[id] = marks }
                return state.marks[id]
            }
            guard isNews || marks != (last ?? 0) else { return }
            services.events.publish(.marks(dump: id, revision: dump.revision, marks: marks))
        }
    }

    /// Lets go of what nobody watches any more.
    private func forget(all topics: [EventTopic]) {
        let topics = Set(topics)
        state.withLock { state in
            state.layers = state.layers.filter { topics.contains(.defaults($0.key)) }
            state.marks = state.marks.filter { topics.contains(.dump($0.key)) }
        }
    }

    private func refreshAccess() {
        guard services.access.mode != .open else { return }
        reading("tokens") { try services.access.refresh() }
    }

    /// What cannot be read now is read when the store is there again, which it says.
    private func reading(_ what: String, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            services.logger.warning("What another server has changed cannot be read", metadata: ["of": "\(what)"])
        }
    }
}

extension VolatileLayerName {
    /// The layer by its name in the store.
    fileprivate init?(storedAs name: String) {
        guard let layer = Self.allCases.first(where: { $0.layer.rawValue == name }) else { return nil }
        self = layer
    }
}

extension ServerApplication {
    /// Publishes what others change from now on, until the follower is stopped; nil where the store is this server's alone.
    package func followOthers() -> SharedFollower? {
        guard let store = services.followed else { return nil }
        let follower = SharedFollower(services)
        follower.start(store)
        return follower
    }
}

/// Looks at the files on the command line from time to time and tells those who watch dumps and the library what has
/// changed. It looks on a queue of its own, one look after the other.
///
/// Files are looked at, not listened to: that works on every file system, shared folders of containers included, and
/// costs a fraction of a second even for thousands of files.
package final class FileWatcher: Sendable {
    /// How long after a look the next one begins.
    package static let interval = 0.7
    /// Of the time, the part at most that looks take: after a long one there is a long pause.
    static let mostLoad = 0.1

    private let watch: CatalogWatch
    private let events: EventHub
    private let logger: Logger
    private let queue = DispatchQueue(label: "vitrine.files")
    private let isStopped = Mutex(false)

    package init(_ services: Services) {
        watch = CatalogWatch(services.catalog)
        events = services.events
        logger = services.logger
    }

    package func start() { wait(Self.interval) }

    /// Ends it; a look that is under way is finished first.
    package func stop() {
        isStopped.withLock { $0 = true }
        queue.sync {}
    }

    private func wait(_ seconds: Double) {
        queue.asyncAfter(deadline: .now() + seconds) { [weak self] in
            guard let self, !isStopped.withLock({ $0 }) else { return }
            let started = ContinuousClock.now
            tell(watch.look())
            let duration = (ContinuousClock.now - started) / .seconds(1)
            wait(max(Self.interval, duration / Self.mostLoad))
        }
    }

    /// Publishes what a look found.
    package func tell(_ changes: CatalogChanges) {
        for problem in changes.problems {
            let line = problem.line.map { ":\($0)" } ?? ""
            logger.warning("\(problem.path)\(line): \(problem.message)")
        }
        for dump in changes.changed { events.publish(replacementOfDump: dump.id, revision: dump.revision) }
        for id in changes.removed { events.publish(deletionOfDump: id) }
        if !changes.isEmpty { events.publishLibrary(isOfFiles: true) }
    }
}

extension ServerApplication {
    /// Shows new and changed files below the paths of the catalog from now on, until the watcher is stopped or let go of.
    package func watchFiles() -> FileWatcher {
        let watcher = FileWatcher(services)
        watcher.start()
        return watcher
    }
}
