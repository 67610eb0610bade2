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

    /// What panes tell about the keys that they read and write. Of rows that share a key the first with a default
    /// counts.
    static func all(in apps: [AppPanes]) -> [String: KnownKey] {
        var known: [String: KnownKey] = [:]
        for entry in apps {
            let base = "/apps/\(entry.app.id.pathSegment)/settings"
            for pane in entry.panes {
                let page = pane.name == entry.app.bundle.settings?.entryName ? base : base + "/" + pane.name.pathSegment
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
        Set(all(in: services.panes(of: domain)).filter(\.value.isSecure).keys)
    }
}
