import AppBundles
import Catalog
import Services
import Web

/// The rows that iOS itself shows above an app's own, drawn as a frame of reference: nothing in them can be used.
struct SystemGroup: PageModel {
    let appName: String
    /// The language that the pane is in, in its own words.
    let language: String?
    let rows: SystemRows

    static let members: Members<Self> = [
        "appName": .text { $0.appName }, "hasInfo": .flag { $0.rows.hasInfo },
        "access": .list { group in group.rows.rows.filter { $0.kind != .language }.map { SystemRowModel(row: $0) } },
        "preferred": .part { group in
            group.rows.rows.first { $0.kind == .language }.map { SystemRowModel(row: $0, value: group.language) }
        },
    ]

    init(_ settings: SettingsRequest, language: String?) {
        let bundle = settings.app.bundle
        let files = BundleInventory(settings.app.files).entitlements
        appName = settings.appName
        self.language = language.map(SettingsPage.Language.name(of:))
        rows = bundle.systemRows(on: settings.idiom, entitlements: files)
    }
}

/// One of the rows of iOS, and what of the bundle stands for it.
struct SystemRowModel: PageModel {
    let row: SystemRows.Row
    /// What the row shows; nil where that is not known.
    var value: String?

    static let members: Members<Self> = [
        "rowName": .text { $0.row.kind.title }, "symbol": .text { $0.row.kind.symbol },
        "isSwitch": .flag { $0.row.kind.isSwitch }, "rowValue": .text { $0.value },
        "infoKeys": .text { row in
            if case .info(let keys) = row.row.reason { keys.joined(separator: ", ") } else { nil }
        },
        "entitlement": .text { row in if case .entitlement(let name) = row.row.reason { name } else { nil } },
        "languageCount": .number { row in if case .localizations(let count) = row.row.reason { count } else { nil } },
        "ofAnyApp": .flag { $0.row.reason == .anyApp },
    ]
}

extension SystemRows.Kind {
    /// What iOS calls the row, in English.
    var title: String {
        switch self {
        case .location: "Location"
        case .contacts: "Contacts"
        case .calendars: "Calendars"
        case .reminders: "Reminders"
        case .photos: "Photos"
        case .bluetooth: "Bluetooth"
        case .localNetwork: "Local Network"
        case .nearbyInteraction: "Nearby Interactions"
        case .microphone: "Microphone"
        case .speechRecognition: "Speech Recognition"
        case .camera: "Camera"
        case .health: "Health"
        case .homeKit: "Home Data"
        case .media: "Media & Apple Music"
        case .motion: "Motion & Fitness"
        case .tvProvider: "TV Provider"
        case .faceID: "Face ID"
        case .focus: "Focus"
        case .siri: "Siri & Search"
        case .notifications: "Notifications"
        case .liveActivities: "Live Activities"
        case .backgroundRefresh: "Background App Refresh"
        case .cellularData: "Cellular Data"
        case .tracking: "Allow Tracking"
        case .language: "Language"
        }
    }

    /// The icon of the row in the sprite.
    var symbol: String { "ios-" + rawValue.lowercased() }

    /// Whether the row has a switch; the others lead on.
    var isSwitch: Bool {
        switch self {
        case .location, .contacts, .calendars, .photos, .health, .siri, .notifications, .language: false
        default: true
        }
    }
}
