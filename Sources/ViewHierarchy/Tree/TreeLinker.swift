/// Works out superviews, subtrees and places among siblings from the depths of views that come in depth-first order.
struct TreeLinker: Sendable {
    /// The views that may still get subviews: one for each depth from the root down to the last view.
    private var open: [Int32] = []
    /// How many subviews each open view has, after the count of the roots.
    private var subviewCounts: [Int32] = [0]

    /// Links the next view. A depth more than one below the previous view becomes that view's plus one.
    mutating func append(depth: Int, to tree: inout ViewTree) {
        let index = tree.depths.count
        let depth = min(max(depth, 0), open.count)
        close(to: depth, in: &tree)
        tree.superviewIndexes.append(open.last ?? -1)
        tree.depths.append(Int32(truncatingIfNeeded: depth))
        tree.subviewIndexes.append(subviewCounts[depth])
        tree.subtreeEnds.append(0)
        subviewCounts[depth] &+= 1
        subviewCounts.append(0)
        open.append(Int32(truncatingIfNeeded: index))
        if depth == 0 { tree.roots.append(index) }
        tree.maximumDepth = max(tree.maximumDepth, depth)
    }

    /// Ends the subtrees that are still open.
    mutating func finish(_ tree: inout ViewTree) { close(to: 0, in: &tree) }

    private mutating func close(to depth: Int, in tree: inout ViewTree) {
        while open.count > depth, let view = open.popLast() {
            tree.subtreeEnds[Int(view)] = Int32(truncatingIfNeeded: tree.depths.count)
            subviewCounts.removeLast()
        }
    }
}
