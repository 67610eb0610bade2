import Geometry

/// Makes a view tree from descriptions that come in depth-first order.
public struct ViewTreeBuilder: Sendable {
    private var tree = ViewTree()
    /// The views that may still get subviews: one for each depth from the root down to the last view.
    private var open: [Int32] = []
    /// How many subviews each open view has, after the count of the roots.
    private var subviewCounts: [Int32] = [0]

    /// Creates a builder without views.
    public init() {}

    /// The number of views appended so far.
    public var count: Int { tree.count }

    /// Appends the next view in depth-first order.
    ///
    /// - Parameter depth: 0 makes a root. A depth more than one below the previous view becomes that view's plus one.
    /// - Returns: The view's id, which is its index, counted from 0.
    @discardableResult
    public mutating func append(_ view: ViewDescription, depth: Int) -> Int {
        let index = tree.count
        let depth = min(max(depth, 0), open.count)
        close(to: depth)
        tree.superviewIndexes.append(open.last ?? -1)
        tree.depths.append(Int32(truncatingIfNeeded: depth))
        tree.subviewIndexes.append(subviewCounts[depth])
        tree.subtreeEnds.append(0)
        subviewCounts[depth] &+= 1
        subviewCounts.append(0)
        open.append(Int32(truncatingIfNeeded: index))
        if depth == 0 { tree.roots.append(index) }
        tree.maximumDepth = max(tree.maximumDepth, depth)
        tree.store(view)
        return index
    }

    /// The finished tree.
    public consuming func build() -> ViewTree {
        close(to: 0)
        return tree
    }

    private mutating func close(to depth: Int) {
        while open.count > depth, let view = open.popLast() {
            tree.subtreeEnds[Int(view)] = Int32(truncatingIfNeeded: tree.count)
            subviewCounts.removeLast()
        }
    }
}
