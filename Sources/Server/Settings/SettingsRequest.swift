import AppBundles
import Catalog
import Defaults
import HTTP
import HTTPTypes
import OrderedCollections
import PropertyList

/// One look at an app's settings: in whose language, on what kind of device, and with which values.
struct SettingsRequest: Sendable {
    /// The query parameters it reads.
    static let parameters: Set = ["lang", "idiom"]

    let app: StoredApp
    let bundle: SettingsBundle
    /// Language tags, most wanted first.
    let languages: [String]
    let idiom: InterfaceIdiom

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
    }

    /// What the visitor wants to read: the parameter, else what the browser asks for.
    static func languages(_ request: Request) -> [String] {
        if let language = request.queryValue("lang"), !language.isEmpty { return [language] }
        return AcceptLanguage.languages(in: request.headers[.acceptLanguage] ?? "")
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

    /// The domain that a pane's rows read and write.
    func domain(of pane: SettingsPane) -> String { pane.applicationGroup ?? app.domain }
}

extension SettingsRequest {
    /// The path of a pane in the API.
    func apiAddress(ofPane name: String) -> String { "/api/v1" + pageAddress(ofPane: name) }

    /// The path of a pane's page.
    func pageAddress(ofPane name: String) -> String {
        let base = "/apps/\(app.id.pathSegment)/settings"
        return name == bundle.entryName ? base : base + "/" + name.pathSegment
    }

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
}
