public import Access
public import Catalog
public import Foundation
import GRDB

/// Tokens, and the browsers that have signed in with them.
extension SQLiteStorage: TokenStore {
    /// All tokens, those first that were made first.
    public func tokens() throws(AccessError) -> [AccessToken] {
        try accessing {
            try read { db in
                try Row.fetchAll(db, sql: "SELECT * FROM accessToken ORDER BY createdAt, id")
                    .compactMap { try AccessToken(row: $0) }
            }
        }
    }

    /// Keeps a new token. Where there are as many as may be, the one that was revoked first makes room.
    public func insert(_ token: AccessToken) throws(AccessError) {
        try accessing {
            try writing { db in
                let count = try db.number("SELECT count(*) FROM accessToken")
                if count >= AccessToken.mostTokens {
                    try db.execute(
                        sql: """
                            DELETE FROM accessToken WHERE id IN (
                                SELECT id FROM accessToken WHERE revokedAt IS NOT NULL ORDER BY revokedAt, id LIMIT 1
                            )
                            """
                    )
                    guard db.changesCount > 0 else { throw AccessError.tooManyTokens }
                }
                try db.execute(
                    sql: "INSERT INTO accessToken (id, name, digest, scopes, createdAt) VALUES (?, ?, ?, ?, ?)",
                    arguments: [
                        token.id, token.name, Data(token.digest.bytes), token.scopes.text,
                        token.createdAt.timeIntervalSinceReferenceDate,
                    ]
                )
            }
        }
    }

    /// Marks a token as revoked, and forgets its sessions.
    public func revokeToken(_ id: String, at date: Date) throws(AccessError) {
        try accessing {
            try writing { db in
                let sql = "SELECT digest FROM accessToken WHERE id = ? AND revokedAt IS NULL"
                guard let digest = try Data.fetchOne(db, sql: sql, arguments: [id]) else {
                    throw AccessError.unknownToken(id)
                }
                try db.execute(
                    sql: "UPDATE accessToken SET revokedAt = ? WHERE id = ?",
                    arguments: [date.timeIntervalSinceReferenceDate, id]
                )
                try db.execute(sql: "DELETE FROM accessSession WHERE token = ?", arguments: [digest])
            }
        }
    }

    /// Notes when tokens were used last, unless nothing may be written: it is asked for by nobody.
    public func markTokens(_ uses: [String: Date]) throws(AccessError) {
        guard !options.isReadOnly else { return }
        try accessing {
            try writing { db in
                for (id, date) in uses {
                    try db.execute(
                        sql: "UPDATE accessToken SET lastUsedAt = max(ifnull(lastUsedAt, ?1), ?1) WHERE id = ?2",
                        arguments: [date.timeIntervalSinceReferenceDate, id]
                    )
                }
            }
        }
    }

    /// The sessions that have not ended at a time.
    public func sessions(at date: Date) throws(AccessError) -> [AccessSession] {
        try accessing {
            try read { db in
                let sql = "SELECT * FROM accessSession WHERE expiresAt > ? ORDER BY createdAt"
                return try Row.fetchAll(db, sql: sql, arguments: [date.timeIntervalSinceReferenceDate])
                    .compactMap { try AccessSession(row: $0) }
            }
        }
    }

    /// Keeps a session, and forgets those that have ended when it begins, and the oldest where there are too many.
    public func insert(_ session: AccessSession) throws(AccessError) {
        try accessing {
            try writing { db in
                let began = session.createdAt.timeIntervalSinceReferenceDate
                try db.execute(sql: "DELETE FROM accessSession WHERE expiresAt <= ?", arguments: [began])
                try db.execute(
                    sql: """
                        DELETE FROM accessSession WHERE digest NOT IN (
                            SELECT digest FROM accessSession ORDER BY createdAt DESC LIMIT ?
                        )
                        """,
                    arguments: [AccessSession.mostSessions - 1]
                )
                try db.execute(
                    sql: "INSERT INTO accessSession (digest, token, createdAt, expiresAt) VALUES (?, ?, ?, ?)",
                    arguments: [
                        Data(session.digest.bytes), Data(session.token.bytes), began,
                        session.expiresAt.timeIntervalSinceReferenceDate,
                    ]
                )
            }
        }
    }

    /// Forgets a session, where there is one.
    public func removeSession(_ digest: SecretDigest) throws(AccessError) {
        try accessing {
            try writing { db in
                try db.execute(sql: "DELETE FROM accessSession WHERE digest = ?", arguments: [Data(digest.bytes)])
            }
        }
    }

    private func accessing<Result>(_ body: () throws -> Result) throws(AccessError) -> Result {
        do {
            return try body()
        } catch {
            throw error as? AccessError ?? AccessError(SQLiteStorageError(error, path: path))
        }
    }
}

extension AccessToken {
    /// Reads a row of `accessToken`; nil where its digest is none.
    fileprivate init?(row: Row) throws {
        guard let digest = SecretDigest(bytes: [UInt8](try row.get("digest") as Data)) else { return nil }
        self.init(
            id: try row.get("id"),
            name: try row.get("name"),
            digest: digest,
            scopes: AccessScopes(text: try row.get("scopes")),
            createdAt: try row.date("createdAt"),
            lastUsedAt: try row.date("lastUsedAt"),
            revokedAt: try row.date("revokedAt")
        )
    }
}

extension AccessSession {
    /// Reads a row of `accessSession`; nil where its digests are none.
    fileprivate init?(row: Row) throws {
        guard let digest = SecretDigest(bytes: [UInt8](try row.get("digest") as Data)),
            let token = SecretDigest(bytes: [UInt8](try row.get("token") as Data))
        else { return nil }
        self.init(
            digest: digest,
            token: token,
            createdAt: try row.date("createdAt"),
            expiresAt: try row.date("expiresAt")
        )
    }
}

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
