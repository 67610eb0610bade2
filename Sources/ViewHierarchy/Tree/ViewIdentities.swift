/// Which id each view has. Views keep the number that they were read with, wherever an edit moves them.
///
/// Until an edit changes the order a view's id is its index, and nothing is stored.
struct ViewIdentities: Sendable {
    /// The ids in tree order; empty while every id is an index.
    private(set) var ids: [Int32] = []
    /// The index of each id, -1 for one that is gone; empty while every id is an index.
    private var indexes: [Int32] = []

    /// The number that the next new view gets, when ids are stored.
    private(set) var next: Int32 = 0

    private var isStored: Bool { next > 0 }

    func id(at index: Int) -> Int { isStored ? Int(ids[index]) : index }

    func index(ofID id: Int, count: Int) -> Int? {
        guard isStored else { return id >= 0 && id < count ? id : nil }
        guard indexes.indices.contains(id), indexes[id] >= 0 else { return nil }
        return Int(indexes[id])
    }

    /// Writes down the ids of a tree in which every id is still an index.
    mutating func store(count: Int) {
        guard !isStored else { return }
        ids = Array(0..<Int32(truncatingIfNeeded: count))
        next = Int32(truncatingIfNeeded: count)
        indexes = ids
    }

    /// Takes ids in their new order, and the number that the next view gets.
    mutating func replace(_ ids: [Int32], next: Int32) {
        self.ids = ids
        self.next = next
        indexes = Array(repeating: -1, count: Int(next))
        for (index, id) in ids.enumerated() where indexes.indices.contains(Int(id)) {
            indexes[Int(id)] = Int32(truncatingIfNeeded: index)
        }
    }
}
