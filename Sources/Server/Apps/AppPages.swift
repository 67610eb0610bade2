import AppBundles
import Catalog
import Defaults
import FoundationEssentials
import HTTP
import HTTPTypes
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

/// `POST /apps/delete`: removes uploaded apps, after one question.
struct AppDeletionPage: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.on(.post, "/apps/delete") { request, _ in try delete(request) }
    }

    /// The first form only names the apps.
    private func delete(_ request: Request) throws -> Response {
        let form = try URLEncodedForm(parsing: request.body)
        let apps = try form.values("app").map { try services.catalog.app($0) }
        guard !apps.isEmpty else { return .redirect(to: "/") }
        if form["confirmed"] != nil {
            for app in apps { try services.catalog.deleteApp(app.id) }
            return .redirect(to: "/")
        }
        let languages = SettingsRequest.languages(request)
        return try services.pages.page(
            "app-delete",
            title: "Delete · Vitrine",
            for: request,
            crumbs: [.init(name: "Delete")],
            [
                "heading": apps.count == 1 ? "Delete this app?" : "Delete these \(apps.count) apps?",
                "apps": .list(apps.map { AppCard.make($0, languages: languages) }),
            ]
        )
    }
}

/// An app as the library shows it.
enum AppCard {
    static func make(_ app: StoredApp, languages: [String]) -> TemplateModel {
        let panes = app.bundle.settings?.paneNames.count ?? 0
        let count = app.bundle.languages.count
        return [
            "id": .text(app.id), "deletable": .flag(!app.readOnly),
            "origin": app.readOnly ? "from a folder" : "uploaded",
            "address": .text("/apps/\(app.id.pathSegment)"), "appIcon": icon(of: app),
            "name": .text(app.name(languages: languages)), "version": .optional(app.bundle.version),
            "identifier": .text(app.domain),
            "panes": .text(panes == 1 ? "1 pane" : panes == 0 ? "no settings" : "\(panes) panes"),
            "languages": .text(count == 1 ? "1 language" : count == 0 ? "not localised" : "\(count) languages"),
        ]
    }

    /// The address of the app's icon; absent when there is none that browsers show.
    static func icon(of app: StoredApp) -> TemplateModel {
        app.bundle.icon().image == nil ? .absent : .text("/api/v1/apps/\(app.id.pathSegment)/icon")
    }
}

/// The facts of an app as sections of its page. Addresses and schemes are text: nothing that a bundle says becomes a
/// link.
struct AppSections {
    private var sections: [TemplateModel] = []

    /// The sections that have anything to say.
    static func make(_ facts: AppFacts) -> TemplateModel {
        var all = AppSections()
        all.add("Runs on", runs(facts))
        all.add("Addresses that open it", facts.schemes.map { row($0.scheme + "://", [$0.name, $0.role]) })
        all.add("Apps it asks for", facts.queriedSchemes.map { row($0 + "://", []) })
        all.add("Must have", facts.capabilities.map { row($0.id, [$0.meaning]) })
        all.add("In the background", facts.backgroundModes.map { row($0.id, [$0.meaning]) })
        all.add("What it asks people for", facts.usages.map { row($0.subject, ["“\($0.text)”"], isCode: false) })
        all.add("Languages", facts.localizations.map { row($0.id, [$0.meaning]) })
        all.add("App groups", facts.appGroups.map { row($0, []) })
        all.add("Nibs and storyboards", facts.inventory.interfaces.map { row($0.path, [$0.kind]) }, isStacked: true)
        all.add("Icons", facts.inventory.icons.map { row($0.path, []) })
        all.add("Where its files are", facts.sandbox.map { row($0.id, [$0.meaning]) }, isStacked: true)
        return .list(all.sections)
    }

    /// - Parameter isStacked: whether what is said stands below its name, which is long.
    private mutating func add(_ heading: String, _ rows: [TemplateModel], isStacked: Bool = false) {
        guard !rows.isEmpty else { return }
        sections.append(["heading": .text(heading), "rows": .list(rows), "stacked": .flag(isStacked)])
    }

    private static func runs(_ facts: AppFacts) -> [TemplateModel] {
        var rows: [TemplateModel] = []
        if let system = facts.minimumSystem { rows.append(row("System", [system + " and later"], isCode: false)) }
        if !facts.devices.isEmpty {
            rows.append(row("Devices", [facts.devices.joined(separator: ", ")], isCode: false))
        }
        if !facts.platforms.isEmpty {
            rows.append(row("Built for", [facts.platforms.joined(separator: ", ")], isCode: false))
        }
        for entry in facts.orientations {
            rows.append(row("Orientations, \(entry.device)", [entry.names.joined(separator: "; ")], isCode: false))
        }
        return rows
    }

    private static func row(_ term: String, _ texts: [String?], isCode: Bool = true) -> TemplateModel {
        let text = texts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " · ")
        return ["term": .text(term), "text": .text(text), "code": .flag(isCode)]
    }
}
