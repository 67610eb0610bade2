/// The order in which constraints go into a tableau, so that it stays sparse.
struct LinearOrder {
    private let kinds: [LinearTableau.Kind]
    private let entries: [LinearTableau.Entry]
    private let terms: [LinearProgram.Term]
    private var isDone: [Bool]
    /// Constraints, each with the column of any sign that nothing else speaks of.
    private(set) var peeled: [(entry: Int, column: Int32)] = []

    init(kinds: [LinearTableau.Kind], entries: [LinearTableau.Entry], terms: [LinearProgram.Term]) {
        self.kinds = kinds
        self.entries = entries
        self.terms = terms
        isDone = [Bool](repeating: false, count: entries.count)
    }

    /// Finds constraints that can always hold, since one of their columns may have any sign and is in no other
    /// constraint, and what follows from taking them away. Their expressions need no substitution at all.
    mutating func peel() {
        guard kinds.contains(where: { $0 == .free }) else { return }
        // The exclusive or of the constraints of a column is the last of them when one is left.
        var counts = [Int32](repeating: 0, count: kinds.count)
        var mixed = [Int](repeating: 0, count: kinds.count)
        for (index, entry) in entries.enumerated() {
            for term in terms[entry.terms] {
                counts[Int(term.variable)] += 1
                mixed[Int(term.variable)] ^= index
            }
        }
        var open = kinds.indices.reversed().filter { kinds[$0] == .free && counts[$0] == 1 }
        while let column = open.popLast() {
            guard counts[column] == 1, !isDone[mixed[column]] else { continue }
            let index = mixed[column]
            let list = terms[entries[index].terms]
            let largest = list.reduce(0) { max($0, abs($1.coefficient)) }
            guard let own = list.first(where: { $0.variable == column }), abs(own.coefficient) >= 1e-3 * largest
            else { continue }
            isDone[index] = true
            peeled.append((index, Int32(truncatingIfNeeded: column)))
            for term in list {
                counts[Int(term.variable)] -= 1
                mixed[Int(term.variable)] ^= index
                if counts[Int(term.variable)] == 1 && kinds[Int(term.variable)] == .free {
                    open.append(Int(term.variable))
                }
            }
        }
    }

    /// The other constraints: required equalities, those that place what comes last first, then optional ones by
    /// priority, so that they start out satisfied, then required inequalities.
    func rest() -> [Int] {
        struct Key {
            var rank: Int
            var priority: Double
            var index: Int
        }
        var keys: [Key] = []
        for (index, entry) in entries.enumerated() where !isDone[index] {
            if let priority = entry.priority {
                keys.append(Key(rank: entry.relation == .equal ? 1 : 2, priority: priority, index: index))
            } else if entry.relation == .equal {
                var last: Int32 = -1
                for term in terms[entry.terms] where kinds[Int(term.variable)] == .free {
                    last = max(last, term.variable)
                }
                keys.append(Key(rank: 0, priority: Double(last), index: index))
            } else {
                keys.append(Key(rank: 3, priority: 0, index: index))
            }
        }
        keys.sort { left, right in
            let (leftClass, rightClass) = ((left.rank + 1) / 2, (right.rank + 1) / 2)
            if leftClass != rightClass { return leftClass < rightClass }
            if left.priority != right.priority { return left.priority > right.priority }
            return left.rank != right.rank ? left.rank < right.rank : left.index < right.index
        }
        return keys.map(\.index)
    }

    /// Adds to a binary heap.
    static func push(_ value: Int32, onto heap: inout [Int32]) {
        heap.append(value)
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child] < heap[parent] else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes the smallest from a binary heap.
    static func pop(from heap: inout [Int32]) -> Int32? {
        guard let last = heap.popLast() else { return nil }
        guard let first = heap.first else { return last }
        heap[0] = last
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < heap.count else { return first }
            if child + 1 < heap.count && heap[child + 1] < heap[child] { child += 1 }
            guard heap[child] < heap[parent] else { return first }
            heap.swapAt(child, parent)
            parent = child
        }
    }
}
