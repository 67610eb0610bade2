import HTTP
import Synchronization

/// Feeds one client's event stream with the events of its topics.
///
/// The id of an event tells how far the client is in every topic: the revisions joined by dots, in the order of the
/// topics. For a single topic that is the revision. A client that comes back with the id of its last event is told
/// first, topic by topic, where things are and what it has missed.
///
/// Revisions rise, whoever is faster to tell of them. Each revision of a domain is an event of its own: one that comes before
/// the one below waits until the history has been asked for what is between.
final class TopicFeed: EventSink {
    /// The most topics of one stream.
    static let mostTopics = 32
    /// The most events that may come while the first ones are made; with more the stream ends, and begins anew.
    private static let mostEarly = 64

    private let topics: [EventTopic]
    private let isNaming: Bool
    private let stream: EventStream
    private let fill: @Sendable (EventTopic) -> Void
    private let state: Mutex<State>

    private struct State {
        var positions: [Int]
        var gone: Set<Int> = []
        /// Events that came before the first ones had been sent; nil once they have.
        var early: [TopicEvent]? = []
        /// The topics of which somebody wanted to tell what is missing before it was known where they are.
        var asked: Set<EventTopic> = []
    }

    private init(
        _ topics: [EventTopic],
        isNaming: Bool,
        stream: EventStream,
        seen: [Int]?,
        fill: @escaping @Sendable (EventTopic) -> Void
    ) {
        self.topics = topics
        self.isNaming = isNaming
        self.stream = stream
        self.fill = fill
        state = Mutex(State(positions: seen ?? Array(repeating: 0, count: topics.count)))
    }

    /// Tells of topics from now on.
    /// - Parameters:
    ///   - isNaming: whether every event names its topic, as on a stream of several.
    ///   - lastID: the id of the last event that the client has, nil when it has none.
    ///   - fill: lets what is between the events that were told and those that have come be published soon; it must return at
    ///     once.
    ///   - first: what a client is told first of a topic, given the revision it has seen.
    /// - Returns: what ends it.
    package static func start(
        _ topics: [EventTopic],
        isNaming: Bool,
        from hub: EventHub,
        into stream: EventStream,
        after lastID: String?,
        filling fill: @escaping @Sendable (EventTopic) -> Void = { _ in },
        first: (EventTopic, Int?) throws -> [TopicEvent]
    ) -> @Sendable () -> Void {
        let seen = revisions(in: lastID, count: topics.count)
        let feed = TopicFeed(topics, isNaming: isNaming, stream: stream, seen: seen, fill: fill)
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

    private func begin(with events: [[TopicEvent]]) {
        state.withLock { state in
            for (index, events) in events.enumerated() {
                for event in events { send(event, at: index, &state) }
            }
            let early = state.early ?? []
            state.early = nil
            for event in early { forward(event, &state) }
            for topic in state.asked { fill(topic) }
            state.asked = []
        }
    }

    package func receive(_ event: TopicEvent) {
        state.withLock { state in
            guard let early = state.early else { return forward(event, &state) }
            guard early.count < Self.mostEarly else { return stream.end() }
            state.early?.append(event)
        }
    }

    package func position(in topic: EventTopic) -> Int? {
        state.withLock { state in
            guard state.early == nil else {
                state.asked.insert(topic)
                return nil
            }
            return topics.firstIndex(of: topic).map { state.positions[$0] }
        }
    }

    private func forward(_ event: TopicEvent, _ state: inout State) {
        guard let index = topics.firstIndex(of: event.topic), !state.gone.contains(index) else { return }
        guard let revision = event.revision, !event.isVolatile else { return send(event, at: index, &state) }
        let position = state.positions[index]
        // What was told first, or by another server's word, may come again.
        guard revision > position else { return }
        guard revision - 1 > position else { return send(event, at: index, &state) }
        switch event.gap {
        case .isNoMatter: send(event, at: index, &state)
        case .isSaid(let event): send(event(), at: index, &state)
        case .isFilled: fill(event.topic)
        }
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
