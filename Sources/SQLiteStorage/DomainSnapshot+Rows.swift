import Defaults
import Foundation
import GRDB
import PropertyList

extension DomainSnapshot {
    /// Reads a domain; one without a row is empty and at revision 0.
    static func fetch(_ name: String, from db: Database) throws -> DomainSnapshot {
        let domain = try Row.fetchOne(
            db,
            sql: "SELECT revision, updatedAt FROM domain WHERE name = ?",
            arguments: [name]
        )
        guard let domain else { return DomainSnapshot(name: name, revision: 0, values: [:], updatedAt: nil) }
        var values: [String: PropertyListValue] = [:]
        let rows = try Row.fetchCursor(
            db,
            sql: "SELECT key, value FROM domainValue WHERE domain = ?",
            arguments: [name]
        )
        while let row = try rows.next() {
            values[try row.decode(String.self, atIndex: 0)] = try row.propertyListValue(atIndex: 1)
        }
        return DomainSnapshot(
            name: name,
            revision: try domain.decode(Int.self, forColumn: "revision"),
            values: values,
            updatedAt: Date(timeIntervalSinceReferenceDate: try domain.decode(Double.self, forColumn: "updatedAt"))
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
