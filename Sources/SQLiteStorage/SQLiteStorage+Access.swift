public import Access
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
