public import Defaults
import Foundation
import GRDB
public import PropertyList
import Storage

extension SQLiteStorage: DefaultsStore {
    /// The domains that have at least one key, sorted by name.
    public func domains() throws(DefaultsError) -> [DomainSummary] {
        try reading { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT name, revision, updatedAt, count(*) AS keys
                    FROM domain JOIN domainValue ON domainValue.domain = domain.name
                    WHERE substr(name, 1, 1) <> '/'
                    GROUP BY name ORDER BY name
                    """
            )
            return try rows.map { row in
                DomainSummary(
                    name: try row.get("name"),
                    keys: try row.get("keys"),
                    revision: try row.get("revision"),
                    updatedAt: try row.date("updatedAt")
                )
            }
        }
    }

    /// A domain as it is; one that has never been written is empty and at revision 0.
    public func snapshot(of domain: String) throws(DefaultsError) -> DomainSnapshot {
        try reading { db in try DomainSnapshot.fetch(domain, from: db) }
    }

    /// A domain as it was at one of its revisions: found among the changes, not by undoing them one by one.
    public func snapshot(of domain: String, atRevision revision: Int) throws(DefaultsError) -> DomainSnapshot {
        try reading { db in try DomainSnapshot.fetch(domain, atRevision: revision, from: db) }
    }

    /// The writes that changed a domain, newest first.
    public func history(of domain: String, limit: Int, after: Int?) throws(DefaultsError) -> HistoryPage {
        try reading { db in try HistoryPage.fetch(domain, limit: max(limit, 1), after: after, from: db) }
    }

    /// Changes domains in one transaction. Neither closure may call the storage: its writer is taken.
    public func update(
        _ domains: [DomainCondition],
        source: ChangeSource,
        actor: String?,
        announce: (DefaultsWriteResult) -> Void,
        _ transform: (DomainSnapshot) throws(DefaultsError) -> [String: PropertyListValue]
    ) throws(DefaultsError) -> [DefaultsWriteResult] {
        do {
            var removes = false
            return try sharing(deletes: removes) { db in
                let writes = try DomainWrite.all(
                    of: domains,
                    at: options.clock(),
                    source: source,
                    actor: actor,
                    fetch: { try DomainSnapshot.fetch($0, from: db) },
                    transform
                )
                // What only takes values away has to work on a full disk.
                removes = writes.allSatisfy { $0.entry?.changes.allSatisfy { $0.after == nil } ?? true }
                for write in writes {
                    try write.entry?.store(in: write.result.domain, of: db, retention: retention)
                }
                return writes.map(\.result)
            } committed: { results in
                for result in results where !result.changed.isEmpty { announce(result) }
            }
        } catch {
            throw failure(error)
        }
    }

    private func reading<Result>(_ body: (Database) throws -> Result) throws(DefaultsError) -> Result {
        do {
            return try read(body)
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: any Error) -> DefaultsError {
        if let known = error as? DefaultsError { return known }
        if let known = error as? PropertyListError { return DefaultsError(.unrepresentableValue, known.message) }
        return DefaultsError(SQLiteStorageError(error, path: path))
    }
}

extension DomainSnapshot {
    /// Reads a domain; one without a row is empty and at revision 0.
    static func fetch(_ name: String, from db: Database) throws -> DomainSnapshot {
        let domain = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT revision, updatedAt FROM domain WHERE name = ?"),
            arguments: [name]
        )
        guard let domain else { return DomainSnapshot(name: name, revision: 0, values: [:], updatedAt: nil) }
        var values: [String: PropertyListValue] = [:]
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT key, value FROM domainValue WHERE domain = ?"),
            arguments: [name]
        )
        while let row = try rows.next() {
            values[try row.decode(String.self, atIndex: 0)] = try row.propertyListValue(atIndex: 1)
        }
        return DomainSnapshot(
            name: name,
            revision: try domain.get("revision"),
            values: values,
            updatedAt: try domain.date("updatedAt")
        )
    }

    /// Reads a domain as it was at a revision.
    ///
    /// A key that has changed since had the value from before the first of those changes.
    static func fetch(_ name: String, atRevision revision: Int, from db: Database) throws -> DomainSnapshot {
        var snapshot = try fetch(name, from: db)
        guard revision >= 0, revision <= snapshot.revision else {
            throw DefaultsError.unknownRevision(revision, of: name, current: snapshot.revision)
        }
        guard revision < snapshot.revision else { return snapshot }
        let first = try Int.fetchOne(db, sql: "SELECT min(revision) FROM history WHERE domain = ?", arguments: [name])
        guard let first, first <= revision + 1 else {
            throw DefaultsError.forgottenRevision(revision, of: name, oldest: first.map { $0 - 1 })
        }
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT historyChange.key, historyChange.before
                FROM (
                    SELECT key, min(revision) AS revision FROM historyChange
                    WHERE domain = :domain AND revision > :revision GROUP BY key
                ) AS first
                JOIN historyChange ON historyChange.domain = :domain
                    AND historyChange.revision = first.revision AND historyChange.key = first.key
                """,
            arguments: ["domain": name, "revision": revision]
        )
        while let row = try rows.next() {
            let key = try row.decode(String.self, atIndex: 0)
            // Taken out first: assigning would keep the spelling of an equal key.
            snapshot.values[key] = nil
            snapshot.values[key] = try row.propertyListValue(atIndex: 1)
        }
        let time = try Double.fetchOne(
            db,
            sql: "SELECT at FROM history WHERE domain = ? AND revision = ?",
            arguments: [name, revision]
        )
        snapshot.revision = revision
        snapshot.updatedAt = time.map(Date.init(timeIntervalSinceReferenceDate:))
        return snapshot
    }
}

extension HistoryEntry {
    /// Reads a row of `history` and its changes.
    init(row: Row, domain: String, _ db: Database) throws {
        let revision: Int = try row.get("revision")
        let source: String = try row.get("source")
        guard let source = ChangeSource(rawValue: source) else {
            throw SQLiteStorageError.unknownSource(source)
        }
        var changes: [DefaultsChange] = []
        let rows = try Row.fetchCursor(
            db,
            sql: "SELECT key, before, after FROM historyChange WHERE domain = ? AND revision = ?",
            arguments: [domain, revision]
        )
        while let row = try rows.next() {
            changes.append(
                DefaultsChange(
                    key: try row.decode(String.self, atIndex: 0),
                    before: try row.propertyListValue(atIndex: 1),
                    after: try row.propertyListValue(atIndex: 2)
                )
            )
        }
        self.init(
            revision: revision,
            at: try row.date("at"),
            source: source,
            actor: try row.get("actor"),
            changes: changes.sorted { $0.key < $1.key },
            step: try (row.get("step") as String?).flatMap(ChangeStep.init)
        )
    }

    /// Makes the changes to the stored values and writes them down.
    func store(in domain: String, of db: Database, retention: HistoryRetention) throws {
        let time = at.timeIntervalSinceReferenceDate
        let changes = try changes.map(StoredChange.init)
        let bytes = changes.reduce(0) { $0 + $1.bytes }
        try db.run(
            """
            INSERT INTO domain (name, revision, updatedAt, historyBytes) VALUES (?, ?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET revision = excluded.revision, updatedAt = excluded.updatedAt,
                historyBytes = historyBytes + excluded.historyBytes
            """,
            [domain, revision, time, bytes]
        )
        try db.run(
            "INSERT INTO history (domain, revision, at, source, actor, bytes, step) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [domain, revision, time, source.rawValue, actor, bytes, step?.stored]
        )
        for change in changes { try change.store(in: domain, at: revision, of: db) }
        try retention.forget(of: domain, at: revision, in: db)
    }
}

/// A change as the tables have it.
private struct StoredChange {
    let key: String
    /// A binary property list; nil for a key that was not there.
    let before: Data?
    let after: Data?

    init(_ change: DefaultsChange) throws {
        key = change.key
        before = try change.before.map { Data(try PropertyListWriter.binary($0)) }
        after = try change.after.map { Data(try PropertyListWriter.binary($0)) }
    }

    /// How many bytes it adds to the history.
    var bytes: Int { key.utf8.count + (before?.count ?? 0) + (after?.count ?? 0) }

    func store(in domain: String, at revision: Int, of db: Database) throws {
        if let after {
            try db.run(
                """
                INSERT INTO domainValue (domain, key, value) VALUES (?, ?, ?)
                ON CONFLICT (domain, key) DO UPDATE SET value = excluded.value
                """,
                [domain, key, after]
            )
        } else {
            try db.run("DELETE FROM domainValue WHERE domain = ? AND key = ?", [domain, key])
        }
        try db.run(
            "INSERT INTO historyChange (domain, revision, key, before, after) VALUES (?, ?, ?, ?, ?)",
            [domain, revision, key, before, after]
        )
    }
}

extension HistoryPage {
    /// Reads entries newest first.
    static func fetch(
        _ domain: String,
        limit: Int,
        after: Int?,
        from db: Database
    ) throws -> HistoryPage {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT revision, at, source, actor, step, (
                    SELECT total(length(key) + ifnull(length(before), 0) + ifnull(length(after), 0))
                    FROM historyChange AS change
                    WHERE change.domain = history.domain AND change.revision = history.revision
                ) AS bytes
                FROM history WHERE domain = ? AND revision < ? ORDER BY revision DESC
                """,
            arguments: [domain, after ?? .max]
        )
        var entries: [HistoryEntry] = []
        var bytes = 0.0
        while let row = try rows.next() {
            bytes += try row.get("bytes") as Double
            guard entries.count < limit, entries.isEmpty || bytes <= Double(maximumBytes) else {
                return HistoryPage(entries: entries, next: entries.last?.revision)
            }
            entries.append(try HistoryEntry(row: row, domain: domain, db))
        }
        return HistoryPage(entries: entries, next: nil)
    }
}

extension Row {
    /// A value of a blob column.
    fileprivate func propertyListValue(atIndex index: Int) throws -> PropertyListValue {
        guard let value: PropertyListValue = try propertyListValue(atIndex: index) else {
            throw SQLiteStorageError.missingValue
        }
        return value
    }

    /// A value of a blob column, which is a binary property list; nil for NULL.
    fileprivate func propertyListValue(atIndex index: Int) throws -> PropertyListValue? {
        try withUnsafeData(atIndex: index) { data in
            guard let data else { return nil }
            guard let value = PropertyListValue(stored: [UInt8](data)) else {
                throw SQLiteStorageError.unreadableValue
            }
            return value
        }
    }
}

/// What the rule makes of the tables.
extension HistoryRetention {
    /// Forgets what a domain has beyond the rule.
    /// - Parameter revision: the revision the domain is at.
    func forget(of domain: String, at revision: Int, in db: Database) throws {
        var last = maximumRevisions.map { revision - $0 } ?? 0
        if let maximumBytes { last = max(last, try lastBeyond(maximumBytes, of: domain, at: revision, in: db)) }
        guard last > 0 else { return }
        // The bytes that go are taken from the sum first, while it is known which they are.
        try db.run(
            """
            UPDATE domain SET historyBytes = historyBytes - (
                SELECT ifnull(sum(bytes), 0) FROM history WHERE history.domain = domain.name AND revision <= ?
            ) WHERE name = ?
            """,
            [last, domain]
        )
        try db.run("DELETE FROM history WHERE domain = ? AND revision <= ?", [domain, last])
    }

    /// The newest revision that has to go so that the rest has no more bytes than it may; 0 for none.
    private func lastBeyond(_ bytes: Int, of domain: String, at revision: Int, in db: Database) throws -> Int {
        var surplus = try db.count("SELECT historyBytes FROM domain WHERE name = ?", [domain]) - bytes
        guard surplus > 0 else { return 0 }
        var last = 0
        let rows = try Row.fetchCursor(
            db,
            sql: "SELECT revision, bytes FROM history WHERE domain = ? AND revision < ? ORDER BY revision",
            arguments: [domain, revision]
        )
        while surplus > 0, let row = try rows.next() {
            last = try row.get("revision")
            surplus -= try row.get("bytes") as Int
        }
        return last
    }

    /// Forgets what every domain has beyond the rule, which may have been another one before.
    func forget(in db: Database) throws {
        for row in try Row.fetchAll(db, sql: "SELECT name, revision FROM domain") {
            try forget(of: try row.get("name"), at: try row.get("revision"), in: db)
        }
    }
}
