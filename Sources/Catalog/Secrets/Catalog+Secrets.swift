import AppBundles
import Foundation

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
        for (group, marked) in settings?.secureKeys ?? [:] {
            let name = group ?? domain
            guard name.utf8.count <= SecretMarks.maximumNameBytes, !name.utf8.contains(0) else { continue }
            let possible = marked.filter { $0.utf8.count <= SecretMarks.maximumKeyBytes && !$0.utf8.contains(0) }
            if !possible.isEmpty { keys[name, default: []].formUnion(possible) }
        }
        return keys
    }
}
