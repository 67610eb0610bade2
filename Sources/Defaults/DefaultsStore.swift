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
    ///   - transform: the new values, given the domain as it is. It may be called again after it returned, when the
    ///     storage has to begin anew.
    func update(
        _ domain: String,
        source: ChangeSource,
        actor: String?,
        ifRevision revision: Int?,
        _ transform: (DomainSnapshot) throws(DefaultsError) -> [String: PropertyListValue]
    ) throws(DefaultsError) -> DefaultsWriteResult
}

extension DefaultsStore {
    /// The limits of ``DefaultsLimits/standard``.
    public var limits: DefaultsLimits { .standard }
}
