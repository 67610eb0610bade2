import AppBundles
import Catalog
import Defaults
import Diagnostics
import FoundationEssentials
import OrderedCollections
import PropertyList
import Services
import Web

/// What is behind a pane: its keys with type, default, stored value and what the app sees, the last changes, and what
/// is wrong with it.
struct PaneNotes: PageModel {
    private static let mostEntries = 6
    /// Findings that are listed; the lint page has all.
    private static let mostFindings = 100

    let pane: SettingsPane
    /// How many rows of the pane come before those on the page.
    let first: Int
    let values: [Int: RowValue]
    let settings: SettingsRequest
    let snapshot: DomainSnapshot
    let sees: SearchList
    let history: [HistoryEntry]
    /// The keys of all panes whose values show as bullets.
    let secureKeys: Set<String>
    /// How many values all panes store.
    let storedCount: Int

    static let members: Members<Self> = [
        "action": .text { $0.settings.address(ofPane: $0.pane.name).text }, "domain": .text { $0.snapshot.name },
        "revision": .number { $0.snapshot.revision }, "resets": .part { Count($0.resetCount) },
        "resetAllHref": .text { notes in
            notes.storedCount > 0
                ? notes.settings.address(ofPane: notes.settings.bundle.entryName).adding("reset", "all").text : nil
        },
        "resetAllCount": .number { $0.storedCount },
        "domainPath": .text { PageAddress.path(ofDomain: $0.snapshot.name) },
        "groupDomain": .text { $0.pane.applicationGroup }, "hasKeys": .flag { !$0.shownRows.isEmpty },
        "keys": .list { notes in
            notes.shownRows.map { row in
                KeyLine(
                    row: row,
                    value: notes.values[row.index] ?? RowValue(row, stored: nil),
                    domain: notes.snapshot.name,
                    seen: notes.sees.lookUp(row.key ?? "")
                )
            }
        },
        "hasHistory": .flag { !$0.history.isEmpty },
        "latest": .list { notes in
            notes.history.prefix(mostEntries).map {
                HistoryRow(entry: $0, domain: notes.snapshot.name, secureKeys: notes.secureKeys, mostChanges: 3)
            }
        },
        "hiddenRows": .part { notes in Count(notes.pane.rows.count { !$0.isInSettings }) },
        "otherRows": .part { notes in
            Count(notes.pane.rows.count { $0.isInSettings && !$0.looksTheSameInSettings })
        },
        "isSame": .flag { notes in notes.pane.findings.isEmpty && notes.pane.rows.allSatisfy(\.looksTheSameInSettings)
        },
        "hasFindings": .flag { !$0.pane.findings.isEmpty },
        "bundleName": .text { $0.settings.look.home == .watch ? "Settings-Watch.bundle" : "Settings.bundle" },
        "findings": .list { $0.findings.prefix(mostFindings).map { FindingRow($0.diagnostic, version: $0.version) } },
        "moreFindings": .number { $0.findings.count > mostFindings ? $0.findings.count - mostFindings : nil },
        "lintHref": .text { "/apps/\($0.settings.app.id.pathSegment)/lint" },
    ]

    private var findings: [BundleFinding] { pane.findings.folded() }

    /// The rows that have to do with a value.
    private var rows: [SettingsRow] { Self.withValues(pane.rows[...]) }

    /// Those of them that are on the page.
    private var shownRows: [SettingsRow] {
        Self.withValues(pane.rows.dropFirst(first).prefix(PaneModel.rowsPerPage))
    }

    private static func withValues(_ rows: ArraySlice<SettingsRow>) -> [SettingsRow] {
        rows.filter { $0.key != nil && ($0.isEditable || $0.defaultValue != nil) }
    }

    private var resetCount: Int {
        Set(rows.filter { $0.isEditable && values[$0.index]?.stored != nil }.compactMap(\.key)).count
    }
}

/// A key of a pane in the table of its notes.
struct KeyLine: PageModel {
    let row: SettingsRow
    let value: RowValue
    let domain: String
    /// What the app gets for the key.
    let seen: SearchResult?

    static let members: Members<Self> = [
        "key": .text { $0.row.key }, "keyParts": .pieces { $0.row.key },
        "keyHref": .text { DomainQuery.address(of: $0.row.key ?? "", in: $0.domain) },
        "type": .text { ($0.value.stored ?? $0.value.defaultValue ?? $0.value.value)?.typeName ?? "string" },
        "secure": .flag { $0.row.isSecure }, "default": .part { $0.cell("default", $0.value.defaultValue) },
        "stored": .part { $0.cell("stored", $0.value.stored) }, "sees": .part { $0.cell("sees", $0.seen?.value) },
        "seenIn": .text { $0.seen.flatMap { $0.origin == .stored ? nil : $0.origin.rawValue } },
        "origin": .text { $0.value.origin.rawValue }, "modified": .flag { $0.value.isModified },
    ]

    private func cell(_ column: String, _ value: PropertyListValue?) -> ValueCell? {
        value.map { ValueCell(id: "whole-\(row.index)-\(column)", row: row, value: $0) }
    }
}

/// A value in a cell of a table: on one line, and whole for those who open it.
struct ValueCell: PageModel {
    private static let shortLimit = 60
    /// Longer values are whole on the page of their key.
    private static let longLimit = 2_000

    let id: String
    let row: SettingsRow
    let value: PropertyListValue

    static let members: Members<Self> = [
        "cell": .text { $0.id }, "start": .text { $0.row.text($0.value, limit: shortLimit) },
        "whole": .text { $0.whole }, "isCut": .flag { ($0.whole?.count ?? 0) > longLimit },
    ]

    /// The whole value, where it is longer than a line.
    private var whole: String? {
        guard let start = row.text(value, limit: Self.shortLimit), start.count > Self.shortLimit else { return nil }
        return row.text(value, limit: Self.longLimit)
    }
}

/// The few words of Settings itself that stand around an app's pane, in the language of the pane; English where there is
/// no other.
struct SettingsWords: Sendable {
    /// What the search field says.
    let search: String
    /// What the app Settings is called.
    let settings: String
    /// The heading over the apps.
    let apps: String

    private init(_ search: String, _ settings: String, _ apps: String) {
        self.search = search
        self.settings = settings
        self.apps = apps
    }

    /// The words of a language, by its tag: `ar`, `zh-Hans`, `pt_BR`.
    static func of(_ language: String?) -> SettingsWords {
        let tag = (language ?? "en").replacing("_", with: "-").lowercased()
        return all.first { tag == $0.key || tag.hasPrefix($0.key + "-") }?.value ?? english
    }

    private static let english = SettingsWords("Search", "Settings", "Apps")

    private static let all: OrderedDictionary<String, SettingsWords> = [
        "ar": .init("بحث", "الإعدادات", "التطبيقات"), "ca": .init("Cerca", "Configuració", "Apps"),
        "cs": .init("Hledat", "Nastavení", "Aplikace"), "da": .init("Søg", "Indstillinger", "Apps"),
        "de": .init("Suchen", "Einstellungen", "Apps"), "el": .init("Αναζήτηση", "Ρυθμίσεις", "Εφαρμογές"),
        "es": .init("Buscar", "Ajustes", "Apps"), "fi": .init("Etsi", "Asetukset", "Apit"),
        "fr": .init("Rechercher", "Réglages", "Apps"), "he": .init("חיפוש", "הגדרות", "יישומים"),
        "hi": .init("खोजें", "सेटिंग्ज़", "ऐप्स"), "hu": .init("Keresés", "Beállítások", "Appok"),
        "id": .init("Cari", "Pengaturan", "App"), "it": .init("Cerca", "Impostazioni", "App"),
        "ja": .init("検索", "設定", "アプリ"), "ko": .init("검색", "설정", "앱"),
        "nb": .init("Søk", "Innstillinger", "Apper"), "nl": .init("Zoek", "Instellingen", "Apps"),
        "no": .init("Søk", "Innstillinger", "Apper"), "pl": .init("Szukaj", "Ustawienia", "Aplikacje"),
        "pt-pt": .init("Procurar", "Definições", "Aplicações"), "pt": .init("Buscar", "Ajustes", "Apps"),
        "ro": .init("Căutare", "Configurări", "Aplicații"), "ru": .init("Поиск", "Настройки", "Приложения"),
        "sv": .init("Sök", "Inställningar", "Appar"), "th": .init("ค้นหา", "การตั้งค่า", "แอป"),
        "tr": .init("Ara", "Ayarlar", "Uygulamalar"), "uk": .init("Пошук", "Параметри", "Програми"),
        "vi": .init("Tìm kiếm", "Cài đặt", "Ứng dụng"), "zh-hant": .init("搜尋", "設定", "App"),
        "zh-tw": .init("搜尋", "設定", "App"), "zh-hk": .init("搜尋", "設定", "App"), "zh": .init("搜索", "设置", "App"),
    ]
}
