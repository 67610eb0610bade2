/// Ids of views of one tree. They are small numbers, so each takes one bit.
public struct ViewIDSet: Sendable, Hashable {
    private var words: [UInt64] = []

    /// Creates an empty set.
    public init() {}

    /// Whether an id is in the set.
    public func contains(_ id: Int) -> Bool {
        guard id >= 0, id / 64 < words.count else { return false }
        return words[id / 64] & 1 << UInt64(id % 64) != 0
    }

    /// Adds an id; a negative one names no view and is left out.
    public mutating func insert(_ id: Int) {
        guard id >= 0 else { return }
        while id / 64 >= words.count { words.append(0) }
        words[id / 64] |= 1 << UInt64(id % 64)
    }

    mutating func insert(contentsOf ids: [Int]) {
        for id in ids { insert(id) }
    }

    /// The ids in ascending order.
    public var ids: [Int] {
        var ids: [Int] = []
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                ids.append(index * 64 + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
        return ids
    }
}
