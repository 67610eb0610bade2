public import PropertyList

/// Where domains are kept. Any thread may call it; every write is durable when it returns.
///
/// A domain exists as long as it has a key. Its revision and history outlive it.
public protocol DefaultsStore: Sendable {
    /// How much a domain may hold.
    var limits: DefaultsLimits { get }

    /// The domains that have at least one key, sorted by name.
    func domains() throws(DefaultsError) -> [DomainSummary]

    /// A domain as it is; one that has never been written is empty and at revision 0.
    func snapshot(of domain: String) throws(DefaultsError) -> DomainSnapshot

    /// A domain as it was at one of its revisions; at revision 0 it is empty.
    /// - Throws: `unknownRevision` when it never had the revision, or when the history does not reach back so far.
    func snapshot(of domain: String, atRevision revision: Int) throws(DefaultsError) -> DomainSnapshot

    /// The writes that changed a domain, newest first.
    /// - Parameters:
    ///   - limit: the most entries to give, at least 1; large ones make the page end earlier.
    ///   - after: only entries with a smaller revision than this.
    func history(of domain: String, limit: Int, after: Int?) throws(DefaultsError) -> HistoryPage

    /// Changes a domain in one transaction, and makes a revision when its values are others afterwards.
    ///
    /// The other writes are made of this one; they check names and limits, so that a storage need not.
    /// - Parameters:
    ///   - revision: the revision the domain must be at; nil accepts any.
    ///   - announce: told of the write once it is durable and before the next one begins, so that whoever passes it on
    ///     does so in the order of the revisions; not called when nothing has changed. It must not call the store.
    ///   - transform: the new values, given the domain as it is. It must not call the store, and may be called again
    ///     after it returned, when the storage has to begin anew.
    /// - Throws: `busy` when others keep the store locked for longer than it waits.
    func update(
        _ domain: String,
        source: ChangeSource,
        actor: String?,
        ifRevision revision: Int?,
        announce: (DefaultsWriteResult) -> Void,
        _ transform: (DomainSnapshot) throws(DefaultsError) -> [String: PropertyListValue]
    ) throws(DefaultsError) -> DefaultsWriteResult
}

extension DefaultsStore {
    /// The limits of ``DefaultsLimits/standard``.
    public var limits: DefaultsLimits { .standard }

    /// Changes a domain of which nobody has to be told.
    func update(
        _ domain: String,
        source: ChangeSource,
        actor: String?,
        ifRevision revision: Int?,
        _ transform: (DomainSnapshot) throws(DefaultsError) -> [String: PropertyListValue]
    ) throws(DefaultsError) -> DefaultsWriteResult {
        try update(
            domain,
            source: source,
            actor: actor,
            ifRevision: revision,
            announce: { _ in },
            transform
        )
    }
}

/// One wish about one key.
public enum DefaultsEdit: Sendable, Hashable {
    /// The key shall have this value.
    case set(key: String, value: PropertyListValue)
    /// The key shall have no value, so that a lower layer of the search list shows through.
    case remove(key: String)

    /// The key it is about.
    public var key: String {
        switch self {
        case .set(let key, _), .remove(let key): key
        }
    }
}

/// What a write did, once it is durable.
public struct DefaultsWriteResult: Sendable, Hashable {
    /// The domain.
    public var domain: String
    /// The revision it is at now; the one before when nothing changed.
    public var revision: Int
    /// The keys whose value is another one now, sorted.
    public var changed: [String]

    /// Creates a result.
    public init(domain: String, revision: Int, changed: [String]) {
        self.domain = domain
        self.revision = revision
        self.changed = changed
    }
}

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

    /// Makes edits as a Settings screen does: all or none, and none of a key whose value is managed.
    /// - Parameters:
    ///   - layers: what is managed.
    ///   - revision: the revision the domain must be at; nil accepts any.
    /// - Throws: `managed`, which names the keys that a configuration profile forces.
    @discardableResult
    public func applySettings(
        _ edits: [DefaultsEdit],
        to domain: String,
        under layers: VolatileLayers,
        source: ChangeSource,
        actor: String? = nil,
        ifRevision revision: Int? = nil
    ) throws(DefaultsError) -> DefaultsWriteResult {
        let managed = layers.values(of: domain, layer: .managed)
        let refused = edits.map(\.key).filter { managed[$0] != nil }
        guard refused.isEmpty else { throw .managed(refused) }
        return try apply(edits, to: domain, source: source, actor: actor, ifRevision: revision)
    }
}
