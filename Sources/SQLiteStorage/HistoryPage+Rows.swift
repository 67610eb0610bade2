import Defaults
import Foundation
import GRDB
import PropertyList

extension HistoryPage {
    /// Reads entries newest first.
    static func fetch(_ domain: String, limit: Int, after: Int?, from db: Database) throws -> HistoryPage {
        // One more than asked for tells whether there are more.
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT revision, at, source, actor FROM history
                WHERE domain = ? AND revision < ? ORDER BY revision DESC LIMIT ?
                """,
            arguments: [domain, after ?? .max, limit == .max ? limit : limit + 1]
        )
        let entries = try rows.prefix(limit).map { try HistoryEntry(row: $0, domain: domain, db) }
        return HistoryPage(entries: entries, next: rows.count > limit ? entries.last?.revision : nil)
    }
}
