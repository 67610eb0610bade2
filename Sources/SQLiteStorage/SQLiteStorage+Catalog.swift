public import Catalog
public import DumpFormats
import Foundation
import GRDB
import Storage
import ViewHierarchy

extension SQLiteStorage: CatalogStore {
    private static let selection = """
        SELECT *, EXISTS (SELECT 1 FROM dumpScreenshot WHERE dumpScreenshot.dump = dump.id) AS hasScreenshot FROM dump
        """

    /// All dumps, newest first.
    public func dumps() throws(CatalogError) -> [DumpSummary] {
        try readingCatalog { db in
            try Row.fetchAll(db, sql: Self.selection + " ORDER BY createdAt DESC, id").map { try DumpSummary(row: $0) }
        }
    }

    /// The dump with this id; nil when there is none.
    public func dump(_ id: String) throws(CatalogError) -> DumpSummary? {
        try readingCatalog { db in
            try Row.fetchOne(db, sql: Self.selection + " WHERE id = ?", arguments: [id]).map {
                try DumpSummary(row: $0)
            }
        }
    }

    /// The bytes of a dump as they came; nil when there is no such dump.
    public func source(of id: String) throws(CatalogError) -> [UInt8]? {
        try readingCatalog { db in
            try Self.bytes(db, sql: "SELECT bytes FROM dumpSource WHERE dump = ?", id: id)
        }
    }

    /// The picture that came beside a dump; nil when there is none.
    public func screenshot(of id: String) throws(CatalogError) -> [UInt8]? {
        try readingCatalog { db in
            try Self.bytes(db, sql: "SELECT bytes FROM dumpScreenshot WHERE dump = ?", id: id)
        }
    }

    /// The other parts that came beside a dump, in their order; none when there is no such dump.
    public func parts(of id: String) throws(CatalogError) -> [DumpPart] {
        try readingCatalog { db in
            let sql = "SELECT name, filename, bytes FROM dumpPart WHERE dump = ? ORDER BY number"
            let rows = try Row.fetchCursor(db, sql: sql, arguments: [id])
            var parts: [DumpPart] = []
            while let row = try rows.next() {
                let bytes = try row.withUnsafeData(atIndex: 2) { data in data.map { [UInt8]($0) } }
                parts.append(
                    DumpPart(name: try row.get("name"), filename: try row.get("filename"), bytes: bytes ?? [])
                )
            }
            return parts
        }
    }

    /// Stores a dump with its bytes, its picture and its parts in one transaction.
    public func insert(_ dump: NewDump) throws(CatalogError) {
        try writingCatalog(orThrow: .idTaken(dump: dump.summary.id)) { db in
            try dump.summary.insert(into: db)
            try checkSize(of: dump)
            try dump.insertContents(into: db)
            try checkPrincipalQuota(of: dump.summary.actor, in: db)
        }
    }

    /// Gives a dump another name, other tags and another folder or none, and says whether there is one.
    public func describe(_ id: String, as name: String, tags: [String], folder: String?) throws(CatalogError) -> Bool {
        try writingCatalog { db in
            let line = tags.joined(separator: "\n")
            let sql = "UPDATE dump SET name = ?, tags = ?, folder = ? WHERE id = ?"
            try db.execute(sql: sql, arguments: [name, line, folder, id])
            return db.changesCount > 0
        }
    }

    /// Removes a dump with its bytes, picture, edits and marks, and says whether there was one.
    public func delete(_ id: String) throws(CatalogError) -> Bool {
        try writingCatalog(deletes: true) { db in
            try db.execute(sql: "DELETE FROM dump WHERE id = ?", arguments: [id])
            let isUpload = db.changesCount > 0
            try db.execute(sql: "DELETE FROM draft WHERE dump = ?", arguments: [id])
            try db.execute(sql: "DELETE FROM viewMarks WHERE dump = ?", arguments: [id])
            try db.execute(sql: "DELETE FROM dumpIdentity WHERE dump = ?", arguments: [id])
            return isUpload
        }
    }

    /// Throws when a write would fail.
    public func checkWriting() throws(CatalogError) {
        do { try checkWritable() } catch { throw catalogFailure(error) }
    }

    /// Throws when the database cannot be read.
    public func check() throws(CatalogError) {
        try readingCatalog { db in _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM domain") }
    }

    static func bytes(_ db: Database, sql: String, id: String, _ other: String? = nil) throws -> [UInt8]? {
        let arguments: StatementArguments = other.map { [id, $0] } ?? [id]
        let rows = try Row.fetchCursor(db, sql: sql, arguments: arguments)
        // The bytes are copied once, out of SQLite's own buffer.
        return try rows.next().flatMap { row in
            try row.withUnsafeData(atIndex: 0) { data in data.map { [UInt8]($0) } }
        }
    }

    func readingCatalog<Result>(_ body: (Database) throws -> Result) throws(CatalogError) -> Result {
        do {
            return try read(body)
        } catch {
            throw catalogFailure(error)
        }
    }

    /// Writes in a transaction, all of it or nothing.
    /// - Parameters:
    ///   - violation: what is thrown when a row with the same key is there, or none that it belongs to.
    ///   - deletes: whether it makes room.
    func writingCatalog<Result>(
        orThrow violation: CatalogError? = nil,
        deletes: Bool = false,
        _ body: (Database) throws -> Result
    ) throws(CatalogError) -> Result {
        do {
            return try writing(deletes: deletes, body)
        } catch DatabaseError.SQLITE_CONSTRAINT_PRIMARYKEY, DatabaseError.SQLITE_CONSTRAINT_FOREIGNKEY {
            throw violation ?? CatalogError(.storageFailed, "The database refuses a row.")
        } catch {
            throw catalogFailure(error)
        }
    }

    private func catalogFailure(_ error: any Error) -> CatalogError {
        error as? CatalogError ?? CatalogError(SQLiteStorageError(error, path: path))
    }
}

extension DumpSummary {
    /// Reads a row of `dump` with a column `hasScreenshot`.
    init(row: Row) throws {
        try self.init(id: try row.get("id"), row: row)
        revision = try row.get("revision")
        actor = try row.get("actor")
        file = try row.get("file")
        folder = try row.get("folder")
        shownScene = try row.get("shownScene")
        tags = (try row.get("tags") as String).split(separator: "\n").map(String.init)
    }

    /// Reads the columns that rows of `dump` and of `draftBase` share.
    init(id: String, row: Row) throws {
        let format: String = try row.get("format")
        guard let format = DumpFormat(rawValue: format) else {
            throw SQLiteStorageError.unknownFormat(format)
        }
        self.init(
            id: id,
            name: try row.get("name"),
            format: format,
            app: try row.get("app"),
            viewCount: try row.get("viewCount"),
            depth: try row.get("depth"),
            size: try Size(row: row),
            capturedAt: try row.date("capturedAt"),
            createdAt: try row.date("createdAt"),
            hasScreenshot: try row.get("hasScreenshot")
        )
    }

    /// Writes a row of `dump`. SQLite has no NaN; it stores NULL in its place.
    func insert(into db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO dump (
                    id, name, format, app, viewCount, depth, width, height, capturedAt, createdAt, revision,
                    actor, file, tags, folder, shownScene
                ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, name, format.rawValue, app, viewCount, depth, size.width, size.height,
                capturedAt?.timeIntervalSinceReferenceDate, createdAt.timeIntervalSinceReferenceDate, revision,
                actor, file, tags.joined(separator: "\n"), folder, shownScene,
            ]
        )
    }
}

extension NewDump {
    /// Writes what belongs to the row of `dump`.
    func insertContents(into db: Database) throws {
        let id = summary.id
        try db.execute(sql: "INSERT INTO dumpSource (dump, bytes) VALUES (?, ?)", arguments: [id, Data(source)])
        try insertScreenshot(into: db)
        for (number, part) in parts.enumerated() {
            try db.execute(
                sql: "INSERT INTO dumpPart (dump, number, name, filename, bytes) VALUES (?, ?, ?, ?, ?)",
                arguments: [id, number, part.name, part.filename, Data(part.bytes)]
            )
        }
    }

    /// Writes the row of `dumpScreenshot`, where there is a picture.
    func insertScreenshot(into db: Database) throws {
        guard let screenshot else { return }
        try db.execute(
            sql: "INSERT INTO dumpScreenshot (dump, bytes) VALUES (?, ?)",
            arguments: [summary.id, Data(screenshot)]
        )
    }
}

extension Size {
    /// Reads two columns, which are NULL for what is no number.
    init(row: Row, _ width: String = "width", _ height: String = "height") throws {
        self.init(
            width: try row.get(width) as Double? ?? .nan,
            height: try row.get(height) as Double? ?? .nan
        )
    }
}

/// Uploaded apps.
extension SQLiteStorage {
    /// All uploaded apps, oldest first.
    public func uploadedApps() throws(CatalogError) -> [UploadedApp] {
        try readingCatalog { db in
            try Row.fetchAll(db, sql: "SELECT * FROM app ORDER BY createdAt, id").map { try UploadedApp(row: $0) }
        }
    }

    /// The uploaded app with this id; nil when there is none.
    public func uploadedApp(_ id: String) throws(CatalogError) -> UploadedApp? {
        try readingCatalog { db in
            try Row.fetchOne(db, sql: "SELECT * FROM app WHERE id = ?", arguments: [id])
                .map { try UploadedApp(row: $0) }
        }
    }

    /// The files of an uploaded app, sorted by path; none when there is no such app.
    public func files(ofApp id: String) throws(CatalogError) -> [AppFile] {
        try readingCatalog { db in
            try Row.fetchAll(
                db,
                sql: "SELECT path, size, checksum, bytes IS NOT NULL AS isKept FROM appFile WHERE app = ?",
                arguments: [id]
            )
            .map { try AppFile(row: $0) }
            // Swift and SQLite order texts differently.
            .sorted { $0.path < $1.path }
        }
    }

    /// The bytes of a file of an uploaded app; nil when there is no such file, or when its bytes are not kept.
    public func file(_ path: String, ofApp id: String) throws(CatalogError) -> [UInt8]? {
        try readingCatalog { db in
            try Self.bytes(
                db,
                sql: "SELECT bytes FROM appFile WHERE app = ? AND path = ? AND bytes IS NOT NULL",
                id: id,
                path
            )
        }
    }

    /// Stores an app with all its files in one transaction.
    public func insert(_ app: NewApp) throws(CatalogError) {
        let (summary, contents) = (app.summary, app.contents)
        try writingCatalog(orThrow: .idTaken(app: summary.id)) { db in
            try summary.insert(into: db)
            try checkSize(of: app)
            try app.marks.store(in: db)
            let statement = try db.makeStatement(
                sql: "INSERT INTO appFile (app, path, size, checksum, bytes) VALUES (?, ?, ?, ?, ?)"
            )
            for file in contents.files {
                let bytes = file.isKept ? contents.bytes[file.path].map { Data($0) } : nil
                try statement.execute(
                    arguments: [summary.id, file.path, file.size, Int64(file.checksum), bytes]
                )
            }
            try checkPrincipalQuota(of: app.summary.actor, in: db)
        }
    }

    /// Removes an uploaded app with all its files, and says whether there was one.
    public func deleteApp(_ id: String) throws(CatalogError) -> Bool {
        try writingCatalog(deletes: true) { db in
            try db.execute(sql: "DELETE FROM app WHERE id = ?", arguments: [id])
            return db.changesCount > 0
        }
    }
}

extension UploadedApp {
    /// Reads a row of `app`.
    init(row: Row) throws {
        self.init(
            id: try row.get("id"),
            bundleName: try row.get("bundleName"),
            folderName: try row.get("folderName"),
            fingerprint: try row.get("fingerprint"),
            createdAt: try row.date("createdAt"),
            actor: try row.get("actor")
        )
    }

    /// Writes a row of `app`.
    func insert(into db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO app (id, bundleName, folderName, fingerprint, createdAt, actor) VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [id, bundleName, folderName, fingerprint, createdAt.timeIntervalSinceReferenceDate, actor]
        )
    }
}

extension AppFile {
    /// Reads a row of `appFile` with a column `isKept` in place of the bytes.
    init(row: Row) throws {
        let checksum: Int64 = try row.get("checksum")
        self.init(
            path: try row.get("path"),
            size: try row.get("size"),
            checksum: UInt32(truncatingIfNeeded: checksum),
            isKept: try row.get("isKept")
        )
    }
}
