public import Catalog
import Foundation
import GRDB

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
