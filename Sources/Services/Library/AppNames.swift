import AppBundles
import Catalog
package import Web

/// What tells apps of one name apart where they are listed: their versions where these differ, else their ids.
package enum AppNames {
    /// The apps, each with what tells it from others of its name in the list.
    package static func distinct(_ apps: [AppShape]) -> [AppShape] {
        let groups = Dictionary(grouping: apps) { $0.name.lowercased() }.filter { $1.count > 1 }
        guard !groups.isEmpty else { return apps }
        let namesWithVersions = Set(
            groups.filter { _, apps in Set(apps.compactMap(\.app.bundle.version)).count == apps.count }.keys
        )
        return apps.map { app in
            let name = app.name.lowercased()
            guard groups[name] != nil else { return app }
            var app = app
            app.distinction = namesWithVersions.contains(name) ? app.app.bundle.version : app.app.id
            return app
        }
    }
}

/// The apps that have to do with something, as many as are worth listing.
package struct AppMentions: PageModel {
    /// So many are named.
    package static let most = 8

    private let shown: [AppShape]
    private let total: Int

    /// - Parameter apps: all of them.
    package init(_ apps: [AppShape]) {
        shown = AppNames.distinct(Array(apps.prefix(Self.most)))
        total = apps.count
    }

    package static let members: Members<Self> = [
        "shown": .list { $0.shown }, "several": .flag { $0.total > 1 },
        "rest": .part { $0.total > Self.most ? Count($0.total - Self.most) : nil },
    ]
}
