public import Catalog
import Foundation
import GRDB

/// Which keys of domains were ever secret.
extension SQLiteStorage {
    /// The keys of a domain that are secret; those of all domains for nil.
    public func secretKeys(of domain: String?) throws(CatalogError) -> Set<String> {
        try readingCatalog { db in
            let sql = "SELECT key FROM secretKey" + (domain == nil ? "" : " WHERE domain = ?")
            let names = StatementArguments([domain].compactMap(\.self))
            return try String.fetchSet(db.cachedStatement(sql: sql), arguments: names)
        }
    }

    /// What is known of them.
    public func secrets(of domain: String?) throws(CatalogError) -> [StoredSecret] {
        try readingCatalog { db in
            let sql = """
                SELECT domain, key, since, bundle, EXISTS (
                    SELECT 1 FROM secretUse WHERE secretUse.domain = secretKey.domain AND secretUse.key = secretKey.key
                ) AS isInUse FROM secretKey
                """
            return try Row.fetchAll(
                db,
                sql: domain == nil ? sql : sql + " WHERE domain = ?",
                arguments: StatementArguments([domain].compactMap(\.self))
            )
            .map { row in
                StoredSecret(
                    domain: try row.get("domain"),
                    key: try row.get("key"),
                    since: try row.date("since"),
                    bundle: try row.get("bundle"),
                    isInUse: try row.get("isInUse")
                )
            }
        }
    }

    /// The uploaded apps whose secret keys were never stored.
    public func unlearnedApps() throws(CatalogError) -> [UploadedApp] {
        try readingCatalog { db in
            try Row.fetchAll(db.cachedStatement(sql: "SELECT * FROM app WHERE NOT isLearned")).map {
                try UploadedApp(row: $0)
            }
        }
    }

    /// Remembers what a bundle marks, in one transaction.
    public func remember(_ marks: SecretMarks) throws(CatalogError) {
        try writingCatalog { db in try marks.store(in: db) }
    }

    /// Forgets that a key was secret, and keeps who did that.
    public func clearSecret(_ key: String, of domain: String, as clearing: SecretClearing) throws(CatalogError) -> Bool
    {
        try writingCatalog { db in
            let names: StatementArguments = [domain, key]
            let used = "SELECT app FROM secretUse WHERE domain = ? AND key = ? ORDER BY app"
            if let app = try String.fetchOne(db, sql: used, arguments: names) {
                throw CatalogError.secretInUse(key, by: app)
            }
            try db.execute(sql: "DELETE FROM secretKey WHERE domain = ? AND key = ?", arguments: names)
            guard db.changesCount > 0 else { return false }
            try db.execute(
                sql: "INSERT OR REPLACE INTO secretClearing (domain, key, at, actor) VALUES (?, ?, ?, ?)",
                arguments: [domain, key, clearing.at.timeIntervalSinceReferenceDate, clearing.actor]
            )
            return true
        }
    }

    /// When which secrets of a domain were cleared last.
    public func clearings(of domain: String) throws(CatalogError) -> [String: SecretClearing] {
        try readingCatalog { db in
            let sql = "SELECT key, at, actor FROM secretClearing WHERE domain = ?"
            let rows = try Row.fetchAll(db, sql: sql, arguments: [domain]).map { row in
                (try row.get("key") as String, SecretClearing(at: try row.date("at"), actor: try row.get("actor")))
            }
            return Dictionary(rows) { $1 }
        }
    }
}

extension SecretMarks {
    /// Writes the rows of `secretKey` that are missing, and those of `secretUse` for an upload that is there.
    func store(in db: Database) throws {
        let keep = try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO secretKey (domain, key, since, bundle) VALUES (?, ?, ?, ?)"
        )
        for (domain, key) in pairs {
            try keep.execute(arguments: [domain, key, seenAt.timeIntervalSinceReferenceDate, bundle])
        }
        guard let uploadedAt else { return }
        try db.execute(
            sql: "UPDATE app SET isLearned = 1 WHERE id = ? AND createdAt = ?",
            arguments: [bundle, uploadedAt.timeIntervalSinceReferenceDate]
        )
        guard db.changesCount > 0 else { return }
        let use = try db.cachedStatement(sql: "INSERT OR IGNORE INTO secretUse (domain, key, app) VALUES (?, ?, ?)")
        for (domain, key) in pairs { try use.execute(arguments: [domain, key, bundle]) }
    }
}
