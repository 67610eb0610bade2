public import Defaults
import PropertyList

/// The layers of search lists that no file keeps.
extension PostgresStorage: LayerStore {
    /// The layers of a domain as they are.
    public func layers(of domain: String) throws(DefaultsError) -> VolatileSnapshot {
        do {
            return try reading { try VolatileSnapshot.fetch(domain, from: $0) }
        } catch {
            throw defaultsFailure(error)
        }
    }

    /// Replaces a layer in one transaction.
    public func change(
        _ change: LayerChange,
        check: (VolatileSnapshot) throws(DefaultsError) -> [String],
        room: (LayerRoom) throws(DefaultsError) -> Void
    ) throws(DefaultsError) -> [String] {
        do {
            // What others have is no part of the transaction, which is about one domain.
            let domains = try reading { connection in
                try connection.run("SELECT domain, layer, bytes FROM layer")
                    .map { (domain: try $0.text(0), layer: try $0.text(1), bytes: try $0.integer(2)) }
            }
            let others = domains.filter { $0.domain != change.domain || $0.layer != change.layer.rawValue }
            let names = Set(others.map(\.domain)).subtracting([change.domain])
            let taken = LayerRoom(domains: names.count, bytes: others.reduce(0) { $0 + $1.bytes })
            return try writing([.domain(change.domain)]) { transaction in
                let changed = try check(try VolatileSnapshot.fetch(change.domain, from: transaction.connection))
                guard !changed.isEmpty else {
                    transaction.isIdle = true
                    return []
                }
                try room(taken)
                try change.store(in: transaction)
                transaction.tell(.layer(change.layer.rawValue, of: change.domain))
                return changed
            }
        } catch {
            throw defaultsFailure(error)
        }
    }
}

extension VolatileSnapshot {
    /// Reads the layers of a domain with one statement.
    fileprivate static func fetch(_ domain: String, from connection: PostgresConnection) throws -> VolatileSnapshot {
        var snapshot = VolatileSnapshot()
        _ = try connection.run(
            """
            SELECT layer_version.version, layer.layer, layer.value
            FROM layer_version JOIN layer ON layer.domain = layer_version.domain WHERE layer_version.domain = $1
            """,
            [.text(domain)]
        )
        .map { row in
            guard let layer = SearchList.Layer(rawValue: try row.text(1)),
                let values = try row.propertyListValue(2).dictionaryValue
            else { throw PostgresStorageError(.corrupt, "The database holds a layer that cannot be read.") }
            snapshot.version = try row.integer(0)
            snapshot.layers[layer] = values
        }
        return snapshot
    }
}

extension LayerChange {
    /// Writes the rows of `layer_version` and `layer`.
    fileprivate func store(in transaction: PostgresTransaction) throws {
        try transaction.run(
            """
            INSERT INTO layer_version AS known (domain, version) VALUES ($1, 1)
            ON CONFLICT (domain) DO UPDATE SET version = known.version + 1
            """,
            [.text(domain)]
        )
        guard !values.isEmpty else {
            try transaction.run(
                "DELETE FROM layer WHERE domain = $1 AND layer = $2",
                [.text(domain), .text(layer.rawValue)]
            )
            return
        }
        try transaction.run(
            """
            INSERT INTO layer (domain, layer, bytes, value) VALUES ($1, $2, $3, $4)
            ON CONFLICT (domain, layer) DO UPDATE SET bytes = excluded.bytes, value = excluded.value
            """,
            [
                .text(domain), .text(layer.rawValue), .integer(bytes),
                .bytes(try PropertyListWriter.binary(.dictionary(values))),
            ]
        )
    }
}

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
