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

    private let slots: Mutex<LeastRecentlyUsed<Slot>>
    private let reads = DispatchSemaphore(value: 2)

    init(budget: Int) { slots = Mutex(LeastRecentlyUsed(budget: budget)) }

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
    func forget(_ id: String) { slots.withLock { $0.remove(id) } }

    /// How many bytes the kept dumps take, as estimated.
    var cost: Int { slots.withLock { $0.cost } }

    /// The ids of the dumps that are kept.
    var ids: Set<String> { slots.withLock { $0.ids } }

    private func slot(of id: String) -> Slot {
        slots.withLock { slots in
            if let slot = slots.use(id) { return slot }
            let slot = Slot()
            slots.insert(slot, for: id, cost: 0)
            return slot
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
        slots.withLock { slots in
            guard let entry = slots.entry(id), entry.value === slot, entry.cost != cost else { return }
            slots.setCost(cost, of: id)
            slots.trim(sparing: id)
        }
    }
}
