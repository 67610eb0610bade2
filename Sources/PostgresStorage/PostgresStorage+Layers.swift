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
