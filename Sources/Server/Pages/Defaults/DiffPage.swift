import Defaults
import HTTP
import PropertyList

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
