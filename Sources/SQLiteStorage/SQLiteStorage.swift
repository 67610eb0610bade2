public import Defaults
public import Foundation
import GRDB

/// Keeps dumps, defaults and their history in one SQLite file, `vitrine.sqlite` in a folder of its own.
///
/// The file is in write-ahead mode and every commit reaches the disk before a write returns
/// (<https://www.sqlite.org/pragma.html#pragma_synchronous>). Several processes may have it open.
public final class SQLiteStorage: Sendable {
    /// How much a domain may hold.
    public let limits: DefaultsLimits
    let pool: DatabasePool
    let retention: HistoryRetention

    /// Opens the database in a folder, and makes both where they are missing.
    ///
    /// - Throws: when the folder cannot be written, or when the file is damaged, is no database, or belongs to another
    ///   program or to a newer version. Nothing is changed then.
    public init(
        folder: URL,
        limits: DefaultsLimits = .standard,
        retention: HistoryRetention = .standard
    ) throws(SQLiteStorageError) {
        let folder = DataFolder(url: folder)
        try folder.prepare()
        self.limits = limits
        self.retention = retention
        do {
            pool = try Self.open(folder.database)
            // A process that forgets nothing need not wait for others that write.
            if retention != .everything { try pool.write { db in try retention.forget(in: db) } }
        } catch {
            throw SQLiteStorageError(error, path: folder.database)
        }
    }

    /// Closes the database. A call to the storage after that throws.
    public func close() throws {
        try? pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA optimize") }
        try pool.close()
    }

    private static func open(_ path: String) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.label = "vitrine"
        // The timeout comes first: another process may be switching the file to write-ahead mode.
        configuration.busyMode = .timeout(5)
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
            try db.execute(sql: "PRAGMA journal_size_limit = 16777216")
        }
        try refuseForeignDatabase(path)
        let pool = try DatabasePool(path: path, configuration: configuration)
        // A pool sets NORMAL when it opens, after its configuration has been applied.
        try pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
        try migrate(pool)
        return pool
    }

    /// Looks at the file before anything writes to it.
    private static func refuseForeignDatabase(_ path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.read { db in
            let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
            let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
            guard tables > 0 else { return }
            // Between the two steps of a first start there is one table and no id yet.
            let isUnfinished = try application == 0 && tables <= 2 && db.tableExists("grdb_migrations")
            guard application == SQLiteSchema.applicationID || isUnfinished else {
                throw SQLiteStorageError(
                    .foreignDatabase,
                    "“\(path)” is a database of another program. Choose another data folder."
                )
            }
            guard try !SQLiteSchema.migrator.hasBeenSuperseded(db) else {
                throw SQLiteStorageError(
                    .newerVersion,
                    "The database “\(path)” was made by a newer version of Vitrine. Start that version instead."
                )
            }
        }
        try queue.close()
    }

    private static func migrate(_ pool: DatabasePool) throws {
        do {
            try SQLiteSchema.migrator.migrate(pool)
        } catch {
            // Two processes that start at once both begin; the one that is late finds the work done.
            try SQLiteSchema.migrator.migrate(pool)
        }
    }
}
