import Foundation
import SQLiteStorage
import Synchronization
import Testing
import TestSupport

@testable import Access

/// A clock that tests set.
private final class Clock: Sendable {
    private let time = Mutex(Date(timeIntervalSinceReferenceDate: 800_000_000))

    var now: Date { time.withLock { $0 } }
    func advance(by seconds: Double) { time.withLock { $0 += seconds } }
}

@Suite("Access control")
struct AccessControlTests {
    private let folder: TemporaryDirectory
    private let storage: SQLiteStorage
    private let clock = Clock()

    init() throws {
        folder = try TemporaryDirectory()
        storage = try SQLiteStorage(folder: folder.url.appending(path: "data"))
    }

    private func control(_ chosen: String? = nil) throws -> AccessControl {
        try AccessControl(mode: .tokens, chosen: chosen.map(Secret.init), store: storage) { [clock] in clock.now }
    }

    @Test("what a token has opened ends when it is revoked, and what a browser has when it signs out")
    func visits() throws {
        let control = try control("chosen")
        let (token, secret) = try control.makeToken(named: "CI", scopes: .read)
        let (_, other) = try control.makeToken(named: "Other", scopes: .read)
        let (session, late) = (try control.beginSession(with: other), try control.beginSession(with: secret))
        let ended = Mutex<[String]>([])
        func visit(_ name: String, _ credential: AccessCredential) -> @Sendable () -> Void {
            control.whenOver(credential) { ended.withLock { $0.append(name) } }
        }
        _ = visit("token", .token(SecretDigest(of: secret)))
        _ = visit("other", .token(SecretDigest(of: other)))
        _ = visit("session", .session(SecretDigest(of: session)))
        _ = visit("late session", .session(SecretDigest(of: late)))
        _ = visit("chosen", .token(SecretDigest(of: Secret("chosen"))))
        let forget = visit("forgotten", .token(SecretDigest(of: secret)))
        forget()
        #expect(ended.withLock { $0 } == [])
        try control.endSession(session)
        #expect(ended.withLock { $0 } == ["session"])
        try control.revokeToken(token.id)
        #expect(ended.withLock { $0.sorted() } == ["late session", "session", "token"])
        _ = visit("too late", .token(SecretDigest(of: secret)))
        #expect(ended.withLock { $0.last } == "too late")
        try control.refresh()
        #expect(ended.withLock { $0.count } == 4)
    }

    @Test("a session that has run out ends what it has opened at the next refresh")
    func visitsOfSessions() throws {
        let control = try control("chosen")
        let session = try control.beginSession(with: Secret("chosen"))
        let ended = Mutex(0)
        _ = control.whenOver(.session(SecretDigest(of: session))) { ended.withLock { $0 += 1 } }
        clock.advance(by: Double(AccessSession.lifetime) + 1)
        try control.refresh()
        #expect(ended.withLock { $0 } == 1)
    }

    @Test("a token that was made opens what its scopes say, until it is revoked")
    func lifeOfAToken() throws {
        let control = try control()
        let (token, secret) = try control.makeToken(named: "  CI  ", scopes: [.read, .write])
        #expect(control.verdict(on: secret, from: "a") == .granted(Principal(name: "CI", scopes: [.read, .write])))
        #expect(control.verdict(on: Secret(secret.text + "x"), from: "a") == .unknown)
        try control.revokeToken(token.id)
        #expect(control.verdict(on: secret, from: "a") == .unknown)
        #expect(try control.tokens().map(\.revokedAt) == [clock.now])
    }

    @Test("the secret is not in the database")
    func secretsAreHashed() throws {
        let control = try control()
        let secret = try control.makeToken(named: "CI", scopes: .all).1
        let cookie = try control.beginSession(with: secret)
        try storage.close()
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.url.appending(path: "data").path) {
            let bytes = try Data(contentsOf: folder.url.appending(path: "data").appending(path: file))
            #expect(bytes.range(of: Data(secret.text.utf8)) == nil && bytes.range(of: Data(cookie.text.utf8)) == nil)
        }
    }

    @Test("what another process makes and revokes counts after a refresh")
    func otherProcesses() throws {
        let (server, other) = (try control(), try control())
        let (token, secret) = try other.makeToken(named: "CI", scopes: .read)
        #expect(server.verdict(on: secret, from: "a") == .unknown)
        try server.refresh()
        #expect(server.verdict(on: secret, from: "a") == .granted(Principal(name: "CI", scopes: .read)))
        try other.revokeToken(token.id)
        try server.refresh()
        #expect(server.verdict(on: secret, from: "a") == .unknown)
    }

    @Test("a browser stays signed in over a restart, until it signs out, its token goes, or its time is over")
    func sessions() throws {
        let control = try control("chosen-by-a-person")
        let (token, secret) = try control.makeToken(named: "Ann", scopes: .read)
        let chosen = try control.beginSession(with: Secret("chosen-by-a-person"))
        let first = try control.beginSession(with: secret)
        let second = try control.beginSession(with: secret)
        #expect(control.principal(ofSession: chosen) == .operator)
        #expect(control.principal(ofSession: first)?.name == "Ann")
        let restarted = try self.control("another-token-now")
        #expect(restarted.principal(ofSession: first)?.name == "Ann")
        #expect(restarted.principal(ofSession: chosen) == nil)
        try control.endSession(first)
        #expect(control.principal(ofSession: first) == nil)
        #expect(control.principal(ofSession: second)?.name == "Ann")
        #expect(control.principal(ofSession: secret) == nil)
        try control.revokeToken(token.id)
        #expect(control.principal(ofSession: second) == nil)
        clock.advance(by: Double(AccessSession.lifetime) - 1)
        #expect(control.principal(ofSession: chosen) == .operator)
        clock.advance(by: 2)
        #expect(control.principal(ofSession: chosen) == nil)
    }

    @Test("after ten wrong tokens an address waits, but tokens that nobody can guess still open")
    func limits() throws {
        let control = try control("chosen-by-a-person")
        let secret = try control.makeToken(named: "CI", scopes: .read).1
        for _ in 0..<10 { #expect(control.verdict(on: Secret("wrong"), from: "10.0.0.1") == .unknown) }
        #expect(control.verdict(on: Secret("chosen-by-a-person"), from: "10.0.0.1") == .limited(seconds: 6))
        #expect(control.verdict(on: secret, from: "10.0.0.1") == .granted(Principal(name: "CI", scopes: .read)))
        #expect(control.verdict(on: Secret("chosen-by-a-person"), from: "10.0.0.2") == .granted(.operator))
        clock.advance(by: 6)
        #expect(control.verdict(on: Secret("chosen-by-a-person"), from: "10.0.0.1") == .granted(.operator))
    }

    @Test("the last use is noted once a minute, and told at once")
    func lastUse() throws {
        let control = try control()
        let secret = try control.makeToken(named: "CI", scopes: .read).1
        _ = control.verdict(on: secret, from: "a")
        #expect(try control.tokens().map(\.lastUsedAt) == [clock.now])
        #expect(try storage.tokens().map(\.lastUsedAt) == [nil])
        let first = clock.now
        try control.refresh()
        #expect(try storage.tokens().map(\.lastUsedAt) == [first])
        clock.advance(by: 30)
        _ = control.verdict(on: secret, from: "a")
        try control.refresh()
        #expect(try storage.tokens().map(\.lastUsedAt) == [first])
        clock.advance(by: 31)
        _ = control.verdict(on: secret, from: "a")
        try control.refresh()
        #expect(try storage.tokens().map(\.lastUsedAt) == [first + 61])
    }

    @Test(
        "a token without a name or without a scope is refused",
        arguments: ["", "  ", "\n\u{1}\u{a0}", String(repeating: "a", count: 101)]
    )
    func impossible(_ name: String) throws {
        let control = try control()
        #expect(throws: AccessError.self) { try control.makeToken(named: name, scopes: .read) }
        #expect(throws: AccessError.self) { try control.makeToken(named: "fine", scopes: []) }
        #expect(try control.tokens().isEmpty)
    }

    @Test("a name is on one line")
    func names() throws {
        #expect(
            try control().makeToken(named: " The\n build\u{7}\u{2028}server ", scopes: .read).0.name
                == "The build server"
        )
    }
}
