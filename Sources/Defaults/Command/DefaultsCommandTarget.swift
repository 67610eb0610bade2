public import PropertyList

/// What the `defaults` command works on: a store, a server, or a property-list file.
public protocol DefaultsCommandTarget: Sendable {
    /// The names of the domains that hold anything, `NSGlobalDomain` among them, sorted.
    func domainNames() async throws -> [String]

    /// A domain as it is; empty when there is none.
    func snapshot(of domain: String) async throws -> DomainSnapshot

    /// Replaces all that a domain holds.
    /// - Parameters:
    ///   - source: what the history shall say, where there is one.
    ///   - revision: the revision the domain has to be at.
    /// - Throws: ``DefaultsError`` with code `revisionConflict` when somebody else was quicker.
    func replace(
        _ domain: String,
        with values: [String: PropertyListValue],
        source: ChangeSource,
        ifRevision revision: Int
    ) async throws
}

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

/// The files that `import` and `export` name.
public protocol DefaultsCommandFiles: Sendable {
    /// The bytes of a file, or of standard input when the path is `-`.
    /// - Throws: ``DefaultsCommandError`` when they cannot be read.
    func read(_ path: String) throws -> [UInt8]

    /// Writes a file in one step: whoever reads it finds the old bytes or the new ones.
    /// - Throws: ``DefaultsCommandError`` when it cannot be written.
    func write(_ bytes: [UInt8], to path: String) throws
}
