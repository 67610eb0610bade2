import Defaults
import PropertyList

/// A store of defaults that publishes every write after it is durable.
///
/// Stores announce a write before the next one begins, so events come in the order of the revisions.
final class ObservedDefaultsStore: DefaultsStore {
    private let base: any DefaultsStore
    private let events: EventHub

    /// - Parameter base: what really keeps the values. Writes that go past this decorator are not published.
    init(_ base: any DefaultsStore, publishingTo events: EventHub) {
        self.base = base
        self.events = events
    }

    var limits: DefaultsLimits { base.limits }

    func domains() throws(DefaultsError) -> [DomainSummary] { try base.domains() }

    func snapshot(of domain: String) throws(DefaultsError) -> DomainSnapshot { try base.snapshot(of: domain) }

    func snapshot(of domain: String, atRevision revision: Int) throws(DefaultsError) -> DomainSnapshot {
        try base.snapshot(of: domain, atRevision: revision)
    }

    func history(of domain: String, limit: Int, after: Int?) throws(DefaultsError) -> HistoryPage {
        try base.history(of: domain, limit: limit, after: after)
    }

    func update(
        _ domain: String,
        source: ChangeSource,
        actor: String?,
        ifRevision revision: Int?,
        announce: (DefaultsWriteResult) -> Void,
        _ transform: (DomainSnapshot) throws(DefaultsError) -> [String: PropertyListValue]
    ) throws(DefaultsError) -> DefaultsWriteResult {
        try base.update(
            domain,
            source: source,
            actor: actor,
            ifRevision: revision,
            announce: { result in
                events.publish(domain: domain, revision: result.revision, keys: result.changed)
                announce(result)
            },
            transform
        )
    }
}
