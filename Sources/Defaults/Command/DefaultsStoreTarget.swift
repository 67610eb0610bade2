public import PropertyList

/// The `defaults` command on a store in this process.
public struct DefaultsStoreTarget: DefaultsCommandTarget {
    private let store: any DefaultsStore

    /// Works on a store.
    public init(_ store: any DefaultsStore) { self.store = store }

    /// The names of the domains that hold anything.
    public func domainNames() throws -> [String] { try store.domains().map(\.name).sorted() }

    /// A domain as it is.
    public func snapshot(of domain: String) throws -> DomainSnapshot {
        try store.limits.check(domain: domain)
        return try store.snapshot(of: domain)
    }

    /// Replaces all that a domain holds.
    public func replace(
        _ domain: String,
        with values: [String: PropertyListValue],
        source: ChangeSource,
        ifRevision revision: Int
    ) throws {
        try store.replace(domain, with: values, source: source, ifRevision: revision)
    }
}
