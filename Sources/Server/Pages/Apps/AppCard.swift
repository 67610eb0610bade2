import AppBundles
import Catalog

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
