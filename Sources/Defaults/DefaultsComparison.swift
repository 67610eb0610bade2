/// What differs between two revisions of a domain, or between two domains.
public struct DefaultsComparison: Sendable, Hashable {
    /// What is compared; its values are `before`.
    public var from: DomainSnapshot
    /// What it is compared with; its values are `after`.
    public var to: DomainSnapshot
    /// What leads from one to the other, sorted by key. Values of another type are another value.
    public var changes: [DefaultsChange]

    /// Compares two snapshots.
    public init(from: DomainSnapshot, to: DomainSnapshot) {
        self.from = from
        self.to = to
        changes = DefaultsChange.between(from.values, and: to.values)
    }

    /// Compares what a request names.
    /// - Parameters:
    ///   - from: a revision of the domain. Nil is the one before `to`, so that nothing named gives the latest change;
    ///     against another domain it is the present one.
    ///   - to: a revision of the domain in digits, or the name of another domain, which is taken as it is now. Nil is
    ///     the present revision.
    /// - Throws: `unknownRevision` for a revision that never was or is forgotten.
    public init(_ domain: String, from: Int?, to: String?, in store: any DefaultsStore) throws(DefaultsError) {
        if let to, Int(to) == nil {
            try store.limits.check(domain: to)
            self.init(from: try store.snapshot(of: domain, at: from), to: try store.snapshot(of: to))
        } else {
            let later = try store.snapshot(of: domain, at: to.flatMap { Int($0) })
            let earlier = from ?? max(later.revision - 1, 0)
            self.init(from: try store.snapshot(of: domain, atRevision: earlier), to: later)
        }
    }
}

extension DefaultsStore {
    /// A domain as it was at a revision, or as it is when none is named.
    fileprivate func snapshot(of domain: String, at revision: Int?) throws(DefaultsError) -> DomainSnapshot {
        guard let revision else { return try snapshot(of: domain) }
        return try snapshot(of: domain, atRevision: revision)
    }
}
