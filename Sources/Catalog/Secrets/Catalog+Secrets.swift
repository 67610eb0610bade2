import AppBundles
public import Foundation
import Synchronization

/// Which keys of domains are secret: those that a settings bundle marks as secure or ever did, on whatever device and in
/// whatever language.
extension Catalog {
    /// The secret keys of a domain.
    /// - Parameter domain: nil for those of all domains together, as in the global domain, which every app sees.
    /// - Throws: where that cannot be said: when the store does not answer, and while an uploaded app cannot be read whose keys
    ///   the store does not know yet.
    public func secretKeys(of domain: String?) throws(CatalogError) -> Set<String> {
        // What is stored meanwhile waits no more, so the store is asked last.
        let (here, waiting) = try marks()
        let stored = try store.secretKeys(of: domain)
        // A server that does not have the folder may have cleared what it marks.
        for marks in here where !marks.keys(of: domain).isSubset(of: stored) { secretMemory.learn(marks) }
        return (here + waiting).reduce(into: stored) { $0.formUnion($1.keys(of: domain)) }
    }

    /// What is known of the secret keys of a domain, sorted by key.
    /// - Parameter domain: nil for those of all domains together.
    public func secrets(of domain: String?) throws(CatalogError) -> [StoredSecret] {
        let (here, waiting) = try marks()
        var secrets: [String: StoredSecret] = [:]
        for secret in try store.secrets(of: domain) { secrets.add(secret) }
        for marks in here { for secret in marks.secrets(of: domain, areInUse: true) { secrets.add(secret) } }
        for marks in waiting {
            for secret in marks.secrets(of: domain, areInUse: marks.uploadedAt != nil) { secrets.add(secret) }
        }
        return secrets.values.sorted { $0.key < $1.key }
    }

    /// When which secrets of a domain were cleared last, by their keys.
    public func secretClearings(of domain: String) throws(CatalogError) -> [String: SecretClearing] {
        try store.clearings(of: domain)
    }

    /// Says that a key is secret no more, in the name of ``Author/current``.
    /// - Throws: `secretInUse` while a bundle that is here marks it, and `unknownSecret` where it is none.
    public func clearSecret(_ key: String, of domain: String) throws(CatalogError) {
        let (here, waiting) = try marks()
        if let marks = here.first(where: { $0.keys(of: domain).contains(key) }) {
            throw .secretInUse(key, by: marks.bundle)
        }
        guard !waiting.contains(where: { $0.keys(of: domain).contains(key) }) else {
            throw CatalogError(.busy, "The store can't be written right now. Try again.")
        }
        let clearing = SecretClearing(at: Date(), actor: Author.current)
        guard try store.clearSecret(key, of: domain, as: clearing) else {
            throw CatalogError(.unknownSecret, "The key “\(key)” of “\(domain)” is not secret.")
        }
    }

    /// Learns what the uploads of former versions mark, and tells what the folders that are here mark and what waits to be
    /// stored.
    private func marks() throws(CatalogError) -> (here: [SecretMarks], waiting: [SecretMarks]) {
        let here = presentFolders().compactMap(\.folder.marks)
        for app in try store.unlearnedApps() where !secretMemory.holds(app) { try learn(app) }
        secretMemory.flush()
        return (here, secretMemory.waiting)
    }

    /// Learns what an upload marks.
    func learn(_ app: UploadedApp) throws(CatalogError) {
        secretMemory.learn(SecretMarks(try uploaded(app), seenAt: app.createdAt))
    }
}

extension [String: StoredSecret] {
    /// Adds what is known of a key to what is: the earliest counts, and any use.
    fileprivate mutating func add(_ secret: StoredSecret) {
        guard let known = self[secret.key] else {
            self[secret.key] = secret
            return
        }
        var earliest = known.since <= secret.since ? known : secret
        earliest.isInUse = known.isInUse || secret.isInUse
        self[secret.key] = earliest
    }
}

extension SecretMarks {
    /// What an app marks.
    init(_ app: CatalogApp, seenAt: Date) {
        self.init(
            bundle: app.id,
            uploadedAt: app.uploadedAt,
            seenAt: seenAt,
            keys: app.bundle.secretKeys(of: app.domain)
        )
    }

    /// The keys of a domain; of all domains for nil.
    fileprivate func keys(of domain: String?) -> Set<String> {
        domain.map { keys[$0, default: []] } ?? Set(keys.values.joined())
    }

    fileprivate func secrets(of domain: String?, areInUse: Bool) -> [StoredSecret] {
        pairs.filter { domain == nil || $0.domain == domain }.map {
            StoredSecret(domain: $0.domain, key: $0.key, since: seenAt, bundle: bundle, isInUse: areInUse)
        }
    }
}

extension AppBundle {
    /// The keys that its settings mark as secure, by their domains.
    /// - Parameter domain: its own.
    func secretKeys(of domain: String) -> [String: Set<String>] {
        var keys: [String: Set<String>] = [:]
        for (group, marked) in settingsBundles.flatMap(\.bundle.secureKeys) {
            let name = group ?? domain
            guard name.utf8.count <= SecretMarks.maximumNameBytes, !name.utf8.contains(0) else { continue }
            let possible = marked.filter { $0.utf8.count <= SecretMarks.maximumKeyBytes && !$0.utf8.contains(0) }
            if !possible.isEmpty { keys[name, default: []].formUnion(possible) }
        }
        return keys
    }
}

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

/// What was seen to be secret and is not in the store yet. It is secret all the same.
///
/// A store that is full, locked or read-only is tried again now and then.
final class SecretMemory: Sendable {
    private struct State {
        /// What waits, by the bundle that it is of.
        var waiting: [String: SecretMarks] = [:]
        /// When the store may be tried again.
        var triedAgainAt = ContinuousClock.now
    }

    /// So long after a write that failed there is no other.
    private static let patience = Duration.seconds(5)

    private let store: any SecretKeyStore
    private let state = Mutex(State())

    init(store: any SecretKeyStore) { self.store = store }

    /// Remembers what a bundle marks, for good as soon as the store takes it.
    func learn(_ marks: SecretMarks) {
        guard marks.uploadedAt != nil || !marks.keys.isEmpty else { return }
        state.withLock { state in
            state.waiting[Self.name(of: marks), default: marks].keys.merge(marks.keys) { $0.union($1) }
        }
        flush()
    }

    /// Whether what an upload marks is known here, stored or not.
    func holds(_ app: UploadedApp) -> Bool {
        state.withLock { $0.waiting[Self.name(of: app.id, app.createdAt)] != nil }
    }

    /// What waits.
    var waiting: [SecretMarks] { state.withLock { Array($0.waiting.values) } }

    /// Stores what waits.
    /// - Parameter patiently: not when that has just failed.
    func flush(patiently: Bool = true) {
        let waiting: [SecretMarks] = state.withLock { state in
            guard !state.waiting.isEmpty, !patiently || ContinuousClock.now >= state.triedAgainAt else { return [] }
            return Array(state.waiting.values)
        }
        for marks in waiting {
            do throws(CatalogError) {
                try keep(marks)
                state.withLock { state in
                    // More may have come in the meantime.
                    if state.waiting[Self.name(of: marks)] == marks { state.waiting[Self.name(of: marks)] = nil }
                }
            } catch {
                // It goes on waiting, and is withheld meanwhile.
                state.withLock { $0.triedAgainAt = .now + Self.patience }
                return
            }
        }
    }

    /// Stores marks; those of folders are the same at each start, so the store is asked first what it knows.
    private func keep(_ marks: SecretMarks) throws(CatalogError) {
        var missing = marks
        if marks.uploadedAt == nil {
            for (domain, keys) in marks.keys {
                missing.keys[domain] = keys.subtracting(try store.secretKeys(of: domain))
            }
            missing.keys = missing.keys.filter { !$0.value.isEmpty }
            guard !missing.keys.isEmpty else { return }
        }
        try store.remember(missing)
    }

    private static func name(of marks: SecretMarks) -> String { name(of: marks.bundle, marks.uploadedAt) }

    private static func name(of bundle: String, _ uploadedAt: Date?) -> String {
        "\(uploadedAt?.timeIntervalSinceReferenceDate.bitPattern ?? 0) \(bundle)"
    }
}
