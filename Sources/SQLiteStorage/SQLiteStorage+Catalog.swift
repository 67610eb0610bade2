public import Catalog
import DumpFormats
import Foundation
import GRDB
import ViewHierarchy

extension SQLiteStorage: CatalogStore {
    private static let selection = """
        SELECT *, EXISTS (SELECT 1 FROM dumpScreenshot WHERE dumpScreenshot.dump = dump.id) AS hasScreenshot FROM dump
        """

    /// All dumps, newest first.
    public func dumps() throws(CatalogError) -> [StoredDump] {
        try readingCatalog { db in
            try Row.fetchAll(db, sql: Self.selection + " ORDER BY createdAt DESC, id").map { try StoredDump(row: $0) }
        }
    }

    /// The dump with this id; nil when there is none.
    public func dump(_ id: String) throws(CatalogError) -> StoredDump? {
        try readingCatalog { db in
            try Row.fetchOne(db, sql: Self.selection + " WHERE id = ?", arguments: [id]).map { try StoredDump(row: $0) }
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

    /// Stores a dump with its bytes and picture in one transaction.
    public func insert(_ dump: NewDump) throws(CatalogError) {
        do {
            try pool.write { db in
                try dump.summary.insert(into: db)
                let source = Data(dump.source)
                try db.execute(
                    sql: "INSERT INTO dumpSource (dump, bytes) VALUES (?, ?)",
                    arguments: [dump.summary.id, source]
                )
                if let screenshot = dump.screenshot {
                    try db.execute(
                        sql: "INSERT INTO dumpScreenshot (dump, bytes) VALUES (?, ?)",
                        arguments: [dump.summary.id, Data(screenshot)]
                    )
                }
            }
        } catch DatabaseError.SQLITE_CONSTRAINT_PRIMARYKEY {
            throw CatalogError(.idTaken, "There is a dump “\(dump.summary.id)” already.")
        } catch {
            throw catalogFailure(error)
        }
    }

    /// Removes a dump with its bytes, picture and edits, and says whether there was one.
    public func delete(_ id: String) throws(CatalogError) -> Bool {
        do {
            return try pool.write { db in
                try db.execute(sql: "DELETE FROM dump WHERE id = ?", arguments: [id])
                let isUpload = db.changesCount > 0
                try db.execute(sql: "DELETE FROM draft WHERE dump = ?", arguments: [id])
                return isUpload
            }
        } catch {
            throw catalogFailure(error)
        }
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
            return try pool.read(body)
        } catch {
            throw catalogFailure(error)
        }
    }

    func catalogFailure(_ error: any Error) -> CatalogError {
        if let known = error as? CatalogError { return known }
        return CatalogError(.storageFailed, SQLiteStorageError(error, path: pool.path).message)
    }
}
