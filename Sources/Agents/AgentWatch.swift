import Defaults
import HTTPTypes
package import JSON
package import Services
import Synchronization
import Web

/// What a client wants to hear of, and what it has not been told yet.
///
/// A change says only that something is to be read again, so one that waits stands for all that follow: what waits is
/// never more than what was asked for.
package final class AgentWatch: EventSink {
    /// The most resources of one watch.
    package static let mostResources = 64

    enum Change: Hashable, Sendable {
        case list
        case resource(String)
    }

    private struct State {
        var hearsOfList = false
        /// What tells of each resource that can change.
        var topics: [String: EventTopic] = [:]
        /// Resources that never change, which count all the same.
        var still: Set<String> = []
        /// Up to which revision it has been told.
        var positions: [EventTopic: Int] = [:]
        var waiting: [Change] = []
        /// Wakes who tells; nil while nobody does.
        var wake: AsyncStream<Void>.Continuation?
        var isOver = false
    }

    private let services: Services
    private let state = Mutex(State())
    /// Taken by who asks for more or less, so that the hub follows in order.
    private let changing = Mutex(())

    package init(_ services: Services) { self.services = services }

    // MARK: What is asked for

    /// Tells of dumps and apps that come and go, too.
    func addList() {
        changing.withLock { _ in
            state.withLock { $0.hearsOfList = true }
            services.events.subscribe(self, to: [.library])
        }
    }

    /// Tells of a resource, too.
    /// - Parameter topic: what tells of it; nil where it never changes.
    /// - Throws: ``AgentError`` where these are too many.
    func add(_ uri: String, _ topic: EventTopic?) throws {
        try changing.withLock { _ in
            try state.withLock { state throws(AgentError) in
                guard state.topics.count + state.still.count < Self.mostResources else {
                    throw AgentError(.invalidParams, "One client hears of at most \(Self.mostResources) resources.")
                }
                if let topic { state.topics[uri] = topic } else { state.still.insert(uri) }
            }
            guard let topic else { return }
            services.events.subscribe(self, to: [topic])
            // Where it is at is known before anything is told: what others change is told from there.
            guard case .defaults(let domain) = topic else { return }
            let revision = try services.defaults.revision(of: domain)
            state.withLock { $0.positions[topic] = max($0.positions[topic] ?? 0, revision) }
        }
    }

    /// Tells of a resource no more.
    func remove(_ uri: String) {
        changing.withLock { _ in
            let unused: EventTopic? = state.withLock { state in
                state.still.remove(uri)
                state.waiting.removeAll { $0 == .resource(uri) }
                guard let topic = state.topics.removeValue(forKey: uri) else { return nil }
                let isUsed = topic == .library && state.hearsOfList || state.topics.values.contains(topic)
                return isUsed ? nil : topic
            }
            if let unused { services.events.unsubscribe(self, from: [unused]) }
        }
    }

    // MARK: Telling

    package func receive(_ event: TopicEvent) {
        state.withLock { state in
            // Pins and notes are on no screen.
            guard !state.isOver, event.name != "marks" else { return }
            if let revision = event.revision, !event.isVolatile {
                guard revision > state.positions[event.topic] ?? -1 else { return }
                state.positions[event.topic] = revision
            }
            var changes = state.topics.filter { $0.value == event.topic }.keys.sorted().map(Change.resource)
            if event.topic == .library, state.hearsOfList { changes.append(.list) }
            for change in changes where !state.waiting.contains(change) { state.waiting.append(change) }
            state.wake?.yield()
        }
    }

    package func position(in topic: EventTopic) -> Int? { state.withLock { $0.positions[topic] } }

    /// Tells of what changes, until it is over, another tells, or the task is cancelled.
    /// - Parameter meta: what each message carries beside.
    package func tell(meta: JSONValue? = nil, _ send: (JSONValue) -> Void) async {
        let (signals, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            state.wake?.finish()
            state.wake = wake
            if !state.waiting.isEmpty { wake.yield() }
            if state.isOver { wake.finish() }
        }
        for await _ in signals {
            let changes = state.withLock { state in
                defer { state.waiting = [] }
                return state.waiting
            }
            for change in changes { send(Self.message(change, meta)) }
        }
    }

    private static func message(_ change: Change, _ meta: JSONValue?) -> JSONValue {
        switch change {
        case .list: AgentMessage.notification("notifications/resources/list_changed", .members(["_meta": meta]))
        case .resource(let uri):
            AgentMessage.notification(
                "notifications/resources/updated",
                .members(["uri": .string(uri), "_meta": meta])
            )
        }
    }

    /// Ends the telling behind what waits, and hears of nothing more.
    package func end() {
        changing.withLock { _ in
            let topics = state.withLock { state in
                state.isOver = true
                state.wake?.finish()
                state.wake = nil
                return Set(state.topics.values).union([.library])
            }
            services.events.unsubscribe(self, from: Array(topics))
        }
    }
}

extension AgentServer {
    /// Tells of what changes until somebody ends it: the answer to the request is the end.
    func listened(
        _ message: AgentMessage,
        _ id: JSONValue,
        _ api: AgentRequests,
        _ notify: @Sendable (JSONValue) -> Void
    ) async throws -> JSONValue {
        guard let wanted = message.params["notifications"], wanted.objectValue != nil else {
            throw AgentError(.invalidParams, "subscriptions/listen needs “notifications”, an object that says what of.")
        }
        let uris = try Self.resources(in: wanted)
        let watch = AgentWatch(services)
        defer { watch.end() }
        var honored: [JSONMember] = []
        if wanted["resourcesListChanged"] == true {
            watch.addList()
            honored.append(JSONMember(name: "resourcesListChanged", value: true))
        }
        var known: [JSONValue] = []
        for uri in uris {
            // What is not there is left out of what is agreed on.
            guard let resource = AgentResource(uri) else { continue }
            do {
                try watch.add(uri, try await resource.topic(api))
                known.append(.string(uri))
            } catch let refused as AgentRefusal where refused.status == 404 {
                continue
            }
        }
        if !known.isEmpty { honored.append(JSONMember(name: "resourceSubscriptions", value: .array(known))) }
        let meta: JSONValue = ["io.modelcontextprotocol/subscriptionId": id]
        notify(
            AgentMessage.notification(
                "notifications/subscriptions/acknowledged",
                ["_meta": meta, "notifications": .object(honored)]
            )
        )
        api.interruption.whenOver { watch.end() }
        await watch.tell(meta: meta) { notify($0) }
        return ["_meta": meta]
    }

    private static func resources(in wanted: JSONValue) throws(AgentError) -> [String] {
        for name in ["toolsListChanged", "promptsListChanged", "resourcesListChanged"] {
            guard let value = wanted[name], value != .null, value.boolValue == nil else { continue }
            throw AgentError(.invalidParams, "“\(name)” is true or false.")
        }
        guard let list = wanted["resourceSubscriptions"], list != .null else { return [] }
        guard let values = list.arrayValue, values.allSatisfy({ $0.stringValue != nil }),
            values.count <= AgentWatch.mostResources
        else {
            throw AgentError(
                .invalidParams,
                "“resourceSubscriptions” is a list of at most \(AgentWatch.mostResources) addresses."
            )
        }
        var seen: Set<String> = []
        return values.compactMap(\.stringValue).filter { seen.insert($0).inserted }
    }

    /// Adds what a client wants to hear of, or takes it away, in versions with a handshake.
    func subscribed(_ message: AgentMessage, _ api: AgentRequests, _ watch: AgentWatch?) async throws -> JSONValue {
        let resource = try AgentResource.named(by: message)
        guard let watch else {
            throw AgentError(
                .invalidRequest,
                "Nobody would be told. Send the Mcp-Session-Id that initialize is answered with, and listen with GET."
            )
        }
        let uri = message.params["uri"]?.stringValue ?? ""
        if message.method == "resources/subscribe" {
            try watch.add(uri, try await resource.topic(api))
        } else {
            watch.remove(uri)
        }
        return [:]
    }
}

/// Ends what a request is at, from wherever its client may be heard.
final class AgentInterruption: Sendable {
    private let state = Mutex((isOver: false, end: [@Sendable () -> Void]()))

    var isOver: Bool { state.withLock(\.isOver) }

    /// Ends it.
    func interrupt() {
        let ends = state.withLock { state in
            defer { state = (true, []) }
            return state.end
        }
        for end in ends { end() }
    }

    /// Calls something when it ends, or at once.
    func whenOver(_ end: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if !state.isOver { state.end.append(end) }
            return state.isOver
        }
        if isOver { end() }
    }
}

/// What clients of versions with a handshake have subscribed to, and what they wait for.
///
/// A session is a name that its client was given. Nothing is kept of it before it subscribes or listens, so any server may
/// answer its other requests.
final class AgentSessions: Sendable {
    /// A session of somebody: the same name is another's for others.
    struct Key: Hashable, Sendable {
        let id: String
        let owner: String
    }

    /// The most sessions that are kept of one owner, and of all.
    private static let (mostOfOne, most) = (16, 256)

    private struct Session {
        let watch: AgentWatch
        var streams = 0
        var used: Int
    }

    private struct Asked: Hashable {
        let session: Key
        let id: JSONValue
    }

    private struct State {
        var sessions: [Key: Session] = [:]
        var requests: [Asked: @Sendable () -> Void] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    static func newID() -> String {
        let halves = [UInt64.random(in: .min ... .max), .random(in: .min ... .max)]
        return halves.map { String($0, radix: 36) }.joined(separator: "-")
    }

    /// What a session wants to hear of; it is made where there is none, in place of one that nobody listens to.
    func watch(of key: Key, _ services: Services) throws(Problem) -> AgentWatch {
        let (watch, former) = try state.withLock { state throws(Problem) in
            state.count += 1
            if let known = state.sessions[key] {
                state.sessions[key]?.used = state.count
                return (known.watch, nil as AgentWatch?)
            }
            let own = state.sessions.keys.filter { $0.owner == key.owner }
            var former: AgentWatch?
            if own.count >= Self.mostOfOne || state.sessions.count >= Self.most {
                let candidates = own.count >= Self.mostOfOne ? own : Array(state.sessions.keys)
                let silent = candidates.compactMap { key in state.sessions[key].map { (key, $0) } }
                    .filter { $0.1.streams == 0 }
                guard let oldest = silent.min(by: { $0.1.used < $1.1.used }) else {
                    throw Problem(
                        "too-many-sessions",
                        title: "Too many sessions",
                        status: .serviceUnavailable,
                        detail: "\(candidates.count) sessions listen, which is the maximum. End one with DELETE.",
                        headers: [.retryAfter: "10"]
                    )
                }
                former = state.sessions.removeValue(forKey: oldest.0)?.watch
            }
            let watch = AgentWatch(services)
            state.sessions[key] = Session(watch: watch, used: state.count)
            return (watch, former)
        }
        former?.end()
        return watch
    }

    /// Forgets a session.
    func remove(_ key: Key) { state.withLock { $0.sessions.removeValue(forKey: key) }?.watch.end() }

    /// A stream of the session was opened.
    /// - Returns: what is called when it is closed.
    func opened(_ key: Key) -> @Sendable () -> Void {
        state.withLock { $0.sessions[key]?.streams += 1 }
        return { self.state.withLock { $0.sessions[key]?.streams -= 1 } }
    }

    /// A request of the session is being answered.
    /// - Returns: what is called when it is.
    func begin(_ id: JSONValue, of session: Key, _ end: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let request = Asked(session: session, id: id)
        state.withLock { $0.requests[request] = end }
        return { self.state.withLock { _ = $0.requests.removeValue(forKey: request) } }
    }

    /// Ends a request of the session, if it is being answered.
    func cancel(_ id: JSONValue, of session: Key) {
        state.withLock { $0.requests[Asked(session: session, id: id)] }?()
    }
}
