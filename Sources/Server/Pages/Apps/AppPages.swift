import AppBundles
import Catalog
import Defaults
import FoundationEssentials
import HTTP
import OrderedCollections
import PropertyList

/// `/apps/{app}`: what an app's bundle tells, its panes, its dumps.
struct AppPages: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.get("/apps/{app}", query: ["lang"]) { request, path in
            try page(try services.catalog.app(try path.required("app")), request)
        }
    }

    private func page(_ app: StoredApp, _ request: Request) throws -> Response {
        let languages = SettingsRequest.languages(request)
        let name = app.name(languages: languages)
        let info = app.bundle.info(languages: languages)
        let dumps = try services.catalog.dumps(limit: Int.max).dumps.filter { $0.app == app.domain }
        let now = Date()
        let findings = app.report + app.bundle.icon().report + info.report
        let base = "/apps/\(app.id.pathSegment)"
        let model: TemplateModel = [
            "name": .text(name), "identifier": .text(app.domain),
            "version": .text(app.bundle.version ?? "unknown"), "appIcon": AppCard.icon(of: app),
            "id": .text(app.id), "deletable": .flag(!app.readOnly),
            "defaultsHref": .text("/defaults/\(app.domain.pathSegment)"), "lintHref": .text(base + "/lint"),
            "sections": AppSections.make(AppFacts(app, languages: languages)),
            "settingsHref": app.bundle.settings == nil ? .absent : .text(base + "/settings"),
            "facts": .list(facts(of: app)),
            "hasFindings": .flag(!findings.isEmpty), "findings": FindingsModel.make(findings),
            "hasPanes": .flag(app.bundle.settings != nil), "paneList": panes(of: app, name: name, languages),
            "hasDumps": .flag(!dumps.isEmpty), "dumps": .list(dumps.map { DumpCard.make($0, now: now) }),
            "hasInfo": .flag(!info.entries.isEmpty), "info": .list(info.entries.map(Self.row)),
        ]
        return try services.pages.page(
            "app",
            title: "\(name) · Vitrine",
            for: request,
            alternate: "/api/v1\(base)",
            crumbs: [.init(name: name)],
            ["app": model]
        )
    }

    private func facts(of app: StoredApp) -> [TemplateModel] {
        var facts = [("Defaults domain", app.domain)]
        facts.append(("Comes", app.readOnly ? "from a folder on the command line" : "from an upload"))
        let snapshot = try? services.defaults.snapshot(of: app.domain)
        if let snapshot, snapshot.revision > 0 {
            let count = snapshot.values.count
            facts.append(("Stored values", "\(count), revision \(snapshot.revision)"))
        } else {
            facts.append(("Stored values", "none yet"))
        }
        return facts.map { ["label": .text($0.0), "text": .text($0.1)] }
    }

    private func panes(of app: StoredApp, name: String, _ languages: [String]) -> TemplateModel {
        guard let settings = app.bundle.settings else { return .list([]) }
        let base = "/apps/\(app.id.pathSegment)/settings"
        return .list(
            settings.allPanes(languages: languages).panes.values.map { pane in
                let rows = pane.rows.count
                let isRoot = pane.name == settings.entryName
                return [
                    "address": .text(isRoot ? base : base + "/" + pane.name.pathSegment),
                    "label": .text(pane.title ?? name), "text": .text(rows == 1 ? "1 row" : "\(rows) rows"),
                ]
            }
        )
    }

    private static func row(_ entry: InfoEntry) -> TemplateModel {
        let words = InfoTerms.words(ofKey: entry.key) ?? [:]
        return [
            "key": .text(entry.key), "type": .text(entry.typeName), "meaning": .optional(entry.meaning),
            "lines": .list(
                ValueText.lines(of: entry.value).map { line in
                    ["text": .text(words[line].map { "\(line) – \($0)" } ?? line)]
                }
            ),
        ]
    }
}
