import AppBundles
import Catalog
import Defaults
import Diagnostics
import FoundationEssentials
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
        "isSame": .flag { notes in notes.pane.report.isEmpty && notes.pane.rows.allSatisfy(\.looksTheSameInSettings) },
        "hasFindings": .flag { !$0.pane.report.isEmpty },
        "findings": .list { $0.pane.report.prefix(mostFindings).map { FindingRow($0) } },
        "moreFindings": .number { $0.pane.report.count > mostFindings ? $0.pane.report.count - mostFindings : nil },
        "lintHref": .text { "/apps/\($0.settings.app.id.pathSegment)/lint" },
    ]

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
        "key": .text { $0.row.key }, "keyHref": .text { DomainQuery.address(of: $0.row.key ?? "", in: $0.domain) },
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
