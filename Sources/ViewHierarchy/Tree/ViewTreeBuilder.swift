/// Makes a view tree from descriptions that come in depth-first order.
public struct ViewTreeBuilder: Sendable {
    private var tree = ViewTree()
    private var linker = TreeLinker()

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
        linker.append(depth: depth, to: &tree)
        tree.store(view)
        return tree.count - 1
    }

    /// The finished tree.
    public consuming func build() -> ViewTree {
        var finished = tree
        linker.finish(&finished)
        return finished
    }
}
