import Defaults
import Foundation
import PropertyList
import Storage
import Synchronization

/// A store of the smallest kind, to test what the protocol adds to any store.
final class MemoryDefaultsStore: DefaultsStore {
    private struct State {
        var snapshots: [String: DomainSnapshot] = [:]
        var entries: [String: [HistoryEntry]] = [:]
    }

    let limits: DefaultsLimits
    private let unseen: Set<String>
    private let state = Mutex(State())

    /// - Parameter unseen: the keys of all domains whose values whoever asks may not see.
    init(limits: DefaultsLimits = .standard, unseen: Set<String> = []) {
        self.limits = limits
        self.unseen = unseen
    }

    func unseenKeys(of domain: String) -> Set<String> { unseen }

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

    /// Takes the changes since the revision back, one write after the other.
    func snapshot(of domain: String, atRevision revision: Int) throws(DefaultsError) -> DomainSnapshot {
        let (now, entries) = state.withLock { ($0.snapshots[domain], $0.entries[domain] ?? []) }
        var snapshot = now ?? DomainSnapshot(name: domain, revision: 0, values: [:], updatedAt: nil)
        guard (0...snapshot.revision).contains(revision) else {
            throw .unknownRevision(revision, of: domain, current: snapshot.revision)
        }
        let undone = entries.filter { $0.revision > revision }.reversed()
        guard undone.count == snapshot.revision - revision else { throw .forgottenRevision(revision, of: domain) }
        for change in undone.flatMap(\.changes) {
            snapshot.values[change.key] = nil
            snapshot.values[change.key] = change.before
        }
        snapshot.revision = revision
        snapshot.updatedAt = entries.last { $0.revision == revision }?.at
        return snapshot
    }

    func history(of domain: String, limit: Int, after: Int?) -> HistoryPage {
        let entries = state.withLock { $0.entries[domain] ?? [] }.reversed().filter { $0.revision < after ?? .max }
        var page: [HistoryEntry] = []
        var bytes = 0
        for entry in entries {
            for value in entry.changes.flatMap({ [$0.before, $0.after] }) {
                bytes += value?.stringValue?.utf8.count ?? 8
            }
            guard page.isEmpty || page.count < limit && bytes <= 4 << 20 else { break }
            page.append(entry)
        }
        return HistoryPage(entries: page, next: page.count < entries.count ? page.last?.revision : nil)
    }

    /// Forgets the oldest entries, as a rule of retention does.
    func forget(_ count: Int, of domain: String) {
        state.withLock { $0.entries[domain]?.removeFirst(count) }
    }

    func update(
        _ domains: [DomainCondition],
        source: ChangeSource,
        actor: String?,
        announce: (DefaultsWriteResult) -> Void,
        _ transform: (DomainSnapshot) throws(DefaultsError) -> [String: PropertyListValue]
    ) throws(DefaultsError) -> [DefaultsWriteResult] {
        try state.withLock { state throws(DefaultsError) in
            var next = state
            var results: [DefaultsWriteResult] = []
            for domain in domains {
                var snapshot =
                    next.snapshots[domain.name]
                    ?? DomainSnapshot(name: domain.name, revision: 0, values: [:], updatedAt: nil)
                let write = try DomainWrite(
                    of: snapshot,
                    under: domain,
                    at: Date(),
                    source: source,
                    actor: actor,
                    transform
                )
                if let entry = write.entry {
                    for change in entry.changes { snapshot.values[change.key] = change.after }
                    snapshot.revision = entry.revision
                    snapshot.updatedAt = entry.at
                    next.snapshots[domain.name] = snapshot
                    next.entries[domain.name, default: []].append(entry)
                }
                results.append(write.result)
            }
            state = next
            for result in results where !result.changed.isEmpty { announce(result) }
            return results
        }
    }
}
