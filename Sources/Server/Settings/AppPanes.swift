import AppBundles
import Catalog
import OrderedCollections

/// An app and those of its panes that read and write one domain.
struct AppPanes: Sendable {
    let app: StoredApp
    /// In the order in which they are reached.
    let panes: [SettingsPane]
}

extension Services {
    /// The apps that read and write a domain: as their own, or by panes that name it as their app group.
    func panes(of domain: String, languages: [String] = []) -> [AppPanes] {
        catalog.apps().compactMap { app in
            let settings = app.bundle.settings
            // Panes are read row by row, which is much for an app that has nothing to do with the domain.
            guard app.domain == domain || settings?.namesApplicationGroup(domain) == true else { return nil }
            let panes = settings?.allPanes(languages: languages).inOrder
                .filter { ($0.applicationGroup ?? app.domain) == domain }
            return app.domain == domain || panes?.isEmpty == false ? AppPanes(app: app, panes: panes ?? []) : nil
        }
    }
}
