/// A view that an edit adds, with its place below the first one that is added with it.
public struct NewView: Sendable, Hashable {
    /// What the view is like.
    public var description: ViewDescription
    /// 0 for the first view; views come in depth-first order.
    public var depth: Int

    /// Creates a view to add.
    public init(_ description: ViewDescription, depth: Int = 0) {
        self.description = description
        self.depth = depth
    }
}
