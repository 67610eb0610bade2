package import Services
import Synchronization

/// A sink that keeps what it is given.
package final class EventLog: EventSink {
    private let state = Mutex<[TopicEvent]>([])

    package init() {}

    package var events: [TopicEvent] { state.withLock { $0 } }

    package func receive(_ event: TopicEvent) { state.withLock { $0.append(event) } }

    package func position(in topic: EventTopic) -> Int? {
        events.last { $0.topic == topic && !$0.isVolatile }?.revision ?? 0
    }
}

extension TopicEvent {
    /// The data as text.
    package var text: String { String(decoding: data, as: UTF8.self) }
}
