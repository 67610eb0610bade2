public import Catalog
public import Storage
import Synchronization

/// How much is stored, by kind, by thing and by owner; and the quotas of things.
///
/// The sizes of things are written down with them. What reaches over several of them, which is all that there is and all that
/// one token has uploaded, is no part of the transaction that writes one thing: two servers that write at the same moment may
/// go beyond such a quota together, by what they write in that moment.
extension PostgresStorage {
    /// How much there is, with the largest dumps, apps and domains.
    /// - Parameter most: the most of them to name.
    public func usage(largest most: Int) throws(CatalogError) -> StorageUsage? {
        let most = max(most, 0)
        var usage = try readingCatalog(isOne: true) { connection in
            var usage = StorageUsage()
            usage.bytes = try Self.total(in: connection)
            usage.kinds = try Self.amounts(in: connection)
            usage.largest = try Self.largest(most, in: connection)
            let owned = try Self.owned(in: connection)
            usage.owners = Array(
                owned.map { StorageUsage.Share(owner: $0.key, bytes: $0.value) }
                    .sorted { ($1.bytes, $0.owner) < ($0.bytes, $1.owner) }.prefix(most)
            )
            return usage
        }
        usage.quotas = quotas
        // try?: not every engine that speaks PostgreSQL's language can tell.
        usage.bytesOnDisk = try? reading { connection in
            try connection.run(
                """
                SELECT sum(pg_total_relation_size(c.oid))::bigint FROM pg_class AS c
                JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE n.nspname = current_schema() AND c.relkind = 'r'
                """
            )
            .first { try $0.optionalInteger(0) } ?? nil
        }
        return usage
    }

    /// How many bytes count towards the quota in total.
    private static func total(in connection: PostgresConnection) throws -> Int {
        try ["dump", "app", "domain"].reduce(0) { sum, kind in
            sum + (try connection.run("SELECT coalesce(sum(bytes), 0)::bigint FROM \(kind)_head").number())
        }
    }

    private static func amounts(in connection: PostgresConnection) throws -> [StorageUsage.Amount] {
        // Everything that is kept in chunks has a first one.
        let chunks = try connection.run(
            """
            SELECT kind, count(*) FILTER (WHERE chunk = 0), coalesce(sum(octet_length(bytes)), 0)::bigint
            FROM dump_chunk GROUP BY kind
            """
        )
        .map { (kind: try $0.text(0), count: try $0.integer(1), bytes: try $0.integer(2)) }
        func amount(_ kind: StorageUsage.Kind, _ parts: DumpBytes...) -> StorageUsage.Amount {
            let found = parts.map { part in chunks.first { $0.kind == part.rawValue } }
            return StorageUsage.Amount(
                kind,
                count: found.first??.count ?? 0,
                bytes: found.reduce(0) { $0 + ($1?.bytes ?? 0) }
            )
        }
        func amount(_ kind: StorageUsage.Kind, _ count: String, _ bytes: String) throws -> StorageUsage.Amount {
            let count = try connection.run("SELECT count(*) FROM \(count)").first { try $0.integer(0) }
            let bytes = try connection.run(
                "SELECT coalesce(sum(\(bytes)), 0)::bigint FROM \(kind == .apps ? "app" : "domain")"
            )
            .first { try $0.integer(0) }
            return StorageUsage.Amount(kind, count: count ?? 0, bytes: bytes ?? 0)
        }
        return try StorageUsage.Kind.allCases.map { kind in
            switch kind {
            case .dumps: amount(kind, .source)
            case .screenshots: amount(kind, .screenshot)
            case .parts: amount(kind, .part)
            case .edits: amount(kind, .edit, .draft)
            case .companions: amount(kind, .companion)
            case .apps: try amount(kind, "app", "bytes")
            case .defaults: try amount(kind, "domain_value", "value_bytes")
            case .history: try amount(kind, "history", "history_bytes")
            }
        }
    }

    private static func largest(_ most: Int, in connection: PostgresConnection) throws -> [StorageUsage.Item] {
        let sources: [(StorageUsage.Item.Kind, String)] = [
            (.dump, "SELECT dump, name, head.bytes FROM dump JOIN dump_head AS head USING (dump)"),
            (.app, "SELECT app, folder_name, bytes FROM app"),
            (.domain, "SELECT domain, domain, value_bytes + history_bytes FROM domain"),
        ]
        let items = try sources.flatMap { kind, sql in
            try connection.run("\(sql) ORDER BY 3 DESC, 1 LIMIT $1", [.integer(most)]).map { row in
                StorageUsage.Item(kind, id: try row.text(0), name: try row.text(1), bytes: try row.integer(2))
            }
        }
        return Array(items.filter { $0.bytes > 0 }.sorted { $0.bytes > $1.bytes }.prefix(most))
    }

    /// What each owner has uploaded.
    private static func owned(in connection: PostgresConnection) throws -> [String: Int] {
        let shares = try ["dump", "app"].flatMap { kind in
            try connection.run(
                "SELECT actor, sum(bytes)::bigint FROM \(kind) WHERE actor IS NOT NULL GROUP BY actor"
            )
            .map { (try $0.text(0), try $0.integer(1)) }
        }
        return Dictionary(shares, uniquingKeysWith: +)
    }

    // MARK: Quotas

    /// Checks what a dump takes with all that comes with it, and what its owner has then.
    func checkQuotas(of dump: NewDump) throws(CatalogError) {
        try checkQuotas(.dump, dump.byteCount, of: dump.summary.actor, besides: .dump(dump.summary.id))
    }

    /// Checks what is kept of an app, and what its owner has then.
    func checkQuotas(of app: NewApp) throws(CatalogError) {
        try checkQuotas(.app, app.byteCount, of: app.summary.actor, besides: .app(app.summary.id))
    }

    private func checkQuotas(
        _ quota: StorageQuota,
        _ bytes: Int,
        of owner: String?,
        besides head: PostgresHead
    ) throws(CatalogError) {
        do {
            try quotas.check(quota, bytes)
            guard let owner, quotas[.principal] != nil else { return }
            let others = try reading { connection in
                try ["dump", "app"].reduce(0) { sum, kind in
                    let sql = "SELECT coalesce(sum(bytes), 0)::bigint FROM \(kind) WHERE actor = $1 AND \(kind) <> $2"
                    let besides = PostgresValue.text(head.table == kind ? head.id : "")
                    return sum + (try connection.run(sql, [.text(owner), besides]).number())
                }
            }
            try quotas.check(.principal, others + bytes, owner: owner)
        } catch {
            throw catalogFailure(error)
        }
    }

    /// Checks what the edits of a dump take, the one that is being written among them.
    func checkJournalQuota(of id: String, in transaction: PostgresTransaction) throws {
        guard quotas[.journal] != nil else { return }
        let bytes = try transaction.run(
            "SELECT coalesce(sum(octet_length(bytes)), 0)::bigint FROM dump_chunk WHERE dump = $1 AND kind = $2",
            [.text(id), .text(DumpBytes.edit.rawValue)]
        )
        .number()
        try quotas.check(.journal, bytes)
    }

    /// Checks what there is in all, as it was known a moment ago, with what is being written.
    func checkTotal(adding growth: Int) throws(StorageFault) {
        guard growth > 0, quotas[.total] != nil else { return }
        try quotas.check(.total, knownTotal.withLock { $0.bytes } + growth)
    }

    /// Asks what there is in all, where that is not known or was asked longer ago than this.
    func countAll(within age: Duration, until deadline: ContinuousClock.Instant) throws {
        guard quotas[.total] != nil else { return }
        let now = ContinuousClock.now
        if let asked = knownTotal.withLock({ $0.at }), now - asked < age { return }
        let bytes = try reading(within: deadline - now) { try Self.total(in: $0) }
        knownTotal.withLock { $0 = KnownTotal(bytes: bytes, at: now) }
    }

    /// Counts what this storage has written itself.
    func count(_ growth: Int) { knownTotal.withLock { $0.bytes += growth } }
}

/// How many bytes there are in all.
struct KnownTotal {
    /// As the database said, and with what was written here since.
    var bytes = 0
    /// When it was asked; nil for never.
    var at: ContinuousClock.Instant?
}
