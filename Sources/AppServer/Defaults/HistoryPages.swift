import Defaults
import FoundationEssentials
import HTTP
import HTTPTypes
import JSON
import PropertyList
import Services
import Web

/// `/defaults/{domain}/history` and `/diff`: what changed when, undo, and the way back to an older revision.
struct HistoryPages: RouteGroup {
    private static let entriesPerPage = 50

    let services: Services

    func add(to router: inout Router) {
        let domain = "/defaults/{domain}"
        router.get(domain + "/history", query: ["after", "done"]) { try history(of: try $1.required("domain"), $0) }
        router.on(.post, domain + "/history") { try undo(in: try $1.required("domain"), $0) }
        router.get(domain + "/restore", query: ["revision"]) { try askToRestore(try $1.required("domain"), $0) }
        router.on(.post, domain + "/restore") { try restore(try $1.required("domain"), $0) }
        router.get(domain + "/diff", query: ["from", "to"]) { try diff(try $1.required("domain"), $0) }
    }

    private func history(of domain: String, _ request: Request) throws -> Response {
        try services.defaults.limits.check(domain: domain)
        var query = QueryReader(request)
        let after = query.integer("after", in: 1...Int.max)
        let done = query.integer("done", in: 0...Int.max)
        try query.finish()
        let snapshot = try services.defaults.snapshot(of: domain)
        let page = try services.defaults.history(of: domain, limit: Self.entriesPerPage, after: after)
        let secure = try services.secrets(of: domain).keys
        let body = HistoryBody(
            domain: domain,
            revision: snapshot.revision,
            entries: page.entries.map {
                HistoryRow(entry: $0, domain: domain, isCurrent: $0.revision == snapshot.revision, secureKeys: secure)
            },
            next: page.next,
            isNewest: after == nil,
            done: done
        )
        if request.headers[.fragment] == "history" { return try services.pages.fragment(body) }
        return try services.pages.page(
            ChangesPage(body: body),
            "History",
            of: domain,
            for: request,
            alternate: "/history"
        )
    }

    private func undo(in domain: String, _ request: Request) throws -> Response {
        let form = try URLEncodedForm(parsing: request.body)
        guard let revision = form["revision"].flatMap({ Int($0) }), revision > 0, revision < Int.max else {
            throw Problem.expected("revision", "Name the revision to undo.")
        }
        let result = try services.defaults.undo(revision, of: domain)
        let back = (form["return"] ?? PageAddress.path(ofDomain: domain) + "/history").localPath
        return .redirect(to: back.hasSuffix("/history") ? "\(back)?done=\(result.revision)" : back)
    }

    private func askToRestore(_ domain: String, _ request: Request) throws -> Response {
        var query = QueryReader(request)
        let revision = query.integer("revision", in: 0...(Int.max - 1)) ?? 0
        try query.finish()
        let current = try services.defaults.snapshot(of: domain).revision
        let comparison = try DefaultsComparison(domain, from: current, to: String(revision), in: services.defaults)
        let path = PageAddress.path(ofDomain: domain)
        let question = ConfirmPage(
            question: .restore(revision: revision, from: current),
            domain: domain,
            action: path + "/restore",
            back: path + "/history",
            sections: .groups(comparison.changes, domain: domain, hiding: try services.secrets(of: domain).keys)
        )
        return try services.pages.page(
            question,
            "Restore",
            of: domain,
            for: request,
            alternate: "/diff?from=\(current)&to=\(revision)",
            after: PageRenderer.Crumb(name: "History", address: path + "/history")
        )
    }

    private func restore(_ domain: String, _ request: Request) throws -> Response {
        let form = try URLEncodedForm(parsing: request.body)
        guard let revision = form["revision"].flatMap({ Int($0) }), revision >= 0, revision < Int.max else {
            throw Problem.expected("revision", "Name the revision to restore.")
        }
        let result = try services.defaults.restore(domain, to: revision, ifRevision: form["from"].flatMap { Int($0) })
        return .redirect(to: DomainQuery.address(after: result))
    }

    /// Two revisions of a domain, or two domains, side by side.
    private func diff(_ domain: String, _ request: Request) throws -> Response {
        let query = QueryReader(request)
        let current = try services.defaults.snapshot(of: domain).revision
        let from = query.string("from").flatMap { $0.isEmpty ? nil : $0 } ?? String(max(0, current - 1))
        guard let first = Int(from), (0..<Int.max).contains(first) else {
            throw Problem.badParameter("from", "“from” is the number of a revision, not “\(from.prefix(40))”.")
        }
        let to = query.string("to").flatMap { $0.isEmpty ? nil : $0 } ?? String(current)
        try query.finish()
        let revision = Int(to).flatMap { (0..<Int.max).contains($0) ? $0 : nil }
        let comparison = try DefaultsComparison(domain, from: first, to: to, in: services.defaults)
        let (changes, old, new) = (comparison.changes, comparison.from.values, comparison.to.values)
        let other = comparison.to.name
        let others = try services.defaults.domains().map(\.name).filter { $0 != domain }
        let page = DiffPage(
            domain: domain,
            from: first,
            to: to,
            isRevision: revision != nil,
            current: current,
            suggestions: [String(current)] + others.prefix(200),
            changeCount: changes.count,
            sameCount: Set(old.keys).intersection(new.keys).count - changes.count { $0.kind == .changed },
            sections: .groups(changes, domain: domain, hiding: try services.secrets(of: domain, other).keys)
        )
        return try services.pages.page(
            page,
            "Compare",
            of: domain,
            for: request,
            alternate: "/diff?from=\(first)&to=\(to.pathSegment)"
        )
    }
}

/// The history of a domain, whole.
struct ChangesPage: Page {
    static let template = "pages/history"

    let body: HistoryBody

    static let members: Members<Self> = ["body": .part { $0.body }]
}

/// The part of it that is read again when something has changed.
struct HistoryBody: Page {
    static let template = "partials/history-body"

    let domain: String
    let revision: Int
    let entries: [HistoryRow]
    let next: Int?
    let isNewest: Bool
    /// The revision that an undo has just made.
    let done: Int?

    static let members: Members<Self> = [
        "domain": .text { $0.domain }, "domainPath": .text { PageAddress.path(ofDomain: $0.domain) },
        "revision": .number { $0.revision }, "hasEntries": .flag { !$0.entries.isEmpty },
        "entries": .list { $0.entries }, "next": .number { $0.next }, "isNewest": .flag { $0.isNewest },
        "done": .number { $0.done },
    ]
}

/// One write in a history.
struct HistoryRow: PageModel {
    let entry: HistoryEntry
    let domain: String
    var isCurrent = false
    /// The keys whose values show as bullets.
    let secureKeys: Set<String>
    /// So many changes are shown; how many more there are is said.
    var mostChanges = 20

    static let members: Members<Self> = [
        "revision": .number { $0.entry.revision }, "previous": .number { $0.entry.revision - 1 },
        "age": .text { Age.text(of: $0.entry.at, now: Date()) },
        "at": .text { Instant.text($0.entry.at, to: .seconds) },
        "source": .text { $0.entry.source.rawValue }, "actor": .text { $0.entry.actor },
        "set": .text { $0.entry.step?.set }, "setHref": .text { $0.entry.step.map { SetAddress.path($0.set) } },
        "setDomains": .number { row in row.entry.step.flatMap { $0.revisions.count > 1 ? $0.revisions.count : nil } },
        "isCurrent": .flag { $0.isCurrent }, "domainPath": .text { PageAddress.path(ofDomain: $0.domain) },
        "changes": .list { row in
            row.entry.changes.prefix(row.mostChanges).map {
                ChangeModel($0, domain: row.domain, hides: row.secureKeys.contains($0.key))
            }
        },
        "more": .number { row in
            let rest = row.entry.changes.count - row.mostChanges
            return rest > 0 ? rest : nil
        },
    ]
}

/// `/defaults/{domain}/diff`.
struct DiffPage: Page {
    static let template = "pages/defaults-diff"

    let domain: String
    let from: Int
    /// A revision or another domain.
    let to: String
    let isRevision: Bool
    let current: Int
    let suggestions: [String]
    let changeCount: Int
    let sameCount: Int
    let sections: [ChangeSection]

    static let members: Members<Self> = [
        "domain": .text { $0.domain }, "domainPath": .text { PageAddress.path(ofDomain: $0.domain) },
        "from": .number { $0.from },
        "to": .text { $0.to }, "isRevision": .flag { $0.isRevision }, "maximum": .number { $0.current },
        "suggestions": .texts { $0.suggestions }, "differing": .part { Count($0.changeCount) },
        "same": .part { Count($0.sameCount) }, "sections": .list { $0.sections },
    ]
}

/// `/api/v1/defaults/{domain}/history`, `/undo`, `/restore` and `/diff`: what was, and back to it.
struct DefaultsHistoryRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let base = "/api/v1/defaults/{domain}"
        router.get(base + "/history", query: ["limit", "after", "decoded"]) {
            try history(try services.domain(in: $1), $0)
        }
        router.on(.post, base + "/undo") { try undo(try services.domain(in: $1), $0) }
        router.on(.post, base + "/restore") { try restore(try services.domain(in: $1), $0) }
        router.get(base + "/diff", query: ["from", "to", "limit", "after", "decoded"]) {
            try diff(try services.domain(in: $1), $0)
        }
    }

    private func history(_ domain: String, _ request: Request) throws -> Response {
        var query = QueryReader(request)
        let range = PageRange(&query)
        let decodes = query.bool("decoded") ?? false
        try query.finish()
        let page = try services.defaults.history(of: domain, limit: range.limit, after: range.after)
        let secrets = try services.withheld(of: domain)
        return .json { writer in
            writer.list("history", page.entries) { writer, entry in
                writer.member("revision", entry.revision)
                writer.member("at", entry.at)
                writer.member("source", entry.source.rawValue)
                if let actor = entry.actor { writer.member("actor", actor) }
                if let step = entry.step {
                    writer.object("step") { writer in
                        writer.member("set", step.set)
                        writer.object("revisions") { writer in
                            for (domain, revision) in step.revisions.sorted(by: { $0.key < $1.key }) {
                                writer.member(domain, revision)
                            }
                        }
                    }
                }
                writer.member("changes", entry.changes, secrets, decodes: decodes)
            }
            writer.member("next", page.next.map(String.init))
        }
    }

    private func undo(_ domain: String, _ request: Request) throws -> Response {
        let undone = try request.revisionMember("It is the revision that the change made.")
        let revision = try services.expectedRevision(of: domain, request)
        return .written(try services.defaults.undoStep(undone, of: domain, ifRevision: revision))
    }

    private func restore(_ domain: String, _ request: Request) throws -> Response {
        let older = try request.revisionMember("It is a revision of the domain, 0 an empty one.")
        let revision = try services.expectedRevision(of: domain, request)
        return .written(try services.defaults.restore(domain, to: older, ifRevision: revision))
    }

    private func diff(_ domain: String, _ request: Request) throws -> Response {
        var query = QueryReader(request)
        let range = PageRange(&query)
        let decodes = query.bool("decoded") ?? false
        let from = query.integer("from", in: 0...Int.max)
        let to = query.string("to")
        try query.finish()
        let comparison = try DefaultsComparison(domain, from: from, to: to, in: services.defaults)
        let (entries, next) = range.slice(of: comparison.changes)
        let secrets = try services.withheld(of: comparison.from.name, comparison.to.name)
        return .json { writer in
            for (name, side) in [("from", comparison.from), ("to", comparison.to)] {
                writer.object(name) { writer in
                    writer.member("domain", side.name)
                    writer.member("revision", side.revision)
                }
            }
            writer.member("changes", entries, secrets, decodes: decodes)
            writer.member("total", comparison.changes.count)
            writer.member("next", next.map(String.init))
        }
    }
}
