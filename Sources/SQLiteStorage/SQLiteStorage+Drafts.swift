public import Catalog
import DumpFormats
import Foundation
import GRDB
import ViewHierarchy

/// The edits of dumps.
extension SQLiteStorage {
    /// How far the edits are of every dump that ever had any.
    public func journals() throws(CatalogError) -> [String: EditJournal] {
        try readingCatalog { db in
            var journals: [String: EditJournal] = [:]
            let rows = try Row.fetchCursor(db, sql: EditJournal.selection)
            while let row = try rows.next() {
                journals[try row.decode(String.self, forColumn: "dump")] = try EditJournal(row: row)
            }
            return journals
        }
    }

    /// How far the edits of a dump are; nil when it never had any.
    public func journal(of id: String) throws(CatalogError) -> EditJournal? {
        try readingCatalog { db in
            try Row.fetchOne(db, sql: EditJournal.selection + " WHERE dump = ?", arguments: [id])
                .map { try EditJournal(row: $0) }
        }
    }

    /// The bytes of the file that the edits of a dump were made on.
    public func draftSource(of id: String) throws(CatalogError) -> [UInt8]? {
        try readingCatalog { db in try Self.bytes(db, sql: "SELECT bytes FROM draftBase WHERE draft = ?", id: id) }
    }

    /// What lists say about some edits.
    public func entries(of id: String, in range: Range<Int>) throws(CatalogError) -> [JournalEntry] {
        try readingCatalog { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT number, operation, view, summary, at FROM draftEdit
                    WHERE draft = ? AND number >= ? AND number < ? ORDER BY number
                    """,
                arguments: [id, range.lowerBound, range.upperBound]
            )
            .map { try JournalEntry(row: $0) }
        }
    }

    /// Some edits as JSON.
    public func edits(of id: String, in range: Range<Int>) throws(CatalogError) -> [[UInt8]] {
        try readingCatalog { db in
            try Row.fetchAll(
                db,
                sql: "SELECT edit FROM draftEdit WHERE draft = ? AND number >= ? AND number < ? ORDER BY number",
                arguments: [id, range.lowerBound, range.upperBound]
            )
            .map { row in [UInt8](try row.decode(Data.self, atIndex: 0)) }
        }
    }

    /// Adds an edit, with what it is made on where that is new, in one transaction.
    public func append(
        _ edit: JournalEdit,
        to id: String,
        from revision: Int?,
        becoming journal: EditJournal,
        source: [UInt8]?
    ) throws(CatalogError) {
        do {
            try pool.write { db in
                try Self.check(revision, of: id, in: db)
                try journal.store(of: id, in: db)
                if let source, let base = journal.base { try base.store(source, of: id, in: db) }
                try db.execute(
                    sql: "DELETE FROM draftEdit WHERE draft = ? AND number >= ?",
                    arguments: [id, edit.entry.number]
                )
                try edit.insert(of: id, into: db)
            }
        } catch DatabaseError.SQLITE_CONSTRAINT_FOREIGNKEY {
            throw .unknownDump(id)
        } catch {
            throw catalogFailure(error)
        }
    }

    /// Takes edits back or carries them out again.
    public func setPosition(
        of id: String,
        from revision: Int,
        becoming journal: EditJournal
    ) throws(CatalogError) {
        do {
            try pool.write { db in
                try Self.check(revision, of: id, in: db)
                try journal.store(of: id, in: db)
            }
        } catch {
            throw catalogFailure(error)
        }
    }

    /// Throws when the journal is not at the revision that a write starts from.
    private static func check(_ revision: Int?, of id: String, in db: Database) throws {
        let current = try Int.fetchOne(db, sql: "SELECT revision FROM draft WHERE dump = ?", arguments: [id])
        guard current == revision else { throw CatalogError.journalConflict(id) }
    }
}
