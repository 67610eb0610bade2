package import Defaults
import Dispatch
import HTTP
import JSON
import Synchronization

/// One thing that happened: its topic, its name on the wire, and its data as JSON, made once for all that watch.
package struct TopicEvent: Sendable {
    /// The most views or keys that an event names; `"truncated":true` then says that there are more.
    static let longestList = 1_000
    /// The most bytes of the keys that an event names: an event has to fit into the queue of a stream several times.
    static let longestKeys = 8 * 1024

    package let topic: EventTopic
    /// `edit`, `marks`, `change`, `library`, `live` or `gone`.
    package let name: String
    /// The revision that the topic is at; nil when it is gone.
    package let revision: Int?
    /// The data for a stream of this topic alone.
    package private(set) var data: [UInt8]
    /// The data for a stream of several topics: it names the topic.
    private(set) var namedData: [UInt8]

    /// The keys that it names, of a domain.
    var keys: [String] = []
    /// The event tells of something that makes no revision, so it counts although its revision is known already.
    package var isVolatile = false
    /// What becomes of it for somebody who has not been told of the revision before.
    package var gap = Gap.isNoMatter

    /// How an event is told to somebody who has not been told of all before it.
    package enum Gap: Sendable {
        /// As it is: it tells where things are, or says already that more has changed.
        case isNoMatter
        /// In this way, which says that more has changed.
        case isSaid(@Sendable () -> TopicEvent)
        /// Not yet: the history has what is between, which is told first.
        case isFilled
    }

    /// Whether no event of the topic follows.
    package var isLast: Bool { revision == nil }

    /// Views of a dump have changed.
    /// - Parameters:
    ///   - isTruncated: whether more have changed than are listed.
    ///   - marks: the revision of the dump's marks, where they are told of too.
    package static func edit(
        dump id: String,
        revision: Int,
        changed: [Int],
        isTruncated: Bool = false,
        marks: Int? = nil
    ) -> TopicEvent {
        let list = changed.prefix(longestList)
        let isTruncated = isTruncated || list.count < changed.count
        func data(naming isNamed: Bool) -> [UInt8] {
            object { writer in
                if isNamed { writer.member("dump", id) }
                writer.member("revision", revision)
                writer.member("changed", Array(list))
                if isTruncated { writer.member("truncated", true) }
                if let marks { writer.member("marks", marks) }
            }
        }
        return TopicEvent(
            topic: .dump(id),
            name: "edit",
            revision: revision,
            data: data(naming: false),
            namedData: data(naming: true),
            gap: isTruncated
                ? .isNoMatter
                : .isSaid { edit(dump: id, revision: revision, changed: changed, isTruncated: true, marks: marks) }
        )
    }

    /// Views of a dump were pinned, or notes on them written, or either taken away. The dump itself is as it was.
    /// - Parameters:
    ///   - revision: the dump's.
    ///   - marks: the revision that its marks are at now.
    package static func marks(dump id: String, revision: Int, marks: Int) -> TopicEvent {
        func data(naming isNamed: Bool) -> [UInt8] {
            object { writer in
                if isNamed { writer.member("dump", id) }
                writer.member("revision", revision)
                writer.member("marks", marks)
            }
        }
        return TopicEvent(
            topic: .dump(id),
            name: "marks",
            revision: revision,
            data: data(naming: false),
            namedData: data(naming: true),
            isVolatile: true
        )
    }

    /// A dump has been deleted.
    package static func gone(dump id: String) -> TopicEvent {
        let data = object { $0.member("dump", id) }
        return TopicEvent(topic: .dump(id), name: "gone", revision: nil, data: data, namedData: data)
    }

    /// Dumps or apps have come or gone, or lists say something else of them.
    package static func library(revision: Int) -> TopicEvent {
        let data = object { writer in
            writer.member("library", true)
            writer.member("revision", revision)
        }
        return TopicEvent(topic: .library, name: "library", revision: revision, data: data, namedData: data)
    }

    /// Something of a live session has changed, or it is there no more.
    /// - Parameters:
    ///   - revision: how often it has changed; nil when it is gone.
    ///   - state: whether its device answers.
    package static func live(session id: String, revision: Int?, state: String) -> TopicEvent {
        let data = object { writer in
            writer.member("live", id)
            if let revision { writer.member("revision", revision) }
            writer.member("state", state)
        }
        let name = revision == nil ? "gone" : "live"
        return TopicEvent(topic: .live(id), name: name, revision: revision, data: data, namedData: data)
    }

    /// What a revision of a domain changed, or where it is, as the history tells it.
    /// - Parameter layers: the version of its layers, which have no revisions: by that a client that comes back sees whether it
    ///   has missed a change of them. 0 where that is not told.
    package static func change(domain: String, _ changes: ChangedKeys, layers: Int = 0) -> TopicEvent {
        change(
            domain: domain,
            revision: changes.revision,
            keys: changes.keys,
            isTruncated: changes.isTruncated,
            layers: layers
        )
    }

    /// Values of a domain have changed.
    /// - Parameters:
    ///   - layer: the layer they have changed in when it is not the stored one; that makes no revision.
    ///   - isTruncated: whether more have changed than are listed.
    ///   - layers: the version that its layers are at; 0 while none holds anything, and where that is not told.
    package static func change(
        domain: String,
        revision: Int,
        keys: [String],
        layer: String? = nil,
        isTruncated: Bool = false,
        layers: Int = 0
    ) -> TopicEvent {
        var room = longestKeys
        let list = keys.prefix(longestList).prefix { key in
            room -= key.utf8.reduce(3) { $0 + Self.escapedLength(of: $1) }
            return room >= 0
        }
        let data = object { writer in
            writer.member("domain", domain)
            writer.member("revision", revision)
            if let layer { writer.member("layer", layer) }
            writer.member("keys", Array(list))
            if isTruncated || list.count < keys.count { writer.member("truncated", true) }
            if layers > 0 { writer.member("layers", layers) }
        }
        return TopicEvent(
            topic: .defaults(domain),
            name: "change",
            revision: revision,
            data: data,
            namedData: data,
            keys: Array(list),
            isVolatile: layer != nil,
            gap: isTruncated ? .isNoMatter : .isFilled
        )
    }

    /// The same with another member.
    func adding(_ name: String, _ content: (inout JSONWriter) -> Void) -> TopicEvent {
        let member = Self.object { $0.object(name, content) }
        func joined(_ data: [UInt8]) -> [UInt8] { data.dropLast() + [UInt8(ascii: ",")] + member.dropFirst() }
        var event = self
        (event.data, event.namedData) = (joined(data), joined(namedData))
        return event
    }

    /// The most bytes that a byte of a key takes in JSON.
    private static func escapedLength(of byte: UInt8) -> Int {
        switch byte {
        case ..<0x20, UInt8(ascii: "<"): 6
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F...: 2
        default: 1
        }
    }

    private static func object(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        JSONWriter.object(reservingCapacity: 128) { writer in
            members(&writer)
        }
    }
}

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
    /// The most events that may come while the first ones are made, or wait to be completed; with more the stream ends, and
    /// begins anew.
    private static let mostEarly = 64

    private let topics: [EventTopic]
    private let isNaming: Bool
    private let stream: EventStream
    private let fill: @Sendable (EventTopic) -> Void
    private let complete: Completion?
    /// What completes events, one after the other; nothing is completed on the thread of who publishes.
    private let queue = DispatchQueue(label: "vitrine.feed")
    private let state: Mutex<State>

    /// Adds what a client wants to know besides to an event. It may ask the stores.
    package typealias Completion = @Sendable (TopicEvent) throws -> TopicEvent

    private struct State {
        var positions: [Int]
        var gone: Set<Int> = []
        /// Events that came before the first ones had been sent; nil once they have.
        var early: [TopicEvent]? = []
        /// How many events wait to be completed.
        var incomplete = 0
        /// The topics of which somebody wanted to tell what is missing before it was known where they are.
        var asked: Set<EventTopic> = []
    }

    private init(
        _ topics: [EventTopic],
        isNaming: Bool,
        stream: EventStream,
        seen: [Int]?,
        fill: @escaping @Sendable (EventTopic) -> Void,
        complete: Completion?
    ) {
        self.topics = topics
        self.isNaming = isNaming
        self.stream = stream
        self.fill = fill
        self.complete = complete
        state = Mutex(State(positions: seen ?? Array(repeating: 0, count: topics.count)))
    }

    /// Tells of topics from now on.
    /// - Parameters:
    ///   - isNaming: whether every event names its topic, as on a stream of several.
    ///   - lastID: the id of the last event that the client has, nil when it has none.
    ///   - fill: lets what is between the events that were told and those that have come be published soon; it must return at
    ///     once.
    ///   - complete: completes each event; nil where they are sent as they are.
    ///   - first: what a client is told first of a topic, given the revision it has seen.
    /// - Returns: what ends it.
    package static func start(
        _ topics: [EventTopic],
        isNaming: Bool,
        from hub: EventHub,
        into stream: EventStream,
        after lastID: String?,
        filling fill: @escaping @Sendable (EventTopic) -> Void = { _ in },
        completing complete: Completion? = nil,
        first: (EventTopic, Int?) throws -> [TopicEvent]
    ) -> @Sendable () -> Void {
        let seen = revisions(in: lastID, count: topics.count)
        let feed = TopicFeed(
            topics,
            isNaming: isNaming,
            stream: stream,
            seen: seen,
            fill: fill,
            complete: complete
        )
        // From here on nothing is missed; what comes before the first events waits for them.
        hub.subscribe(feed, to: topics)
        do {
            // Completed here: however many they are, they wait for nothing.
            feed.begin(with: try topics.enumerated().map { try first($1, seen?[$0]).map(complete ?? { $0 }) })
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
                for event in events { send(event, at: index, &state, isComplete: true) }
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

    private func send(_ event: TopicEvent, at index: Int, _ state: inout State, isComplete: Bool = false) {
        if event.isVolatile {
            // It may be older than what has been told.
        } else if let revision = event.revision {
            state.positions[index] = revision
        } else {
            state.gone.insert(index)
        }
        let id = state.positions.map(String.init).joined(separator: ".")
        let isLast = state.gone.count == topics.count
        guard let complete, !isComplete else { return send(event, id, isLast) }
        guard state.incomplete < Self.mostEarly else { return stream.end() }
        state.incomplete += 1
        queue.async { [self] in
            self.state.withLock { $0.incomplete -= 1 }
            do {
                send(try complete(event), id, isLast)
            } catch {
                // The client comes back, and is told then.
                stream.end()
            }
        }
    }

    private func send(_ event: TopicEvent, _ id: String, _ isLast: Bool) {
        stream.send(ServerSentEvent(name: event.name, id: id, data: isNaming ? event.namedData : event.data))
        if isLast { stream.end() }
    }
}
