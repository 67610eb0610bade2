import DumpFormats
import ViewHierarchy

/// The applied edits of a loaded tree, newest last: what each touched, and for as many of the newest as fit in a number
/// of bytes what takes them back.
struct UndoStack: Sendable {
    struct Entry: Sendable {
        let undo: TreeUndo
        /// The views that the edit changed, added or took away.
        let changed: [Int]
        let removed: [Int]
        /// How large the dump was before.
        let extentBefore: DumpExtent

        var byteCount: Int {
            undo.byteCount + (changed.count + removed.count) * MemoryLayout<Int>.stride + MemoryLayout<Self>.stride
        }
    }

    /// The most bytes that entries may take.
    let budget: Int
    private var entries: [Entry] = []
    /// The views that edits touched whose entries are gone.
    private var settled = ViewIDSet()
    /// How many bytes the entries take.
    private(set) var byteCount = 0

    init(budget: Int) { self.budget = budget }

    /// How many edits can be taken back.
    var count: Int { entries.count }

    /// Adds what an edit did; the oldest entries go when there are too many bytes.
    mutating func push(_ edit: AppliedEdit, extentBefore: DumpExtent) {
        let entry = Entry(
            undo: edit.undo,
            changed: edit.changed,
            removed: edit.removed,
            extentBefore: extentBefore
        )
        entries.append(entry)
        byteCount += entry.byteCount
        var dropped = 0
        while byteCount > budget, dropped < entries.count {
            byteCount -= entries[dropped].byteCount
            settled.insert(contentsOf: entries[dropped].changed)
            settled.insert(contentsOf: entries[dropped].removed)
            dropped += 1
        }
        entries.removeFirst(dropped)
    }

    /// What takes the last edit back; nil when that is not kept.
    var last: Entry? { entries.last }

    /// What takes the oldest edit back that is kept.
    var first: Entry? { entries.first }

    /// Removes the last entry, when its edit was taken back.
    mutating func removeLast() {
        guard let entry = entries.popLast() else { return }
        byteCount -= entry.byteCount
    }

    /// The views that applied edits touched, those included that are gone.
    var touched: ViewIDSet {
        var touched = settled
        for entry in entries {
            touched.insert(contentsOf: entry.changed)
            touched.insert(contentsOf: entry.removed)
        }
        return touched
    }
}

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
