import Access
import Catalog
import Defaults
import HTTP
import HTTPTypes
import JSON
import PropertyList
import Web

/// Event streams: of one dump, of one domain of defaults, and of several of both and of the library on one connection.
///
/// An event only says that something has changed; its client reads again what it shows.
struct EventRoutes: RouteGroup {
    package let services: Services

    package func add(to router: inout Router) {
        router.get("/api/v1/dumps/{dump}/events", query: []) { request, path in
            let dump = try services.catalog.dump(try path.required("dump"))
            return events(of: [.dump(dump.id)], isNaming: false, request)
        }
        router.get("/api/v1/defaults/{domain}/events", query: ["decoded"]) { request, path in
            let domain = try path.required("domain")
            try services.defaults.limits.check(domain: domain)
            var query = QueryReader(request)
            let decodes = query.bool("decoded") ?? false
            try query.finish()
            return events(of: [.defaults(domain)], isNaming: false, decodes: decodes, request)
        }
        router.get("/api/v1/live/{session}/events", query: []) { request, path in
            guard let session = services.live.card(try path.required("session")) else {
                throw Problem.notFound("There is no such live session.")
            }
            return events(of: [.live(session.id)], isNaming: false, request)
        }
        router.get("/api/v1/events", query: ["dumps", "domains", "live", "library", "decoded"]) { request, _ in
            let (topics, decodes) = try topics(request)
            return events(of: topics, isNaming: true, decodes: decodes, request)
        }
    }

    /// The topics that a request lists, each once: dumps, domains, live sessions, the library.
    private func topics(_ request: Request) throws -> ([EventTopic], decodes: Bool) {
        var query = QueryReader(request)
        let dumps = query.names("dumps")
        let domains = query.names("domains")
        let live = query.names("live")
        let library: [EventTopic] = query.bool("library") == true ? [.library] : []
        let decodes = query.bool("decoded") ?? false
        if dumps.count + domains.count + live.count > TopicFeed.mostTopics {
            query.refuse(
                dumps.isEmpty ? "domains" : "dumps",
                "One stream has at most \(TopicFeed.mostTopics) dumps, domains and live sessions."
            )
        }
        if dumps.isEmpty, domains.isEmpty, live.isEmpty, library.isEmpty {
            query.refuse("dumps", "Name dumps, domains or live sessions, separated by commas, or ask for the library.")
        }
        try query.finish()
        for domain in domains { try services.defaults.limits.check(domain: domain) }
        // A dump that has gone meanwhile must not keep a client from the others.
        if domains.isEmpty, live.isEmpty, library.isEmpty,
            !dumps.contains(where: { (try? services.catalog.dump($0)) != nil })
        {
            throw Problem.notFound("There is none of these dumps.")
        }
        let topics = dumps.map(EventTopic.dump) + domains.map(EventTopic.defaults) + live.map(EventTopic.live)
        return (topics + library, decodes)
    }

    private func events(
        of topics: [EventTopic],
        isNaming: Bool,
        decodes: Bool = false,
        _ request: Request
    ) -> Response {
        let decoder = decodes ? ChangeDecoder(services: services, principal: Principal.current) : nil
        // Whoever needed nothing to be let in can lose nothing.
        let shown = Principal.current?.name.flatMap { _ in request.credentials.shown }
        let lastID = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
        return .events(
            EventFeed { stream in
                let endFeed = feed(topics, isNaming: isNaming, into: stream, after: lastID, decoder)
                guard let shown else { return endFeed }
                let forget = services.access.whenOver(shown) { stream.end() }
                return {
                    forget()
                    endFeed()
                }
            }
        )
    }

    /// Feeds a stream with the events of topics from now on.
    /// - Parameters:
    ///   - lastID: the id of the last event that the client has, nil when it has none.
    ///   - decoder: tells what data holds; nil where that is not asked for.
    /// - Returns: what ends it.
    package func feed(
        _ topics: [EventTopic],
        isNaming: Bool = false,
        into stream: EventStream,
        after lastID: String?,
        _ decoder: ChangeDecoder? = nil
    ) -> @Sendable () -> Void {
        TopicFeed.start(
            topics,
            isNaming: isNaming,
            from: services.events,
            into: stream,
            after: lastID,
            filling: { [missed = services.missedChanges] topic in
                if case .defaults(let domain) = topic { missed.tellLater(of: domain) }
            },
            completing: decoder?.completed
        ) { topic, seen in
            try first(of: topic, since: seen)
        }
    }

    /// What a client is told first: what has changed since the revision it has seen, and where a topic is.
    private func first(of topic: EventTopic, since seen: Int?) throws -> [TopicEvent] {
        switch topic {
        case .defaults(let domain):
            // Looked at first: what changes since is told by itself.
            let layers = try services.layers.snapshot(of: domain).version
            let changes = try services.defaults.changes(of: domain, since: seen)
            return changes.map { change in
                .change(domain: domain, change, layers: change == changes.last ? layers : 0)
            }
        case .library: return [.library(revision: services.events.libraryRevision)]
        case .live(let id): return [services.live.card(id)?.event ?? .live(session: id, revision: nil, state: "ended")]
        case .dump(let id):
            do throws(CatalogError) {
                let revision = try services.catalog.dump(id).revision
                let marks = try services.catalog.marks(of: id).revision
                // Which views changed is not kept.
                return [
                    .edit(
                        dump: id,
                        revision: revision,
                        changed: [],
                        isTruncated: seen.map { $0 != revision } ?? false,
                        marks: marks > 0 ? marks : nil
                    )
                ]
            } catch {
                guard error.code == .unknownDump else { throw error }
                return [.gone(dump: id)]
            }
        }
    }
}

/// Puts what data holds beside the changes of a domain, as the history has them.
package struct ChangeDecoder: Sendable {
    /// Of longer values only the kind is told: an event has to fit into the queue of a stream several times.
    static let mostBytes = 16 << 10

    let services: Services
    /// Who asks, so that secrets stay with those who may see them.
    let principal: Principal?

    /// An event with the member `decoded`: what those of its keys hold that are data of which it can be told.
    func completed(_ event: TopicEvent) throws -> TopicEvent {
        guard case .defaults(let domain) = event.topic, let revision = event.revision, !event.isVolatile else {
            return event
        }
        guard !event.keys.isEmpty, revision < Int.max,
            let entry = try services.defaults.history(of: domain, limit: 1, after: revision + 1).entries.first,
            entry.revision == revision
        else { return event }
        let secrets = try Principal.$current.withValue(principal) { try services.withheld(of: domain) }
        let keys = Set(event.keys)
        var decoded: [(key: String, data: DecodedData)] = []
        for change in entry.changes where keys.contains(change.key) && !secrets.withholds(change.key) {
            if let bytes = change.after?.dataValue, let data = DecodedData(bytes) { decoded.append((change.key, data)) }
        }
        guard !decoded.isEmpty else { return event }
        var room = Self.mostBytes
        return event.adding("decoded") { writer in
            for (key, data) in decoded {
                let size = JSONWriter.object { data.write(to: &$0) }.count
                writer.object(key) { writer in
                    guard size <= room else {
                        writer.member("as", data.kind.rawValue)
                        return writer.member("truncated", true)
                    }
                    room -= size
                    data.write(to: &writer)
                }
            }
        }
    }
}
