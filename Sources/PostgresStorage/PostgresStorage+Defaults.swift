public import Defaults
import Foundation
public import PropertyList
import Storage

/// Domains.
extension PostgresStorage: DefaultsStore {
    /// The domains that have at least one key, sorted by name.
    public func domains() throws(DefaultsError) -> [DomainSummary] {
        try readingDefaults { connection in
            try connection.run(
                """
                SELECT domain.domain, domain.revision, domain.updated_at, count(*)
                FROM domain JOIN domain_value ON domain_value.domain = domain.domain
                WHERE domain.domain NOT LIKE '/%'
                GROUP BY domain.domain, domain.revision, domain.updated_at ORDER BY domain.domain
                """
            )
            .map { row in
                DomainSummary(
                    name: try row.text(0),
                    keys: try row.integer(3),
                    revision: try row.integer(1),
                    updatedAt: Date(timeIntervalSinceReferenceDate: try row.real(2))
                )
            }
        }
    }

    /// A domain as it is; one that has never been written is empty and at revision 0.
    public func snapshot(of domain: String) throws(DefaultsError) -> DomainSnapshot {
        try readingDefaults { try DomainSnapshot.fetch(domain, from: $0) }
    }

    /// A domain as it was at one of its revisions: found among the changes, not by undoing them one by one.
    public func snapshot(of domain: String, atRevision revision: Int) throws(DefaultsError) -> DomainSnapshot {
        try readingDefaults(isOne: true) { try DomainSnapshot.fetch(domain, atRevision: revision, from: $0) }
    }

    /// The writes that changed a domain, newest first.
    public func history(of domain: String, limit: Int, after: Int?) throws(DefaultsError) -> HistoryPage {
        try readingDefaults(isOne: true) {
            try HistoryPage.fetch(domain, limit: max(limit, 1), after: after, from: $0)
        }
    }

    /// Changes domains in one transaction. Neither closure may call the storage.
    public func update(
        _ domains: [DomainCondition],
        source: ChangeSource,
        actor: String?,
        announce: (DefaultsWriteResult) -> Void,
        _ transform: (DomainSnapshot) throws(DefaultsError) -> [String: PropertyListValue]
    ) throws(DefaultsError) -> [DefaultsWriteResult] {
        do {
            return try writing(domains.map { .domain($0.name) }) { transaction in
                let writes = try DomainWrite.all(
                    of: domains,
                    at: Date(),
                    source: source,
                    actor: actor,
                    fetch: { try DomainSnapshot.fetch($0, from: transaction.connection) },
                    transform
                )
                for write in writes {
                    guard let entry = write.entry else { continue }
                    let domain = write.result.domain
                    let bytes = try entry.store(in: domain, transaction)
                    try retention.forget(of: domain, at: entry.revision, adding: bytes, in: transaction)
                    transaction.tell(.domain(domain))
                }
                let results = writes.map(\.result)
                transaction.isIdle = results.allSatisfy(\.changed.isEmpty)
                return results
            } committed: { results in
                for result in results where !result.changed.isEmpty { announce(result) }
            }
        } catch {
            throw defaultsFailure(error)
        }
    }

    private func readingDefaults<Result>(
        isOne: Bool = false,
        _ body: (PostgresConnection) throws -> Result
    ) throws(DefaultsError) -> Result {
        do {
            return try reading(isOne: isOne, body)
        } catch {
            throw defaultsFailure(error)
        }
    }

    func defaultsFailure(_ error: any Error) -> DefaultsError {
        if let known = error as? DefaultsError { return known }
        if let known = error as? PropertyListError { return DefaultsError(.unrepresentableValue, known.message) }
        return DefaultsError(known(error))
    }
}

extension DomainSnapshot {
    /// Reads a domain with one statement; one without a row is empty and at revision 0.
    static func fetch(_ name: String, from connection: PostgresConnection) throws -> DomainSnapshot {
        var snapshot = DomainSnapshot(name: name, revision: 0, values: [:], updatedAt: nil)
        _ = try connection.run(
            """
            SELECT domain.revision, domain.updated_at, domain_value.key, domain_value.value
            FROM domain LEFT JOIN domain_value ON domain_value.domain = domain.domain WHERE domain.domain = $1
            """,
            [.text(name)]
        )
        .map { row in
            snapshot.revision = try row.integer(0)
            snapshot.updatedAt = Date(timeIntervalSinceReferenceDate: try row.real(1))
            if let key = try row.optionalText(2) { snapshot.values[key] = try row.propertyListValue(3) }
        }
        return snapshot
    }

    /// Reads a domain as it was at a revision.
    ///
    /// A key that has changed since had the value from before the first of those changes.
    static func fetch(
        _ name: String,
        atRevision revision: Int,
        from connection: PostgresConnection
    ) throws -> DomainSnapshot {
        var snapshot = try fetch(name, from: connection)
        guard revision >= 0, revision <= snapshot.revision else {
            throw DefaultsError.unknownRevision(revision, of: name, current: snapshot.revision)
        }
        guard revision < snapshot.revision else { return snapshot }
        let first =
            try connection.run("SELECT min(revision) FROM history WHERE domain = $1", [.text(name)])
            .first { try $0.optionalInteger(0) } ?? nil
        guard let first, first <= revision + 1 else {
            throw DefaultsError.forgottenRevision(revision, of: name, oldest: first.map { $0 - 1 })
        }
        _ = try connection.run(
            """
            SELECT history_change.key, history_change.before
            FROM (
                SELECT key, min(revision) AS revision FROM history_change
                WHERE domain = $1 AND revision > $2 GROUP BY key
            ) AS first
            JOIN history_change ON history_change.domain = $1
                AND history_change.revision = first.revision AND history_change.key = first.key
            """,
            [.text(name), .integer(revision)]
        )
        .map { row in
            let key = try row.text(0)
            // Taken out first: assigning would keep the spelling of an equal key.
            snapshot.values[key] = nil
            snapshot.values[key] = try row.optionalPropertyListValue(1)
        }
        let sql = "SELECT at FROM history WHERE domain = $1 AND revision = $2"
        let time = try connection.run(sql, [.text(name), .integer(revision)]).first { try $0.real(0) }
        snapshot.revision = revision
        snapshot.updatedAt = time.map(Date.init(timeIntervalSinceReferenceDate:))
        return snapshot
    }
}

extension HistoryEntry {
    /// Makes the changes to the stored values and writes them down.
    /// - Returns: how many bytes that adds to the history.
    fileprivate func store(in domain: String, _ transaction: PostgresTransaction) throws -> Int {
        let time = at.timeIntervalSinceReferenceDate
        try transaction.run(
            """
            INSERT INTO domain (domain, revision, updated_at) VALUES ($1, $2, $3)
            ON CONFLICT (domain) DO UPDATE SET revision = excluded.revision, updated_at = excluded.updated_at
            """,
            [.text(domain), .integer(revision), .real(time)]
        )
        var bytes = 0
        var values: [[PostgresValue]] = []
        var rows: [[PostgresValue]] = []
        for change in changes {
            let before = try change.before.map { try PropertyListWriter.binary($0) }
            let after = try change.after.map { try PropertyListWriter.binary($0) }
            if let after {
                values.append([.text(domain), .text(change.key), .bytes(after)])
            } else {
                try transaction.run(
                    "DELETE FROM domain_value WHERE domain = $1 AND key = $2",
                    [.text(domain), .text(change.key)]
                )
            }
            bytes += change.key.utf8.count + (before?.count ?? 0) + (after?.count ?? 0)
            rows.append([
                .text(domain), .integer(revision), .text(change.key), .bytes(orNull: before), .bytes(orNull: after),
            ])
        }
        try transaction.insert(
            into: "domain_value",
            "domain, key, value",
            rows: values,
            suffix: "ON CONFLICT (domain, key) DO UPDATE SET value = excluded.value"
        )
        try transaction.run(
            "INSERT INTO history (domain, revision, at, source, actor, bytes, step) VALUES ($1, $2, $3, $4, $5, $6, $7)",
            [
                .text(domain), .integer(revision), .real(time), .text(source.rawValue), .text(orNull: actor),
                .integer(bytes), .text(orNull: step?.stored),
            ]
        )
        try transaction.insert(into: "history_change", "domain, revision, key, before, after", rows: rows)
        return bytes
    }
}

extension HistoryPage {
    /// How many entries are looked at with one statement.
    private static let batch = 100

    /// Reads entries newest first.
    fileprivate static func fetch(
        _ domain: String,
        limit: Int,
        after: Int?,
        from connection: PostgresConnection
    ) throws -> HistoryPage {
        var entries: [HistoryEntry] = []
        var bytes = 0
        var before = after ?? .max
        while true {
            let rows = try connection.run(
                """
                SELECT revision, at, source, actor, bytes, step
                FROM history WHERE domain = $1 AND revision < $2 ORDER BY revision DESC LIMIT $3
                """,
                [.text(domain), .integer(before), .integer(batch)]
            )
            .map { row in
                (
                    revision: try row.integer(0), at: try row.real(1), source: try row.text(2),
                    actor: try row.optionalText(3), bytes: try row.integer(4), step: try row.optionalText(5)
                )
            }
            for row in rows {
                bytes += row.bytes
                guard entries.count < limit, entries.isEmpty || bytes <= maximumBytes else {
                    return HistoryPage(entries: entries, next: entries.last?.revision)
                }
                guard let source = ChangeSource(rawValue: row.source) else {
                    throw PostgresStorageError.unknownSource(row.source)
                }
                entries.append(
                    HistoryEntry(
                        revision: row.revision,
                        at: Date(timeIntervalSinceReferenceDate: row.at),
                        source: source,
                        actor: row.actor,
                        changes: try changes(of: domain, row.revision, from: connection),
                        step: row.step.flatMap(ChangeStep.init)
                    )
                )
            }
            guard rows.count == batch, let last = rows.last else { return HistoryPage(entries: entries, next: nil) }
            before = last.revision
        }
    }

    private static func changes(
        of domain: String,
        _ revision: Int,
        from connection: PostgresConnection
    ) throws -> [DefaultsChange] {
        try connection.run(
            "SELECT key, before, after FROM history_change WHERE domain = $1 AND revision = $2",
            [.text(domain), .integer(revision)]
        )
        .map { row in
            DefaultsChange(
                key: try row.text(0),
                before: try row.optionalPropertyListValue(1),
                after: try row.optionalPropertyListValue(2)
            )
        }
        .sorted { $0.key < $1.key }
    }
}

extension PostgresRow {
    /// A value of a column of binary property lists.
    func propertyListValue(_ column: Int) throws -> PropertyListValue {
        guard let value = try optionalPropertyListValue(column) else {
            throw PostgresStorageError.missingValue
        }
        return value
    }

    /// Such a value; nil for NULL.
    func optionalPropertyListValue(_ column: Int) throws -> PropertyListValue? {
        guard let bytes = optionalBytes(column) else { return nil }
        guard let value = PropertyListValue(stored: bytes) else {
            throw PostgresStorageError.unreadableValue
        }
        return value
    }
}
