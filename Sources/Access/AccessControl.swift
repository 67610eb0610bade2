public import Foundation
import Glibc
import Synchronization

/// Says who may ask a server what, and keeps its tokens and the browsers that have signed in.
///
/// What judges requests looks at memory only and waits for nothing; what changes something goes to the store first.
public final class AccessControl: Sendable {
    /// Whom a server answers.
    public enum Mode: Sendable, Hashable {
        /// Everybody who reaches it, everything: for servers that only this machine can reach.
        case open
        /// Those who have a token.
        case tokens
        /// Those who have a token, and everybody who only reads.
        case tokensToWrite
    }

    /// What is said to a secret.
    public enum Verdict: Sendable, Hashable {
        /// It is this principal's.
        case granted(Principal)
        /// It opens nothing, or not any more.
        case unknown
        /// Its address has been wrong too often; it may try again after so many seconds.
        case limited(seconds: Int)
    }

    private struct State {
        var tokens = DigestTable<AccessToken>()
        var sessions = DigestTable<AccessSession>()
        /// When tokens were used, since that was noted last.
        var uses: [String: Date] = [:]
    }

    /// Whom the server answers.
    public let mode: Mode
    /// The digest of the token that the server was started with.
    private let chosen: SecretDigest?
    private let store: any TokenStore
    private let now: @Sendable () -> Date
    private let state = Mutex(State())
    /// Taken by who reads or writes the store, so that what is in memory follows the store in order.
    private let storing = Mutex(())
    private let failures = FailureLimiter()
    private let visits = AccessVisits()

    /// Creates a control and reads what the store has.
    /// - Parameters:
    ///   - chosen: the token that the server was started with, good for everything.
    ///   - now: the clock, for tests.
    public init(
        mode: Mode,
        chosen: Secret? = nil,
        store: any TokenStore,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(AccessError) {
        self.mode = mode
        self.chosen = chosen.map(SecretDigest.init(of:))
        self.store = store
        self.now = now
        try refresh()
    }

    // MARK: Judging

    /// Whose secret this is.
    ///
    /// A token of the store cannot be guessed, so it is always looked up; one that a person chose might be, so an address
    /// that was wrong too often has to wait.
    public func verdict(on secret: Secret, from address: String) -> Verdict {
        let digest = SecretDigest(of: secret)
        let date = now()
        let principal: Principal? = state.withLock { state in
            guard let token = state.tokens[digest] else { return nil }
            state.uses[token.id] = date
            return Principal(name: token.name, scopes: token.scopes)
        }
        if let principal { return .granted(principal) }
        let time = date.timeIntervalSinceReferenceDate
        if let seconds = failures.wait(of: address, at: time) { return .limited(seconds: seconds) }
        if let chosen, chosen.matches(digest) { return .granted(.operator) }
        failures.fail(from: address, at: time)
        return .unknown
    }

    /// Whose token this is, for a server that asks nobody; nil for one that is none.
    public func name(of secret: Secret) -> Principal? {
        let digest = SecretDigest(of: secret)
        return state.withLock { $0.tokens[digest] }.map { Principal(name: $0.name, scopes: $0.scopes) }
    }

    /// Who has signed in with the browser whose cookie says this; nil when nobody has, or not any more.
    public func principal(ofSession secret: Secret) -> Principal? {
        let digest = SecretDigest(of: secret)
        let date = now()
        return state.withLock { state in
            guard let session = state.sessions[digest], session.expiresAt > date else { return nil }
            if let chosen, chosen.matches(session.token) { return .operator }
            guard let token = state.tokens[session.token] else { return nil }
            state.uses[token.id] = date
            return Principal(name: token.name, scopes: token.scopes)
        }
    }

    /// Calls once when what somebody has shown is good no more: its token was revoked, or its browser signed out. What
    /// another process revokes is seen by ``refresh()``, as are sessions that have run out.
    /// - Parameter end: what is called; it must not wait.
    /// - Returns: what has to be called when nobody needs to be told any more.
    public func whenOver(
        _ credential: AccessCredential,
        _ end: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        let forget = visits.begin(with: credential, end)
        // It may have happened since the request was judged.
        endVisits()
        return forget
    }

    private func endVisits() {
        let date = now()
        visits.end { credential in
            state.withLock { state in
                switch credential {
                case .token(let digest): isGood(digest, state)
                case .session(let digest):
                    state.sessions[digest].map { $0.expiresAt > date && isGood($0.token, state) } ?? false
                }
            }
        }
    }

    private func isGood(_ token: SecretDigest, _ state: borrowing State) -> Bool {
        state.tokens[token] != nil || chosen?.matches(token) ?? false
    }

    // MARK: Browsers

    /// Signs a browser in with a token that was found good, and gives back what its cookie is to say.
    public func beginSession(with token: Secret) throws(AccessError) -> Secret {
        let secret = try Secret.session()
        let date = now()
        let session = AccessSession(
            digest: SecretDigest(of: secret),
            token: SecretDigest(of: token),
            createdAt: date,
            expiresAt: date.addingTimeInterval(Double(AccessSession.lifetime))
        )
        try inStore { () throws(AccessError) in
            try store.insert(session)
            state.withLock { $0.sessions.insert(session, for: session.digest) }
        }
        return secret
    }

    /// Ends a browser's visit.
    public func endSession(_ secret: Secret) throws(AccessError) {
        let digest = SecretDigest(of: secret)
        try inStore { () throws(AccessError) in
            try store.removeSession(digest)
            state.withLock { $0.sessions.remove(digest) }
        }
        endVisits()
    }

    // MARK: Tokens

    /// All tokens, those first that were made first.
    public func tokens() throws(AccessError) -> [AccessToken] {
        let uses = state.withLock { $0.uses }
        return try store.tokens().map { token in
            var token = token
            if let date = uses[token.id] { token.lastUsedAt = date }
            return token
        }
    }

    /// Makes a token. Its secret is not kept: whoever loses it makes another.
    public func makeToken(named name: String, scopes: AccessScopes) throws(AccessError) -> (AccessToken, Secret) {
        let name = try Self.checked(name)
        guard !scopes.isEmpty else {
            throw AccessError(
                .impossibleToken,
                "A token needs at least one scope of \(AccessScopes.allNames.joined(separator: ", "))."
            )
        }
        let secret = try Secret.token()
        let token = AccessToken(
            id: try Secret.identifier(),
            name: name,
            digest: SecretDigest(of: secret),
            scopes: scopes,
            createdAt: now()
        )
        try inStore { () throws(AccessError) in
            try store.insert(token)
            state.withLock { $0.tokens.insert(token, for: token.digest) }
        }
        return (token, secret)
    }

    /// Revokes a token: from now on it opens nothing, and browsers that signed in with it are signed out.
    public func revokeToken(_ id: String) throws(AccessError) {
        try inStore { () throws(AccessError) in
            try store.revokeToken(id, at: now())
            try load()
        }
        endVisits()
    }

    /// Reads the store anew, which another process may have changed, and notes there when tokens were used.
    public func refresh() throws(AccessError) {
        try inStore { () throws(AccessError) in
            let uses = state.withLock { state in
                let uses = state.uses
                state.uses = [:]
                return uses
            }
            let due = uses.filter { id, date in
                guard let noted = noted.withLock({ $0[id] }) else { return true }
                return date.timeIntervalSince(noted) >= Self.useInterval
            }
            if !due.isEmpty {
                try store.markTokens(due)
                noted.withLock { $0.merge(due) { $1 } }
            }
            try load()
        }
        endVisits()
    }

    /// When the use of each token was noted in the store.
    private let noted = Mutex<[String: Date]>([:])
    /// How often the use of a token is noted at most, in seconds.
    private static let useInterval = 60.0

    private func load() throws(AccessError) {
        var tokens = DigestTable<AccessToken>()
        for token in try store.tokens() where token.revokedAt == nil { tokens.insert(token, for: token.digest) }
        var sessions = DigestTable<AccessSession>()
        for session in try store.sessions(at: now()) { sessions.insert(session, for: session.digest) }
        state.withLock { state in
            state.tokens = tokens
            state.sessions = sessions
        }
    }

    private func inStore(_ body: () throws(AccessError) -> Void) throws(AccessError) {
        let failure: AccessError? = storing.withLock { _ in
            do throws(AccessError) {
                try body()
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// A name on one line, with single blanks between its words.
    private static func checked(_ name: String) throws(AccessError) -> String {
        let words = name.unicodeScalars.split {
            $0.properties.isWhitespace || $0.properties.generalCategory == .control
        }
        let name = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
        guard !name.isEmpty, name.count <= AccessToken.longestName else {
            throw AccessError(
                .impossibleToken,
                "The name of a token has 1 to \(AccessToken.longestName) characters, and not blanks alone."
            )
        }
        return name
    }
}

/// Counts wrong tokens by the address they come from, so that nobody can try out many.
///
/// An address may be wrong ten times in a row; each try comes back after six seconds. The table is bounded: where it is
/// full, the address that was wrong longest ago is forgotten.
final class FailureLimiter: Sendable {
    /// How many tries an address has.
    static let tries = 10.0
    /// After how many seconds one comes back.
    static let secondsForOne = 6.0
    /// The most addresses that are remembered.
    static let mostAddresses = 4_096

    private struct Entry {
        var failures: Double
        var changedAt: Double
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// How many seconds an address has to wait before it may try again; nil when it need not.
    func wait(of address: String, at time: Double) -> Int? {
        entries.withLock { entries in
            guard let entry = entries[Self.key(address)] else { return nil }
            let failures = Self.left(of: entry, at: time)
            guard failures > Self.tries - 1 else { return nil }
            return max(1, Int(((failures - Self.tries + 1) * Self.secondsForOne).rounded(.up)))
        }
    }

    /// Counts a wrong token.
    func fail(from address: String, at time: Double) {
        entries.withLock { entries in
            let key = Self.key(address)
            let failures = entries[key].map { Self.left(of: $0, at: time) } ?? 0
            if entries[key] == nil, entries.count >= Self.mostAddresses {
                entries = entries.filter { Self.left(of: $0.value, at: time) > 0 }
                if entries.count >= Self.mostAddresses,
                    let oldest = entries.min(by: { $0.value.changedAt < $1.value.changedAt })
                {
                    entries[oldest.key] = nil
                }
            }
            entries[key] = Entry(failures: min(failures + 1, Self.tries), changedAt: time)
        }
    }

    /// How many addresses are remembered.
    var count: Int { entries.withLock { $0.count } }

    private static func left(of entry: Entry, at time: Double) -> Double {
        max(0, entry.failures - max(0, time - entry.changedAt) / secondsForOne)
    }

    /// One subscriber has 2^64 addresses of version 6, so these count by their first half.
    private static func key(_ address: String) -> String {
        let plain = String(address.prefix { $0 != "%" })
        var bytes = in6_addr()
        guard inet_pton(AF_INET6, plain, &bytes) == 1 else { return String(address.prefix(64)) }
        return withUnsafeBytes(of: bytes) { bytes in
            let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            return (isMapped ? bytes.suffix(4) : bytes.prefix(8)).map { String($0, radix: 16) }.joined(separator: ":")
        }
    }
}

/// What somebody has shown to be let in, without the secret itself.
public enum AccessCredential: Sendable {
    /// A token.
    case token(SecretDigest)
    /// The session of a browser that has signed in.
    case session(SecretDigest)
}

/// What goes on as long as what let it in is good: open event streams.
final class AccessVisits: Sendable {
    private struct Visit: Sendable {
        let credential: AccessCredential
        let end: @Sendable () -> Void
    }

    private let state = Mutex((next: 0, visits: [Int: Visit]()))

    /// Begins a visit.
    /// - Parameter end: called once, when the credential is good no more; it must not wait.
    /// - Returns: what forgets the visit, which whoever ends it by himself calls.
    func begin(with credential: AccessCredential, _ end: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let number = state.withLock { state in
            state.next += 1
            state.visits[state.next] = Visit(credential: credential, end: end)
            return state.next
        }
        return { [self] in state.withLock { _ = $0.visits.removeValue(forKey: number) } }
    }

    /// Ends the visits whose credential is good no more.
    func end(unless isGood: (AccessCredential) -> Bool) {
        let all = state.withLock { $0.visits }
        let over = all.filter { !isGood($0.value.credential) }
        let ended = state.withLock { state in over.keys.compactMap { state.visits.removeValue(forKey: $0) } }
        for visit in ended { visit.end() }
    }
}
