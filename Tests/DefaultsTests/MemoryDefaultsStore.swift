import Defaults
import Foundation
import PropertyList
import Synchronization

/// A store of the smallest kind, to test what the protocol adds to any store.
final class MemoryDefaultsStore: DefaultsStore {
    private struct State {
        var snapshots: [String: DomainSnapshot] = [:]
        var entries: [String: [HistoryEntry]] = [:]
    }

    let limits: DefaultsLimits
    private let state = Mutex(State())

    init(limits: DefaultsLimits = .standard) {
        self.limits = limits
    }

    func domains() -> [DomainSummary] {
        state.withLock { state in
            state.snapshots.values.filter { !$0.values.isEmpty }.map {
                DomainSummary(name: $0.name, keys: $0.values.count, revision: $0.revision, updatedAt: $0.updatedAt)
            }
        }
        .sorted { $0.name < $1.name }
    }

    func snapshot(of domain: String) -> DomainSnapshot {
        state.withLock { state in
            state.snapshots[domain] ?? DomainSnapshot(name: domain, revision: 0, values: [:], updatedAt: nil)
        }
    }

    func history(of domain: String, limit: Int, after: Int?) -> HistoryPage {
        let entries = state.withLock { $0.entries[domain] ?? [] }.reversed().filter { $0.revision < after ?? .max }
        return HistoryPage(
            entries: Array(entries.prefix(limit)),
            next: entries.count > limit ? entries[limit - 1].revision : nil
        )
    }

    /// Forgets the oldest entries, as a rule of retention does.
    func forget(_ count: Int, of domain: String) {
        state.withLock { $0.entries[domain]?.removeFirst(count) }
    }

    func update(
        _ domain: String,
        source: ChangeSource,
        actor: String?,
        ifRevision revision: Int?,
        _ transform: (DomainSnapshot) throws(DefaultsError) -> [String: PropertyListValue]
    ) throws(DefaultsError) -> DefaultsWriteResult {
        var snapshot = snapshot(of: domain)
        if let revision, revision != snapshot.revision {
            throw .revisionConflict(domain: domain, current: snapshot.revision)
        }
        let values = try transform(snapshot)
        let changes = DefaultsChange.between(snapshot.values, and: values)
        guard !changes.isEmpty else {
            return DefaultsWriteResult(domain: domain, revision: snapshot.revision, changed: [])
        }
        snapshot.revision += 1
        snapshot.values = values
        snapshot.updatedAt = Date()
        let entry = HistoryEntry(
            revision: snapshot.revision,
            at: Date(),
            source: source,
            actor: actor,
            changes: changes
        )
        state.withLock {
            $0.snapshots[domain] = snapshot
            $0.entries[domain, default: []].append(entry)
        }
        return DefaultsWriteResult(domain: domain, revision: snapshot.revision, changed: changes.map(\.key))
    }
}
