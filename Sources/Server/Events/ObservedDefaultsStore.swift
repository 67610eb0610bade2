import Defaults
import PropertyList
import Synchronization

/// A store of defaults that publishes every write after it is durable.
///
/// Writes and their events go one after the other, so that events come in the order of the revisions; the stores have
/// one writer at a time anyhow.
final class ObservedDefaultsStore: DefaultsStore {
    private let base: any DefaultsStore
    private let events: EventHub
    private let turn = Mutex(())

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
        _ transform: (DomainSnapshot) throws(DefaultsError) -> [String: PropertyListValue]
    ) throws(DefaultsError) -> DefaultsWriteResult {
        try turn.withLock { _ throws(DefaultsError) in
            let result = try base.update(domain, source: source, actor: actor, ifRevision: revision, transform)
            if !result.changed.isEmpty {
                events.publish(domain: domain, revision: result.revision, keys: result.changed)
            }
            return result
        }
    }
}
