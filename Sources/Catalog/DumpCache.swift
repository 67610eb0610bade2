import Dispatch
import Synchronization

/// Keeps the dumps that were loaded last, up to a number of bytes.
///
/// A dump that several threads ask for at once is read once: the others wait. No more than two dumps are read at the
/// same time, because reading a large one takes many times its size. Edits of a dump take turns.
final class DumpCache: Sendable {
    /// One dump, read by the first who locks it.
    private final class Slot: Sendable {
        let loaded = Mutex<LoadedDump?>(nil)
    }

    private struct Entry {
        var slot = Slot()
        var cost = 0
        var usedAt: UInt64 = 0
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var cost = 0
        var clock: UInt64 = 0
    }

    private let budget: Int
    private let state = Mutex(State())
    private let reads = DispatchSemaphore(value: 2)

    init(budget: Int) {
        self.budget = budget
    }

    /// Reads or changes the dump of an id while nobody else does.
    ///
    /// - Parameters:
    ///   - isCurrent: whether a dump that is kept is as it should be.
    ///   - load: reads it when it is not, or when none is kept.
    ///   - body: what to do with it. What it copies stays as it is; what it changes is changed in place as long as there
    ///     is no copy. When it throws the dump must be as it was.
    func withDump<Result: Sendable>(
        _ id: String,
        isCurrent: (LoadedDump) -> Bool = { _ in true },
        load: () throws(CatalogError) -> LoadedDump,
        _ body: (inout LoadedDump) throws(CatalogError) -> Result
    ) throws(CatalogError) -> Result {
        let slot = slot(of: id)
        var cost: Int?
        defer { if let cost { account(for: cost, id: id, slot: slot) } }
        return try slot.loaded.withLock { kept throws(CatalogError) in
            if let present = kept, !isCurrent(present) { kept = nil }
            // Out of the slot while it is changed: a second reference would make every change a copy.
            var loaded: LoadedDump
            if let present = kept.take() {
                loaded = present
            } else {
                loaded = try read(id, load)
            }
            defer {
                cost = loaded.cost
                kept = loaded
            }
            return try body(&loaded)
        }
    }

    /// Lets go of a dump that has changed or is gone.
    func forget(_ id: String) {
        state.withLock { state in
            guard let entry = state.entries.removeValue(forKey: id) else { return }
            state.cost -= entry.cost
        }
    }

    /// How many bytes the kept dumps take, as estimated.
    var cost: Int { state.withLock { $0.cost } }

    /// The ids of the dumps that are kept.
    var ids: Set<String> { state.withLock { Set($0.entries.keys) } }

    private func slot(of id: String) -> Slot {
        state.withLock { state in
            state.clock &+= 1
            state.entries[id, default: Entry()].usedAt = state.clock
            return state.entries[id, default: Entry()].slot
        }
    }

    private func read(
        _ id: String,
        _ load: () throws(CatalogError) -> LoadedDump
    ) throws(CatalogError) -> LoadedDump {
        reads.wait()
        defer { reads.signal() }
        do throws(CatalogError) {
            return try load()
        } catch {
            forget(id)
            throw error
        }
    }

    private func account(for cost: Int, id: String, slot: Slot) {
        state.withLock { state in
            guard let entry = state.entries[id], entry.slot === slot, entry.cost != cost else { return }
            state.entries[id]?.cost = cost
            state.cost += cost - entry.cost
            while state.cost > budget, state.entries.count > 1,
                let oldest = state.entries.min(by: { $0.value.usedAt < $1.value.usedAt })
            {
                guard oldest.key != id else { return }
                state.cost -= oldest.value.cost
                state.entries[oldest.key] = nil
            }
        }
    }
}
