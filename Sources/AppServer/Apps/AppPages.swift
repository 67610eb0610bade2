import AppBundles
import Catalog
import Defaults
import Diagnostics
import FoundationEssentials
import HTTP
import HTTPTypes
import JSON
import OrderedCollections
import PropertyList
import Services
import Web

/// `/apps/{app}`: what an app's bundle tells, its panes, its dumps; and the question before apps are deleted.
struct AppPages: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.get("/apps/{app}", query: ["lang"]) { request, path in
            try page(try services.catalog.app(try path.required("app")), request)
        }
        router.on(.post, "/apps/delete") { request, _ in try delete(request) }
    }

    private func page(_ app: CatalogApp, _ request: Request) throws -> Response {
        let languages = request.languages
        let shape = AppShape(app, languages: languages)
        let info = app.bundle.info(languages: languages)
        let now = Date()
        let facts = AppFacts(app, languages: languages)
        let page = AppPage(
            app: shape,
            facts: facts,
            icons: IconFile.Group(facts.inventory.icons.map(\.path), of: app),
            info: info.entries,
            findings: app.report + app.bundle.icon().report + info.report,
            interfaces: try InterfaceList(of: app, in: services.catalog, most: 12),
            panes: SettingsHome.allCases.flatMap { home in
                (app.bundle.settings(shownOn: home)?.allPanes(languages: languages).inOrder ?? []).map {
                    AppPage.Pane(app: shape, pane: $0, home: home)
                }
            },
            dumps: try services.catalog.dumps(ofApp: app.domain).map { DumpCard(dump: $0, now: now) },
            stored: try? services.defaults.snapshot(of: app.domain),
            sets: try services.defaults.sets().sets.filter { $0.domains[app.domain] != nil }
        )
        return try services.pages.page(
            page,
            title: "\(shape.name) · Vitrine",
            for: request,
            alternate: "/api/v1\(shape.address)",
            crumbs: [.init(name: shape.name)]
        )
    }

    /// The first form only names the apps.
    private func delete(_ request: Request) throws -> Response {
        let form = try URLEncodedForm(parsing: request.body)
        let apps = try form.values("app").map { try services.catalog.app($0) }
        guard !apps.isEmpty else { return .redirect(to: "/") }
        if form["confirmed"] != nil {
            for app in apps { try services.deleteApp(app.id) }
            return .redirect(to: "/")
        }
        let languages = request.languages
        return try services.pages.page(
            AppDeletionPage(apps: apps.map { AppShape($0, languages: languages) }),
            title: "Delete · Vitrine",
            for: request,
            crumbs: [.init(name: "Delete")]
        )
    }
}

/// The question before apps are deleted.
struct AppDeletionPage: Page {
    static let template = "pages/app-delete"

    let apps: [AppShape]

    static let members: Members<Self> = ["count": .part { Count($0.apps.count) }, "apps": .list { $0.apps }]
}

/// `/apps/{app}`.
struct AppPage: Page {
    /// A pane in the list.
    struct Pane: PageModel {
        let app: AppShape
        let pane: SettingsPane
        let home: SettingsHome

        static let members: Members<Self> = [
            "address": .text { $0.app.app.settingsPage(ofPane: $0.pane.name, in: $0.home) },
            "onWatch": .flag { $0.home == .watch },
            "label": .text { $0.pane.title ?? $0.app.name }, "rowCount": .part { Count($0.pane.rows.count) },
        ]
    }

    static let template = "pages/app"

    let app: AppShape
    let facts: AppFacts
    let icons: IconFile.Group?
    let info: [InfoEntry]
    let findings: [Diagnostic]
    let interfaces: InterfaceList
    let panes: [Pane]
    let dumps: [DumpCard]
    /// What its domain stores.
    let stored: DomainSnapshot?
    /// The sets that are about its domain.
    let sets: [DefaultsSetSummary]

    static let members: Members<Self> = [
        "app": .part { $0.app }, "facts": .part { $0.facts }, "icons": .part { $0.icons },
        "hasFindings": .flag { !$0.findings.isEmpty },
        "findings": .list { $0.findings.prefix(200).map { FindingRow($0) } }, "hasPanes": .flag { !$0.panes.isEmpty },
        "paneList": .list { $0.panes },
        "interfaces": .part { $0.interfaces.total > 0 ? $0.interfaces : nil },
        "hasDumps": .flag { !$0.dumps.isEmpty }, "dumps": .list { $0.dumps },
        "timelineHref": .text { page in
            page.dumps.count > 1 ? PageAddress.timeline(ofApp: page.app.app.domain) : nil
        },
        "hasInfo": .flag { !$0.info.isEmpty }, "info": .list { $0.info },
        "revision": .number { $0.stored.flatMap { $0.revision > 0 ? $0.revision : nil } },
        "storedCount": .number { $0.stored?.values.count }, "setsHref": .text { SetAddress.about($0.app.app.domain) },
        "sets": .list { $0.sets.prefix(50).map(SetRow.init) }, "hasSets": .flag { !$0.sets.isEmpty },
    ]
}

extension InfoEntry: PageModel {
    static let members: Members<Self> = [
        "key": .text { $0.key }, "type": .text { $0.typeName }, "meaning": .text { $0.meaning },
        "lines": .texts { entry in
            let words = InfoTerms.words(ofKey: entry.key) ?? [:]
            return ValueText.lines(of: entry.value).map { line in words[line].map { "\(line) – \($0)" } ?? line }
        },
    ]
}

/// A file of a bundle that is named like an icon, as a picture.
struct IconFile: PageModel {
    /// Those that are shown, and how many more there are.
    struct Group: PageModel {
        /// So many files are read for a page.
        private static let maximumFiles = 40

        let files: [IconFile]
        let others: Int

        /// Nil where there is none.
        init?(_ paths: [String], of app: CatalogApp) {
            if paths.isEmpty { return nil }
            files = paths.prefix(Self.maximumFiles).map {
                IconFile(path: $0, app: app, image: app.bundle.icon(inFile: $0))
            }
            others = paths.count - files.count
        }

        static let members: Members<Self> = [
            "files": .list { $0.files }, "others": .number { $0.others > 0 ? $0.others : nil },
        ]
    }

    /// Pictures with more pixels on a side are named only: a browser would unpack them into much memory.
    private static let maximumSide = 2_048

    let path: String
    let app: CatalogApp
    let image: BundleImage?

    /// What keeps it from being shown.
    private var fault: String? {
        guard let image else { return "Not a picture" }
        if image.format == .crushedPNG { return "In Apple’s device form of PNG, which browsers don’t show" }
        let side = max(image.width ?? 0, image.height ?? 0)
        return side > Self.maximumSide ? "Too large to be shown here" : nil
    }

    static let members: Members<Self> = [
        "path": .text { $0.path }, "fault": .text { $0.fault },
        "src": .text { icon in
            icon.fault == nil
                ? PageAddress("/api/v1/apps/\(icon.app.id.pathSegment)/icon").adding("file", icon.path).text : nil
        },
        "size": .text { icon in
            guard let width = icon.image?.width, let height = icon.image?.height else { return nil }
            return "\(width) × \(height) pixels"
        },
    ]
}

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
            let home = app.home(ofFile: finding.file)
            guard let pane = finding.pane, app.bundle.settings(shownOn: home)?.hasPane(named: pane) == true else {
                return nil
            }
            return app.settingsPage(ofPane: pane, in: home) + (finding.row.map { "#row-\($0)" } ?? "")
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
