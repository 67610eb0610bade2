import AppBundles
import Catalog
import Defaults
import HTTP
import OrderedCollections
import PropertyList

/// The three ways to look at a domain's values.
enum DefaultsView: String, CaseIterable, Sendable {
    /// What the domain itself stores.
    case stored
    /// What `UserDefaults` returns in the app: the whole search list; the bundle's default values do not count.
    case app
    /// What the Settings screen shows: stored values, else the bundle's default values.
    case settings
}

extension Services {
    /// The domain that every app's search list holds below its own.
    static let globalDomain = DefaultsDomainName.global

    /// What `UserDefaults` of the app would look through for a domain, highest layer first.
    func searchList(of snapshot: DomainSnapshot) throws -> SearchList {
        var list = SearchList(try layers.snapshot(of: snapshot.name).layers)
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
            try layers.values(of: snapshot.name, layer: .managed)
                .merging(snapshot.values) { managed, _ in managed }
                .merging(try defaultValues(of: snapshot.name)) { shown, _ in shown }
        }
    }

    /// The default values that settings bundles declare for a domain: those of its apps, or of the panes that name it
    /// as their app group.
    private func defaultValues(of domain: String) throws -> [String: PropertyListValue] {
        var values: [String: PropertyListValue] = [:]
        for row in try panes(of: domain).flatMap(\.panes).flatMap(\.rows) {
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
        let managed = try layers.values(of: snapshot.name, layer: .managed)
        var values = PaneResolver.values(of: pane, stored: snapshot.values, managed: managed)
        let secrets = try withheld(of: snapshot.name)
        for row in pane.rows where row.isSecure && secrets.areWithheld || row.key.map(secrets.withholds) == true {
            values[row.index] = values[row.index]?.withheld
        }
        return (values, snapshot)
    }
}

/// An app and those of its panes that read and write one domain.
struct AppPanes: Sendable {
    let app: CatalogApp
    /// In the order in which they are reached.
    let panes: [SettingsPane]
}

extension Services {
    /// The apps that read and write a domain: as their own, or by panes that name it as their app group.
    func panes(of domain: String, languages: [String] = []) throws -> [AppPanes] {
        try catalog.apps().compactMap { app in
            let settings = app.bundle.settings
            // Panes are read row by row, which is much for an app that has nothing to do with the domain.
            guard app.domain == domain || settings?.namesApplicationGroup(domain) == true else { return nil }
            let panes = settings?.allPanes(languages: languages).inOrder
                .filter { ($0.applicationGroup ?? app.domain) == domain }
            return app.domain == domain || panes?.isEmpty == false ? AppPanes(app: app, panes: panes ?? []) : nil
        }
    }
}

/// What a settings pane tells about a key.
struct KnownKey: Sendable {
    /// The row's label, empty when it has none.
    var title: String
    /// The row's `DefaultValue`.
    var defaultValue: PropertyListValue?
    /// The page of the pane, at the row.
    var address: String

    /// What panes tell about the keys that they read and write. Of rows that share a key the first with a default
    /// counts.
    static func all(in apps: [AppPanes]) -> [String: KnownKey] {
        var known: [String: KnownKey] = [:]
        for entry in apps {
            for pane in entry.panes {
                let page = entry.app.settingsAddress(ofPane: pane.name)
                for row in pane.rows {
                    guard let key = row.key, known[key]?.defaultValue == nil else { continue }
                    known[key] = KnownKey(
                        title: row.title,
                        defaultValue: row.defaultValue,
                        address: "\(page)#row-\(row.index)"
                    )
                }
            }
        }
        return known
    }
}
