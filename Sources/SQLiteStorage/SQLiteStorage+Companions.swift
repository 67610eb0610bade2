public import Catalog
import Foundation
import GRDB

/// The companions of dumps.
extension SQLiteStorage {
    /// The companions of a dump, by their numbers.
    public func companions(of id: String) throws(CatalogError) -> [StoredCompanion] {
        try readingCatalog { db in
            let sql = "SELECT number, createdAt, bytes, actor, language FROM companion WHERE draft = ? ORDER BY number"
            return try Row.fetchAll(db, sql: sql, arguments: [id]).map { row in
                StoredCompanion(
                    number: try row.get("number"),
                    createdAt: try row.date("createdAt"),
                    source: [UInt8](try row.get("bytes") as Data),
                    actor: try row.get("actor"),
                    language: try row.get("language")
                )
            }
        }
    }

    /// Keeps a companion, with the row of `draft` that it belongs to, in one transaction.
    public func insert(
        _ companion: StoredCompanion,
        to id: String,
        isUpload: Bool,
        from revision: Int?,
        becoming journal: EditJournal
    ) throws(CatalogError) {
        try writingCatalog(orThrow: .unknownDump(id)) { db in
            try Self.check(revision, of: id, in: db)
            try journal.store(of: id, isUpload: isUpload, in: db)
            try db.execute(
                sql: """
                    INSERT INTO companion (draft, number, createdAt, bytes, actor, language) VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    id, companion.number, companion.createdAt.timeIntervalSinceReferenceDate, Data(companion.source),
                    companion.actor, companion.language,
                ]
            )
        }
    }

    /// Removes a companion.
    public func removeCompanion(
        _ number: Int,
        of id: String,
        from revision: Int,
        becoming journal: EditJournal
    ) throws(CatalogError) {
        try writingCatalog { db in
            try Self.check(revision, of: id, in: db)
            try journal.store(of: id, isUpload: false, in: db)
            try db.execute(sql: "DELETE FROM companion WHERE draft = ? AND number = ?", arguments: [id, number])
        }
    }
}
