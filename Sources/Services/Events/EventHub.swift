import Access
package import Catalog
import Defaults
import Dispatch
import Logging
import PropertyList
import Storage
import Synchronization

/// Hands events from those who change something to those who watch it.
///
/// It keeps no events: a sink that comes later, or again, asks the stores what it has missed.
package final class EventHub: Sendable {
    private let sinks = Mutex<[EventTopic: [ObjectIdentifier: any EventSink]]>([:])
    /// How often the list of dumps and apps has changed: of this server's files, or all of it, since the server began, and
    /// of a store that others share, as far as was seen.
    private let library = Mutex((own: 0, shared: 0))
    private let shared: (any SharedStore)?

    /// Creates a hub.
    /// - Parameter shared: the store, where other servers use it too.
    package init(shared: (any SharedStore)? = nil) { self.shared = shared }

    /// Gives a sink the events of topics from now on, until `unsubscribe`.
    package func subscribe(_ sink: any EventSink, to topics: [EventTopic]) {
        sinks.withLock { sinks in
            for topic in topics { sinks[topic, default: [:]][ObjectIdentifier(sink)] = sink }
        }
    }

    /// Gives a sink no more events of topics.
    package func unsubscribe(_ sink: any EventSink, from topics: [EventTopic]) {
        sinks.withLock { sinks in
            for topic in topics {
                sinks[topic]?[ObjectIdentifier(sink)] = nil
                if sinks[topic]?.isEmpty == true { sinks[topic] = nil }
            }
        }
    }

    /// Hands an event to the sinks of its topic. All sinks get all events in one order: that of these calls.
    package func publish(_ event: TopicEvent) {
        sinks.withLock { sinks in
            for sink in (sinks[event.topic] ?? [:]).values { sink.receive(event) }
        }
    }

    /// Up to which revision the sinks of a topic have been told; those that are only beginning tell nothing.
    package func positions(in topic: EventTopic) -> [Int] {
        sinks.withLock { sinks in (sinks[topic] ?? [:]).values.compactMap { $0.position(in: topic) } }
    }

    /// The topics that have sinks.
    var topics: [EventTopic] { sinks.withLock { Array($0.keys) } }

    /// How many sinks a topic has.
    package func subscribers(of topic: EventTopic) -> Int { sinks.withLock { $0[topic]?.count ?? 0 } }
}

/// The events there are.
extension EventHub {
    /// Says that views of a dump have changed. Call it after the edit is durable, in the order of the revisions.
    /// - Parameters:
    ///   - revision: the revision that the edit made.
    ///   - changed: the ids of the views whose attributes, place or existence changed; events name the first
    ///     `TopicEvent.longestList` of them.
    package func publish(dump id: String, revision: Int, changed: [Int]) {
        publish(.edit(dump: id, revision: revision, changed: changed))
    }

    /// Says that the pins or notes of a dump have changed. Call it after the change is durable, in the order of the
    /// revisions.
    package func publish(marksOfDump id: String, _ outcome: MarkOutcome) {
        publish(.marks(dump: id, revision: outcome.dumpRevision, marks: outcome.marks.revision))
    }

    /// Says that a newer version has taken the place of a dump, so that everything is to be read anew.
    package func publish(replacementOfDump id: String, revision: Int) {
        publish(.edit(dump: id, revision: revision, changed: [], isTruncated: true))
    }

    /// How often the list of dumps and apps has changed, as far as anybody can see a difference.
    package var libraryRevision: Int {
        let known = sharedLibraryRevision
        return library.withLock { count in
            count.shared = max(count.shared, known)
            return count.own + count.shared
        }
    }

    /// Says that dumps or apps have come or gone, or are called or look otherwise.
    /// - Parameter isOfFiles: whether they are files of this server, which no store counts.
    package func publishLibrary(isOfFiles: Bool = false) {
        let known = sharedLibraryRevision
        library.withLock { count in
            if shared == nil || isOfFiles { count.own += 1 }
            count.shared = max(count.shared, known)
            publish(.library(revision: count.own + count.shared))
        }
    }

    /// What the store has counted; 0 where it does not answer, so that what was seen last counts on.
    private var sharedLibraryRevision: Int { (try? shared?.libraryRevision()) ?? 0 }

    /// Says that a dump is gone: the last event of its topic.
    package func publish(deletionOfDump id: String) {
        publish(.gone(dump: id))
    }

    /// Says that values of a domain have changed. Call it after the write is durable, in the order of the revisions.
    package func publish(domain: String, revision: Int, keys: [String]) {
        publish(.change(domain: domain, revision: revision, keys: keys))
    }

    /// Says that a layer of a domain's search list has changed that makes no revisions.
    /// - Parameter layers: the version that the layers are at.
    package func publish(domain: String, revision: Int, layer: String, keys: [String], layers: Int) {
        publish(.change(domain: domain, revision: revision, keys: keys, layer: layer, layers: layers))
    }
}

/// What takes the events of topics it has been subscribed to.
package protocol EventSink: AnyObject, Sendable {
    /// Takes an event, in the order of publication. It must return at once and must not call the hub.
    func receive(_ event: TopicEvent)

    /// The revision of a topic up to which it has been told; nil while it does not know yet. It must not call the hub.
    func position(in topic: EventTopic) -> Int?
}

/// What events are about: one dump, one domain of defaults, or the list of dumps and apps.
package enum EventTopic: Sendable, Hashable, CustomStringConvertible {
    /// The dump with this id.
    case dump(String)
    /// The domain with this name, whether it holds anything or not.
    case defaults(String)
    /// Which dumps and apps there are, and what lists say of them.
    case library
    /// The live session with this id.
    case live(String)

    /// The topic as it stands in logs: `dump/<id>`, `defaults/<domain>`, `library` or `live/<id>`.
    package var description: String {
        switch self {
        case .dump(let id): "dump/\(id)"
        case .defaults(let domain): "defaults/\(domain)"
        case .library: "library"
        case .live(let id): "live/\(id)"
        }
    }
}

extension EventHub {
    /// Tells those who watch a dump of a revision that is durable by now.
    package func publish(_ outcome: EditOutcome) {
        publish(
            dump: outcome.snapshot.summary.id,
            revision: outcome.revision,
            changed: outcome.changed + outcome.removed
        )
    }
}

/// A store of defaults that publishes every write after it is durable.
///
/// Stores announce a write before the next one begins, so events come in the order of the revisions.
final class ObservedDefaultsStore: DefaultsStore {
    private let base: any DefaultsStore
    private let events: EventHub
    private let unseen: @Sendable (String) throws(DefaultsError) -> Set<String>

    /// - Parameters:
    ///   - base: what really keeps the values. Writes that go past this decorator are not published.
    ///   - unseen: which keys of a domain hold what is kept from who asks.
    package init(
        _ base: any DefaultsStore,
        publishingTo events: EventHub,
        unseen: @escaping @Sendable (String) throws(DefaultsError) -> Set<String>
    ) {
        self.base = base
        self.events = events
        self.unseen = unseen
    }

    package func unseenKeys(of domain: String) throws(DefaultsError) -> Set<String> { try unseen(domain) }

    package var limits: DefaultsLimits { base.limits }

    package func version() -> Int? { base.version() }

    package func domains() throws(DefaultsError) -> [DomainSummary] { try base.domains() }

    package func snapshot(of domain: String) throws(DefaultsError) -> DomainSnapshot { try base.snapshot(of: domain) }

    package func snapshot(of domain: String, atRevision revision: Int) throws(DefaultsError) -> DomainSnapshot {
        try base.snapshot(of: domain, atRevision: revision)
    }

    package func history(of domain: String, limit: Int, after: Int?) throws(DefaultsError) -> HistoryPage {
        try base.history(of: domain, limit: limit, after: after)
    }

    package func update(
        _ domains: [DomainCondition],
        source: ChangeSource,
        actor: String?,
        announce: (DefaultsWriteResult) -> Void,
        _ transform: (DomainSnapshot) throws(DefaultsError) -> [String: PropertyListValue]
    ) throws(DefaultsError) -> [DefaultsWriteResult] {
        try base.update(
            domains,
            source: source,
            actor: actor ?? Principal.current?.name,
            announce: { result in
                events.publish(domain: result.domain, revision: result.revision, keys: result.changed)
                announce(result)
            },
            transform
        )
    }
}

/// Publishes what those who watch a domain have not been told of it, from its history: each revision as an event of its own.
///
/// It goes on from what they were told, whoever told them, so it does not matter how often it is asked, nor by whom: by the
/// follower of other servers, and by feeds that were told of a revision before the one below.
final class MissedChanges: Sendable {
    /// How long after a failure it is tried again, while somebody watches the domain.
    private static let pause = 1.0

    private let defaults: any DefaultsStore
    private let events: EventHub
    private let logger: Logger
    private let queue = DispatchQueue(label: "vitrine.changes")
    /// The domains that are looked at soon.
    private let waiting = Mutex<Set<String>>([])

    package init(_ defaults: any DefaultsStore, publishingTo events: EventHub, logger: Logger) {
        self.defaults = defaults
        self.events = events
        self.logger = logger
    }

    /// Tells of a domain soon, on a queue of its own.
    func tellLater(of domain: String) { enqueue(domain, after: 0) }

    private func enqueue(_ domain: String, after seconds: Double) {
        guard waiting.withLock({ $0.insert(domain).inserted }) else { return }
        queue.asyncAfter(deadline: .now() + seconds) { [weak self] in
            guard let self else { return }
            // Taken out first: what comes from here on may not be seen any more.
            waiting.withLock { _ = $0.remove(domain) }
            tell(of: domain)
        }
    }

    /// Tells of a domain now.
    package func tell(of domain: String) {
        guard let least = events.positions(in: .defaults(domain)).min() else { return }
        do {
            for change in try defaults.changes(of: domain, since: least) where change.revision > least {
                events.publish(.change(domain: domain, change))
            }
        } catch {
            logger.warning("The changes of a domain cannot be read", metadata: ["domain": "\(domain)"])
            enqueue(domain, after: Self.pause)
        }
    }
}
