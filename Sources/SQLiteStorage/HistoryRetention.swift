import GRDB

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
                of: try row.decode(String.self, forColumn: "name"),
                at: try row.decode(Int.self, forColumn: "revision"),
                in: db
            )
        }
    }
}
