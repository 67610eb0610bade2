/// Visits nested objects of a document depth first, with a stack of its own: the input decides how deep they are.
struct NodeWalk<Node: DocumentNode> {
    /// The key of the array that holds the objects one level deeper, for the pointers.
    var childrenKey: String

    /// Visits the roots and what is below them.
    ///
    /// - Parameters:
    ///   - pointer: The JSON pointer of the array of roots; nil when there is one root and no array.
    ///   - single: The JSON pointer of that root; nothing when it is the document.
    ///   - visit: Gets an object, its depth (roots have 0) and its pointer, and gives the array of those below it.
    func visit(
        _ roots: [Node],
        at pointer: String?,
        orAt single: String = "",
        _ visit: (Node, Int, () -> String) throws(DumpError) -> Node?
    ) throws(DumpError) {
        for (index, root) in roots.enumerated() {
            var path: [(nodes: Node.Elements.Iterator, next: Int)] = []
            let start = pointer.map { "\($0)/\(index)" } ?? single
            var below = try visit(root, 0) { start }
            while true {
                if let found = below {
                    path.append((found.elements.makeIterator(), 0))
                    below = nil
                }
                guard let last = path.indices.last else { break }
                guard let node = path[last].nodes.next() else {
                    path.removeLast()
                    continue
                }
                path[last].next &+= 1
                below = try visit(node, path.count) {
                    start + path.map { "/\(childrenKey)/\($0.next &- 1)" }.joined()
                }
            }
        }
    }
}
