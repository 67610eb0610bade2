import HTTP
import Synchronization

/// Feeds one client's event stream with the events of its topics.
///
/// The id of an event tells how far the client is in every topic: the revisions joined by dots, in the order of the
/// topics. For a single topic that is the revision. A client that comes back with the id of its last event is told
/// first, topic by topic, where things are and what it has missed.
final class TopicFeed: EventSink {
    /// The most topics of one stream.
    static let mostTopics = 32
    /// The most events that may come while the first ones are made; with more the stream ends, and begins anew.
    private static let mostEarly = 64

    private let topics: [EventTopic]
    private let isNaming: Bool
    private let stream: EventStream
    private let state: Mutex<State>

    private struct State {
        var positions: [Int]
        var gone: Set<Int> = []
        /// Events that came before the first ones had been sent; nil once they have.
        var early: [TopicEvent]? = []
    }

    private init(_ topics: [EventTopic], isNaming: Bool, stream: EventStream, seen: [Int]?) {
        self.topics = topics
        self.isNaming = isNaming
        self.stream = stream
        state = Mutex(State(positions: seen ?? Array(repeating: 0, count: topics.count)))
    }

    /// Tells of topics from now on.
    /// - Parameters:
    ///   - isNaming: whether every event names its topic, as on a stream of several.
    ///   - lastID: the id of the last event that the client has, nil when it has none.
    ///   - first: what a client is told first of a topic, given the revision it has seen.
    /// - Returns: what ends it.
    static func start(
        _ topics: [EventTopic],
        isNaming: Bool,
        from hub: EventHub,
        into stream: EventStream,
        after lastID: String?,
        first: (EventTopic, Int?) throws -> TopicEvent
    ) -> @Sendable () -> Void {
        let seen = revisions(in: lastID, count: topics.count)
        let feed = TopicFeed(topics, isNaming: isNaming, stream: stream, seen: seen)
        // From here on nothing is missed; what comes before the first events waits for them.
        hub.subscribe(feed, to: topics)
        do {
            feed.begin(with: try topics.enumerated().map { try first($1, seen?[$0]) })
        } catch {
            // The client comes back and may be luckier.
            stream.end()
        }
        return { hub.unsubscribe(feed, from: topics) }
    }

    /// The revisions in an id; nil for one that this feed cannot have given.
    private static func revisions(in id: String?, count: Int) -> [Int]? {
        guard let parts = id?.split(separator: ".", omittingEmptySubsequences: false), parts.count == count else {
            return nil
        }
        let revisions = parts.compactMap { Int($0) }
        return revisions.count == count ? revisions : nil
    }

    private func begin(with events: [TopicEvent]) {
        state.withLock { state in
            for (index, event) in events.enumerated() { send(event, at: index, &state) }
            let early = state.early ?? []
            state.early = nil
            for event in early { forward(event, &state) }
        }
    }

    func receive(_ event: TopicEvent) {
        state.withLock { state in
            guard let early = state.early else { return forward(event, &state) }
            guard early.count < Self.mostEarly else { return stream.end() }
            state.early?.append(event)
        }
    }

    private func forward(_ event: TopicEvent, _ state: inout State) {
        guard let index = topics.firstIndex(of: event.topic), !state.gone.contains(index) else { return }
        // The first event has told of everything up to its revision.
        if let revision = event.revision, revision <= state.positions[index], !event.isVolatile { return }
        // Where another server was faster, its event comes before that of the revision below, which is left out then.
        send(event.event(after: state.positions[index]), at: index, &state)
    }

    private func send(_ event: TopicEvent, at index: Int, _ state: inout State) {
        if event.isVolatile {
            // It may be older than what has been told.
        } else if let revision = event.revision {
            state.positions[index] = revision
        } else {
            state.gone.insert(index)
        }
        let id = state.positions.map(String.init).joined(separator: ".")
        stream.send(ServerSentEvent(name: event.name, id: id, data: isNaming ? event.namedData : event.data))
        if state.gone.count == topics.count { stream.end() }
    }
}
