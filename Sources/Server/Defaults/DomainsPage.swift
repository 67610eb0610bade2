import AppBundles
import Catalog
import Defaults
import FoundationEssentials
import HTTP

/// `/defaults`: every domain that stores something, and those of known apps that store nothing yet.
struct DomainsPage: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.get("/defaults", query: ["q", "open"]) { request, _ in try list(request) }
    }

    private func list(_ request: Request) throws -> Response {
        if let name = request.queryValue("open")?.trimmingBlanks, !name.isEmpty {
            try services.defaults.limits.check(domain: name)
            return .redirect(to: DomainQuery.path(of: name))
        }
        let languages = SettingsRequest.languages(request)
        let text = request.queryValue("q")?.trimmingBlanks ?? ""
        let wanted = text.lowercased()
        let apps = services.catalog.apps()
        var summaries = try services.defaults.domains()
        let stored = Set(summaries.map(\.name))
        for domain in Set(apps.map(\.domain)).subtracting(stored).sorted() {
            let snapshot = try services.defaults.snapshot(of: domain)
            let (revision, changed) = (snapshot.revision, snapshot.updatedAt)
            summaries.append(DomainSummary(name: domain, keys: 0, revision: revision, updatedAt: changed))
        }
        let names = Dictionary(
            apps.map { ($0.domain, [(app: $0, name: $0.name(languages: languages))]) },
            uniquingKeysWith: +
        )
        let found = summaries.filter { summary in
            wanted.isEmpty || summary.name.lowercased().contains(wanted)
                || names[summary.name]?.contains { $0.name.lowercased().contains(wanted) } == true
        }
        let now = Date()
        return try services.pages.page(
            "defaults",
            title: "Defaults · Vitrine",
            for: request,
            alternate: "/api/v1/defaults",
            crumbs: [.init(name: "Defaults")],
            [
                "query": .text(text), "hasDomains": .flag(!found.isEmpty),
                "domainCount": .text(found.count == 1 ? "1 domain" : "\(found.count) domains"),
                "nothingFound": text.isEmpty
                    ? .text("No app has stored anything yet. Import a property list, or open a domain by its name.")
                    : .text("No domain and no app has “\(text.prefix(60))” in its name."),
                "origin": .text("http://\(request.host)"),
                "domains": .list(
                    found.map { summary in
                        let app = names[summary.name]?.first
                        return [
                            "name": .text(summary.name), "address": .text(DomainQuery.path(of: summary.name)),
                            "appName": .optional(app?.name), "appIcon": app.map { AppCard.icon(of: $0.app) } ?? .absent,
                            "keys": .text(summary.keys == 1 ? "1 key" : "\(summary.keys) keys"),
                            "revision": .number(summary.revision),
                            "when": .text(summary.updatedAt.map { Age.text(of: $0, now: now) } ?? "never written"),
                        ]
                    }
                ),
            ]
        )
    }
}
