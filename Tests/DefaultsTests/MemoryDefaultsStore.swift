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
            state.snapshots.values.filter { !$0.values.isEmpty && !DefaultsSet.keeps($0.name) }.map {
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
            let empty = { DomainSnapshot(name: $0, revision: 0, values: [:], updatedAt: nil) }
            let writes: [DomainWrite]
            do {
                writes = try DomainWrite.all(
                    of: domains,
                    at: Date(),
                    source: source,
                    actor: actor,
                    fetch: { state.snapshots[$0] ?? empty($0) },
                    transform
                )
            } catch {
                throw error as? DefaultsError ?? DefaultsError(.storageFailed, "\(error)")
            }
            for write in writes {
                guard let entry = write.entry else { continue }
                let name = write.result.domain
                var snapshot = next.snapshots[name] ?? empty(name)
                for change in entry.changes { snapshot.values[change.key] = change.after }
                snapshot.revision = entry.revision
                snapshot.updatedAt = entry.at
                next.snapshots[name] = snapshot
                next.entries[name, default: []].append(entry)
            }
            let results = writes.map(\.result)
            state = next
            for result in results where !result.changed.isEmpty { announce(result) }
            return results
        }
    }
}
