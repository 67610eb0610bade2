import Storage
import Access
import Defaults
import PropertyList

/// A store of defaults that publishes every write after it is durable.
///
/// Stores announce a write before the next one begins, so events come in the order of the revisions.
final class ObservedDefaultsStore: DefaultsStore {
    private let base: any DefaultsStore
    private let events: EventHub
    private let unseen: @Sendable (String) throws(DefaultsError) -> Set<String>

    /// - Parameters:
    ///   - base: what really keeps the values. Writes that go past this decorator are not published.
    ///   - unseen: which keys of a domain hold what is kept from who asks.
    package init(
        _ base: any DefaultsStore,
        publishingTo events: EventHub,
        unseen: @escaping @Sendable (String) throws(DefaultsError) -> Set<String>
    ) {
        self.base = base
        self.events = events
        self.unseen = unseen
    }

    package func unseenKeys(of domain: String) throws(DefaultsError) -> Set<String> { try unseen(domain) }

    package var limits: DefaultsLimits { base.limits }

    package func version() -> Int? { base.version() }

    package func domains() throws(DefaultsError) -> [DomainSummary] { try base.domains() }

    package func snapshot(of domain: String) throws(DefaultsError) -> DomainSnapshot { try base.snapshot(of: domain) }

    package func snapshot(of domain: String, atRevision revision: Int) throws(DefaultsError) -> DomainSnapshot {
        try base.snapshot(of: domain, atRevision: revision)
    }

    package func history(of domain: String, limit: Int, after: Int?) throws(DefaultsError) -> HistoryPage {
        try base.history(of: domain, limit: limit, after: after)
    }

    package func update(
        _ domains: [DomainCondition],
        source: ChangeSource,
        actor: String?,
        announce: (DefaultsWriteResult) -> Void,
        _ transform: (DomainSnapshot) throws(DefaultsError) -> [String: PropertyListValue]
    ) throws(DefaultsError) -> [DefaultsWriteResult] {
        try base.update(
            domains,
            source: source,
            actor: actor ?? Principal.current?.name,
            announce: { result in
                events.publish(domain: result.domain, revision: result.revision, keys: result.changed)
                announce(result)
            },
            transform
        )
    }
}
