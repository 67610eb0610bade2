public import Foundation
public import Storage

/// A token as it is kept: never the secret itself.
public struct AccessToken: Sendable {
    /// Its name in addresses; letters only.
    public var id: String
    /// What people call it, and histories.
    public var name: String
    /// The digest of its secret.
    public var digest: SecretDigest
    /// What it opens.
    public var scopes: AccessScopes
    /// When it was made.
    public var createdAt: Date
    /// When it was used last, to about a minute; nil for never.
    public var lastUsedAt: Date?
    /// When it was revoked; nil while it is good.
    public var revokedAt: Date?

    /// Creates a record.
    public init(
        id: String,
        name: String,
        digest: SecretDigest,
        scopes: AccessScopes,
        createdAt: Date,
        lastUsedAt: Date? = nil,
        revokedAt: Date? = nil
    ) {
        self.id = id
        self.name = name
        self.digest = digest
        self.scopes = scopes
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.revokedAt = revokedAt
    }

    /// The most tokens that are kept, revoked ones included.
    public static let mostTokens = 200
    /// The most characters of a name.
    public static let longestName = 100
}

/// A browser that has signed in.
public struct AccessSession: Sendable {
    /// The digest of what its cookie says.
    public var digest: SecretDigest
    /// The digest of the token that it signed in with: it ends with it.
    public var token: SecretDigest
    /// When it began.
    public var createdAt: Date
    /// When it ends by itself.
    public var expiresAt: Date

    /// Creates a record.
    public init(digest: SecretDigest, token: SecretDigest, createdAt: Date, expiresAt: Date) {
        self.digest = digest
        self.token = token
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    /// How long a browser stays signed in, in seconds: 30 days.
    public static let lifetime = 30 * 24 * 3600
    /// The most sessions that are kept; the oldest go.
    public static let mostSessions = 500
}

/// Where tokens and sessions are kept. Any thread may call it; every write is durable when it returns.
public protocol TokenStore: Sendable {
    /// All tokens, those first that were made first.
    func tokens() throws(AccessError) -> [AccessToken]

    /// Keeps a new token.
    /// - Throws: `tooManyTokens` when there are as many as may be.
    func insert(_ token: AccessToken) throws(AccessError)

    /// Marks a token as revoked, and forgets its sessions.
    /// - Throws: `unknownToken` where there is none, or it was revoked before.
    func revokeToken(_ id: String, at date: Date) throws(AccessError)

    /// Notes when tokens were used last.
    func markTokens(_ uses: [String: Date]) throws(AccessError)

    /// The sessions that have not ended at a time.
    func sessions(at date: Date) throws(AccessError) -> [AccessSession]

    /// Keeps a session, and forgets those that have ended when it begins, and the oldest where there are too many.
    func insert(_ session: AccessSession) throws(AccessError)

    /// Forgets a session, where there is one.
    func removeSession(_ digest: SecretDigest) throws(AccessError)
}

/// Why a token cannot be made, found or kept.
public struct AccessError: Error, Sendable, Hashable {
    /// What kind of failure it is; the raw value is a stable slug.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// No token has this id that is not revoked.
        case unknownToken = "unknown-token"
        /// A token needs a name and at least one scope.
        case impossibleToken = "impossible-token"
        /// There are as many tokens as may be.
        case tooManyTokens = "too-many-tokens"
        /// The system gives no random bytes.
        case noRandomness = "no-randomness"
        /// The store cannot be reached, or did not do its work.
        case storageFailed = "token-storage-failed"
        /// Another program keeps the store locked.
        case storageBusy = "token-storage-busy"
    }

    /// What kind of failure it is.
    public var code: Code
    /// One sentence for people.
    public var message: String
    /// Why the store cannot do its work, when it can tell.
    public var storageFault: StorageFault?

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The error of a storage that cannot do its work. Its sentence is for the log; it may name files.
    package init(_ failure: some StorageFailure) {
        self.init(failure.isPassing && failure.fault == nil ? .storageBusy : .storageFailed, failure.message)
        storageFault = failure.fault
    }

    /// The error of one token more than may be.
    package static var tooManyTokens: AccessError {
        let text = "There are \(AccessToken.mostTokens) tokens, which is the maximum. Revoke an unused one."
        return AccessError(.tooManyTokens, text)
    }

    /// The error of an id that names no token, or one that was revoked.
    package static func unknownToken(_ id: String) -> AccessError {
        AccessError(.unknownToken, "No active token has the id “\(id.prefix(60))”.")
    }
}

/// What a principal may do, each on its own: one does not imply another.
public struct AccessScopes: OptionSet, Sendable, Hashable {
    /// One bit for each scope.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// To read everything that is not secret.
    public static let read = AccessScopes(rawValue: 1)
    /// To upload, edit and set.
    public static let write = AccessScopes(rawValue: 2)
    /// To delete dumps, apps, values and domains.
    public static let delete = AccessScopes(rawValue: 4)
    /// To read the raw values of secure fields.
    public static let secrets = AccessScopes(rawValue: 8)
    /// Everything; who has it may make and revoke tokens.
    public static let all: AccessScopes = [.read, .write, .delete, .secrets]

    private static let named: [(name: String, scope: AccessScopes)] = [
        ("read", .read), ("write", .write), ("delete", .delete), ("secrets", .secrets),
    ]

    /// The names of all scopes, in their order.
    public static let allNames = named.map(\.name)

    /// The scope of a name; nil for a name that is none.
    public init?(name: String) {
        guard let known = Self.named.first(where: { $0.name == name }) else { return nil }
        self = known.scope
    }

    /// The names of the scopes in it, in their order.
    public var names: [String] { Self.named.filter { contains($0.scope) }.map(\.name) }

    /// The names with a blank between them, as they are stored.
    public var text: String { names.joined(separator: " ") }

    /// Reads names with blanks between them; those of a newer version count for nothing.
    public init(text: String) {
        self.init(text.split(separator: " ").compactMap { AccessScopes(name: String($0)) })
    }
}

/// Who asks, as far as the server knows.
public struct Principal: Sendable, Hashable {
    /// What the histories call it; nil for who need not say.
    public var name: String?
    /// What it may do.
    public var scopes: AccessScopes

    /// Creates a principal.
    public init(name: String?, scopes: AccessScopes) {
        self.name = name
        self.scopes = scopes
    }

    /// Who asks a server that needs no token.
    public static let anyone = Principal(name: nil, scopes: .all)
    /// Who asks without a token where reading needs none.
    public static let anonymous = Principal(name: nil, scopes: .read)
    /// Who has the token that the server was started with.
    public static let `operator` = Principal(name: "operator", scopes: .all)

    /// Who asked for what is being done; nil outside of requests.
    @TaskLocal public static var current: Principal?
}
