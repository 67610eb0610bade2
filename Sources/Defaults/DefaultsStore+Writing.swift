public import PropertyList

extension DefaultsStore {
    /// Makes all the edits or none, in their order.
    /// - Parameter revision: the revision the domain must be at; nil accepts any.
    @discardableResult
    public func apply(
        _ edits: [DefaultsEdit],
        to domain: String,
        source: ChangeSource,
        actor: String? = nil,
        ifRevision revision: Int? = nil
    ) throws(DefaultsError) -> DefaultsWriteResult {
        try limits.check(domain: domain)
        for edit in edits {
            switch edit {
            case .set(let key, let value): try limits.check(value, forKey: key)
            case .remove(let key): try limits.check(key: key)
            }
        }
        return try update(domain, source: source, actor: actor, ifRevision: revision) {
            snapshot throws(DefaultsError) in
            var values = snapshot.values
            for edit in edits {
                switch edit {
                case .set(let key, let value): values[key] = value
                case .remove(let key): values[key] = nil
                }
            }
            try limits.check(values: values, of: domain)
            return values
        }
    }

    /// Replaces all that a domain holds.
    /// - Parameter revision: the revision the domain must be at; nil accepts any.
    @discardableResult
    public func replace(
        _ domain: String,
        with values: [String: PropertyListValue],
        source: ChangeSource,
        actor: String? = nil,
        ifRevision revision: Int? = nil
    ) throws(DefaultsError) -> DefaultsWriteResult {
        try limits.check(domain: domain)
        for (key, value) in values { try limits.check(value, forKey: key) }
        try limits.check(values: values, of: domain)
        return try update(domain, source: source, actor: actor, ifRevision: revision) { _ throws(DefaultsError) in
            values
        }
    }

    /// Removes all that a domain holds; its history stays.
    /// - Parameter revision: the revision the domain must be at; nil accepts any.
    @discardableResult
    public func removeDomain(
        _ domain: String,
        source: ChangeSource,
        actor: String? = nil,
        ifRevision revision: Int? = nil
    ) throws(DefaultsError) -> DefaultsWriteResult {
        try replace(domain, with: [:], source: source, actor: actor, ifRevision: revision)
    }

    /// Gives a domain the values that it had at an older revision. That is itself a change.
    /// - Parameter revision: the revision the domain must be at now; nil accepts any.
    @discardableResult
    public func restore(
        _ domain: String,
        to older: Int,
        actor: String? = nil,
        ifRevision revision: Int? = nil
    ) throws(DefaultsError) -> DefaultsWriteResult {
        let values = try snapshot(of: domain, atRevision: older).values
        return try replace(domain, with: values, source: .restore, actor: actor, ifRevision: revision)
    }
}
