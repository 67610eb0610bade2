package import AppBundles
package import Catalog
package import Defaults
package import HTTP
import OrderedCollections
package import PropertyList
import Web

/// The three ways to look at a domain's values.
package enum DefaultsView: String, CaseIterable, Sendable {
    /// What the domain itself stores.
    case stored
    /// What `UserDefaults` returns in the app: the whole search list; the bundle's default values do not count.
    case app
    /// What the Settings screen shows: stored values, else the bundle's default values.
    case settings
}

extension Services {
    /// The domain that every app's search list holds below its own.
    package static let globalDomain = DefaultsDomainName.global

    /// What `UserDefaults` of the app would look through for a domain, highest layer first.
    package func searchList(of snapshot: DomainSnapshot) throws -> SearchList {
        var list = SearchList(try layers.snapshot(of: snapshot.name).layers)
        list[.stored] = snapshot.values
        if snapshot.name != Self.globalDomain {
            list[.global] = try defaults.snapshot(of: Self.globalDomain).values
        }
        return list
    }

    /// The app groups of the apps whose own domain it is, as their panes and entitlements name them.
    package func groups(besides domain: String) throws -> [AppGroup] {
        let apps = try catalog.apps().filter { $0.domain == domain }
        let names = apps.flatMap { app in
            app.bundle.applicationGroups(entitlements: BundleInventory(app.files).entitlements)
        }
        return try Set(names).subtracting([domain, Self.globalDomain]).sorted().prefix(AppGroup.most).compactMap {
            name in
            // try?: a name that no domain can have stores nothing.
            guard (try? defaults.limits.check(domain: name)) != nil else { return nil }
            let values = try defaults.snapshot(of: name).values
            return AppGroup(name: name, values: values, secrets: try secrets(of: name))
        }
    }

    /// A domain's values as one of the three views shows them.
    package func values(of snapshot: DomainSnapshot, in view: DefaultsView) throws -> [String: PropertyListValue] {
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
    package func rowValues(
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

/// An app group of an app, with what it stores.
package struct AppGroup: Sendable {
    /// More are not told.
    static let most = 20

    package let name: String
    let values: [String: PropertyListValue]
    let secrets: SecretValues

    /// The value of a key; nil where it has none.
    package func value(of key: String) -> PropertyListValue? { values[key] }

    /// Whether its values show as bullets.
    package func isSecret(_ key: String) -> Bool { secrets.keys.contains(key) }

    /// Whether they are kept from who asks.
    package func withholds(_ key: String) -> Bool { secrets.withholds(key) }
}

/// An app and those of its panes that read and write one domain.
package struct AppPanes: Sendable {
    package let app: CatalogApp
    /// In the order in which they are reached.
    package let panes: [SettingsPane]
    /// Where they are shown.
    package var home = SettingsHome.phone
}

extension Services {
    /// The apps that read and write a domain: as their own, or by panes that name it as their app group.
    package func panes(of domain: String, languages: [String] = []) throws -> [AppPanes] {
        try catalog.apps().flatMap { app in
            SettingsHome.allCases.compactMap { home in
                let settings = app.bundle.settings(shownOn: home)
                let isOwn = app.domain == domain && home == .phone
                // Panes are read row by row, which is much for an app that has nothing to do with the domain.
                guard app.domain == domain || settings?.namesApplicationGroup(domain) == true else { return nil }
                let panes = settings?.allPanes(languages: languages).inOrder
                    .filter { ($0.applicationGroup ?? app.domain) == domain }
                return isOwn || panes?.isEmpty == false ? AppPanes(app: app, panes: panes ?? [], home: home) : nil
            }
        }
    }
}

/// What a settings pane tells about a key.
package struct KnownKey: Sendable {
    /// The row's label, empty when it has none.
    package var title: String
    /// The row's `DefaultValue`.
    package var defaultValue: PropertyListValue?
    /// The page of the pane, at the row.
    package var address: String

    /// What panes tell about the keys that they read and write. Of rows that share a key the first with a default
    /// counts.
    package static func all(in apps: [AppPanes]) -> [String: KnownKey] {
        var known: [String: KnownKey] = [:]
        for entry in apps {
            for pane in entry.panes {
                let page = entry.app.settingsPage(ofPane: pane.name, in: entry.home)
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

extension Services {
    /// The revision that a write of a domain has to start from; nil when the request does not say.
    /// - Parameter exists: whether there is anything at the address that is written to; nil where that is the domain.
    /// - Throws: 412 when `If-Match` names another one, or `If-None-Match` what is there.
    package func expectedRevision(
        of domain: String,
        _ request: Request,
        exists: ((DomainSnapshot) throws -> Bool)? = nil
    ) throws -> Int? {
        guard request.ifMatch != nil || request.ifNoneMatch != nil else { return nil }
        let snapshot = try defaults.snapshot(of: domain)
        let exists = try exists?(snapshot) ?? !snapshot.values.isEmpty
        return try Precondition.revision(request, current: snapshot.revision, exists: exists)
    }
}

/// The volatile layers by their names in the API, the highest first.
package enum VolatileLayerName: String, CaseIterable, Sendable {
    case managed
    case argument
    case registration

    /// The layer.
    package var layer: SearchList.Layer {
        switch self {
        case .managed: .managed
        case .argument: .argument
        case .registration: .registered
        }
    }
}
