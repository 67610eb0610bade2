import Foundation
import GRDB

/// The database in a data folder, on its way to being open.
struct DatabaseFile {
    let folder: DataFolder
    /// What whoever starts the server is to be told.
    private(set) var notices: [String] = []

    init(_ folder: DataFolder) { self.folder = folder }

    private var path: String { folder.database }

    /// Opens the database for reading and writing, and makes or migrates it.
    /// - Throws: when it is damaged, or none that this program can use. It is left as it is then.
    mutating func opened(_ depth: DatabaseReport.Depth) throws -> DatabasePool {
        try WriteAheadLog.check(of: path)
        if Self.isEmpty(path) {
            try Self.begin(path)
        } else {
            // What is wrong is found before anything writes to the file.
            let queue = try Self.reader(path)
            let report = try queue.inDatabase { db in
                try SQLiteSchema.refuseForeign(db, path: path)
                return DatabaseReport(db, depth)
            }
            try queue.close()
            try report.check(path: path)
        }
        let pool = try DatabasePool(path: path, configuration: Self.configuration)
        // A pool sets NORMAL when it opens, after its configuration has been applied.
        try pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
        try migrate(pool)
        // try?: what a process left in the log that was killed stays there where it cannot be written back. From then on it is known where checkpoints begin and end.
        _ = try? pool.writeWithoutTransaction { db in try Row.fetchAll(db, sql: "PRAGMA wal_checkpoint") }
        return pool
    }

    /// Opens the database for reading only, damaged or not: what can be read is read, and nothing is changed.
    mutating func openedForReading(_ depth: DatabaseReport.Depth) throws -> DatabasePool {
        try WriteAheadLog.check(of: path)
        guard !Self.isEmpty(path) else {
            throw SQLiteStorageError(.missing, "There is no database “\(path)” that could be read.")
        }
        let queue = try Self.reader(path)
        let report = try queue.inDatabase { db in
            try SQLiteSchema.refuseForeign(db, path: path)
            guard try SQLiteSchema.migrator.hasCompletedMigrations(db) else {
                throw SQLiteStorageError(
                    .olderVersion,
                    "The database “\(path)” was made by an earlier version of Vitrine and has to be taken over first. "
                        + "Start once without --read-only."
                )
            }
            return DatabaseReport(db, depth)
        }
        let address = queue.path
        try queue.close()
        notices += report.faults.map { "The database “\(path)” is damaged: \($0)." }
        var configuration = Self.configuration
        configuration.readonly = true
        return try DatabasePool(path: address, configuration: configuration)
    }

    /// Opens any database for reading: as it is with its log, or, where nothing can be written beside it and there is
    /// no log, as a file that nobody changes.
    static func reader(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "vitrine reader"
        configuration.busyMode = .timeout(5)
        configuration.readonly = true
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.inDatabase { db in _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") }
            return queue
        } catch let error as DatabaseError
            where error.resultCode == .SQLITE_CANTOPEN || error.resultCode == .SQLITE_READONLY
        {
            guard FileManager.default.fileExists(atPath: path), isEmpty(path + "-wal"),
                let name = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
            else { throw error }
            return try DatabaseQueue(path: "file:\(name)?immutable=1", configuration: configuration)
        }
    }

    /// Whether a file is missing, or has no bytes.
    static func isEmpty(_ path: String) -> Bool { size(of: path) == 0 }

    /// How many bytes a file has; 0 for one that is missing.
    static func size(of path: String) -> Int {
        // try?: a file that is missing has no attributes, and no bytes.
        (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "vitrine"
        // The timeout comes first: another process may be switching the file to write-ahead mode.
        configuration.busyMode = .timeout(5)
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
            try db.execute(sql: "PRAGMA journal_size_limit = 16777216")
            // Zeros in the place of all that is deleted would take as much of the log as was deleted, which a full disk
            // does not have. They are written where that writes no page more.
            try db.execute(sql: "PRAGMA secure_delete = FAST")
        }
        return configuration
    }

    /// Writes the head of a new database: whose it is, and that its free pages can be given back, which cannot be said
    /// later (<https://www.sqlite.org/pragma.html#pragma_auto_vacuum>).
    private static func begin(_ path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
            try db.execute(sql: "PRAGMA application_id = \(SQLiteSchema.applicationID)")
        }
        try queue.close()
    }

    /// Takes over a database of an earlier version, after a copy of it was made beside it.
    private mutating func migrate(_ pool: DatabasePool) throws {
        let (version, isPending) = try pool.read { db in
            (try SQLiteSchema.version(of: db), try !SQLiteSchema.migrator.hasCompletedMigrations(db))
        }
        let isEarlier = isPending && version > 0
        if isEarlier {
            let copy = folder.unusedFile("version-\(version)")
            do {
                try DatabaseBackup.copy(pool, to: copy, depth: .quick)
            } catch {
                throw SQLiteStorageError(
                    .notMigrated,
                    "The database “\(path)” was made by an earlier version of Vitrine, and no copy of it could be made "
                        + "before it is taken over: \(SQLiteStorageError(error, path: copy).message) It was left as it is."
                )
            }
            notices.append(
                "The database “\(path)” was of version \(version) and is taken over. A copy of it as it was is “\(copy)”; "
                    + "remove it when all is well."
            )
        }
        try Self.migrate(pool, from: version)
        guard isEarlier, try pool.read({ try Int.fetchOne($0, sql: "PRAGMA auto_vacuum") }) == 0 else { return }
        // try?: databases from before version 7 keep their free pages. Without room for it they go on doing so.
        try? pool.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
            try db.execute(sql: "VACUUM")
        }
    }

    /// Makes the steps that are missing. Processes that start at once all begin with the first of them; one that comes late to
    /// a step fails at it, and goes on behind what others have made.
    private static func migrate(_ pool: DatabasePool, from version: Int) throws {
        var reached = version
        while true {
            do {
                return try SQLiteSchema.migrator.migrate(pool)
            } catch {
                let now = try pool.read { try SQLiteSchema.version(of: $0) }
                guard now > reached else { throw error }
                reached = now
            }
        }
    }
}
