import Defaults

/// What the rule makes of the tables.
extension HistoryRetention {
    /// Forgets what a domain has beyond the rule, and counts what it has then.
    /// - Parameters:
    ///   - revision: the revision the domain is at.
    ///   - bytes: how many bytes its newest entry has, which are not counted yet.
    func forget(
        of domain: String,
        at revision: Int,
        adding bytes: Int = 0,
        in transaction: PostgresTransaction
    ) throws {
        let sql = "SELECT history_bytes FROM domain WHERE domain = $1"
        var sum = try transaction.run(sql, [.text(domain)]).first { try $0.integer(0) } ?? 0
        sum += bytes
        var last = maximumRevisions.map { revision - $0 } ?? 0
        if let maximumBytes, sum > maximumBytes {
            last = max(last, try Self.last(over: sum - maximumBytes, of: domain, at: revision, in: transaction))
        }
        if last > 0 {
            try transaction.run(
                "DELETE FROM history_change WHERE domain = $1 AND revision <= $2",
                [.text(domain), .integer(last)]
            )
            sum -= try transaction.run(
                "DELETE FROM history WHERE domain = $1 AND revision <= $2 RETURNING bytes",
                [.text(domain), .integer(last)]
            )
            .map { try $0.integer(0) }.reduce(0, +)
        }
        let size = try transaction.run(
            """
            UPDATE domain SET history_bytes = $2, value_bytes = (
                SELECT coalesce(sum(octet_length(key) + octet_length(value)), 0)::bigint FROM domain_value
                WHERE domain_value.domain = $1
            ) WHERE domain = $1 RETURNING history_bytes + value_bytes
            """,
            [.text(domain), .integer(sum)]
        )
        .first { try $0.integer(0) }
        transaction.resize(.domain(domain), to: size ?? 0)
    }

    /// The newest revision that has to go so that so many bytes do; 0 for none.
    private static func last(
        over surplus: Int,
        of domain: String,
        at revision: Int,
        in transaction: PostgresTransaction
    ) throws -> Int {
        var surplus = surplus
        var last = 0
        while surplus > 0 {
            let rows = try transaction.run(
                """
                SELECT revision, bytes FROM history WHERE domain = $1 AND revision > $2 AND revision < $3
                ORDER BY revision LIMIT 500
                """,
                [.text(domain), .integer(last), .integer(revision)]
            )
            .map { (revision: try $0.integer(0), bytes: try $0.integer(1)) }
            guard !rows.isEmpty else { break }
            for row in rows where surplus > 0 {
                last = row.revision
                surplus -= row.bytes
            }
        }
        return last
    }
}

extension PostgresStorage {
    /// Forgets what every domain has beyond the rule, which may have been another one before.
    func forgetHistory() throws {
        let late = try reading { connection in
            try connection.run(
                """
                SELECT domain.domain FROM domain
                WHERE domain.history_bytes > $2 OR EXISTS (
                    SELECT 1 FROM history
                    WHERE history.domain = domain.domain AND history.revision <= domain.revision - $1
                )
                """,
                [.integer(retention.maximumRevisions ?? .max), .integer(retention.maximumBytes ?? .max)]
            )
            .map { try $0.text(0) }
        }
        for domain in late {
            try writing([.domain(domain)]) { transaction in
                // It may have been written to since.
                let revision = try transaction.run("SELECT revision FROM domain WHERE domain = $1", [.text(domain)])
                    .first { try $0.integer(0) }
                if let revision { try retention.forget(of: domain, at: revision, in: transaction) }
            }
        }
    }
}
