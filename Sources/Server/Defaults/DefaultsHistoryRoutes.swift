import Defaults
import HTTP
import HTTPTypes
import JSON
import PropertyList

/// `/api/v1/defaults/{domain}/history`, `/undo`, `/restore` and `/diff`: what was, and back to it.
struct DefaultsHistoryRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let base = "/api/v1/defaults/{domain}"
        router.get(base + "/history", query: ["limit", "after"]) { try history(try services.domain(in: $1), $0) }
        router.on(.post, base + "/undo") { try undo(try services.domain(in: $1), $0) }
        router.on(.post, base + "/restore") { try restore(try services.domain(in: $1), $0) }
        router.get(base + "/diff", query: ["from", "to", "limit", "after"]) {
            try diff(try services.domain(in: $1), $0)
        }
    }

    private func history(_ domain: String, _ request: Request) throws -> Response {
        var query = QueryReader(request)
        let range = PageRange(&query)
        try query.finish()
        let page = try services.defaults.history(of: domain, limit: range.limit, after: range.after)
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("history")
        writer.beginArray()
        for entry in page.entries {
            writer.beginObject()
            writer.member("revision", entry.revision)
            writer.member("at", entry.at)
            writer.member("source", entry.source.rawValue)
            if let actor = entry.actor { writer.member("actor", actor) }
            writer.member("changes", entry.changes)
            writer.endObject()
        }
        writer.endArray()
        writer.member("next", page.next.map(String.init))
        writer.endObject()
        return .json(writer.finish())
    }

    private func undo(_ domain: String, _ request: Request) throws -> Response {
        let undone = try revision(in: request, "N is the revision that the change made.")
        let revision = try services.expectedRevision(of: domain, request)
        return .written(try services.defaults.undo(undone, of: domain, ifRevision: revision))
    }

    private func restore(_ domain: String, _ request: Request) throws -> Response {
        let older = try revision(in: request, "N is a revision of the domain, 0 an empty one.")
        let revision = try services.expectedRevision(of: domain, request)
        return .written(try services.defaults.restore(domain, to: older, ifRevision: revision))
    }

    private func revision(in request: Request, _ meaning: String) throws -> Int {
        let members = try request.jsonObject()
        guard members.count == 1, let member = members.first, member.name == "revision",
            case .integer(let number) = member.value, let revision = Int(exactly: number)
        else {
            throw Problem.unprocessable(
                "revision-expected",
                title: "Revision expected",
                "The body is {\"revision\": N} and nothing else; \(meaning)"
            )
        }
        return revision
    }

    private func diff(_ domain: String, _ request: Request) throws -> Response {
        var query = QueryReader(request)
        let range = PageRange(&query)
        let from = query.integer("from", in: 0...Int.max)
        let to = query.string("to")
        try query.finish()
        let comparison = try DefaultsComparison(domain, from: from, to: to, in: services.defaults)
        let (entries, next) = range.slice(of: comparison.changes)
        var writer = JSONWriter()
        writer.beginObject()
        for (name, side) in [("from", comparison.from), ("to", comparison.to)] {
            writer.key(name)
            writer.beginObject()
            writer.member("domain", side.name)
            writer.member("revision", side.revision)
            writer.endObject()
        }
        writer.member("changes", entries)
        writer.member("total", comparison.changes.count)
        writer.member("next", next.map(String.init))
        writer.endObject()
        return .json(writer.finish())
    }
}
