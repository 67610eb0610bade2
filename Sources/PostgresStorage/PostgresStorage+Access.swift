public import Access
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
