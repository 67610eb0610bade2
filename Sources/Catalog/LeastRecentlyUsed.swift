/// Entries that cost something each, of which those go that were not used for the longest time when all together cost
/// too much.
struct LeastRecentlyUsed<Value> {
    private struct Entry {
        var value: Value
        var cost: Int
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

    /// An entry and its cost, which does not count as a use.
    func entry(_ id: String) -> (value: Value, cost: Int)? { entries[id].map { ($0.value, $0.cost) } }

    /// An entry, which is used now.
    mutating func use(_ id: String) -> Value? {
        clock &+= 1
        entries[id]?.usedAt = clock
        return entries[id]?.value
    }

    /// Puts an entry in the place of the one with its id. It is used now. Nothing goes before `trim`.
    mutating func insert(_ value: Value, for id: String, cost: Int) {
        remove(id)
        clock &+= 1
        entries[id] = Entry(value: value, cost: cost, usedAt: clock)
        self.cost += cost
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
    mutating func trim(sparing spared: String? = nil) {
        while cost > budget, let oldest = entries.min(by: { $0.value.usedAt < $1.value.usedAt })?.key,
            oldest != spared
        {
            remove(oldest)
        }
    }
}
