import AppBundles
import Catalog
import Services
import Web

/// The list of apps that Settings has beside a pane on an iPad: every app here that has settings, a part of them at a
/// time.
struct SettingsSidebar: PageModel {
    /// Apps in one part of the list.
    static let appsPerPart = 50

    /// One of the apps.
    struct Row: PageModel {
        let shape: AppShape
        let look: SettingsLook
        let isCurrent: Bool

        static let members: Members<Self> = [
            "appName": .text { $0.shape.name }, "distinction": .text { $0.shape.distinction },
            "appIcon": .text { $0.shape.icon }, "current": .flag { $0.isCurrent },
            "address": .text { $0.look.address($0.shape.address + "/settings").text },
        ]
    }

    let settings: SettingsRequest
    /// The pane beside it, at which other parts of the list are shown.
    private let pane: String
    private let rows: [Row]
    private let total: Int
    /// The place of the first app of this part.
    private let first: Int
    /// Whether it stands in place of the pane where there is no room for both.
    let isAsked: Bool

    /// - Parameters:
    ///   - apps: all apps, in their order.
    ///   - pane: the name of the pane beside the list.
    ///   - start: the place of the app that the part begins with; nil for the part with the app of the pane.
    init(_ apps: [CatalogApp], _ settings: SettingsRequest, beside pane: String, from start: Int?) {
        let apps = apps.filter { $0.bundle.settings != nil }
        let current = apps.firstIndex { $0.id == settings.app.id } ?? 0
        let first = min(start ?? current, max(apps.count - 1, 0)) / Self.appsPerPart * Self.appsPerPart
        // One more on either side, so that two apps of one name are told apart across the border too.
        let around = max(first - 1, 0)..<min(first + Self.appsPerPart + 1, apps.count)
        let shapes = AppNames.distinct(apps[around].map { AppShape($0, languages: settings.languages) })
        rows = shapes.dropFirst(first - around.lowerBound).prefix(Self.appsPerPart).map { shape in
            Row(shape: shape, look: settings.look, isCurrent: shape.app.id == settings.app.id)
        }
        self.settings = settings
        self.pane = pane
        self.first = first
        total = apps.count
        isAsked = start != nil
    }

    static let members: Members<Self> = [
        "rows": .list { $0.rows }, "isPaged": .flag { $0.total > appsPerPart },
        "firstApp": .number { $0.first + 1 }, "lastApp": .number { $0.first + $0.rows.count },
        "appCount": .number { $0.total },
        "earlierApps": .text { $0.first > 0 ? $0.address(from: $0.first - appsPerPart) : nil },
        "laterApps": .text { $0.first + appsPerPart < $0.total ? $0.address(from: $0.first + appsPerPart) : nil },
        "listHref": .text { $0.address(from: $0.first) },
    ]

    private func address(from place: Int) -> String {
        settings.address(ofPane: pane).adding("apps", String(max(place, 0))).text
    }
}
