import AppBundles
import Catalog
import Defaults
import Diagnostics
import Foundation
import OrderedCollections
import PropertyList
import Services
import ViewHierarchy
import Web

/// A pane on its device: heading, way back, groups, or the choices of one row.
struct PaneModel: PageModel {
    /// What a form sent and why it was not taken.
    struct Refusal: Sendable {
        var index: Int
        var message: String
        var text: String?
    }

    /// Rows on one page.
    static let rowsPerPage = 300

    let pane: SettingsPane
    /// How many rows of the pane come before those that are shown.
    let first: Int
    let values: [Int: RowValue]
    let settings: SettingsRequest
    let snapshot: DomainSnapshot
    let layersVersion: Int
    /// Every pane that can be reached, the root first.
    let panes: SettingsPaneSet
    /// The row whose choices fill the screen.
    var chosenRow: SettingsRow?
    var refusal: Refusal?
    var isSaved = false
    /// What is searched for, and what was found, in place of the rows.
    var search: SettingsSearch?

    /// The apps beside the pane, on an iPad.
    var sidebar: SettingsSidebar?
    /// The rows that iOS itself shows above those of the pane.
    var systemGroup: SystemGroup?

    static let members: Members<Self> = [
        "domain": .text { $0.snapshot.name }, "revision": .number { $0.snapshot.revision },
        "layersVersion": .number { $0.layersVersion }, "isPad": .flag { $0.settings.idiom == .pad },
        "direction": .text { $0.pane.direction.rawValue },
        "language": .text { ($0.pane.language ?? "en").replacing("_", with: "-") },
        "api": .text { $0.settings.apiAddress }, "back": .part { $0.back },
        "heading": .text { $0.chosenRow.map { $0.title.isEmpty ? $0.key ?? "" : $0.title } ?? $0.title },
        "ios": .text { $0.settings.look.system.rawValue }, "alarm": .text { $0.alarm },
        // Settings lists apps on a page of its own, the Watch app on its first.
        "listHref": .text { pane in
            pane.settings.address(ofPane: pane.pane.name).adding("apps", "0").text
        },
        "onWatch": .flag { $0.settings.look.home == .watch },
        "saved": .flag { $0.isSaved }, "action": .text { $0.action.text },
        "isEmpty": .flag { $0.fault == nil && $0.chosenRow == nil && $0.pane.groups.allSatisfy(\.rows.isEmpty) },
        "fault": .text { $0.fault },
        "groups": .list { pane in
            pane.chosenRow != nil || pane.search != nil ? [] : pane.groups
        },
        "earlier": .text { $0.isList ? $0.earlier : nil }, "later": .text { $0.isList ? $0.later : nil },
        "choose": .part { pane in pane.search == nil ? pane.chosenRow.map(pane.row) : nil },
        "search": .part { $0.search }, "searchText": .text { $0.search?.text },
        "searchWord": .text { $0.words.search }, "settingsWord": .text { $0.words.settings },
        "appsWord": .text { $0.words.apps }, "searchFields": .list { $0.settings.look.fields() },
        "textSize": .text { $0.textSize.rawValue }, "isLargest": .flag { $0.textSize.isAccessibility },
        "sidebar": .part { $0.sidebar }, "listsApps": .flag { $0.sidebar?.isAsked ?? false },
        "system": .part { $0.isList ? $0.systemGroup : nil },
    ]

    /// What keeps people from seeing the pane at all: an empty Key anywhere in the bundle, or texts that are lost.
    private var alarm: String? {
        for pane in panes.panes.values {
            guard let finding = pane.findings.first(where: { $0.rule == "settings.row.emptyKey" }) else { continue }
            let place = pane.name == self.pane.name ? "" : " of “\(pane.title ?? settings.appName)”"
            let row = finding.row.map { " in row \($0)" } ?? ""
            return "\(finding.version ?? "iOS") shows this bundle blank: empty Key\(row)\(place)."
        }
        return pane.findings.first { $0.rule == "settings.strings.unreadable" }?.message
    }

    private var words: SettingsWords { .of(pane.language) }

    private var textSize: TextSize { settings.look.textSize ?? .standard }

    /// Where the forms of the pane are sent: to the part of it that is shown.
    private var action: PageAddress { Self.address(of: pane, from: first, settings) }

    /// The page that begins behind so many rows of a pane.
    private static func address(of pane: SettingsPane, from first: Int, _ settings: SettingsRequest) -> PageAddress {
        settings.address(ofPane: pane.name).adding("after", first > 0 ? String(first - 1) : nil)
    }

    /// The page that has the row at a place of a pane.
    static func address(of pane: SettingsPane, showing place: Int, _ settings: SettingsRequest) -> PageAddress {
        address(of: pane, from: place / rowsPerPage * rowsPerPage, settings)
    }

    /// Whether the rows are shown, neither choices nor results.
    var isList: Bool { chosenRow == nil && search == nil }

    private var earlier: String? {
        first > 0 ? Self.address(of: pane, from: max(first - Self.rowsPerPage, 0), settings).text : nil
    }

    private var later: String? {
        let next = first + Self.rowsPerPage
        return next < pane.rows.count ? Self.address(of: pane, from: next, settings).text : nil
    }

    /// The groups that have rows on the page, and those without rows that stand among them.
    private var groups: [GroupModel] {
        let shown = first..<first + Self.rowsPerPage
        var place = 0
        var groups: [GroupModel] = []
        for group in pane.groups {
            let rows = group.rows.enumerated().filter { shown.contains(place + $0.offset) }.map(\.element)
            if !rows.isEmpty || (group.rows.isEmpty && (place == 0 ? first == 0 : shown.contains(place - 1))) {
                groups.append(GroupModel(group: group, rows: rows.map(row)))
            }
            place += group.rows.count
        }
        return groups
    }

    private var title: String { pane.title ?? settings.appName }

    /// Why there are no rows at all.
    private var fault: String? {
        pane.groups.isEmpty ? pane.report.first { $0.severity == .error }?.message : nil
    }

    private var back: ListOption? {
        if chosenRow != nil { return ListOption(value: action.text, label: title) }
        guard pane.name != settings.bundle.entryName else { return nil }
        let parent = settings.parent(of: pane, among: panes)
        let address = settings.address(ofPane: parent?.name ?? settings.bundle.entryName)
        return ListOption(value: address.text, label: parent?.title ?? settings.appName)
    }

    private func row(_ row: SettingsRow) -> RowModel {
        RowModel(
            row: row,
            value: values[row.index] ?? RowValue(row, stored: nil),
            settings: settings,
            action: action,
            refusal: refusal?.index == row.index ? refusal : nil
        )
    }
}

/// A group of a pane.
struct GroupModel: PageModel {
    /// Longer notes fold.
    private static let longFooter = 420

    let group: SettingsGroup
    let rows: [RowModel]

    static let members: Members<Self> = [
        "groupTitle": .text { $0.group.title },
        // The one row that the group is, marked at the heading.
        "leads": .flag { $0.rows.first?.leadsGroup ?? false },
        "hasRows": .flag { !$0.rows.isEmpty }, "rows": .list { $0.rows },
        "footer": .text { $0.group.footer }, "isLong": .flag { $0.group.footer.map { $0.count > longFooter } ?? false },
        "footerStart": .text { $0.group.footer?.prefix(180).split(separator: "\n").joined(separator: " ") },
    ]
}

/// The rows of all panes that have a text in their title, key, value or choices.
struct SettingsSearch: PageModel {
    /// A row that was found.
    struct Result: PageModel {
        let row: SettingsRow
        /// The page that it is on.
        let address: String
        /// What that page is called.
        let pane: String
        /// What of the row has the text, where that is not its title.
        let reason: String

        static let members: Members<Self> = [
            "label": .text { $0.row.spokenName }, "address": .text { "\($0.address)#row-\($0.row.index)" },
            "where": .text { $0.pane }, "reason": .text { $0.reason },
        ]
    }

    private static let mostResults = 100

    let text: String
    private var results: [Result] = []
    private var count = 0

    static let members: Members<Self> = [
        "count": .part { Count($0.count) }, "results": .list { $0.results },
        "shownText": .text { String($0.text.prefix(60)) },
        "isCut": .flag { $0.count > $0.results.count }, "resultCount": .number { $0.results.count },
    ]

    /// Looks through all panes.
    /// - Parameter text: what is searched for, not empty.
    init(_ text: String, in panes: SettingsPaneSet, _ settings: SettingsRequest, _ services: Services) throws {
        self.text = text
        let wanted = text.lowercased()
        for pane in panes.panes.values {
            let values = try services.rowValues(of: pane, settings).values
            for (place, row) in pane.rows.enumerated() {
                guard let reason = Self.reason(row, values[row.index], wanted) else { continue }
                count += 1
                guard results.count < Self.mostResults else { continue }
                let address = PaneModel.address(of: pane, showing: place, settings).text
                results.append(
                    Result(row: row, address: address, pane: pane.title ?? settings.appName, reason: reason)
                )
            }
        }
    }

    /// Why a row fits: empty when its title says so, else what does; nil when it does not fit.
    private static func reason(_ row: SettingsRow, _ value: RowValue?, _ wanted: String) -> String? {
        if row.title.lowercased().contains(wanted) { return "" }
        if let key = row.key, key.lowercased().contains(wanted) { return key }
        if row.isSecure { return nil }
        if let shown = value?.display, shown.lowercased().contains(wanted) {
            return shown.count > 120 ? shown.prefix(120) + "…" : shown
        }
        return row.choices.first { $0.title.lowercased().contains(wanted) }?.title
    }
}

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
