import Dispatch
import Foundation
import Synchronization

/// Values that take long to make, kept up to a total cost; those that were not used for the longest time go first.
///
/// A value that several threads ask for at once is made once: the others wait, as those do who want to change one that
/// somebody else is changing. Making a value may ask the same cache for others, but never in a circle.
public final class SharedCache<Value: Sendable>: Sendable {
    /// One value, in the hands of one thread at a time.
    ///
    /// Unchecked: the condition's lock is held wherever `value` and `isTaken` are read or written.
    private final class Slot: @unchecked Sendable {
        private let condition = NSCondition()
        private var value: Value?
        private var isTaken = false

        /// Waits until nobody has the value and takes it away; nil when there is none.
        func take() -> Value? {
            condition.lock()
            defer { condition.unlock() }
            while isTaken { condition.wait() }
            isTaken = true
            return value.take()
        }

        func giveBack(_ value: consuming Value?) {
            condition.lock()
            defer { condition.unlock() }
            self.value = value
            isTaken = false
            condition.signal()
        }
    }

    private let slots: Mutex<LeastRecentlyUsed<Slot>>
    private let makers: DispatchSemaphore?
    private let cost: @Sendable (Value) -> Int

    /// Creates an empty cache.
    /// - Parameters:
    ///   - budget: what all values may cost together, in the unit of `cost`; one alone may cost more.
    ///   - makers: how many values are made at the same time; nil for any number.
    ///   - cost: what a value costs.
    public init(budget: Int, makers: Int? = nil, cost: @escaping @Sendable (Value) -> Int) {
        slots = Mutex(LeastRecentlyUsed(budget: budget))
        self.makers = makers.map { DispatchSemaphore(value: $0) }
        self.cost = cost
    }

    /// Reads or changes the value of an id while nobody else does.
    ///
    /// - Parameters:
    ///   - isCurrent: whether a value that is kept is as it should be.
    ///   - make: makes it when it is not, or when none is kept.
    ///   - body: what to do with it. What it copies stays as it is; what it changes is changed in place as long as there
    ///     is no copy. When it throws the value must be as it was.
    public func withValue<Result, Failure: Error>(
        _ id: String,
        isCurrent: (Value) -> Bool = { _ in true },
        make: () throws(Failure) -> Value,
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let slot = slot(of: id)
        var kept = slot.take()
        defer { slot.giveBack(kept) }
        if let present = kept, !isCurrent(present) { kept = nil }
        // Out of its place while it is changed: a second reference would make every change a copy.
        var value: Value
        if let present = kept.take() {
            value = present
        } else {
            value = try made(id, make)
        }
        defer {
            account(for: cost(value), id: id, slot: slot)
            kept = value
        }
        return try body(&value)
    }

    /// The value of an id, made unless it is kept.
    public func value<Failure: Error>(
        _ id: String,
        isCurrent: (Value) -> Bool = { _ in true },
        make: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try withValue(id, isCurrent: isCurrent, make: make) { (value) throws(Failure) in value }
    }

    /// Keeps a value that was made elsewhere, in place of the one with its id.
    public func insert(_ value: Value, for id: String) {
        let slot = slot(of: id)
        _ = slot.take()
        account(for: cost(value), id: id, slot: slot)
        slot.giveBack(value)
    }

    /// Lets go of a value that has changed or is gone.
    public func forget(_ id: String) { slots.withLock { $0.remove(id) } }

    /// What the kept values cost together.
    public var totalCost: Int { slots.withLock { $0.cost } }

    /// The ids of the values that are kept.
    public var ids: Set<String> { slots.withLock { $0.ids } }

    private func slot(of id: String) -> Slot {
        slots.withLock { slots in
            if let slot = slots.use(id) { return slot }
            let slot = Slot()
            slots.insert(slot, for: id)
            return slot
        }
    }

    private func made<Failure: Error>(_ id: String, _ make: () throws(Failure) -> Value) throws(Failure) -> Value {
        makers?.wait()
        defer { makers?.signal() }
        do throws(Failure) {
            return try make()
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

/// Entries that cost something each, of which those go that were not used for the longest time when all together cost
/// too much.
private struct LeastRecentlyUsed<Value> {
    struct Entry {
        var value: Value
        var cost = 0
        var usedAt: UInt64
    }

    private let budget: Int
    private var entries: [String: Entry] = [:]
    private var clock: UInt64 = 0
    /// What all entries cost.
    private(set) var cost = 0

    init(budget: Int) { self.budget = budget }

    /// The ids of the entries.
    var ids: Set<String> { Set(entries.keys) }

    /// An entry, which does not count as a use.
    func entry(_ id: String) -> Entry? { entries[id] }

    /// An entry, which is used now.
    mutating func use(_ id: String) -> Value? {
        clock &+= 1
        entries[id]?.usedAt = clock
        return entries[id]?.value
    }

    /// Adds an entry that costs nothing yet. It is used now.
    mutating func insert(_ value: Value, for id: String) {
        remove(id)
        clock &+= 1
        entries[id] = Entry(value: value, usedAt: clock)
    }

    /// Changes what an entry costs. Nothing goes before `trim`.
    mutating func setCost(_ cost: Int, of id: String) {
        guard let entry = entries[id] else { return }
        entries[id]?.cost = cost
        self.cost += cost - entry.cost
    }

    mutating func remove(_ id: String) { cost -= entries.removeValue(forKey: id)?.cost ?? 0 }

    /// Lets entries go until the others are within the budget.
    /// - Parameter spared: an entry that stays, as do those that were used after it.
    mutating func trim(sparing spared: String) {
        while cost > budget, let oldest = entries.min(by: { $0.value.usedAt < $1.value.usedAt })?.key,
            oldest != spared
        {
            remove(oldest)
        }
    }
}
