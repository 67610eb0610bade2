import Access
import Catalog
import Defaults
import HTTP
import HTTPTypes
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
        router.get("/api/v1/defaults/{domain}/events", query: []) { request, path in
            let domain = try path.required("domain")
            try services.defaults.limits.check(domain: domain)
            return events(of: [.defaults(domain)], isNaming: false, request)
        }
        router.get("/api/v1/live/{session}/events", query: []) { request, path in
            guard let session = services.live.card(try path.required("session")) else {
                throw Problem.notFound("There is no such live session.")
            }
            return events(of: [.live(session.id)], isNaming: false, request)
        }
        router.get("/api/v1/events", query: ["dumps", "domains", "live", "library"]) { request, _ in
            events(of: try topics(request), isNaming: true, request)
        }
    }

    /// The topics that a request lists, each once: dumps, domains, live sessions, the library.
    private func topics(_ request: Request) throws -> [EventTopic] {
        var query = QueryReader(request)
        let dumps = query.names("dumps")
        let domains = query.names("domains")
        let live = query.names("live")
        let library: [EventTopic] = query.bool("library") == true ? [.library] : []
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
        return dumps.map(EventTopic.dump) + domains.map(EventTopic.defaults) + live.map(EventTopic.live) + library
    }

    private func events(of topics: [EventTopic], isNaming: Bool, _ request: Request) -> Response {
        // Whoever needed nothing to be let in can lose nothing.
        let shown = Principal.current?.name.flatMap { _ in request.credentials.shown }
        let lastID = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
        return .events(
            EventFeed { stream in
                let endFeed = feed(topics, isNaming: isNaming, into: stream, after: lastID)
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
    /// - Parameter lastID: the id of the last event that the client has, nil when it has none.
    /// - Returns: what ends it.
    package func feed(
        _ topics: [EventTopic],
        isNaming: Bool = false,
        into stream: EventStream,
        after lastID: String?
    ) -> @Sendable () -> Void {
        TopicFeed.start(
            topics,
            isNaming: isNaming,
            from: services.events,
            into: stream,
            after: lastID,
            filling: { [missed = services.missedChanges] topic in
                if case .defaults(let domain) = topic { missed.tellLater(of: domain) }
            }
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
