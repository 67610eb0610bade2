import Catalog
import Foundation
import GRDB

extension JournalEntry {
    /// Reads a row of `draftEdit`.
    init(row: Row) throws {
        self.init(
            number: try row.decode(Int.self, forColumn: "number"),
            operation: try row.decode(String.self, forColumn: "operation"),
            view: try row.decode(Int?.self, forColumn: "view"),
            summary: try row.decode(String.self, forColumn: "summary"),
            at: Date(timeIntervalSinceReferenceDate: try row.decode(Double.self, forColumn: "at"))
        )
    }
}

extension JournalEdit {
    /// Writes a row of `draftEdit`.
    func insert(of id: String, into db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO draftEdit (draft, number, operation, view, summary, at, edit)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, entry.number, entry.operation, entry.view, entry.summary,
                entry.at.timeIntervalSinceReferenceDate, Data(text),
            ]
        )
    }
}
