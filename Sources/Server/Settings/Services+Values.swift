import AppBundles
import Catalog
import Defaults
import OrderedCollections
import PropertyList

extension Services {
    /// The domain that every app's search list holds below its own.
    static let globalDomain = "NSGlobalDomain"

    /// What `UserDefaults` of the app would look through for a domain, highest layer first.
    func searchList(of snapshot: DomainSnapshot) throws -> SearchList {
        var list = SearchList([.stored: snapshot.values])
        if snapshot.name != Self.globalDomain {
            list[.global] = try defaults.snapshot(of: Self.globalDomain).values
        }
        return list
    }

    /// A domain's values as one of the three views shows them.
    func values(of snapshot: DomainSnapshot, in view: DefaultsView) throws -> [String: PropertyListValue] {
        switch view {
        case .stored: snapshot.values
        case .app: try searchList(of: snapshot).values
        case .settings: snapshot.values.merging(defaultValues(of: snapshot.name)) { stored, _ in stored }
        }
    }

    /// The default values that the settings bundles of a domain's apps declare.
    private func defaultValues(of domain: String) -> [String: PropertyListValue] {
        var values: [String: PropertyListValue] = [:]
        for app in catalog.apps() where app.domain == domain {
            for pane in app.bundle.settings?.allPanes().panes.values.elements ?? [] where pane.applicationGroup == nil {
                for row in pane.rows {
                    if let key = row.key, let value = row.defaultValue { values[key] = value }
                }
            }
        }
        return values
    }

    /// What the rows of a pane show, by their index, and the state of the domain they read.
    func rowValues(
        of pane: SettingsPane,
        _ request: SettingsRequest
    ) throws
        -> (values: [Int: RowValue], snapshot: DomainSnapshot)
    {
        let snapshot = try defaults.snapshot(of: request.domain(of: pane))
        return (PaneResolver.values(of: pane, stored: snapshot.values), snapshot)
    }
}
