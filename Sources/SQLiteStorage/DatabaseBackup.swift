public import Foundation
import GRDB
import Glibc

/// Copies of the database of a data folder: made while a server runs, and brought back while none does.
public enum DatabaseBackup {
    /// Makes a copy of the database in a folder as it is at one moment, whoever writes to it meanwhile. It counts only
    /// when it was checked and is on the disk; until then it has another name.
    /// - Returns: what was found in the copy.
    /// - Throws: when there is no database that this program knows, when it is damaged, or when the file is there.
    @discardableResult
    public static func make(of folder: URL, at file: URL) throws(SQLiteStorageError) -> DatabaseReport {
        let folder = DataFolder(url: folder)
        let path = file.path(percentEncoded: false)
        do {
            let source = try known(folder.database)
            defer { try? source.close() }  // try?: nothing was written through it.
            return try copy(source, to: path, depth: .full)
        } catch {
            throw SQLiteStorageError(error, path: folder.database)
        }
    }

    /// Puts a backup in the place of the database in a folder. What was there is kept beside it under another name.
    /// - Returns: what was found in the backup, and where the database is that was there; nil where there was none.
    /// - Throws: when the folder is in use, and when the backup is damaged or none. Nothing was changed then.
    public static func restore(
        _ file: URL,
        into folder: URL
    ) throws(SQLiteStorageError) -> (report: DatabaseReport, kept: String?) {
        let folder = DataFolder(url: folder)
        let path = file.path(percentEncoded: false)
        try folder.make()
        let lock = try FolderLock(folder, .alone)
        defer { withExtendedLifetime(lock) {} }
        do {
            let source = try known(path)
            defer { try? source.close() }  // try?: nothing was written through it.
            let fresh = folder.unusedFile("restoring")
            let report = try copy(source, to: fresh, depth: .full)
            do {
                let kept = try keep(folder)
                guard rename(fresh, folder.database) == 0 else { throw failure(folder.database) }
                try sync(folder.path)
                return (report, kept)
            } catch {
                unlink(fresh)
                throw error
            }
        } catch {
            throw SQLiteStorageError(error, path: path)
        }
    }

    /// Looks at the database of a folder, or at a backup, and changes nothing.
    /// - Parameter place: a data folder or a file.
    /// - Throws: when it is no database of ours, or one of another version. What is damaged stands in the report.
    public static func check(
        _ place: URL,
        _ depth: DatabaseReport.Depth = .full
    ) throws(SQLiteStorageError) -> DatabaseReport {
        // try?: what has no values is no folder; opening it says what is wrong.
        let isFolder = (try? place.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
        let path = isFolder ? DataFolder(url: place).database : place.path(percentEncoded: false)
        do {
            let source = try known(path)
            defer { try? source.close() }  // try?: nothing was written through it.
            return source.inDatabase { db in DatabaseReport(db, depth) }
        } catch {
            throw SQLiteStorageError(error, path: path)
        }
    }

    /// Opens a database of ours for reading.
    private static func known(_ path: String) throws -> DatabaseQueue {
        try WriteAheadLog.check(of: path)
        guard !DatabaseFile.isEmpty(path) else {
            throw SQLiteStorageError(.missing, "There is no database “\(path)”.")
        }
        let queue = try DatabaseFile.reader(path)
        try queue.inDatabase { db in
            try SQLiteSchema.refuseForeign(db, path: path)
            guard try SQLiteSchema.version(of: db) > 0 else {
                throw SQLiteStorageError(
                    .foreignDatabase,
                    "“\(path)” is an empty database, with nothing of Vitrine in it."
                )
            }
        }
        return queue
    }

    /// Copies a database to a file that is not there yet: all of it or nothing.
    @discardableResult
    static func copy(
        _ source: any DatabaseReader,
        to path: String,
        depth: DatabaseReport.Depth
    ) throws -> DatabaseReport {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw SQLiteStorageError(
                .fileExists,
                "There is a file “\(path)” already. Name another one, or move it away."
            )
        }
        let partial = "\(path).partial-\(getpid())"
        unlink(partial)
        defer { for suffix in ["", "-journal", "-wal", "-shm"] { unlink(partial + suffix) } }
        do {
            guard FileManager.default.createFile(atPath: partial, contents: nil, attributes: [.posixPermissions: 0o600])
            else { throw failure(partial) }
            let queue = try DatabaseQueue(path: partial)
            try source.backup(to: queue)
            // One file, without a log beside it.
            try queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA journal_mode = DELETE") }
            let report = queue.inDatabase { db in DatabaseReport(db, depth) }
            try queue.close()
            try report.check(path: path)
            try sync(partial)
            // Unlike a rename, a link takes nobody's place.
            if link(partial, path) != 0 {
                guard errno != EEXIST, rename(partial, path) == 0 else { throw failure(path) }
            }
            try sync((path as NSString).deletingLastPathComponent)
            return report
        } catch {
            throw SQLiteStorageError(error, path: path)
        }
    }

    /// Gives the database of a folder a second name, and takes its log away where that is a part of it. A log whose database is
    /// empty is kept, too.
    private static func keep(_ folder: DataFolder) throws -> String? {
        let kept = ["", "-wal"].filter { !DatabaseFile.isEmpty(folder.database + $0) }
        // try?: what is in the log becomes a part of the file, unless one is damaged; then both are kept as they are.
        if kept.contains(""), (try? WriteAheadLog.check(of: folder.database)) != nil,
            let queue = try? DatabaseQueue(path: folder.database)
        {
            // try?: where the log cannot be written back, both are kept as they are.
            try? queue.writeWithoutTransaction { db in
                if try SQLiteSchema.version(of: db) > 0 { try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
            }
            // try?: it is only read from then on, as files.
            try? queue.close()
        }
        let name = folder.unusedFile("before-restore")
        for suffix in kept where !DatabaseFile.isEmpty(folder.database + suffix) {
            if link(folder.database + suffix, name + suffix) != 0 {
                try FileManager.default.copyItem(atPath: folder.database + suffix, toPath: name + suffix)
                try sync(name + suffix)
            }
        }
        try sync(folder.path)
        // A log of another database would be read as one of the new.
        for suffix in ["-wal", "-shm"] { unlink(folder.database + suffix) }
        return kept.isEmpty ? nil : name
    }

    /// Waits until a file or a folder is on the disk.
    private static func sync(_ path: String) throws {
        let descriptor = open(path.isEmpty ? "." : path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(path) }
    }

    /// What the system says of a file.
    private static func failure(_ path: String) -> SQLiteStorageError {
        let code = errno
        return SQLiteStorageError(
            code == ENOSPC ? .full : .notWritable,
            "“\(path)” cannot be written: \(String(cString: strerror(code))). Check the folder, its permissions and its disk."
        )
    }
}

/// What was found in a database.
public struct DatabaseReport: Sendable, Hashable {
    /// How closely a database is looked at.
    public enum Depth: Sendable, Hashable {
        /// Not at all.
        case none
        /// Its structure, which takes a second at most: of a large one only the tables without bytes of dumps and apps.
        case quick
        /// Every page, index and row.
        case full
    }

    /// What is wrong, as SQLite says it; at most 20 faults. An empty list is a sound database.
    public var faults: [String]
    /// The number of its last migration; 0 for an empty one.
    public var version: Int
    /// Its size in bytes.
    public var byteCount: Int
    /// How many dumps, apps and domains with values are in it; nil where a damaged one does not say.
    public var counts: [String: Int]

    /// Databases up to this size are looked at as a whole at each start.
    private static let quickBytes = 256 << 20
    /// Of larger ones the tables that are small as a rule.
    private static let quickTables = [
        "domain", "domainValue", "history", "dump", "draft", "app", "secretKey", "accessToken",
    ]
    private static let mostFaults = 20

    /// Looks at a database.
    init(_ db: Database, _ depth: Depth) {
        // try?: numbers of a damaged file are left out; the checks below say what is wrong.
        let pages = (try? Int.fetchOne(db, sql: "PRAGMA page_count")) ?? 0
        byteCount = pages * ((try? Int.fetchOne(db, sql: "PRAGMA page_size")) ?? 0)
        version = (try? SQLiteSchema.version(of: db)) ?? 0
        counts = [:]
        for (name, sql) in [
            ("dumps", "SELECT count(*) FROM dump"), ("apps", "SELECT count(*) FROM app"),
            ("domains", "SELECT count(DISTINCT domain) FROM domainValue"),
        ] {
            // try?: a damaged table has no count, which is nil in the report.
            if let count = try? Int.fetchOne(db, sql: sql) { counts[name] = count }
        }
        faults = []
        do {
            switch depth {
            case .none: return
            case .quick where byteCount > Self.quickBytes:
                for table in Self.quickTables where try db.tableExists(table) {
                    try check("quick_check('\(table)')", db)
                }
            case .quick:
                try check("quick_check(\(Self.mostFaults))", db)
                try checkReferences(db)
            case .full:
                try check("integrity_check(\(Self.mostFaults))", db)
                try checkReferences(db)
            }
        } catch {
            faults.append((error as? DatabaseError)?.message ?? "\(error)")
        }
        faults = Array(faults.prefix(Self.mostFaults))
    }

    private mutating func check(_ pragma: String, _ db: Database) throws {
        // SQLite may fail after it has said what is wrong, so the lines are taken one by one.
        let lines = try String.fetchCursor(db, sql: "PRAGMA \(pragma)")
        while let line = try lines.next() { if line != "ok" { faults.append(line.replacing("\n", with: " ")) } }
    }

    /// Adds an entry for each table with rows that belong to none.
    private mutating func checkReferences(_ db: Database) throws {
        var lost: [String: Int] = [:]
        let rows = try Row.fetchCursor(db, sql: "PRAGMA foreign_key_check")
        while let row = try rows.next() {
            let (child, parent): (String, String) = (try row.get("table"), try row.get("parent"))
            lost["“\(child)” that belong to no row of “\(parent)”", default: 0] += 1
        }
        faults += lost.sorted { $0.key < $1.key }.map { "\($0.value) rows of \($0.key)" }
    }

    /// Throws when something is wrong.
    func check(path: String) throws(SQLiteStorageError) {
        guard let fault = faults.first else { return }
        let others = faults.count > 1 ? ", and \(faults.count - 1) more" : ""
        throw SQLiteStorageError(
            .corrupt,
            "The database “\(path)” is damaged: \(fault)\(others). Restore a backup with "
                + "“vitrine restore”, or start with --read-only to read what can be read. It was left as it is."
        )
    }
}

extension SQLiteSchema {
    /// The number of the last migration that a database has.
    static func version(of db: Database) throws -> Int {
        try migrator.appliedIdentifiers(db).compactMap { Int($0.prefix { $0.isNumber }) }.max() ?? 0
    }

    /// Throws when a database is none of ours, or of a version that this program cannot read.
    static func refuseForeign(_ db: Database, path: String) throws {
        let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
        let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        guard tables > 0 else { return }
        // Between the two steps of a first start there is one table and no id yet.
        let isUnfinished = try application == 0 && tables <= 2 && db.tableExists("grdb_migrations")
        guard application == applicationID || isUnfinished else {
            throw SQLiteStorageError(
                .foreignDatabase,
                "“\(path)” is a database of another program. Choose another data folder."
            )
        }
        guard try migrator.appliedIdentifiers(db).isDisjoint(with: earlier) else {
            throw SQLiteStorageError(
                .olderVersion,
                "The database “\(path)” was made before the first release, which keeps values in another way. "
                    + "Move it away, or choose another data folder."
            )
        }
        guard try !migrator.hasBeenSuperseded(db) else {
            throw SQLiteStorageError(
                .newerVersion,
                "The database “\(path)” was made by a newer version of Vitrine. Start that version instead."
            )
        }
    }
}
