import Defaults
import Foundation
import GRDB
import PropertyList

extension HistoryEntry {
    /// Reads a row of `history` and its changes.
    init(row: Row, domain: String, _ db: Database) throws {
        let revision = try row.decode(Int.self, forColumn: "revision")
        let source = try row.decode(String.self, forColumn: "source")
        guard let source = ChangeSource(rawValue: source) else {
            throw SQLiteStorageError(.corrupt, "The database holds a change from the unknown source “\(source)”.")
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
            at: Date(timeIntervalSinceReferenceDate: try row.decode(Double.self, forColumn: "at")),
            source: source,
            actor: try row.decode(String?.self, forColumn: "actor"),
            changes: changes.sorted { $0.key < $1.key }
        )
    }

    /// Makes the changes to the stored values and writes them down.
    func store(in domain: String, of db: Database, retention: HistoryRetention) throws {
        let time = at.timeIntervalSinceReferenceDate
        try db.execute(
            sql: """
                INSERT INTO domain (name, revision, updatedAt) VALUES (?, ?, ?)
                ON CONFLICT (name) DO UPDATE SET revision = excluded.revision, updatedAt = excluded.updatedAt
                """,
            arguments: [domain, revision, time]
        )
        try db.execute(
            sql: "INSERT INTO history (domain, revision, at, source, actor) VALUES (?, ?, ?, ?, ?)",
            arguments: [domain, revision, time, source.rawValue, actor]
        )
        for change in changes { try store(change, in: domain, of: db) }
        try retention.forget(of: domain, at: revision, in: db)
    }

    private func store(_ change: DefaultsChange, in domain: String, of db: Database) throws {
        let before = change.before.map { Data(PropertyListBlob.encode($0)) }
        let after = change.after.map { Data(PropertyListBlob.encode($0)) }
        if let after {
            let statement = try db.cachedStatement(
                sql: """
                    INSERT INTO domainValue (domain, key, value) VALUES (?, ?, ?)
                    ON CONFLICT (domain, key) DO UPDATE SET value = excluded.value
                    """
            )
            try statement.execute(arguments: [domain, change.key, after])
        } else {
            let statement = try db.cachedStatement(sql: "DELETE FROM domainValue WHERE domain = ? AND key = ?")
            try statement.execute(arguments: [domain, change.key])
        }
        let statement = try db.cachedStatement(
            sql: "INSERT INTO historyChange (domain, revision, key, before, after) VALUES (?, ?, ?, ?, ?)"
        )
        try statement.execute(arguments: [domain, revision, change.key, before, after])
    }
}
