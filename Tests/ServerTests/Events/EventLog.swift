import Synchronization

@testable import Server

/// A sink that keeps what it is given.
final class EventLog: EventSink {
    private let state = Mutex<[TopicEvent]>([])

    var events: [TopicEvent] { state.withLock { $0 } }

    func receive(_ event: TopicEvent) { state.withLock { $0.append(event) } }
}

extension TopicEvent {
    /// The data as text.
    var text: String { String(decoding: data, as: UTF8.self) }
}
