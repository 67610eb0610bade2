/// What an edit did to a tree.
public struct AppliedEdit: Sendable {
    /// The ids of the views that are not as they were, in tree order: their own properties, their subviews or their
    /// superview.
    public let changed: [Int]
    /// The ids of the views that are gone.
    public let removed: [Int]
    /// What takes the edit back.
    public let undo: TreeUndo

    /// Whether everything was so already.
    public var isEmpty: Bool { changed.isEmpty && removed.isEmpty }
}
