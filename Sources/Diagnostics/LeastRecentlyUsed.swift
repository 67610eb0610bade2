import Synchronization

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
