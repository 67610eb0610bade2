import Defaults
import FoundationEssentials
import HTTP
import HTTPTypes
import PropertyList

/// `/defaults/{domain}/history`: what changed when, undo, and the way back to an older revision.
struct HistoryPages: RouteGroup {
    private static let entriesPerPage = 50
    private static let changesPerEntry = 20

    let services: Services

    func add(to router: inout Router) {
        let page = "/defaults/{domain}/history"
        router.get(page, query: ["after", "done"]) { try history(of: try $1.required("domain"), $0) }
        router.on(.post, page) { try undo(in: try $1.required("domain"), $0) }
        let older = "/defaults/{domain}/restore"
        router.get(older, query: ["revision"]) { try askToRestore(try $1.required("domain"), $0) }
        router.on(.post, older) { try restore(try $1.required("domain"), $0) }
    }

    private func history(of domain: String, _ request: Request) throws -> Response {
        try services.defaults.limits.check(domain: domain)
        var query = QueryReader(request)
        let after = query.integer("after", in: 1...Int.max)
        let done = query.integer("done", in: 0...Int.max)
        try query.finish()
        let snapshot = try services.defaults.snapshot(of: domain)
        let page = try services.defaults.history(of: domain, limit: Self.entriesPerPage, after: after)
        let known = KnownKey.all(in: services.panes(of: domain))
        let path = DomainQuery.path(of: domain)
        let now = Date()
        let model: TemplateModel = [
            "domain": .text(domain), "domainHref": .text(path), "revision": .number(snapshot.revision),
            "action": .text(path + "/history"), "hasEntries": .flag(!page.entries.isEmpty),
            "entries": .list(page.entries.map { entry($0, of: domain, at: snapshot.revision, known, now: now) }),
            "nextHref": .optional(page.next.map { "\(path)/history?after=\($0)" }),
            "newestHref": after == nil ? .absent : .text(path + "/history"),
            "diffHref": .text(path + "/diff"), "said": .optional(done.map { "Revision \($0) was made by undoing." }),
        ]
        if request.headers[.fragment] == "history" { return try services.pages.fragment("history-body", model) }
        return try services.pages.page(
            "history",
            title: "History · \(domain) · Vitrine",
            for: request,
            alternate: "/api/v1\(path)/history",
            crumbs: [
                .init(name: "Defaults", address: "/defaults"), .init(name: domain, address: path),
                .init(name: "History"),
            ],
            model
        )
    }

    private func entry(
        _ entry: HistoryEntry,
        of domain: String,
        at current: Int,
        _ known: [String: KnownKey],
        now: Date
    ) -> TemplateModel {
        let path = DomainQuery.path(of: domain)
        let count = entry.changes.count
        return [
            "revision": .number(entry.revision), "age": .text(Age.text(of: entry.at, now: now)),
            "at": .optional(Instant.text(entry.at)), "source": .text(entry.source.rawValue),
            "actor": .optional(entry.actor), "isCurrent": .flag(entry.revision == current),
            "action": .text(path + "/history"),
            "changes": .list(
                entry.changes.prefix(Self.changesPerEntry).map {
                    ChangeModel.make($0, domain: domain, hiding: known[$0.key]?.isSecure == true)
                }
            ),
            "more": count > Self.changesPerEntry ? .text("and \(count - Self.changesPerEntry) more keys") : .absent,
            "diffHref": .text("\(path)/diff?from=\(entry.revision - 1)&to=\(entry.revision)"),
            "restoreHref": .text("\(path)/restore?revision=\(entry.revision)"),
        ]
    }

    private func undo(in domain: String, _ request: Request) throws -> Response {
        let form = try URLEncodedForm(parsing: request.body)
        guard let revision = form["revision"].flatMap({ Int($0) }), revision > 0, revision < Int.max else {
            throw Problem.unprocessable("revision-expected", title: "Revision expected", "Name the revision to undo.")
        }
        let result = try services.defaults.undo(revision, of: domain)
        if request.headers[.fragment] != nil { return .noContent }
        let back = ThemeRoutes.localPath(form["return"] ?? DomainQuery.path(of: domain) + "/history")
        return .redirect(to: back.hasSuffix("/history") ? "\(back)?done=\(result.revision)" : back)
    }

    private func askToRestore(_ domain: String, _ request: Request) throws -> Response {
        var query = QueryReader(request)
        let revision = query.integer("revision", in: 0...(Int.max - 1)) ?? 0
        try query.finish()
        let snapshot = try services.defaults.snapshot(of: domain)
        let older = try services.defaults.snapshot(of: domain, atRevision: revision)
        let changes = DefaultsChange.between(snapshot.values, and: older.values)
        let path = DomainQuery.path(of: domain)
        let count = changes.count == 1 ? "1 key" : "\(changes.count) keys"
        return try services.pages.page(
            "confirm",
            title: "Restore · \(domain) · Vitrine",
            for: request,
            alternate: "/api/v1\(path)/diff?from=\(snapshot.revision)&to=\(revision)",
            crumbs: [
                .init(name: "Defaults", address: "/defaults"), .init(name: domain, address: path),
                .init(name: "History", address: path + "/history"), .init(name: "Restore"),
            ],
            [
                "heading": .text("Restore revision \(revision)?"),
                "lead": changes.isEmpty
                    ? .text("The domain \(domain) has these very values now, so there is nothing to restore.")
                    : .text(
                        "\(count) of \(domain) will change. The history keeps all revisions, so this can be undone."
                    ),
                "action": .text(path + "/restore"),
                "fields": [
                    ["name": "revision", "value": .number(revision)],
                    ["name": "from", "value": .number(snapshot.revision)],
                ],
                "button": .text("Restore \(count)"), "dangerous": false, "possible": .flag(!changes.isEmpty),
                "backHref": .text(path + "/history"),
                "sections": ChangeModel.sections(
                    changes,
                    domain: domain,
                    hiding: KnownKey.secure(of: domain, in: services)
                ),
            ]
        )
    }

    private func restore(_ domain: String, _ request: Request) throws -> Response {
        let form = try URLEncodedForm(parsing: request.body)
        guard let revision = form["revision"].flatMap({ Int($0) }), revision >= 0, revision < Int.max else {
            throw Problem.unprocessable(
                "revision-expected",
                title: "Revision expected",
                "Name the revision to restore."
            )
        }
        let result = try services.defaults.restore(domain, to: revision, ifRevision: form["from"].flatMap { Int($0) })
        return .redirect(to: PageAddress(DomainQuery.path(of: domain)).adding("done", String(result.revision)).text)
    }
}

/// `/defaults/{domain}/diff`: two revisions of a domain, or two domains, side by side.
struct DiffPage: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.get("/defaults/{domain}/diff", query: ["from", "to"]) { request, path in
            try diff(try path.required("domain"), request)
        }
    }

    private func diff(_ domain: String, _ request: Request) throws -> Response {
        let query = QueryReader(request)
        let current = try services.defaults.snapshot(of: domain)
        let from = query.string("from").flatMap { $0.isEmpty ? nil : $0 } ?? String(max(0, current.revision - 1))
        guard let first = Int(from), (0..<Int.max).contains(first) else {
            throw Problem.badParameter("from", "“from” is the number of a revision, not “\(from.prefix(40))”.")
        }
        let to = query.string("to").flatMap { $0.isEmpty ? nil : $0 } ?? String(current.revision)
        try query.finish()
        let old = try services.defaults.snapshot(of: domain, atRevision: first)
        let isRevision = Int(to).map { (0..<Int.max).contains($0) } ?? false
        let new =
            isRevision
            ? try services.defaults.snapshot(of: domain, atRevision: Int(to) ?? 0)
            : try services.defaults.snapshot(of: to)
        let changes = DefaultsChange.between(old.values, and: new.values)
        let path = DomainQuery.path(of: domain)
        let others = try services.defaults.domains().map(\.name).filter { $0 != domain }
        let same =
            Set(old.values.keys).intersection(new.values.keys).count
            - changes.count { $0.before != nil && $0.after != nil }
        return try services.pages.page(
            "defaults-diff",
            title: "Compare · \(domain) · Vitrine",
            for: request,
            alternate: "/api/v1\(path)/diff?from=\(first)&to=\(to.pathSegment)",
            crumbs: [
                .init(name: "Defaults", address: "/defaults"), .init(name: domain, address: path),
                .init(name: "Compare"),
            ],
            [
                "domain": .text(domain), "domainHref": .text(path), "action": .text(path + "/diff"),
                "from": .number(first), "to": .text(to), "fromName": .text("Revision \(first)"),
                "toName": .text(isRevision ? "Revision \(to)" : to), "maximum": .number(current.revision),
                "suggestions": .list(
                    ([String(current.revision)] + others.prefix(200)).map { ["value": .text($0)] }
                ),
                "isSame": .flag(changes.isEmpty), "hasChanges": .flag(!changes.isEmpty),
                "summary": .text(
                    changes.isEmpty
                        ? "Both hold the very same values."
                        : "\(changes.count == 1 ? "1 key differs" : "\(changes.count) keys differ"), \(same) \(same == 1 ? "is" : "are") the same."
                ),
                "sections": ChangeModel.sections(
                    changes,
                    domain: domain,
                    hiding: KnownKey.secure(of: domain, in: services)
                ),
            ]
        )
    }
}
