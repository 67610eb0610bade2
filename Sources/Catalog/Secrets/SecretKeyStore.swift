public import Foundation

/// Remembers which keys of domains were ever marked as secure by a settings bundle.
///
/// What was secret once stays so until somebody clears it: a bundle that is being built anew has no panes for a moment, and
/// a deleted app leaves its values behind. Any thread may call it; every write is durable when it returns.
public protocol SecretKeyStore: Sendable {
    /// The keys of a domain that are secret.
    /// - Parameter domain: nil for those of all domains together.
    func secretKeys(of domain: String?) throws(CatalogError) -> Set<String>

    /// What is known of them, in no order, with at most one entry for each key of a domain.
    /// - Parameter domain: nil for those of all domains together.
    func secrets(of domain: String?) throws(CatalogError) -> [StoredSecret]

    /// The uploaded apps whose secret keys the store was never told: those of versions that did not keep them.
    func unlearnedApps() throws(CatalogError) -> [UploadedApp]

    /// Remembers what a bundle marks. A key that is known stays as it is. When it is the bundle of an upload that is still
    /// there, its keys are in use as long as it is.
    func remember(_ marks: SecretMarks) throws(CatalogError)

    /// Forgets that a key was secret, and keeps who did that and when, in the place of the last time.
    /// - Returns: whether it was secret.
    /// - Throws: `secretInUse` when an upload marks it.
    func clearSecret(_ key: String, of domain: String, as clearing: SecretClearing) throws(CatalogError) -> Bool

    /// When which secrets of a domain were cleared last, by their keys.
    func clearings(of domain: String) throws(CatalogError) -> [String: SecretClearing]
}

/// The keys that a bundle marks as secure.
public struct SecretMarks: Sendable, Hashable {
    /// The longest key and the longest name of a domain that can be secret, in bytes of UTF-8: no domain holds longer ones.
    package static let (maximumKeyBytes, maximumNameBytes) = (1_024, 255)

    /// The id of the app.
    public var bundle: String
    /// When it was uploaded; nil for a folder.
    public var uploadedAt: Date?
    /// When it was read.
    public var seenAt: Date
    /// The keys, by their domains.
    public var keys: [String: Set<String>]

    /// Creates marks.
    public init(bundle: String, uploadedAt: Date?, seenAt: Date, keys: [String: Set<String>]) {
        self.bundle = bundle
        self.uploadedAt = uploadedAt
        self.seenAt = seenAt
        self.keys = keys
    }

    /// The domains and keys, each pair once and sorted, so that writers do not stand in each other's way.
    package var pairs: [(domain: String, key: String)] {
        keys.sorted { $0.key < $1.key }.flatMap { domain, keys in keys.sorted().map { (domain, $0) } }
    }
}

/// A key of a domain that is secret.
public struct StoredSecret: Sendable, Hashable {
    /// The domain that it is a key of.
    public var domain: String
    /// The key.
    public var key: String
    /// When it was first seen to be secret.
    public var since: Date
    /// The id of the app whose bundle was the first to say so.
    public var bundle: String
    /// Whether a bundle that is here says so.
    public var isInUse: Bool

    /// Creates an entry.
    public init(domain: String, key: String, since: Date, bundle: String, isInUse: Bool) {
        self.domain = domain
        self.key = key
        self.since = since
        self.bundle = bundle
        self.isInUse = isInUse
    }
}

/// That somebody said that a key is secret no more.
public struct SecretClearing: Sendable, Hashable {
    /// When.
    public var at: Date
    /// Who; nil where nobody said.
    public var actor: String?

    /// Creates an entry.
    public init(at: Date, actor: String?) {
        self.at = at
        self.actor = actor
    }
}
