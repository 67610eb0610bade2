public import Access
import Foundation
public import Testing

/// What every store of tokens does.
public enum TokenStoreCheck: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case keepsTokens = "a token is there after the store was opened again, all of it"
    case revokes = "a revoked token stays with the time, and its sessions are gone"
    case refusesUnknown = "a token that is not there cannot be revoked"
    case marksUses = "the last use only moves on"
    case keepsSessions = "a session is there until it ends, or is removed"
    case boundsSessions = "the oldest sessions make room"
    case boundsTokens = "one token too many is refused, unless one is revoked"

    /// What the check says.
    public var testDescription: String { rawValue }

    /// Runs the check on stores that all open the same data.
    public func run(_ open: () throws -> any TokenStore) throws {
        switch self {
        case .keepsTokens: try keepsTokens(open)
        case .revokes: try revokes(try open())
        case .refusesUnknown:
            let error = #expect(throws: AccessError.self) { try open().revokeToken("nobody", at: Self.start) }
            #expect(error?.code == .unknownToken)
        case .marksUses: try marksUses(try open())
        case .keepsSessions: try keepsSessions(try open())
        case .boundsSessions: try boundsSessions(try open())
        case .boundsTokens: try boundsTokens(try open())
        }
    }

    private static let start = Date(timeIntervalSinceReferenceDate: 800_000_000.125)

    private func token(_ id: String, _ scopes: AccessScopes = .read, after seconds: Double = 0) -> AccessToken {
        AccessToken(
            id: id,
            name: "Name of \(id)",
            digest: SecretDigest(of: Secret("secret of \(id)")),
            scopes: scopes,
            createdAt: Self.start.addingTimeInterval(seconds)
        )
    }

    private func session(_ name: String, of token: AccessToken, after seconds: Double = 0) -> AccessSession {
        AccessSession(
            digest: SecretDigest(of: Secret(name)),
            token: token.digest,
            createdAt: Self.start.addingTimeInterval(seconds),
            expiresAt: Self.start.addingTimeInterval(seconds + 100_000)
        )
    }

    private func keepsTokens(_ open: () throws -> any TokenStore) throws {
        try open().insert(token("b", .all))
        try open().insert(token("a", [.read, .delete], after: 1))
        let tokens = try open().tokens()
        #expect(tokens.map(\.id) == ["b", "a"])
        #expect(tokens.map(\.scopes) == [.all, [.read, .delete]])
        #expect(tokens.first?.name == "Name of b")
        #expect(tokens.first?.createdAt == Self.start)
        #expect(tokens.first?.digest.matches(SecretDigest(of: Secret("secret of b"))) == true)
        #expect(tokens.allSatisfy { $0.lastUsedAt == nil && $0.revokedAt == nil })
    }

    private func revokes(_ store: any TokenStore) throws {
        let (gone, good) = (token("gone"), token("good"))
        for token in [gone, good] { try store.insert(token) }
        try store.insert(session("one", of: gone))
        try store.insert(session("two", of: good))
        try store.revokeToken("gone", at: Self.start)
        let again = #expect(throws: AccessError.self) { try store.revokeToken("gone", at: Self.start + 9) }
        #expect(again?.code == .unknownToken)
        #expect(try store.tokens().map(\.revokedAt) == [Self.start, nil])
        let sessions = try store.sessions(at: Self.start)
        #expect(sessions.count == 1 && sessions.first?.token.matches(good.digest) == true)
    }

    private func marksUses(_ store: any TokenStore) throws {
        try store.insert(token("a"))
        try store.markTokens(["a": Self.start.addingTimeInterval(60), "nobody": Self.start])
        try store.markTokens(["a": Self.start])
        #expect(try store.tokens().map(\.lastUsedAt) == [Self.start.addingTimeInterval(60)])
    }

    private func keepsSessions(_ store: any TokenStore) throws {
        let token = token("a")
        try store.insert(session("one", of: token))
        try store.insert(session("two", of: token, after: 10))
        #expect(try store.sessions(at: Self.start).count == 2)
        #expect(try store.sessions(at: Self.start.addingTimeInterval(100_005)).count == 1)
        try store.removeSession(SecretDigest(of: Secret("two")))
        try store.removeSession(SecretDigest(of: Secret("never")))
        #expect(try store.sessions(at: Self.start.addingTimeInterval(100_005)).isEmpty)
    }

    private func boundsSessions(_ store: any TokenStore) throws {
        let token = token("a")
        for number in 0...AccessSession.mostSessions {
            try store.insert(session("\(number)", of: token, after: Double(number)))
        }
        let sessions = try store.sessions(at: Self.start)
        #expect(sessions.count == AccessSession.mostSessions)
        #expect(sessions.first?.digest.matches(SecretDigest(of: Secret("1"))) == true)
    }

    private func boundsTokens(_ store: any TokenStore) throws {
        for number in 0..<AccessToken.mostTokens { try store.insert(token("\(number)")) }
        let error = #expect(throws: AccessError.self) { try store.insert(token("more")) }
        #expect(error?.code == .tooManyTokens)
        try store.revokeToken("7", at: Self.start)
        try store.insert(token("more"))
        let ids = Set(try store.tokens().map(\.id))
        #expect(ids.count == AccessToken.mostTokens && ids.contains("more") && !ids.contains("7"))
    }
}
