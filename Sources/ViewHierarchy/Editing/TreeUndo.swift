/// Takes one edit back: applied to the tree that the edit left, it restores every column.
public struct TreeUndo: Sendable {
    enum Step: Sendable {
        /// Values from before.
        case restore(SavedValues)
        /// A view goes back to its place below a superview, or among the roots.
        case place(view: Int, superview: Int?, index: Int)
        /// Views that were added go, and their ids with them.
        case remove(view: Int, nextID: Int)
        /// Views that were taken away come back.
        case reinsert([StoredView], superview: Int?, index: Int)
        /// Two subviews change places again.
        case exchange(superview: Int, Int, Int)
    }

    let step: Step

    /// About how much memory it takes.
    public var byteCount: Int {
        switch step {
        case .restore(let values): values.byteCount
        case .reinsert(let views, _, _): views.count * MemoryLayout<StoredView>.stride
        case .place, .remove, .exchange: MemoryLayout<TreeUndo>.stride
        }
    }
}
