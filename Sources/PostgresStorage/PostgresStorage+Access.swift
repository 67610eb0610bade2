public import Access
public import Catalog
public import Foundation

/// Tokens, and the browsers that have signed in with them.
extension PostgresStorage: TokenStore {
    /// All tokens, those first that were made first.
    public func tokens() throws(AccessError) -> [AccessToken] {
        try accessing {
            try reading { connection in
                try connection.run(
                    """
                    SELECT id, name, digest, scopes, created_at, last_used_at, revoked_at FROM access_token
                    ORDER BY created_at, id
                    """
                )
                .map { try AccessToken(row: $0) }.compactMap { $0 }
            }
        }
    }

    /// Keeps a new token. Where there are as many as may be, the one that was revoked first makes room.
    public func insert(_ token: AccessToken) throws(AccessError) {
        try accessing {
            try writing([.access]) { transaction in
                let count = try transaction.run("SELECT count(*) FROM access_token").number()
                if count >= AccessToken.mostTokens {
                    let gone = try transaction.run(
                        """
                        DELETE FROM access_token WHERE id IN (
                            SELECT id FROM access_token WHERE revoked_at IS NOT NULL ORDER BY revoked_at, id LIMIT 1
                        )
                        """
                    )
                    guard gone.affected > 0 else { throw AccessError.tooManyTokens }
                }
                try transaction.run(
                    "INSERT INTO access_token (id, name, digest, scopes, created_at) VALUES ($1, $2, $3, $4, $5)",
                    [
                        .text(token.id), .text(token.name), .bytes(token.digest.bytes), .text(token.scopes.text),
                        .real(token.createdAt.timeIntervalSinceReferenceDate),
                    ]
                )
                transaction.tell(.access)
            }
        }
    }

    /// Marks a token as revoked, and forgets its sessions.
    public func revokeToken(_ id: String, at date: Date) throws(AccessError) {
        try accessing {
            try writing([.access]) { transaction in
                let sql = "SELECT digest FROM access_token WHERE id = $1 AND revoked_at IS NULL"
                guard let digest = try transaction.run(sql, [.text(id)]).first({ try $0.bytes(0) }) else {
                    throw AccessError.unknownToken(id)
                }
                try transaction.run(
                    "UPDATE access_token SET revoked_at = $1 WHERE id = $2",
                    [.real(date.timeIntervalSinceReferenceDate), .text(id)]
                )
                try transaction.run("DELETE FROM access_session WHERE token = $1", [.bytes(digest)])
                transaction.tell(.access)
            }
        }
    }

    /// Notes when tokens were used last.
    public func markTokens(_ uses: [String: Date]) throws(AccessError) {
        try accessing {
            try writing([.access]) { transaction in
                for (id, date) in uses.sorted(by: { $0.key < $1.key }) {
                    try transaction.run(
                        "UPDATE access_token SET last_used_at = greatest(coalesce(last_used_at, $1), $1) WHERE id = $2",
                        [.real(date.timeIntervalSinceReferenceDate), .text(id)]
                    )
                }
            }
        }
    }

    /// The sessions that have not ended at a time.
    public func sessions(at date: Date) throws(AccessError) -> [AccessSession] {
        try accessing {
            try reading { connection in
                try connection.run(
                    """
                    SELECT digest, token, created_at, expires_at FROM access_session WHERE expires_at > $1
                    ORDER BY created_at
                    """,
                    [.real(date.timeIntervalSinceReferenceDate)]
                )
                .map { try AccessSession(row: $0) }.compactMap { $0 }
            }
        }
    }

    /// Keeps a session, and forgets those that have ended when it begins, and the oldest where there are too many.
    public func insert(_ session: AccessSession) throws(AccessError) {
        try accessing {
            try writing([.access]) { transaction in
                let began = session.createdAt.timeIntervalSinceReferenceDate
                try transaction.run("DELETE FROM access_session WHERE expires_at <= $1", [.real(began)])
                try transaction.run(
                    """
                    DELETE FROM access_session WHERE digest NOT IN (
                        SELECT digest FROM access_session ORDER BY created_at DESC LIMIT $1
                    )
                    """,
                    [.integer(AccessSession.mostSessions - 1)]
                )
                try transaction.run(
                    "INSERT INTO access_session (digest, token, created_at, expires_at) VALUES ($1, $2, $3, $4)",
                    [
                        .bytes(session.digest.bytes), .bytes(session.token.bytes), .real(began),
                        .real(session.expiresAt.timeIntervalSinceReferenceDate),
                    ]
                )
                transaction.tell(.access)
            }
        }
    }

    /// Forgets a session, where there is one.
    public func removeSession(_ digest: SecretDigest) throws(AccessError) {
        try accessing {
            try writing([.access]) { transaction in
                let sql = "DELETE FROM access_session WHERE digest = $1"
                transaction.isIdle = try transaction.run(sql, [.bytes(digest.bytes)]).affected == 0
                transaction.tell(.access)
            }
        }
    }

    private func accessing<Result>(_ body: () throws -> Result) throws(AccessError) -> Result {
        do {
            return try body()
        } catch {
            throw error as? AccessError ?? AccessError(known(error))
        }
    }
}

extension AccessToken {
    /// Reads a row of `access_token`; nil where its digest is none.
    fileprivate init?(row: PostgresRow) throws {
        guard let digest = SecretDigest(bytes: try row.bytes(2)) else { return nil }
        self.init(
            id: try row.text(0),
            name: try row.text(1),
            digest: digest,
            scopes: AccessScopes(text: try row.text(3)),
            createdAt: Date(timeIntervalSinceReferenceDate: try row.real(4)),
            lastUsedAt: try row.optionalReal(5).map(Date.init(timeIntervalSinceReferenceDate:)),
            revokedAt: try row.optionalReal(6).map(Date.init(timeIntervalSinceReferenceDate:))
        )
    }
}

extension AccessSession {
    /// Reads a row of `access_session`; nil where its digests are none.
    fileprivate init?(row: PostgresRow) throws {
        guard let digest = SecretDigest(bytes: try row.bytes(0)), let token = SecretDigest(bytes: try row.bytes(1))
        else {
            return nil
        }
        self.init(
            digest: digest,
            token: token,
            createdAt: Date(timeIntervalSinceReferenceDate: try row.real(2)),
            expiresAt: Date(timeIntervalSinceReferenceDate: try row.real(3))
        )
    }
}

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
