import AppBundles
import Catalog
import Diagnostics
import HTTP
import Services
import Web

/// `/apps/{app}/lint`: what is wrong with a bundle, why it matters, and what to do about it.
struct LintPages: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.get("/apps/{app}/lint", query: ["severity"]) { request, path in
            try page(try services.catalog.app(try path.required("app")), request)
        }
    }

    private func page(_ app: CatalogApp, _ request: Request) throws -> Response {
        var query = QueryReader(request)
        let chosen: Diagnostic.Severity? = query.choice("severity")
        try query.finish()
        let shape = AppShape(app, languages: request.languages)
        return try services.pages.page(
            LintPage(app: shape, findings: BundleLint.findings(of: app.bundle), chosen: chosen),
            title: "Findings · \(shape.name) · Vitrine",
            for: request,
            alternate: "/api/v1\(shape.address)/lint" + (chosen.map { "?severity=\($0.rawValue)" } ?? ""),
            crumbs: [.init(name: shape.name, address: shape.address), .init(name: "Findings")]
        )
    }
}

/// `/apps/{app}/lint`.
struct LintPage: Page {
    /// The findings of one rule and one severity.
    struct RuleGroup: PageModel {
        let app: CatalogApp
        let first: BundleFinding
        var findings: [BundleFinding]

        static let members: Members<Self> = [
            "rule": .text { $0.first.rule }, "title": .text { BundleLint.rule($0.first.rule)?.title ?? $0.first.rule },
            "severity": .text { $0.first.severity.rawValue }, "ruleCount": .number { $0.findings.count },
            "why": .text { $0.first.reason }, "cure": .text { $0.first.cure },
            "places": .list { group in group.findings.map { Place(app: group.app, finding: $0) } },
        ]
    }

    /// One finding.
    struct Place: PageModel {
        let app: CatalogApp
        let finding: BundleFinding

        static let members: Members<Self> = [
            "message": .text { $0.finding.message }, "target": .text { $0.target }, "file": .text { $0.finding.file },
            "line": .number { $0.finding.line }, "key": .text { $0.finding.key },
        ]

        /// The pane that it is about, at its row.
        private var target: String? {
            guard let pane = finding.pane, app.bundle.settings?.hasPane(named: pane) == true else { return nil }
            return app.settingsAddress(ofPane: pane) + (finding.row.map { "#row-\($0)" } ?? "")
        }
    }

    static let template = "pages/lint"

    private static let mostFindings = 500

    let app: AppShape
    let findings: [BundleFinding]
    /// Only findings of this severity are shown; nil for all.
    let chosen: Diagnostic.Severity?

    static let members: Members<Self> = [
        "name": .text { $0.app.name }, "lintPath": .text { $0.app.address + "/lint" },
        "folder": .text { $0.app.app.folderName }, "count": .number { $0.findings.count },
        "isClean": .flag { $0.findings.isEmpty },
        "errors": .number { $0.count(.error) }, "warnings": .number { $0.count(.warning) },
        "infos": .number { $0.count(.info) }, "chosen": .flag { $0.chosen != nil },
        "isError": .flag { $0.chosen == .error }, "isWarning": .flag { $0.chosen == .warning },
        "isInfo": .flag { $0.chosen == .info }, "isFound": .flag { !$0.shown.isEmpty },
        "ruleGroups": .list { $0.groups },
        "more": .number { $0.shown.count > mostFindings ? $0.shown.count - mostFindings : nil },
        "ruleTotal": .number { _ in BundleLint.rules.count },
    ]

    private func count(_ severity: Diagnostic.Severity) -> Int { findings.count { $0.severity == severity } }

    private var shown: [BundleFinding] { findings.filter { chosen == nil || $0.severity == chosen } }

    /// The findings by rule, in the order in which they come; what is worse is first.
    private var groups: [RuleGroup] {
        let order: [Diagnostic.Severity] = [.error, .warning, .info]
        var groups: [RuleGroup] = []
        var places: [String: Int] = [:]
        let found = shown.prefix(Self.mostFindings)
        for finding in order.flatMap({ severity in found.filter { $0.severity == severity } }) {
            let name = "\(finding.severity.rawValue) \(finding.rule)"
            if let place = places[name] {
                groups[place].findings.append(finding)
            } else {
                places[name] = groups.count
                groups.append(RuleGroup(app: app.app, first: finding, findings: [finding]))
            }
        }
        return groups
    }
}
