import Catalog

/// Which keys are secret, in memory.
struct MemorySecrets {
    private var known: [String: [String: StoredSecret]] = [:]
    /// What the uploads mark that are here.
    var uses: [String: SecretMarks] = [:]
    private(set) var clearings: [String: [String: SecretClearing]] = [:]

    func all(of domain: String?) -> [StoredSecret] {
        known.values.flatMap(\.values).filter { domain == nil || $0.domain == domain }.map { secret in
            var secret = secret
            secret.isInUse = uses.values.contains { $0.keys[secret.domain]?.contains(secret.key) == true }
            return secret
        }
    }

    mutating func remember(_ marks: SecretMarks) {
        for (domain, key) in marks.pairs where known[domain]?[key] == nil {
            let (since, bundle) = (marks.seenAt, marks.bundle)
            known[domain, default: [:]][key] =
                StoredSecret(domain: domain, key: key, since: since, bundle: bundle, isInUse: false)
        }
    }

    mutating func clear(_ key: String, of domain: String, as clearing: SecretClearing) -> Bool {
        guard known[domain]?.removeValue(forKey: key) != nil else { return false }
        clearings[domain, default: [:]][key] = clearing
        return true
    }
}
