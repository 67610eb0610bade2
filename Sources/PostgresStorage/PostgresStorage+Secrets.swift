public import Catalog
import Foundation

/// Which keys of domains were ever secret.
extension PostgresStorage {
    /// The keys of a domain that are secret; those of all domains for nil.
    public func secretKeys(of domain: String?) throws(CatalogError) -> Set<String> {
        try readingCatalog { connection in
            let sql = "SELECT DISTINCT key FROM secret_key"
            let values = [domain].compactMap { $0.map { PostgresValue.text($0) } }
            return Set(
                try connection.run(domain == nil ? sql : sql + " WHERE domain = $1", values).map { try $0.text(0) }
            )
        }
    }

    /// What is known of them.
    public func secrets(of domain: String?) throws(CatalogError) -> [StoredSecret] {
        try readingCatalog { connection in
            let sql = """
                SELECT k.domain, k.key, k.since, k.bundle, EXISTS (
                    SELECT 1 FROM secret_use AS u WHERE u.domain = k.domain AND u.key = k.key
                ) FROM secret_key AS k
                """
            let values = [domain].compactMap { $0.map { PostgresValue.text($0) } }
            return try connection.run(domain == nil ? sql : sql + " WHERE k.domain = $1", values).map { row in
                StoredSecret(
                    domain: try row.text(0),
                    key: try row.text(1),
                    since: Date(timeIntervalSinceReferenceDate: try row.real(2)),
                    bundle: try row.text(3),
                    isInUse: try row.flag(4)
                )
            }
        }
    }

    /// The uploaded apps whose secret keys were never stored.
    public func unlearnedApps() throws(CatalogError) -> [UploadedApp] {
        try readingCatalog { connection in
            try connection.run("\(UploadedApp.selection) WHERE NOT is_learned").map { try UploadedApp(row: $0) }
        }
    }

    /// Remembers what a bundle marks, in one transaction.
    public func remember(_ marks: SecretMarks) throws(CatalogError) {
        try writingCatalog(marks.heads) { transaction in try marks.store(in: transaction) }
    }

    /// Forgets that a key was secret, and keeps who did that.
    public func clearSecret(_ key: String, of domain: String, as clearing: SecretClearing) throws(CatalogError) -> Bool
    {
        try writingCatalog([.domain(domain)]) { transaction in
            let names: [PostgresValue] = [.text(domain), .text(key)]
            let used = "SELECT app FROM secret_use WHERE domain = $1 AND key = $2 ORDER BY app LIMIT 1"
            if let app = try transaction.run(used, names).first({ try $0.text(0) }) {
                throw CatalogError.secretInUse(key, by: app)
            }
            let sql = "DELETE FROM secret_key WHERE domain = $1 AND key = $2"
            guard try transaction.run(sql, names).affected > 0 else {
                transaction.isIdle = true
                return false
            }
            try transaction.run(
                """
                INSERT INTO secret_clearing (domain, key, at, actor) VALUES ($1, $2, $3, $4)
                ON CONFLICT (domain, key) DO UPDATE SET at = excluded.at, actor = excluded.actor
                """,
                names + [.real(clearing.at.timeIntervalSinceReferenceDate), .text(orNull: clearing.actor)]
            )
            return true
        }
    }

    /// When which secrets of a domain were cleared last.
    public func clearings(of domain: String) throws(CatalogError) -> [String: SecretClearing] {
        try readingCatalog { connection in
            let sql = "SELECT key, at, actor FROM secret_clearing WHERE domain = $1"
            let rows = try connection.run(sql, [.text(domain)]).map { row in
                (
                    try row.text(0),
                    SecretClearing(
                        at: Date(timeIntervalSinceReferenceDate: try row.real(1)),
                        actor: try row.optionalText(2)
                    )
                )
            }
            return Dictionary(rows) { $1 }
        }
    }
}

extension SecretMarks {
    /// What a transaction takes that writes them: who clears a key of a domain waits for those who use it.
    var heads: [PostgresHead] { (uploadedAt == nil ? [] : [.app(bundle)]) + keys.keys.map { .domain($0) } }

    /// Writes the rows of `secret_key` that are missing, and those of `secret_use` for an upload that is there.
    func store(in transaction: PostgresTransaction) throws {
        let since = PostgresValue.real(seenAt.timeIntervalSinceReferenceDate)
        try transaction.insert(
            into: "secret_key",
            "domain, key, since, bundle",
            rows: pairs.map { [.text($0.domain), .text($0.key), since, .text(bundle)] },
            suffix: "ON CONFLICT DO NOTHING"
        )
        guard let uploadedAt else { return }
        let learned = "UPDATE app SET is_learned = true WHERE app = $1 AND created_at = $2"
        let upload: [PostgresValue] = [.text(bundle), .real(uploadedAt.timeIntervalSinceReferenceDate)]
        guard try transaction.run(learned, upload).affected > 0 else { return }
        try transaction.insert(
            into: "secret_use",
            "domain, key, app",
            rows: pairs.map { [.text($0.domain), .text($0.key), .text(bundle)] },
            suffix: "ON CONFLICT DO NOTHING"
        )
    }
}
