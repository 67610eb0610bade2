import AppBundles
import Catalog
import Diagnostics
import HTTP

/// `/apps/{app}/lint`: what is wrong with a bundle, why it matters, and what to do about it.
struct LintPage: RouteGroup {
    private static let mostFindings = 500

    let services: Services

    func add(to router: inout Router) {
        router.get("/apps/{app}/lint", query: ["severity"]) { request, path in
            try page(try services.catalog.app(try path.required("app")), request)
        }
    }

    private func page(_ app: StoredApp, _ request: Request) throws -> Response {
        var query = QueryReader(request)
        let chosen = query.choice("severity", of: ["error", "warning", "info"])
        try query.finish()
        let all = BundleLint.findings(of: app.bundle)
        let shown = all.filter { chosen == nil || $0.severity.rawValue == chosen }
        let base = "/apps/\(app.id.pathSegment)"
        let name = app.name(languages: SettingsRequest.languages(request))
        return try services.pages.page(
            "lint",
            title: "Findings · \(name) · Vitrine",
            for: request,
            alternate: "/api/v1\(base)/lint" + (chosen.map { "?severity=\($0)" } ?? ""),
            crumbs: [.init(name: name, address: base), .init(name: "Findings")],
            [
                "name": .text(name), "hasFindings": .flag(!shown.isEmpty),
                "filters": .list(filters(all, chosen: chosen, base: base + "/lint")),
                "ruleGroups": .list(groups(shown.prefix(Self.mostFindings), app)),
                "more": shown.count > Self.mostFindings
                    ? .text("and \(shown.count - Self.mostFindings) more findings; the JSON has them all.") : .absent,
                "emptyText": .text(
                    all.isEmpty
                        ? "Nothing to report. All \(BundleLint.rules.count) rules hold: panes, rows, choices, translations, Info.plist."
                        : "Nothing of that weight."
                ),
                "jsonHref": .text("/api/v1\(base)/lint"),
                "command": .text("vitrine lint \(app.folderName).app --format sarif"),
            ]
        )
    }

    private func filters(_ all: [BundleFinding], chosen: String?, base: String) -> [TemplateModel] {
        let kinds = [(nil, "All"), ("error", "Errors"), ("warning", "Warnings"), ("info", "Notes")]
        return kinds.map { kind, label in
            [
                "label": .text(label), "address": .text(kind.map { "\(base)?severity=\($0)" } ?? base),
                "current": .flag(kind == chosen),
                "count": .number(all.count { kind == nil || $0.severity.rawValue == kind }),
            ]
        }
    }

    /// The findings by rule, in the order in which they come; what is worse is first.
    private func groups(_ findings: ArraySlice<BundleFinding>, _ app: StoredApp) -> [TemplateModel] {
        let order: [Diagnostic.Severity] = [.error, .warning, .info]
        var rules: [(rule: String, findings: [BundleFinding])] = []
        var places: [String: Int] = [:]
        let sorted = findings.enumerated().sorted {
            let left = order.firstIndex(of: $0.element.severity) ?? 3
            let right = order.firstIndex(of: $1.element.severity) ?? 3
            return (left, $0.offset) < (right, $1.offset)
        }
        for (_, finding) in sorted {
            let name = "\(finding.severity.rawValue) \(finding.rule)"
            if let place = places[name] {
                rules[place].findings.append(finding)
            } else {
                places[name] = rules.count
                rules.append((finding.rule, [finding]))
            }
        }
        return rules.map { rule, findings in
            [
                "rule": .text(rule), "title": .text(BundleLint.rule(rule)?.title ?? rule),
                "severity": .text(findings.first?.severity.rawValue ?? "info"), "ruleCount": .number(findings.count),
                "why": .optional(findings.first?.reason), "cure": .optional(findings.first?.cure),
                "places": .list(findings.map { place($0, app) }),
            ]
        }
    }

    private func place(_ finding: BundleFinding, _ app: StoredApp) -> TemplateModel {
        var target: String?
        if let pane = finding.pane, let settings = app.bundle.settings, settings.hasPane(named: pane) {
            let base = "/apps/\(app.id.pathSegment)/settings"
            target = pane == settings.entryName ? base : base + "/" + pane.pathSegment
            if let row = finding.row { target = target.map { "\($0)#row-\(row)" } }
        }
        let file = [finding.file, finding.line.map { "line \($0)" }].compactMap { $0 }.joined(separator: ", ")
        return [
            "message": .text(finding.message), "target": .optional(target), "place": .text(file),
            "key": .optional(finding.key),
        ]
    }
}
