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
}
