public import Defaults
import Dispatch
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
    private let busyLimit: Duration
    /// Taken by the one that writes; those behind it wait here, where the time they wait is counted.
    private let turn = DispatchSemaphore(value: 1)

    /// Opens the database in a folder, and makes both where they are missing.
    /// - Parameters:
    ///   - limits: how much a domain may hold.
    ///   - retention: how much of each domain's history is kept.
    ///   - busyLimit: how long a write waits in all, for those before it and for other processes that keep the database
    ///     locked; after that it throws.
    /// - Throws: when the folder cannot be written, or when the file is damaged, is no database, or belongs to another
    ///   program or to a newer version. Nothing is changed then.
    public init(
        folder: URL,
        limits: DefaultsLimits = .standard,
        retention: HistoryRetention = .standard,
        busyLimit: Duration = .seconds(5)
    ) throws(SQLiteStorageError) {
        let folder = DataFolder(url: folder)
        try folder.prepare()
        self.limits = limits
        self.retention = retention
        self.busyLimit = busyLimit
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

    /// Writes in a transaction, all of it or nothing.
    /// - Parameter committed: told of the result once it is durable and before the next write begins.
    /// - Throws: ``SQLiteStorageError`` with code `locked`, or `SQLITE_BUSY`, when the waiting takes too long.
    func writing<Result>(
        _ body: (Database) throws -> Result,
        committed: (Result) -> Void = { _ in }
    ) throws -> Result {
        let deadline = ContinuousClock.now + busyLimit
        guard turn.wait(timeout: .now() + .milliseconds(busyLimit.milliseconds)) == .success else {
            throw SQLiteStorageError(DatabaseError(resultCode: .SQLITE_BUSY), path: pool.path)
        }
        defer { turn.signal() }
        let result = try pool.writeWithoutTransaction { db in
            // What is left of the limit is for other processes; none turns waiting off.
            let rest = max(deadline - ContinuousClock.now, .zero)
            try db.execute(sql: "PRAGMA busy_timeout = \(rest.milliseconds)")
            var result: Result?
            try db.inTransaction(.immediate) {
                result = try body(db)
                return .commit
            }
            return result
        }
        guard let result else { throw SQLiteStorageError(.failed, "A write has no result.") }
        committed(result)
        return result
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
            guard try SQLiteSchema.migrator.appliedIdentifiers(db).isDisjoint(with: SQLiteSchema.earlier) else {
                throw SQLiteStorageError(
                    .olderVersion,
                    "The database “\(path)” was made before the first release, which keeps values in another way. "
                        + "Move it away, or choose another data folder."
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

/// How much of each domain's history is kept.
public struct HistoryRetention: Sendable, Hashable {
    /// The most revisions of one domain; nil keeps them all.
    public var maximumRevisions: Int?

    /// Creates a rule.
    public init(maximumRevisions: Int?) {
        self.maximumRevisions = maximumRevisions.map { max($0, 1) }
    }

    /// The last 10,000 revisions of each domain.
    public static let standard = HistoryRetention(maximumRevisions: 10_000)
    /// All revisions.
    public static let everything = HistoryRetention(maximumRevisions: nil)

    /// Forgets what a domain has beyond the rule.
    /// - Parameter revision: the revision the domain is at.
    func forget(of domain: String, at revision: Int, in db: Database) throws {
        guard let maximumRevisions else { return }
        try db.execute(
            sql: "DELETE FROM history WHERE domain = ? AND revision <= ?",
            arguments: [domain, revision - maximumRevisions]
        )
    }

    /// Forgets what every domain has beyond the rule, which may have been another one before.
    func forget(in db: Database) throws {
        for row in try Row.fetchAll(db, sql: "SELECT name, revision FROM domain") {
            try forget(
                of: try row.get("name"),
                at: try row.get("revision"),
                in: db
            )
        }
    }
}

extension Duration {
    /// Whole milliseconds, fractions cut off.
    fileprivate var milliseconds: Int {
        Int(clamping: components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000)
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
