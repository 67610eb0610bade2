import HTTPTypes
import OrderedCollections
package import AppBundles
package import Catalog
package import HTTP
package import Web

/// One look at an app's settings: in whose language, on what kind of device, and with which values.
package struct SettingsRequest: Sendable {
    /// The query parameters it reads.
    package static let parameters: Set = ["lang", "idiom"]

    package let app: CatalogApp
    package let bundle: SettingsBundle
    /// Language tags, most wanted first.
    package let languages: [String]
    package let idiom: InterfaceIdiom
    /// What the addresses of other panes keep.
    package let look: SettingsLook

    /// Reads `lang` and `idiom`; `lang` beats `Accept-Language`.
    /// - Throws: 404 for an unknown app and for one without settings; 400 for parameters it cannot use.
    package init(_ request: Request, app id: String, in services: Services) throws {
        var query = QueryReader(request)
        let idiomName = query.choice("idiom", of: ["phone", "pad"])
        try query.finish()
        let look = SettingsLook(request)
        try self.init(id, languages: request.languages, idiomName == "pad" ? .pad : .phone, look, in: services)
    }

    /// The settings of an app in some languages, the most wanted first, on a kind of device.
    /// - Throws: 404 for an unknown app and for one without settings.
    package init(
        _ id: String,
        languages: [String],
        _ idiom: InterfaceIdiom,
        _ look: SettingsLook,
        in services: Services
    ) throws {
        app = try services.catalog.app(id)
        guard let bundle = app.bundle.settings else {
            throw Problem.notFound("The app “\(app.id)” has no Settings.bundle.")
        }
        (self.bundle, self.languages, self.idiom, self.look) = (bundle, languages, idiom, look)
    }

    /// The name of the app, which is the title of the root pane.
    package var appName: String { app.name(languages: languages) }

    /// Every pane that can be reached from the root.
    package func panes() -> SettingsPaneSet { bundle.allPanes(languages: languages, idiom: idiom) }

    /// One pane, titled by the row that opens it where there is one.
    /// - Throws: 404 when the bundle has none of that name.
    package func pane(_ name: String) throws -> SettingsPane {
        if name == bundle.entryName { return try bundle.pane(named: name, languages: languages, idiom: idiom) }
        return try pane(name, among: panes())
    }

    /// The same where the panes that can be reached are at hand.
    package func pane(_ name: String, among panes: SettingsPaneSet) throws -> SettingsPane {
        if let reachable = panes.panes[name] { return reachable }
        return try bundle.pane(named: name, languages: languages, idiom: idiom)
    }

    /// The pane whose row opens a pane, else the first one; nil for the first itself.
    package func parent(of pane: SettingsPane, among panes: SettingsPaneSet) -> SettingsPane? {
        guard pane.name != bundle.entryName else { return nil }
        let opener = panes.panes.values.first { candidate in
            candidate.rows.contains { row in
                if case .childPane(let child) = row.content { child.pane == pane.name } else { false }
            }
        }
        return opener ?? panes[bundle.entryName]
    }

    /// The domain that a pane's rows read and write.
    package func domain(of pane: SettingsPane) -> String { pane.applicationGroup ?? app.domain }
}

extension SettingsRequest {
    /// The path of a pane in the API.
    package func apiAddress(ofPane name: String) -> String { "/api/v1" + app.settingsAddress(ofPane: name) }

    /// The page of a pane as this visitor sees it: in the language and on the device of the request.
    package func address(ofPane name: String) -> PageAddress { look.address(app.settingsAddress(ofPane: name)) }

    /// Where a picture of the bundle is, or nil when there is none that browsers show.
    package func imageAddress(_ name: String?) -> String? {
        guard let name, bundle.image(named: name) != nil else { return nil }
        return "/api/v1/apps/\(app.id.pathSegment)/images/\(name.pathSegment)"
    }
}

extension Request {
    /// The most languages that are taken from one request.
    package static let maximumLanguages = 32

    /// The languages that the client reads, most wanted first; those of equal weight keep their order (RFC 9110, section
    /// 12.5.4). `*`, what weighs 0 and what is no language tag are left out.
    package var acceptedLanguages: [String] {
        let items = WeightedList(headers[.acceptLanguage] ?? "").items.lazy
            .filter { $0.weight > 0 && LanguageTag($0.value) != nil }.prefix(Self.maximumLanguages)
        // The standard sort is stable.
        return items.sorted { $0.weight > $1.weight }.map(\.value)
    }

    /// What the visitor wants to read: the parameter `lang`, else what the browser asks for.
    package var languages: [String] {
        if let language = queryValue("lang"), !language.isEmpty { return [language] }
        return acceptedLanguages
    }
}

extension SettingsRow {
    /// What it is called when it is spoken of: its label, else its key.
    package var spokenName: String { title.isEmpty ? key ?? "Row \(index)" : title }
}
