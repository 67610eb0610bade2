import Access
package import Catalog
import Defaults
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
    func unsubscribe(_ sink: any EventSink, from topics: [EventTopic]) {
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
    func subscribers(of topic: EventTopic) -> Int { sinks.withLock { $0[topic]?.count ?? 0 } }
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
    func publishLibrary(isOfFiles: Bool = false) {
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

    /// The topic as it stands in logs: `dump/<id>`, `defaults/<domain>` or `library`.
    package var description: String {
        switch self {
        case .dump(let id): "dump/\(id)"
        case .defaults(let domain): "defaults/\(domain)"
        case .library: "library"
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
