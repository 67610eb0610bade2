public import Defaults
import Foundation
import GRDB
public import PropertyList

extension SQLiteStorage: DefaultsStore {
    /// The domains that have at least one key, sorted by name.
    public func domains() throws(DefaultsError) -> [DomainSummary] {
        try reading { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT name, revision, updatedAt, count(*) AS keys
                    FROM domain JOIN domainValue ON domainValue.domain = domain.name
                    GROUP BY name ORDER BY name
                    """
            )
            return try rows.map { row in
                DomainSummary(
                    name: try row.decode(String.self, forColumn: "name"),
                    keys: try row.decode(Int.self, forColumn: "keys"),
                    revision: try row.decode(Int.self, forColumn: "revision"),
                    updatedAt: Date(
                        timeIntervalSinceReferenceDate: try row.decode(Double.self, forColumn: "updatedAt")
                    )
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

    /// Changes a domain in one transaction. The transform must not call the storage: its writer is taken.
    public func update(
        _ domain: String,
        source: ChangeSource,
        actor: String?,
        ifRevision revision: Int?,
        _ transform: (DomainSnapshot) throws(DefaultsError) -> [String: PropertyListValue]
    ) throws(DefaultsError) -> DefaultsWriteResult {
        do {
            return try pool.write { db in
                let snapshot = try DomainSnapshot.fetch(domain, from: db)
                if let revision, revision != snapshot.revision {
                    throw DefaultsError.revisionConflict(domain: domain, current: snapshot.revision)
                }
                let changes = DefaultsChange.between(snapshot.values, and: try transform(snapshot))
                guard !changes.isEmpty else {
                    return DefaultsWriteResult(domain: domain, revision: snapshot.revision, changed: [])
                }
                let entry = HistoryEntry(
                    revision: snapshot.revision + 1,
                    at: Date(),
                    source: source,
                    actor: actor,
                    changes: changes
                )
                try entry.store(in: domain, of: db, retention: retention)
                return DefaultsWriteResult(domain: domain, revision: entry.revision, changed: changes.map(\.key))
            }
        } catch {
            throw failure(error)
        }
    }

    private func reading<Result>(_ body: (Database) throws -> Result) throws(DefaultsError) -> Result {
        do {
            return try pool.read(body)
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: any Error) -> DefaultsError {
        if let known = error as? DefaultsError { return known }
        return DefaultsError(.storageFailed, SQLiteStorageError(error, path: pool.path).message)
    }
}
