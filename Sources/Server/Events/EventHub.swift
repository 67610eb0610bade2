import Synchronization

/// Hands events from those who change something to those who watch it.
///
/// It keeps no events: a sink that comes later, or again, asks the stores what it has missed.
final class EventHub: Sendable {
    private let sinks = Mutex<[EventTopic: [ObjectIdentifier: any EventSink]]>([:])

    /// Gives a sink the events of topics from now on, until `unsubscribe`.
    func subscribe(_ sink: any EventSink, to topics: [EventTopic]) {
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
    func publish(_ event: TopicEvent) {
        sinks.withLock { sinks in
            for sink in (sinks[event.topic] ?? [:]).values { sink.receive(event) }
        }
    }

    /// How many sinks a topic has.
    func subscribers(of topic: EventTopic) -> Int { sinks.withLock { $0[topic]?.count ?? 0 } }
}
