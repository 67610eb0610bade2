public import Catalog
import DumpFormats
import Foundation
import GRDB
import ViewHierarchy

/// Newer versions of dumps, and by which ids their views are known.
extension SQLiteStorage {
    /// Puts a newer version in the place of an upload, in one transaction.
    public func replace(
        _ dump: NewDump,
        identity: StoredIdentity,
        from revision: Int?,
        becoming journal: EditJournal
    ) throws(CatalogError) {
        let id = dump.summary.id
        try writingCatalog(orThrow: .unknownDump(id)) { db in
            try Self.check(revision, of: id, in: db)
            try dump.summary.update(in: db)
            guard db.changesCount > 0 else { throw CatalogError.unknownDump(id) }
            for table in ["dumpSource", "dumpScreenshot", "dumpPart", "dumpIdentity"] {
                try db.execute(sql: "DELETE FROM \(table) WHERE dump = ?", arguments: [id])
            }
            try checkSize(of: dump)
            try dump.insertContents(into: db)
            try checkPrincipalQuota(of: dump.summary.actor, in: db)
            try identity.store(of: id, isUpload: true, in: db)
            try db.execute(sql: "DELETE FROM draftEdit WHERE draft = ?", arguments: [id])
            try journal.store(of: id, isUpload: true, in: db)
        }
    }

    /// By which ids the views of a version of a dump are known.
    public func identity(of id: String, version: String?) throws(CatalogError) -> StoredIdentity? {
        try readingCatalog { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT version, bytes FROM dumpIdentity WHERE dump = ? AND (? IS NULL OR version = ?)
                    ORDER BY number DESC LIMIT 1
                    """,
                arguments: [id, version, version]
            )
            .map { StoredIdentity(version: try $0.get("version"), bytes: [UInt8](try $0.get("bytes") as Data)) }
        }
    }

    /// Keeps the identity of a version of a file, and forgets all but some others.
    public func keep(
        _ identity: StoredIdentity,
        ofFile id: String,
        besides versions: Set<String>
    ) throws(CatalogError) {
        try writingCatalog { db in
            let known = try String.fetchAll(db, sql: "SELECT version FROM dumpIdentity WHERE dump = ?", arguments: [id])
            for version in known where !versions.contains(version) {
                try db.execute(
                    sql: "DELETE FROM dumpIdentity WHERE dump = ? AND version = ?",
                    arguments: [id, version]
                )
            }
            try identity.store(of: id, isUpload: false, in: db)
        }
    }
}

extension StoredIdentity {
    /// Writes the row of `dumpIdentity` as the last one of its dump.
    fileprivate func store(of id: String, isUpload: Bool, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO dumpIdentity (dump, upload, version, number, bytes)
                VALUES (?, ?, ?, (SELECT coalesce(max(number), 0) + 1 FROM dumpIdentity WHERE dump = ?), ?)
                """,
            arguments: [id, isUpload ? id : nil, version, id, Data(bytes)]
        )
    }
}

extension DumpSummary {
    /// Writes everything but the id and the revision into the row of `dump`.
    fileprivate func update(in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE dump SET name = ?, format = ?, app = ?, viewCount = ?, depth = ?, width = ?, height = ?,
                capturedAt = ?, createdAt = ?, actor = ? WHERE id = ?
                """,
            arguments: [
                name, format.rawValue, app, viewCount, depth, size.width, size.height,
                capturedAt?.timeIntervalSinceReferenceDate, createdAt.timeIntervalSinceReferenceDate, actor, id,
            ]
        )
    }
}
