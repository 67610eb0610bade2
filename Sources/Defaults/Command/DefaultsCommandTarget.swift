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
