import AppBundles
import Catalog

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
