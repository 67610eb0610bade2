import Dispatch
import Foundation
import Synchronization

/// Values that take long to make, kept up to a total cost; those that were not used for the longest time go first.
///
/// A value that several threads ask for at once is made once: the others wait, as those do who want to change one that
/// somebody else is changing. Making a value may ask the same cache for others, but never in a circle. A value whose task
/// was cancelled while it was made may have ended midway, and is not kept.
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

    private let slots: Mutex<LeastRecentlyUsed<String, Slot>>
    private let makers: DispatchSemaphore?
    private let released: @Sendable (Int) -> Void
    private let cost: @Sendable (Value) -> Int

    /// Creates an empty cache.
    /// - Parameters:
    ///   - budget: what all values may cost together, in the unit of `cost`; one alone may cost more.
    ///   - makers: how many values are made at the same time; nil for any number.
    ///   - released: is told what values cost that were let go of, when they are gone unless somebody still uses them.
    ///   - cost: what a value costs.
    public init(
        budget: Int,
        makers: Int? = nil,
        released: @escaping @Sendable (Int) -> Void = { _ in },
        cost: @escaping @Sendable (Value) -> Int
    ) {
        slots = Mutex(LeastRecentlyUsed(budget: budget))
        self.makers = makers.map { DispatchSemaphore(value: $0) }
        self.released = released
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
        var isWhole = true
        if let present = kept.take() {
            value = present
        } else {
            value = try made(id, make)
            isWhole = !Task.isCancelled
            if !isWhole { forget(id) }
        }
        defer {
            if isWhole {
                account(for: cost(value), id: id, slot: slot)
                kept = value
            }
        }
        return try body(&value)
    }

    /// Reads the value of an id while nobody else does, where one is kept.
    /// - Returns: nil when there is none, and when `body` finds nothing in it.
    public func kept<Result>(_ id: String, _ body: (Value) -> Result?) -> Result? {
        guard let slot = slots.withLock({ $0.entry(id) == nil ? nil : $0.use(id) }) else { return nil }
        let kept = slot.take()
        defer { slot.giveBack(kept) }
        return kept.flatMap(body)
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
    public func forget(_ id: String) {
        let cost = slots.withLock { $0.remove(id) }
        if cost > 0 { released(cost) }
    }

    /// What the kept values cost together.
    public var totalCost: Int { slots.withLock { $0.cost } }

    /// How many values are kept, what they cost, and how often one was there that was asked for.
    public var statistics: CacheStatistics { slots.withLock { $0.statistics } }

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
        let gone = slots.withLock { slots in
            guard let entry = slots.entry(id), entry.value === slot, entry.cost != cost else { return 0 }
            slots.setCost(cost, of: id)
            return slots.trim(sparing: id)
        }
        if gone > 0 { released(gone) }
    }
}

/// What a cache keeps, and how often that helped.
public struct CacheStatistics: Sendable, Hashable {
    /// How many values are kept.
    public var entries = 0
    /// What they cost together, as estimated: bytes for most caches.
    public var cost = 0
    /// How often a value was asked for that was kept.
    public var hits = 0
    /// How often one was asked for that was not.
    public var misses = 0
}

/// Entries that cost something each, of which those go that were not used for the longest time when all together cost
/// too much.
package struct LeastRecentlyUsed<ID: Hashable, Value> {
    private struct Entry {
        var value: Value
        var cost: Int
        var usedAt: UInt64
    }

    private let budget: Int
    private var entries: [ID: Entry] = [:]
    /// The uses in their order, those before `oldest` done with. An entry counts where its last use stands.
    private var uses: [(id: ID, at: UInt64)] = []
    private var oldest = 0
    private var clock: UInt64 = 0
    /// What all entries cost.
    package private(set) var cost = 0
    private var hits = 0
    private var misses = 0

    /// Creates an empty one.
    /// - Parameter budget: what all entries may cost together.
    package init(budget: Int) { self.budget = budget }

    /// The ids of the entries.
    package var ids: Set<ID> { Set(entries.keys) }

    /// How many entries there are, what they cost, and how often one was there that was asked for.
    package var statistics: CacheStatistics {
        CacheStatistics(entries: entries.count, cost: cost, hits: hits, misses: misses)
    }

    /// An entry and what it costs, which does not count as a use.
    package func entry(_ id: ID) -> (value: Value, cost: Int)? { entries[id].map { ($0.value, $0.cost) } }

    /// An entry, which is used now.
    package mutating func use(_ id: ID) -> Value? {
        guard let place = entries.index(forKey: id) else {
            misses &+= 1
            return nil
        }
        hits &+= 1
        entries.values[place].usedAt = noteUse(of: id)
        return entries.values[place].value
    }

    /// Adds an entry. It is used now, and nothing goes before `trim`.
    package mutating func insert(_ value: Value, for id: ID, cost: Int = 0) {
        remove(id)
        entries[id] = Entry(value: value, cost: cost, usedAt: noteUse(of: id))
        self.cost += cost
    }

    /// Changes what an entry costs. Nothing goes before `trim`.
    package mutating func setCost(_ cost: Int, of id: ID) {
        guard let entry = entries[id] else { return }
        entries[id]?.cost = cost
        self.cost += cost - entry.cost
    }

    /// Removes an entry and gives what it cost; 0 when there is none.
    @discardableResult
    package mutating func remove(_ id: ID) -> Int {
        let gone = entries.removeValue(forKey: id)?.cost ?? 0
        cost -= gone
        return gone
    }

    /// Lets entries go until the others are within the budget, and gives what they cost.
    /// - Parameter spared: an entry that stays, as do those that were used after it.
    @discardableResult
    package mutating func trim(sparing spared: ID) -> Int {
        var gone = 0
        while cost > budget, oldest < uses.count {
            let use = uses[oldest]
            if entries[use.id]?.usedAt == use.at {
                if use.id == spared { break }
                gone += remove(use.id)
            }
            oldest += 1
        }
        return gone
    }

    private mutating func noteUse(of id: ID) -> UInt64 {
        clock &+= 1
        // Each entry has one use that counts, so half of them at least are done with here.
        if uses.count > 2 * entries.count + 1_024 {
            uses = uses[oldest...].filter { entries[$0.id]?.usedAt == $0.at }
            oldest = 0
        }
        uses.append((id, clock))
        return clock
    }
}

/// A value that is made by the first who asks for it, and then kept for everybody; the others wait.
///
/// Making it must not ask for the same value: it is made while others wait for it.
package final class OnceValue<Value: Sendable>: Sendable {
    private let kept = Mutex<Value?>(nil)

    /// Creates one that nobody has asked for yet.
    package init() {}

    /// The value, when somebody has made it; waits for one that is being made.
    package var known: Value? { kept.withLock { $0 } }

    /// The value, made unless it is there; one that nobody waits for any more may have ended midway and is not kept.
    /// - Parameter make: makes it; nobody else makes it meanwhile.
    package func value(_ make: () -> Value) -> Value {
        kept.withLock { kept in
            if let kept { return kept }
            let value = make()
            if !Task.isCancelled { kept = value }
            return value
        }
    }
}

/// Values by what they are of, each made by the first who asks for it; those that were asked for last are kept.
package final class OnceValues<ID: Hashable & Sendable, Value: Sendable>: Sendable {
    private let places: Mutex<LeastRecentlyUsed<ID, OnceValue<Value>>>

    /// Creates an empty one.
    /// - Parameter budget: what all values that are kept may cost together; one alone may cost more.
    package init(budget: Int) { places = Mutex(LeastRecentlyUsed(budget: budget)) }

    /// A value, made unless it is there.
    /// - Parameters:
    ///   - cost: what it costs, in the unit of the budget.
    ///   - make: makes it; nobody else makes it meanwhile, while others are made beside it.
    package func value(_ id: ID, cost: Int = 1, _ make: () -> Value) -> Value {
        let place = places.withLock { places in
            if let place = places.use(id) { return place }
            let place = OnceValue<Value>()
            places.insert(place, for: id, cost: cost)
            places.trim(sparing: id)
            return place
        }
        return place.value(make)
    }

    /// A value that somebody has made; waits for one that is being made.
    package func known(_ id: ID) -> Value? { places.withLock { $0.use(id) }?.known }
}
