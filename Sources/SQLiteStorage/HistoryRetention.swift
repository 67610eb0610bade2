import Defaults
import GRDB

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
