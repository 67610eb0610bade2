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
                journals[try row.get("dump")] = try EditJournal(row: row)
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
                    SELECT number, operation, view, summary, at, actor FROM draftEdit
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
        try writingCatalog(orThrow: .unknownDump(id)) { db in
            try Self.check(revision, of: id, in: db)
            try journal.store(of: id, isUpload: journal.base == nil, in: db)
            if let source, let base = journal.base { try base.store(source, of: id, in: db) }
            try db.execute(
                sql: "DELETE FROM draftEdit WHERE draft = ? AND number >= ?",
                arguments: [id, edit.entry.number]
            )
            try edit.insert(of: id, into: db)
            try checkJournalQuota(of: id, in: db)
        }
    }

    /// Takes edits back or carries them out again.
    public func setPosition(
        of id: String,
        from revision: Int,
        becoming journal: EditJournal
    ) throws(CatalogError) {
        try writingCatalog { db in
            try Self.check(revision, of: id, in: db)
            try journal.store(of: id, isUpload: false, in: db)
        }
    }

    /// Throws when the journal is not at the revision that a write starts from.
    static func check(_ revision: Int?, of id: String, in db: Database) throws {
        let current = try Int.fetchOne(db, sql: "SELECT revision FROM draft WHERE dump = ?", arguments: [id])
        guard current == revision else { throw CatalogError.journalConflict(id) }
    }
}

extension EditJournal {
    /// Rows of `draft` with those of `draftBase`, whose `format` is NULL where there is none.
    static let selection = """
        SELECT dump, revision, applied, count, draft.viewCount, draft.depth, draft.width, draft.height, name, format,
        app, draftBase.viewCount AS baseViewCount, draftBase.depth AS baseDepth, draftBase.width AS baseWidth,
        draftBase.height AS baseHeight, capturedAt, createdAt, hasScreenshot, length(bytes) AS byteCount
        FROM draft LEFT JOIN draftBase ON draftBase.draft = draft.dump
        """

    init(row: Row) throws {
        var base: DraftBase?
        if try row.get("format") as String? != nil {
            var summary = try DumpSummary(id: try row.get("dump"), row: row)
            summary.viewCount = try row.get("baseViewCount")
            summary.depth = try row.get("baseDepth")
            summary.size = try Size(row: row, "baseWidth", "baseHeight")
            summary.readOnly = true
            base = DraftBase(summary: summary, byteCount: try row.get("byteCount"))
        }
        self.init(
            revision: try row.get("revision"),
            applied: try row.get("applied"),
            count: try row.get("count"),
            extent: DumpExtent(
                viewCount: try row.get("viewCount"),
                depth: try row.get("depth"),
                size: try Size(row: row)
            ),
            base: base
        )
    }

    /// Writes the row of `draft`.
    /// - Parameter isUpload: whether a new row goes with the upload of its id; one that is there stays what it is.
    func store(of id: String, isUpload: Bool, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO draft (dump, upload, revision, applied, count, viewCount, depth, width, height)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (dump) DO UPDATE SET revision = excluded.revision, applied = excluded.applied,
                count = excluded.count, viewCount = excluded.viewCount, depth = excluded.depth,
                width = excluded.width, height = excluded.height
                """,
            arguments: [
                id, isUpload ? id : nil, revision, applied, count, extent.viewCount, extent.depth,
                extent.size.width, extent.size.height,
            ]
        )
    }
}

extension DraftBase {
    /// Writes the row of `draftBase` in place of the one that was there.
    func store(_ source: [UInt8], of id: String, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO draftBase (
                    draft, name, format, app, viewCount, depth, width, height, capturedAt, createdAt, hasScreenshot,
                    bytes
                ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, summary.name, summary.format.rawValue, summary.app, summary.viewCount, summary.depth,
                summary.size.width, summary.size.height, summary.capturedAt?.timeIntervalSinceReferenceDate,
                summary.createdAt.timeIntervalSinceReferenceDate, summary.hasScreenshot, Data(source),
            ]
        )
    }
}

extension JournalEntry {
    /// Reads a row of `draftEdit`.
    init(row: Row) throws {
        self.init(
            number: try row.get("number"),
            operation: try row.get("operation"),
            view: try row.get("view"),
            summary: try row.get("summary"),
            at: try row.date("at"),
            actor: try row.get("actor")
        )
    }
}

extension JournalEdit {
    /// Writes a row of `draftEdit`.
    func insert(of id: String, into db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO draftEdit (draft, number, operation, view, summary, at, edit, actor)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, entry.number, entry.operation, entry.view, entry.summary,
                entry.at.timeIntervalSinceReferenceDate, Data(text), entry.actor,
            ]
        )
    }
}

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

    /// Puts the picture of a dump in the place of the one that is stored, in one transaction.
    public func setScreenshot(
        of dump: NewDump,
        from revision: Int?,
        becoming journal: EditJournal
    ) throws(CatalogError) {
        let id = dump.summary.id
        try writingCatalog(orThrow: .unknownDump(id)) { db in
            try Self.check(revision, of: id, in: db)
            try journal.store(of: id, isUpload: true, in: db)
            try db.execute(sql: "DELETE FROM dumpScreenshot WHERE dump = ?", arguments: [id])
            try checkSize(of: dump)
            try dump.insertScreenshot(into: db)
            let scene = dump.summary.shownScene
            try db.execute(sql: "UPDATE dump SET shownScene = ? WHERE id = ?", arguments: [scene, id])
            try checkPrincipalQuota(of: dump.summary.actor, in: db)
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
                capturedAt = ?, createdAt = ?, actor = ?, file = ?, shownScene = ? WHERE id = ?
                """,
            arguments: [
                name, format.rawValue, app, viewCount, depth, size.width, size.height,
                capturedAt?.timeIntervalSinceReferenceDate, createdAt.timeIntervalSinceReferenceDate, actor, file,
                shownScene, id,
            ]
        )
    }
}

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
