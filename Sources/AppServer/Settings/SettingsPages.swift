import AppBundles
import Catalog
import Defaults
import Foundation
import HTTP
import HTTPTypes
import OrderedCollections
import Services
import ViewHierarchy
import Web

/// `/apps/{app}/settings[/{pane}]`: panes as iOS shows them, every row a plain form.
struct SettingsPages: RouteGroup {
    private static let parameters = SettingsRequest.parameters.union([
        "choose", "saved", "keys", "q", "reset", "after", "textSize", "systemRows", "apps", "ios",
    ])

    let services: Services

    func add(to router: inout Router) {
        let base = "/apps/{app}/settings"
        for pattern in [base, base + "/{pane...}"] {
            router.get(pattern, query: Self.parameters) { request, path in
                let freshness = services.freshnessOfSettings()
                let settings = try SettingsRequest(request, app: try path.required("app"), in: services)
                let panes = settings.panes()
                if request.queryValue("reset") != nil {
                    return try SettingsReset(services, settings, panes).ask(request)
                }
                let pane = try settings.pane(path["pane"] ?? settings.bundle.entryName, among: panes)
                return try show(pane, among: panes, settings, request).kept(while: freshness)
            }
            router.on(.post, pattern, query: Self.parameters) { request, path in
                let settings = try SettingsRequest(request, app: try path.required("app"), in: services)
                let panes = settings.panes()
                let pane = try settings.pane(path["pane"] ?? settings.bundle.entryName, among: panes)
                return try change(pane, among: panes, settings, request)
            }
        }
    }

    private func show(
        _ pane: SettingsPane,
        among panes: SettingsPaneSet,
        _ settings: SettingsRequest,
        _ request: Request,
        refusal: PaneModel.Refusal? = nil
    ) throws -> Response {
        var query = QueryReader(request)
        let choose = query.integer("choose", in: 0...Int.max)
        let after = query.integer("after", in: 0...1_000_000_000)
        _ = query.bool("keys")
        _ = query.choice("ios", of: SystemLook.allCases.map(\.rawValue))
        try query.finish()
        let text = request.queryValue("q")?.trimmingBlanks ?? ""
        let (values, snapshot) = try services.rowValues(of: pane, settings)
        var screen = PaneModel(
            pane: pane,
            first: after.map { $0 + 1 } ?? 0,
            values: values,
            settings: settings,
            snapshot: snapshot,
            layersVersion: try services.layers.snapshot(of: snapshot.name).version,
            panes: panes
        )
        screen.refusal = refusal
        screen.chosenRow = choose.flatMap { index in pane.rows.first { $0.index == index } }
        screen.isSaved = request.queryValue("saved") != nil && refusal == nil
        if !text.isEmpty { screen.search = try SettingsSearch(text, in: panes, settings, services) }
        // Fragments are for what changes as settings change: the rows.
        let isPart = request.headers[.fragment] == "pane"
        let start = request.queryValue("apps").flatMap { UInt32($0) }.map(Int.init)
        if settings.idiom == .pad || start != nil, !isPart {
            screen.sidebar = SettingsSidebar(try services.catalog.apps(), settings, beside: pane.name, from: start)
        }
        if settings.look.showsSystemRows, pane.name == settings.bundle.entryName, screen.first == 0 {
            screen.systemGroup = SystemGroup(settings, language: pane.language)
        }
        let secrets = try services.secrets(of: snapshot.name)
        let notes = PaneNotes(
            pane: pane,
            first: screen.first,
            values: values,
            settings: settings,
            snapshot: snapshot,
            sees: secrets.shown(try services.searchList(of: snapshot)),
            history: try services.defaults.history(of: snapshot.name, limit: 8, after: nil).entries,
            secureKeys: secrets.keys,
            storedCount: try SettingsReset(services, settings, panes).edits().values.reduce(0) { $0 + $1.count }
        )
        let body = SettingsBody(pane: screen, notes: notes)
        if isPart { return try services.pages.fragment(body) }
        let name = settings.appName
        let paneTitle = pane.title ?? name
        let title = screen.chosenRow.map { "\($0.title) · \(paneTitle)" } ?? paneTitle
        var response = try services.pages.page(
            SettingsPage(body: body),
            title: "\(title) · Settings · Vitrine",
            for: request,
            alternate: settings.apiAddress(ofPane: pane.name),
            crumbs: [
                .init(name: name, address: "/apps/\(settings.app.id.pathSegment)"),
                .init(name: pane.name == settings.bundle.entryName ? "Settings" : paneTitle),
            ]
        )
        response.headers[.vary] = "X-Fragment, Accept-Language, Cookie"
        if request.queryValue("ios") != nil {
            // What was chosen holds for the next visit.
            let age = 365 * 24 * 3600
            let choice = "\(SystemLook.cookie)=\(settings.look.system.rawValue)"
            response.headers[.setCookie] = "\(choice); Path=/apps; Max-Age=\(age); HttpOnly; SameSite=Lax"
        }
        return response
    }

    private func change(
        _ pane: SettingsPane,
        among panes: SettingsPaneSet,
        _ settings: SettingsRequest,
        _ request: Request
    ) throws -> Response {
        let form = try URLEncodedForm(parsing: request.body)
        let domain = settings.domain(of: pane)
        let page = settings.address(ofPane: pane.name).adding("after", request.queryValue("after"))
        if form["action"] == "reset", form["all"] != nil {
            return try SettingsReset(services, settings, panes).all(request)
        }
        if form["action"] == "reset", form["pane"] != nil {
            let keys = Set(pane.rows.filter(\.isEditable).compactMap(\.key)).sorted()
            let expected = try services.expectedRevision(of: domain, request)
            try services.reset(keys, of: domain, ifRevision: expected)
            return .redirect(to: page.adding("saved", "pane").text)
        }
        guard let index = form["index"].flatMap({ Int($0) }), let row = pane.rows.first(where: { $0.index == index }),
            let key = row.key
        else {
            throw Problem.unprocessable(
                "unknown-row",
                title: "Unknown row",
                "The pane “\(pane.name)” has no such row. Open it again."
            )
        }
        do {
            let value = try services.rowValues(of: pane, settings).values[index] ?? RowValue(row, stored: nil)
            guard let edit = try RowForm.edit(row, key, form, showing: value) else {
                return request.headers[.fragment] == nil
                    ? .redirect(to: page.text) : try show(pane, among: panes, settings, request)
            }
            _ = try services.apply(SettingsWrite(edit, domain: domain), own: settings.app.domain, source: .web, request)
        } catch let error as AppBundleError {
            let text = form.values("value").last ?? form["new"]
            let refusal = PaneModel.Refusal(index: index, message: error.message, text: text)
            var response = try show(pane, among: panes, settings, request, refusal: refusal)
            response.status = .unprocessableContent
            return response
        }
        if request.headers[.fragment] != nil { return try show(pane, among: panes, settings, request) }
        return .redirect(to: page.adding("saved", String(index)).text + "#row-\(index)")
    }
}

/// Takes all panes of an app back to their defaults, after one question.
struct SettingsReset {
    private let services: Services
    private let settings: SettingsRequest
    private let panes: SettingsPaneSet

    /// - Parameter panes: every pane that can be reached.
    init(_ services: Services, _ settings: SettingsRequest, _ panes: SettingsPaneSet) {
        self.services = services
        self.settings = settings
        self.panes = panes
    }

    /// The values that rows of the app's panes store, as edits that remove them, by domain.
    func edits() throws -> [String: [DefaultsEdit]] {
        var keys: [String: Set<String>] = [:]
        for pane in panes.panes.values {
            keys[settings.domain(of: pane), default: []].formUnion(pane.rows.filter(\.isEditable).compactMap(\.key))
        }
        var edits: [String: [DefaultsEdit]] = [:]
        for (domain, keys) in keys {
            let stored = try services.defaults.snapshot(of: domain).values
            let managed = try services.layers.values(of: domain, layer: .managed)
            let removed = keys.filter { stored[$0] != nil && managed[$0] == nil }.sorted()
            if !removed.isEmpty { edits[domain] = removed.map { .remove(key: $0) } }
        }
        return edits
    }

    /// The question: how many values, and which.
    func ask(_ request: Request) throws -> Response {
        let page = settings.address(ofPane: settings.bundle.entryName).text
        let sections = try edits().sorted { $0.key < $1.key }.map { domain, edits in
            let stored = try services.defaults.snapshot(of: domain).values
            let changes = edits.map { DefaultsChange(key: $0.key, before: stored[$0.key], after: nil) }
            return ChangeSection(domain: domain, all: changes, secureKeys: try services.secrets(of: domain).keys)
        }
        let name = settings.appName
        return try services.pages.page(
            ConfirmPage(question: .reset(app: name), action: page, back: page, sections: sections),
            title: "Reset · \(name) · Vitrine",
            for: request,
            crumbs: [
                .init(name: name, address: "/apps/\(settings.app.id.pathSegment)"),
                .init(name: "Settings", address: page), .init(name: "Reset"),
            ]
        )
    }

    /// Does it.
    func all(_ request: Request) throws -> Response {
        // `If-Match` speaks of the app's own domain, so that one is looked at before any other is written.
        let own = settings.app.domain
        let expected = try services.expectedRevision(of: own, request)
        var edits = try edits()
        if let first = edits.removeValue(forKey: own) {
            try services.reset(first.map(\.key), of: own, ifRevision: expected)
        }
        for (domain, edits) in edits.sorted(by: { $0.key < $1.key }) {
            try services.reset(edits.map(\.key), of: domain, ifRevision: nil)
        }
        return .redirect(to: settings.address(ofPane: settings.bundle.entryName).adding("saved", "all").text)
    }
}

/// A pane and what is behind it: what changes as settings change.
struct SettingsBody: Page {
    static let template = "partials/settings-body"

    let pane: PaneModel
    let notes: PaneNotes

    static let members: Members<Self> = ["pane": .part { $0.pane }, "notes": .part { $0.notes }]
}

/// `/apps/{app}/settings[/{pane}]`: a pane with the choice of language and device above it.
struct SettingsPage: Page {
    /// One of the app's languages.
    struct Language: PageModel {
        let code: String
        let isSelected: Bool

        static let members: Members<Self> = [
            "code": .text { $0.code }, "tag": .text { $0.tag }, "label": .text { name(of: $0.code) },
            "selected": .flag { $0.isSelected },
        ]

        private var tag: String { code.replacing("_", with: "-") }

        /// A language in its own words, where its name is known.
        static func name(of code: String) -> String {
            let tag = code.replacing("_", with: "-")
            guard let name = Locale(identifier: tag).localizedString(forIdentifier: tag), !name.isEmpty else {
                return code
            }
            return name.prefix(1).uppercased() + name.dropFirst()
        }
    }

    static let template = "pages/settings"

    let body: SettingsBody

    static let members: Members<Self> = [
        "body": .part { $0.body }, "here": .text { $0.path }, "showsKeys": .flag { $0.look.showsKeys },
        "keysHref": .text { $0.address { $0.showsKeys.toggle() } },
        "domainHref": .text { PageAddress.path(ofDomain: $0.body.pane.snapshot.name) },
        "isPad": .flag { $0.settings.idiom == .pad }, "isNew": .flag { $0.look.system == .ios26 },
        "ios18Href": .text { $0.address { $0.choose(.ios18) } },
        "ios26Href": .text { $0.address { $0.choose(.ios26) } },
        // The other of the app's two bundles.
        "otherHref": .text { page in
            let home: SettingsHome = page.look.home == .watch ? .phone : .watch
            guard let other = page.settings.app.bundle.settings(shownOn: home) else { return nil }
            var look = page.look
            look.home = home
            return look.address(page.settings.app.settingsPath(ofPane: other.entryName, in: home)).text
        },
        "onWatch": .flag { $0.look.home == .watch },
        "phoneHref": .text { $0.address { $0.idiom = "phone" } }, "padHref": .text { $0.address { $0.idiom = "pad" } },
        // Only the page of the app itself has them.
        "systemHref": .text { page in
            page.body.pane.isList && page.body.pane.pane.name == page.settings.bundle.entryName
                ? page.address { $0.showsSystemRows.toggle() } : nil
        },
        "showsSystemRows": .flag { $0.look.showsSystemRows },
        "viewFields": .list { $0.look.fields(except: ["lang", "textSize"]) },
        "languages": .list { page in
            let codes = page.settings.app.bundle.languages.filter { $0 != "Base" }
            let shown = page.body.pane.pane.language ?? "en"
            return (codes.isEmpty ? ["en"] : codes).map { Language(code: $0, isSelected: $0 == shown) }
        },
        "textSizes": .list { page in
            let chosen = page.look.textSize ?? .standard
            return TextSize.allCases.map {
                ListOption(value: $0.rawValue, label: "\($0.name) · \($0.bodyPoints) pt", isSelected: $0 == chosen)
            }
        },
    ]

    private var settings: SettingsRequest { body.pane.settings }

    private var look: SettingsLook { settings.look }

    private var path: String { settings.path(ofPane: body.pane.pane.name) }

    /// The same page with something of its look changed.
    private func address(_ change: (inout SettingsLook) -> Void) -> String {
        var look = look
        change(&look)
        return look.address(path).text
    }
}

/// The list of apps that Settings has beside a pane on an iPad: every app here that has settings, a part of them at a
/// time.
struct SettingsSidebar: PageModel {
    /// Apps in one part of the list.
    static let appsPerPart = 50

    /// One of the apps.
    struct Row: PageModel {
        let shape: AppShape
        let look: SettingsLook
        let isCurrent: Bool

        static let members: Members<Self> = [
            "appName": .text { $0.shape.name }, "distinction": .text { $0.shape.distinction },
            "appIcon": .text { $0.shape.icon }, "current": .flag { $0.isCurrent },
            "address": .text { $0.look.address($0.shape.address + "/settings").text },
        ]
    }

    let settings: SettingsRequest
    /// The pane beside it, at which other parts of the list are shown.
    private let pane: String
    private let rows: [Row]
    private let total: Int
    /// The place of the first app of this part.
    private let first: Int
    /// Whether it stands in place of the pane where there is no room for both.
    let isAsked: Bool

    /// - Parameters:
    ///   - apps: all apps, in their order.
    ///   - pane: the name of the pane beside the list.
    ///   - start: the place of the app that the part begins with; nil for the part with the app of the pane.
    init(_ apps: [CatalogApp], _ settings: SettingsRequest, beside pane: String, from start: Int?) {
        let apps = apps.filter { $0.bundle.settings(shownOn: settings.look.home) != nil }
        let current = apps.firstIndex { $0.id == settings.app.id } ?? 0
        let first = min(start ?? current, max(apps.count - 1, 0)) / Self.appsPerPart * Self.appsPerPart
        // One more on either side, so that two apps of one name are told apart across the border too.
        let around = max(first - 1, 0)..<min(first + Self.appsPerPart + 1, apps.count)
        let shapes = AppNames.distinct(apps[around].map { AppShape($0, languages: settings.languages) })
        rows = shapes.dropFirst(first - around.lowerBound).prefix(Self.appsPerPart).map { shape in
            Row(shape: shape, look: settings.look, isCurrent: shape.app.id == settings.app.id)
        }
        self.settings = settings
        self.pane = pane
        self.first = first
        total = apps.count
        isAsked = start != nil
    }

    static let members: Members<Self> = [
        "rows": .list { $0.rows }, "isPaged": .flag { $0.total > appsPerPart },
        "firstApp": .number { $0.first + 1 }, "lastApp": .number { $0.first + $0.rows.count },
        "appCount": .number { $0.total },
        "earlierApps": .text { $0.first > 0 ? $0.address(from: $0.first - appsPerPart) : nil },
        "laterApps": .text { $0.first + appsPerPart < $0.total ? $0.address(from: $0.first + appsPerPart) : nil },
        "listHref": .text { $0.address(from: $0.first) },
    ]

    private func address(from place: Int) -> String {
        settings.address(ofPane: pane).adding("apps", String(max(place, 0))).text
    }
}
