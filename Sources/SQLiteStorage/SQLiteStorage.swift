public import Defaults
import Dispatch
public import Foundation
import GRDB
public import Storage
import Synchronization

/// Keeps dumps, defaults and their history in one SQLite file, `vitrine.sqlite` in a folder of its own.
///
/// The file is in write-ahead mode and every commit reaches the disk before a write returns
/// (<https://www.sqlite.org/pragma.html#pragma_synchronous>). Several processes may have it open.
public final class SQLiteStorage: Sendable {
    /// How a storage is opened.
    public struct Options: Sendable {
        /// Whether nothing is written: the database may be damaged, and its disk read-only.
        public var isReadOnly = false
        /// How closely the database is looked at first.
        public var depth = DatabaseReport.Depth.quick
        /// How much may be stored.
        public var quotas = StorageQuotas.none
        /// How long a write waits in all, for those before it and for other processes that keep the database locked;
        /// after that it throws.
        public var busyLimit = Duration.seconds(5)
        /// What time it is. Revisions and their order do not depend on it.
        public var clock: @Sendable () -> Date = { Date() }

        /// A storage that is written to, without quotas.
        public init() {}
    }

    /// How much a domain may hold.
    public let limits: DefaultsLimits
    /// What whoever opened it is to be told, as sentences.
    public let notices: [String]
    /// How long its work takes.
    public let times = StorageTimes()
    let pool: DatabasePool
    let retention: HistoryRetention
    let options: Options
    let folder: DataFolder
    let reserve: SpaceReserve
    /// What the last write failed with, where that was the fault of the disk or the files.
    let lastFailure = Mutex<SQLiteStorageError?>(nil)
    /// Whether free pages are being given back.
    let isGivingBack = Mutex(false)
    /// Nil for a storage that is only read, which need not be able to write a file beside the database.
    private let lock: FolderLock?
    let files: OpenedFiles
    /// Tells whether anything was committed; nil where it could not be opened.
    private let commits: CommitWatch?
    /// Those who want to write wait here, where the time they wait is counted.
    let turns = WriteTurns()

    /// The path of the database.
    var path: String { folder.database }

    /// Opens the database in a folder, and makes both where they are missing.
    /// - Parameters:
    ///   - limits: how much a domain may hold.
    ///   - retention: how much of each domain's history is kept.
    /// - Throws: when the folder cannot be written, or when the file is damaged, is no database, or belongs to another
    ///   program or to a newer version. Nothing is changed then.
    public init(
        folder: URL,
        limits: DefaultsLimits = .standard,
        retention: HistoryRetention = .standard,
        options: Options = Options()
    ) throws(SQLiteStorageError) {
        let folder = DataFolder(url: folder)
        self.folder = folder
        self.limits = limits
        self.retention = retention
        self.options = options
        reserve = SpaceReserve(path: folder.reserve)
        if options.isReadOnly {
            lock = nil
        } else {
            try folder.make()
            lock = try FolderLock(folder, .shared)
            try folder.prepare()
        }
        var file = DatabaseFile(folder)
        do {
            let reserve = reserve
            let open = { try Self.open(&file, options, reserve) }
            pool = try lock?.taking(patience: Self.openingPatience, open) ?? open()
        } catch {
            throw SQLiteStorageError(error, path: folder.database)
        }
        notices = file.notices
        files = try OpenedFiles(of: folder.database)
        commits = CommitWatch(folder.database)
        guard !options.isReadOnly else { return }
        reserve.fill()
        // A process that forgets nothing need not wait for others that write. On a full disk there is nothing to do
        // about it but to serve what is there.
        if retention != .everything {
            do { try writing { db in try retention.forget(in: db) } } catch {
                let error = SQLiteStorageError(error, path: folder.database)
                guard error.code == .full else { throw error }
            }
        }
    }

    /// How long is waited for others who open the database, which may look over all of it or make a copy.
    private static let openingPatience = Duration.seconds(60)

    private static func open(
        _ file: inout DatabaseFile,
        _ options: Options,
        _ reserve: SpaceReserve
    ) throws -> DatabasePool {
        guard !options.isReadOnly else { return try file.openedForReading(options.depth) }
        do {
            return try file.opened(options.depth)
        } catch  where SQLiteStorageError(error, path: file.folder.database).code == .full && reserve.release() {
            // Opening writes a page or two.
            file = DatabaseFile(file.folder)
            return try file.opened(options.depth)
        }
    }

    deinit { keepOpen() }

    /// Leaves the connections open until the process ends where closing them would destroy what is there: SQLite brings the log into
    /// whatever file there is, and takes away what is called as the log is.
    /// - Returns: whether it does.
    @discardableResult
    private func keepOpen() -> Bool {
        guard files.mustStayOpen else { return false }
        _ = Unmanaged.passRetained(pool)
        _ = Unmanaged.passRetained(files)
        return true
    }

    /// Another number after each commit of any process; nil at a moment when the database cannot be looked at.
    public func version() -> Int? {
        do {
            try files.checkIfTouched()
            return commits?.version()
        } catch {
            return nil
        }
    }

    /// Closes the database. A call to the storage after that throws.
    public func close() throws {
        commits?.close()
        defer { lock?.release() }
        guard !keepOpen() else { return }
        if !options.isReadOnly {
            // try?: all is durable already; this only makes the files smaller.
            try? pool.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA optimize")
                // One file has it all, for whoever copies it or reads it where nothing can be written.
                _ = try Row.fetchAll(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
        }
        try pool.close()
    }

    /// Reads one state of the database.
    /// - Throws: also where its files are not those that were opened.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try times.measuring(.read) {
            try files.checkIfTouched()
            let result = try pool.read(body)
            // What was read while somebody changed them is worth nothing.
            try files.checkIfTouched()
            return result
        }
    }
}

extension Database {
    /// How many bytes the pages take that hold something.
    func usedBytes() throws -> Int {
        try (number("PRAGMA page_count") - number("PRAGMA freelist_count")) * number("PRAGMA page_size")
    }

    /// A number that a statement always gives: a count, a sum.
    func number(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
        guard let number = try Int.fetchOne(cachedStatement(sql: sql), arguments: arguments) else {
            throw SQLiteStorageError(.failed, "A statement that counts gave no number.")
        }
        return number
    }

    /// A number that a statement gives, which is kept for the next time; 0 for none.
    func count(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
        try Int.fetchOne(cachedStatement(sql: sql), arguments: arguments) ?? 0
    }

    /// Runs a statement, which is kept for the next time: to prepare one takes longer than to run it.
    func run(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}

extension Row {
    /// The value of a column. Where it has another type it throws, while GRDB's subscript ends the process.
    func get<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
        try decode(Value.self, forColumn: column)
    }

    /// The instant in a column of seconds since 2001-01-01T00:00:00Z.
    func date(_ column: String) throws -> Date {
        Date(timeIntervalSinceReferenceDate: try get(column))
    }

    /// The instant in such a column; nil for NULL.
    func date(_ column: String) throws -> Date? {
        try (get(column) as Double?).map(Date.init(timeIntervalSinceReferenceDate:))
    }
}
