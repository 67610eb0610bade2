import Foundation
import GRDB

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
