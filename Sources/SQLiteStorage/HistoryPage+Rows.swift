import Defaults
import Foundation
import GRDB
import PropertyList

extension HistoryPage {
    /// A page ends when its keys and values have more bytes; the largest single entry is two domains large.
    static let maximumBytes = 4 << 20

    /// Reads entries newest first.
    static func fetch(
        _ domain: String,
        limit: Int,
        after: Int?,
        maximumBytes: Int = maximumBytes,
        from db: Database
    ) throws -> HistoryPage {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT revision, at, source, actor, (
                    SELECT total(length(key) + ifnull(length(before), 0) + ifnull(length(after), 0))
                    FROM historyChange AS change
                    WHERE change.domain = history.domain AND change.revision = history.revision
                ) AS bytes
                FROM history WHERE domain = ? AND revision < ? ORDER BY revision DESC
                """,
            arguments: [domain, after ?? .max]
        )
        var entries: [HistoryEntry] = []
        var bytes = 0.0
        while let row = try rows.next() {
            bytes += try row.decode(Double.self, forColumn: "bytes")
            guard entries.count < limit, entries.isEmpty || bytes <= Double(maximumBytes) else {
                return HistoryPage(entries: entries, next: entries.last?.revision)
            }
            entries.append(try HistoryEntry(row: row, domain: domain, db))
        }
        return HistoryPage(entries: entries, next: nil)
    }
}
