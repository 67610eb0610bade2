import AppBundles
import Catalog
import Defaults
import OrderedCollections
import PropertyList

extension Services {
    /// The domain that every app's search list holds below its own.
    static let globalDomain = DefaultsDomainName.global

    /// What `UserDefaults` of the app would look through for a domain, highest layer first.
    func searchList(of snapshot: DomainSnapshot) throws -> SearchList {
        var list = SearchList(layers.snapshot(of: snapshot.name).layers)
        list[.stored] = snapshot.values
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
        case .settings:
            layers.values(of: snapshot.name, layer: .managed)
                .merging(snapshot.values) { managed, _ in managed }
                .merging(defaultValues(of: snapshot.name)) { shown, _ in shown }
        }
    }

    /// The default values that settings bundles declare for a domain: those of its apps, or of the panes that name it
    /// as their app group.
    private func defaultValues(of domain: String) -> [String: PropertyListValue] {
        var values: [String: PropertyListValue] = [:]
        for row in panes(of: domain).flatMap(\.panes).flatMap(\.rows) {
            if let key = row.key, let value = row.defaultValue { values[key] = value }
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
        let managed = layers.values(of: snapshot.name, layer: .managed)
        return (PaneResolver.values(of: pane, stored: snapshot.values, managed: managed), snapshot)
    }
}
