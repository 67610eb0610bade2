public import PropertyList
public import Storage

/// Where domains are kept. Any thread may call it; every write is durable when it returns.
///
/// A domain exists as long as it has a key. Its revision and history outlive it.
public protocol DefaultsStore: VersionedStore {
    /// How much a domain may hold.
    var limits: DefaultsLimits { get }

    /// The keys of a domain whose values whoever asks may not see. Nobody learns by writing or comparing them what they hold: what is
    /// written to one of them is a change, whatever it was.
    /// - Throws: where it cannot be said which they are.
    func unseenKeys(of domain: String) throws(DefaultsError) -> Set<String>

    /// The domains that have at least one key, sorted by name; those that keep sets are none of them.
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

    /// Changes domains in one transaction, and makes a revision of each whose values are others afterwards.
    ///
    /// The other writes are made of this one; they check names and limits, so that a storage need not.
    /// - Parameters:
    ///   - domains: the domains, each once, with the revisions they must be at.
    ///   - announce: told of the write of each domain once all are durable and before the next one begins, so that whoever passes it on
    ///     does so in the order of the revisions; not called where nothing has changed. It must not call the store.
    ///   - transform: the new values, given a domain as it is. It must not call the store, and may be called again
    ///     after it returned, when the storage has to begin anew.
    /// - Returns: what became of each domain, in their order.
    /// - Throws: `busy` when others keep the store locked for longer than it waits. Nothing has changed then.
    func update(
        _ domains: [DomainCondition],
        source: ChangeSource,
        actor: String?,
        announce: (DefaultsWriteResult) -> Void,
        _ transform: (DomainSnapshot) throws(DefaultsError) -> [String: PropertyListValue]
    ) throws(DefaultsError) -> [DefaultsWriteResult]
}

/// A domain that is to be changed.
public struct DomainCondition: Sendable, Hashable {
    /// The domain.
    public var name: String
    /// The revision it must be at; nil accepts any.
    public var revision: Int?
    /// The keys that the write gives values and whose values whoever writes may not see: as of
    /// ``DefaultsChange/between(_:and:unseen:)``.
    public var unseen: Set<String>
    /// The set whose application the write is part of: the domains of a write that name one are undone together.
    public var step: String?

    /// Creates a condition.
    public init(_ name: String, revision: Int? = nil, unseen: Set<String> = [], step: String? = nil) {
        self.name = name
        self.revision = revision
        self.unseen = unseen
        self.step = step
    }

    /// Holds the condition against the revision that the domain has.
    /// - Throws: `revisionConflict` when it is another one.
    public func check(_ current: Int) throws(DefaultsError) {
        if let revision, revision != current { throw .revisionConflict(domain: name, current: current) }
    }

    /// The same for a write that gives some keys values.
    func writing(_ keys: [String], in store: some DefaultsStore) throws(DefaultsError) -> DomainCondition {
        var condition = self
        condition.unseen.formUnion(try store.unseenKeys(of: name).intersection(keys))
        return condition
    }
}

extension DefaultsStore {
    /// The limits of ``DefaultsLimits/standard``.
    public var limits: DefaultsLimits { .standard }

    /// None: a storage knows nothing of who asks.
    public func unseenKeys(of domain: String) throws(DefaultsError) -> Set<String> { [] }

    /// Changes one domain.
    /// - Parameter keys: those that it gives values.
    public func update(
        _ domain: String,
        writing keys: [String] = [],
        source: ChangeSource,
        actor: String?,
        ifRevision revision: Int?,
        announce: (DefaultsWriteResult) -> Void = { _ in },
        _ transform: (DomainSnapshot) throws(DefaultsError) -> [String: PropertyListValue]
    ) throws(DefaultsError) -> DefaultsWriteResult {
        let condition = try DomainCondition(domain, revision: revision).writing(keys, in: self)
        let results = try update([condition], source: source, actor: actor, announce: announce, transform)
        return results.first ?? DefaultsWriteResult(domain: domain, revision: revision ?? 0, changed: [])
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
        let condition = DomainCondition(domain, revision: revision)
        let results = try apply([(condition, edits)], source: source, actor: actor)
        return results.first ?? DefaultsWriteResult(domain: domain, revision: revision ?? 0, changed: [])
    }

    /// Makes all the edits of several domains or none, those of each in their order.
    /// - Returns: what became of each domain, in their order.
    public func apply(
        _ edits: [(domain: DomainCondition, edits: [DefaultsEdit])],
        source: ChangeSource,
        actor: String? = nil
    ) throws(DefaultsError) -> [DefaultsWriteResult] {
        for (domain, edits) in edits {
            try limits.check(domain: domain.name)
            for edit in edits {
                switch edit {
                case .set(let key, let value): try limits.check(value, forKey: key)
                case .remove(let key): try limits.check(key: key)
                }
            }
        }
        let conditions = try edits.map { domain, edits throws(DefaultsError) in
            try domain.writing(edits.map(\.key), in: self)
        }
        return try update(conditions, source: source, actor: actor, announce: { _ in }) {
            snapshot throws(DefaultsError) in
            var values = snapshot.values
            for edit in edits.first(where: { $0.domain.name == snapshot.name })?.edits ?? [] {
                switch edit {
                case .set(let key, let value): values[key] = value
                case .remove(let key): values[key] = nil
                }
            }
            try limits.check(values: values, of: snapshot.name)
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
        try replace(domain, with: values, keeping: [], source: source, actor: actor, ifRevision: revision).result
    }

    /// Replaces all that a domain holds, but for some keys: those keep their values unless there are new ones for them.
    /// - Parameter revision: the revision the domain must be at; nil accepts any.
    /// - Returns: what the write did, and the keys that were kept, sorted.
    public func replace(
        _ domain: String,
        with values: [String: PropertyListValue],
        keeping keys: Set<String>,
        source: ChangeSource,
        actor: String? = nil,
        ifRevision revision: Int? = nil
    ) throws(DefaultsError) -> (result: DefaultsWriteResult, kept: [String]) {
        try limits.check(domain: domain)
        for (key, value) in values { try limits.check(value, forKey: key) }
        var kept: [String] = []
        let result = try update(domain, writing: Array(values.keys), source: source, actor: actor, ifRevision: revision)
        {
            snapshot throws(DefaultsError) in
            kept = keys.filter { values[$0] == nil && snapshot.values[$0] != nil }.sorted()
            var next = values
            for key in kept { next[key] = snapshot.values[key] }
            try limits.check(values: next, of: domain)
            return next
        }
        return (result, kept)
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
        let condition = DomainCondition(domain, revision: revision)
        let results = try applySettings([(condition, edits)], under: layers, source: source, actor: actor)
        return results.first ?? DefaultsWriteResult(domain: domain, revision: revision ?? 0, changed: [])
    }

    /// Makes edits of several domains as a Settings screen does: all or none, and none of a key whose value is managed.
    /// - Parameter layers: what is managed.
    /// - Returns: what became of each domain, in their order.
    /// - Throws: `managed`, which names the keys that a configuration profile forces.
    public func applySettings(
        _ edits: [(domain: DomainCondition, edits: [DefaultsEdit])],
        under layers: VolatileLayers,
        source: ChangeSource,
        actor: String? = nil
    ) throws(DefaultsError) -> [DefaultsWriteResult] {
        var refused: [String] = []
        for (domain, edits) in edits {
            let managed = try layers.values(of: domain.name, layer: .managed)
            refused += edits.map(\.key).filter { managed[$0] != nil }
        }
        guard refused.isEmpty else { throw .managed(refused) }
        return try apply(edits, source: source, actor: actor)
    }
}
