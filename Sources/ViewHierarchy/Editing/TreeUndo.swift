/// Takes one edit back: applied to the tree that the edit left, it restores every column.
public struct TreeUndo: Sendable {
    enum Step: Sendable {
        /// Values from before.
        case restore(SavedValues)
        /// Several edits, the last one first.
        case all([TreeUndo])
        /// A view goes back to its place below a superview, or among the roots.
        case place(view: Int, superview: Int?, index: Int)
        /// Views that were added go, and their ids with them.
        case remove(view: Int, nextID: Int)
        /// Views that were taken away come back.
        case reinsert([StoredView], superview: Int?, index: Int)
        /// Two subviews change places again.
        case exchange(superview: Int, Int, Int)
        /// Constraints, and what is said of views' layout, are as they were.
        case layout(LayoutUndo)
    }

    let step: Step

    /// About how much memory it takes.
    public var byteCount: Int {
        switch step {
        case .restore(let values): values.byteCount
        case .all(let steps): steps.reduce(0) { $0 + $1.byteCount }
        case .reinsert(let views, _, _): views.count * MemoryLayout<StoredView>.stride
        case .layout(let undo): undo.byteCount
        case .place, .remove, .exchange: MemoryLayout<TreeUndo>.stride
        }
    }
}

/// Values of some views from before an edit, in the order in which they were overwritten.
struct SavedValues: Sendable, ResizingObserver {
    private var indexes: [Int32] = []
    private var frames: [Rect] = []
    private var flags: [ViewFlags] = []
    /// Of the views that have one: the place in `indexes` and the geometry.
    private var geometries: [(slot: Int32, geometry: ViewGeometry)] = []
    /// Of the views whose mask, numbers or texts, or what is known of them, are about to change.
    private var properties: [Properties] = []

    private struct Properties: Sendable, Equatable {
        var index: Int
        var mask: AutoresizingMask
        var said: PropertySet
        var numbers: ViewNumbers?
        var texts: ViewTexts?

        init(of index: Int, in tree: borrowing ViewTree) {
            self.index = index
            mask = tree.masks[index]
            said = tree.saidColumn[index]
            numbers = tree.numbers[index]
            texts = tree.texts[index]
        }
    }

    /// The indexes of the views whose place or flags were kept.
    var views: some Sequence<Int> { indexes.lazy.map(Int.init) }

    /// The indexes of the views that are not as they were kept.
    func changedViews(from tree: borrowing ViewTree) -> [Int] {
        var changed: [Int] = []
        var next = geometries.startIndex
        for slot in indexes.indices {
            let index = Int(indexes[slot])
            var geometry: ViewGeometry?
            if next < geometries.endIndex, geometries[next].slot == Int32(truncatingIfNeeded: slot) {
                geometry = geometries[next].geometry
                next += 1
            }
            if tree.frames[index] != frames[slot] || tree.flagSets[index] != flags[slot]
                || tree.geometries[index] != geometry
            {
                changed.append(index)
            }
        }
        for saved in properties where Properties(of: saved.index, in: tree) != saved { changed.append(saved.index) }
        return changed
    }

    var byteCount: Int {
        indexes.count * (MemoryLayout<Rect>.stride + 6) + geometries.count * MemoryLayout<(Int32, ViewGeometry)>.stride
            + properties.count * MemoryLayout<Properties>.stride
    }

    /// Keeps a view's place and flags.
    mutating func savePlace(of index: Int, in tree: borrowing ViewTree) {
        if let geometry = tree.geometries[index] {
            geometries.append((Int32(truncatingIfNeeded: indexes.count), geometry))
        }
        didMove(index, from: tree.frames[index], tree.flagSets[index])
    }

    mutating func willResize(_ index: Int, in tree: borrowing ViewTree) { savePlace(of: index, in: tree) }

    mutating func didMove(_ index: Int, from frame: Rect, _ flags: ViewFlags) {
        indexes.append(Int32(truncatingIfNeeded: index))
        frames.append(frame)
        self.flags.append(flags)
    }

    mutating func didResize(_ index: Int, from frame: Rect, isClamped: Bool, in tree: borrowing ViewTree) {}

    /// Keeps a view's mask, numbers and texts.
    mutating func saveProperties(of index: Int, in tree: borrowing ViewTree) {
        properties.append(Properties(of: index, in: tree))
    }

    /// Writes everything back, the last first.
    func restore(_ tree: inout ViewTree) {
        var last = geometries.count - 1
        for slot in indexes.indices.reversed() {
            let index = Int(indexes[slot])
            tree.frames[index] = frames[slot]
            tree.flagSets[index] = flags[slot]
            if last >= 0, geometries[last].slot == Int32(truncatingIfNeeded: slot) {
                tree.geometries[index] = geometries[last].geometry
                last -= 1
            } else if tree.geometries[index] != nil {
                tree.geometries[index] = nil
            }
        }
        for saved in properties.reversed() {
            tree.masks[saved.index] = saved.mask
            tree.saidColumn[saved.index] = saved.said
            if saved.numbers != nil || tree.numbers[saved.index] != nil { tree.numbers[saved.index] = saved.numbers }
            if saved.texts != nil || tree.texts[saved.index] != nil { tree.texts[saved.index] = saved.texts }
        }
    }
}

/// All that the columns of a tree hold about one view, to be put back unchanged.
struct StoredView: Sendable, Hashable {
    var id: Int32
    var depth: Int32
    var classID: Int32
    var address: UInt64
    var frame: Rect
    var flags: ViewFlags
    var mask: AutoresizingMask
    var said: PropertySet
    var geometry: ViewGeometry?
    var numbers: ViewNumbers?
    var texts: ViewTexts?
    var attributes: AttributeColumn.Run
    var remarks: ViewRemarks?
}
