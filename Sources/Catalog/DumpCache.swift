import Dispatch
import DumpFormats
import Synchronization
import ViewHierarchy

/// Keeps the trees that were loaded last, up to a number of bytes.
///
/// A dump that several threads ask for at once is read once: the others wait. No more than two dumps are read at the
/// same time, because reading a large one takes many times its size.
final class DumpCache: Sendable {
    /// One dump, read by the first who locks it.
    private final class Slot: Sendable {
        let dump = Mutex<Dump?>(nil)
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

    /// The dump of an id, read with `read` when it is not kept.
    func dump(_ id: String, read: () throws(CatalogError) -> Dump) throws(CatalogError) -> Dump {
        let slot = state.withLock { state in
            state.clock &+= 1
            state.entries[id, default: Entry()].usedAt = state.clock
            return state.entries[id, default: Entry()].slot
        }
        let (dump, isNew) = try slot.dump.withLock { kept throws(CatalogError) in
            if let dump = kept { return (dump, false) }
            reads.wait()
            defer { reads.signal() }
            do throws(CatalogError) {
                let dump = try read()
                kept = dump
                return (dump, true)
            } catch {
                forget(id)
                throw error
            }
        }
        if isNew { account(for: dump, id: id, slot: slot) }
        return dump
    }

    /// Lets go of a dump that has changed or is gone.
    func forget(_ id: String) {
        state.withLock { state in
            guard let entry = state.entries.removeValue(forKey: id) else { return }
            state.cost -= entry.cost
        }
    }

    /// How many bytes the kept trees take, as estimated.
    var cost: Int { state.withLock { $0.cost } }

    /// The ids of the dumps that are kept.
    var ids: Set<String> { state.withLock { Set($0.entries.keys) } }

    private func account(for dump: Dump, id: String, slot: Slot) {
        // Arrays of a flat tree take about 200 bytes a view; texts and attributes are guessed at the same again.
        let cost = dump.tree.count &* 400 &+ 4_096
        state.withLock { state in
            guard state.entries[id]?.slot === slot else { return }
            state.entries[id]?.cost = cost
            state.cost += cost
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
