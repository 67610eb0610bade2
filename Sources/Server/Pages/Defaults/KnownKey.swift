import AppBundles
import Catalog
import HTTP
import OrderedCollections
import PropertyList

/// What a settings pane tells about a key.
struct KnownKey: Sendable {
    /// The row's label, empty when it has none.
    var title: String
    /// The row's `DefaultValue`.
    var defaultValue: PropertyListValue?
    /// Whether the value shows as bullets.
    var isSecure: Bool
    /// The page of the pane, at the row.
    var address: String

    /// What the panes of all apps tell about the keys of a domain. Of rows that share a key the first with a default
    /// counts.
    static func all(of domain: String, in services: Services, languages: [String]) -> [String: KnownKey] {
        var known: [String: KnownKey] = [:]
        for app in services.catalog.apps() {
            guard let bundle = app.bundle.settings else { continue }
            for pane in bundle.allPanes(languages: languages).panes.values
            where (pane.applicationGroup ?? app.domain) == domain {
                let base = "/apps/\(app.id.pathSegment)/settings"
                let page = pane.name == bundle.entryName ? base : base + "/" + pane.name.pathSegment
                for row in pane.rows {
                    guard let key = row.key, known[key]?.defaultValue == nil else { continue }
                    known[key] = KnownKey(
                        title: row.title,
                        defaultValue: row.defaultValue,
                        isSecure: row.isSecure || known[key]?.isSecure == true,
                        address: "\(page)#row-\(row.index)"
                    )
                }
            }
        }
        return known
    }

    /// The keys of a domain whose values show as bullets.
    static func secure(of domain: String, in services: Services) -> Set<String> {
        Set(all(of: domain, in: services, languages: []).filter(\.value.isSecure).keys)
    }

    /// The apps that read and write a domain, directly or through an app group.
    static func apps(of domain: String, in services: Services) -> [StoredApp] {
        services.catalog.apps().filter { app in
            if app.domain == domain { return true }
            guard let bundle = app.bundle.settings else { return false }
            return bundle.allPanes().panes.values.contains { $0.applicationGroup == domain }
        }
    }
}
