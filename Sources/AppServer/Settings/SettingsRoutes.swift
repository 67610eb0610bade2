import AppBundles
import Catalog
import Defaults
import HTTP
import HTTPTypes
import JSON
import OrderedCollections
import PropertyList

/// `/api/v1/apps/{app}/settings`: panes with their values, all of them at once, and changes by key.
struct SettingsRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let base = "/api/v1/apps/{app}/settings"
        let parameters = SettingsRequest.parameters.union(["reveal", "limit", "after"])
        router.get(base, query: parameters.union(["deep"])) { request, path in
            let freshness = services.freshnessOfSettings()
            let settings = try SettingsRequest(request, app: try path.required("app"), in: services)
            return try root(settings, request).kept(while: freshness)
        }
        router.get(base + "/{pane...}", query: parameters) { request, path in
            let freshness = services.freshnessOfSettings()
            let settings = try SettingsRequest(request, app: try path.required("app"), in: services)
            return try pane(try path.required("pane"), settings, request).kept(while: freshness)
        }
        router.on(.patch, base) { request, path in
            try write(try SettingsRequest(request, app: try path.required("app"), in: services), request)
        }
    }

    private func root(_ settings: SettingsRequest, _ request: Request) throws -> Response {
        var query = QueryReader(request)
        let isDeep = query.bool("deep") ?? false
        try query.finish()
        guard isDeep else { return try pane(settings.bundle.entryName, settings, request) }
        let panes = settings.panes().panes.values
        let counts = panes.map { $0.groups.reduce(0) { $0 + $1.rows.count } }
        let (writer, rows) = try self.writer(settings, request, rows: counts.reduce(0, +))
        var part = rows
        var json = JSONWriter()
        json.beginObject()
        try json.object("panes") { json in
            for (pane, count) in zip(panes, counts) {
                guard part.holds(count) else {
                    part.pass(count)
                    continue
                }
                let values = try services.rowValues(of: pane, settings).values
                json.object(pane.name) { writer.writeMembers(of: pane, values, &part, to: &$0) }
            }
        }
        json.end(total: part.total, next: part.next)
        return localized(.json(json.finish()))
    }

    private func pane(_ name: String, _ settings: SettingsRequest, _ request: Request) throws -> Response {
        let pane = try settings.pane(name)
        let values = try services.rowValues(of: pane, settings).values
        let (writer, rows) = try self.writer(settings, request, rows: pane.rows.count)
        var part = rows
        var json = JSONWriter()
        json.beginObject()
        writer.writeMembers(of: pane, values, &part, to: &json)
        json.end(total: part.total, next: part.next)
        return localized(.json(json.finish()))
    }

    /// What writes panes, and which of so many rows.
    private func writer(
        _ settings: SettingsRequest,
        _ request: Request,
        rows: Int
    ) throws -> (PaneWriter, RowPart) {
        var query = QueryReader(request)
        let reveals = query.bool("reveal") ?? false
        let range = PageRange(&query)
        try query.finish()
        return (PaneWriter(request: settings, reveals: reveals), RowPart(range, of: rows))
    }

    private func localized(_ response: Response) -> Response {
        var response = response
        response.headers[.vary] = "Accept-Language"
        return response
    }

    private func write(_ settings: SettingsRequest, _ request: Request) throws -> Response {
        let write = try SettingsWrite(try request.jsonObject(), for: settings)
        let source: ChangeSource = request.isFromPage ? .web : .api
        return .written(try services.apply(write, own: settings.app.domain, source: source, request))
    }
}

/// One look at an app's settings: in whose language, on what kind of device, and with which values.
struct SettingsRequest: Sendable {
    /// The query parameters it reads.
    static let parameters: Set = ["lang", "idiom"]

    let app: CatalogApp
    let bundle: SettingsBundle
    /// Language tags, most wanted first.
    let languages: [String]
    let idiom: InterfaceIdiom
    /// What the addresses of other panes keep.
    let look: SettingsLook

    /// Reads `lang` and `idiom`; `lang` beats `Accept-Language`.
    /// - Throws: 404 for an unknown app and for one without settings; 400 for parameters it cannot use.
    init(_ request: Request, app id: String, in services: Services) throws {
        var query = QueryReader(request)
        let idiomName = query.choice("idiom", of: ["phone", "pad"])
        try query.finish()
        app = try services.catalog.app(id)
        guard let bundle = app.bundle.settings else {
            throw Problem.notFound("The app “\(app.id)” has no Settings.bundle.")
        }
        self.bundle = bundle
        languages = Self.languages(request)
        idiom = idiomName == "pad" ? .pad : .phone
        look = SettingsLook(request)
    }

    /// The settings that a session of WebDriver shows.
    /// - Throws: 404 for an unknown app and for one without settings.
    init(_ target: SettingsTarget, in services: Services) throws {
        app = try services.catalog.app(target.app)
        guard let bundle = app.bundle.settings else {
            throw Problem.notFound("The app “\(app.id)” has no Settings.bundle.")
        }
        self.bundle = bundle
        languages = target.language.map { [$0] } ?? []
        idiom = target.isPad ? .pad : .phone
        look = SettingsLook(lang: target.language, idiom: target.isPad ? "pad" : nil)
    }

    /// What the visitor wants to read: the parameter, else what the browser asks for.
    static func languages(_ request: Request) -> [String] {
        if let language = request.queryValue("lang"), !language.isEmpty { return [language] }
        return request.acceptedLanguages
    }

    /// The name of the app, which is the title of the root pane.
    var appName: String { app.name(languages: languages) }

    /// Every pane that can be reached from the root.
    func panes() -> SettingsPaneSet { bundle.allPanes(languages: languages, idiom: idiom) }

    /// One pane, titled by the row that opens it where there is one.
    /// - Throws: 404 when the bundle has none of that name.
    func pane(_ name: String) throws -> SettingsPane {
        if name == bundle.entryName { return try bundle.pane(named: name, languages: languages, idiom: idiom) }
        return try pane(name, among: panes())
    }

    /// The same where the panes that can be reached are at hand.
    func pane(_ name: String, among panes: SettingsPaneSet) throws -> SettingsPane {
        if let reachable = panes.panes[name] { return reachable }
        return try bundle.pane(named: name, languages: languages, idiom: idiom)
    }

    /// The pane whose row opens a pane, else the first one; nil for the first itself.
    func parent(of pane: SettingsPane, among panes: SettingsPaneSet) -> SettingsPane? {
        guard pane.name != bundle.entryName else { return nil }
        let opener = panes.panes.values.first { candidate in
            candidate.rows.contains { row in
                if case .childPane(let child) = row.content { child.pane == pane.name } else { false }
            }
        }
        return opener ?? panes[bundle.entryName]
    }

    /// The domain that a pane's rows read and write.
    func domain(of pane: SettingsPane) -> String { pane.applicationGroup ?? app.domain }
}

extension SettingsRequest {
    /// The path of a pane in the API.
    func apiAddress(ofPane name: String) -> String { "/api/v1" + app.settingsAddress(ofPane: name) }

    /// The page of a pane as this visitor sees it: in the language and on the device of the request.
    func address(ofPane name: String) -> PageAddress { look.address(app.settingsAddress(ofPane: name)) }

    /// Where a picture of the bundle is, or nil when there is none that browsers show.
    func imageAddress(_ name: String?) -> String? {
        guard let name, bundle.image(named: name) != nil else { return nil }
        return "/api/v1/apps/\(app.id.pathSegment)/images/\(name.pathSegment)"
    }
}

/// A path with parameters, which are encoded as they are added.
struct PageAddress: Sendable, Hashable {
    private(set) var text: String

    init(_ path: String) { text = path }

    /// The address with another parameter; nil values add nothing.
    func adding(_ name: String, _ value: String?) -> PageAddress {
        guard let value else { return self }
        var address = self
        address.text += (text.contains("?") ? "&" : "?") + name + "=" + value.pathSegment
        return address
    }

    /// The address with other parameters.
    func adding(_ items: [(name: String, value: String)]) -> PageAddress {
        items.reduce(self) { $0.adding($1.name, $1.value) }
    }
}
