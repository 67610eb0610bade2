extension ViewTree {
    /// The most views that edits may make of a tree.
    public static let maximumCount = 1_000_000

    /// Carries out an edit, or nothing of it.
    ///
    /// - Throws: when a view is not there, a number is of no use, or the edit would tie the tree into a knot.
    public mutating func apply(
        _ edit: TreeEdit,
        autoresizing: Autoresizing = Autoresizing()
    ) throws(TreeEditError) -> AppliedEdit {
        switch edit {
        case .change(let view, let changes):
            return try change(try known(view, "view"), changes, autoresizing)
        case .insert(let superview, let index, let views):
            return try insert(views, superview: try known(superview, "superview"), index: try place(index))
        case .remove(let view):
            return remove(viewAt: try known(view, "view"))
        case .move(let view, let superview, let index):
            let (view, superview) = (try known(view, "view"), try known(superview, "superview"))
            guard !isDescendant(superview, of: view) else {
                let message = "View \(id(at: view) ?? 0) cannot go below itself or a view inside it."
                throw TreeEditError(.intoOwnSubtree, at: "superview", message)
            }
            return move(view, superview: superview, index: try place(index))
        case .bringToFront(let view):
            let view = try known(view, "view")
            return move(view, superview: superview(of: view), index: nil)
        case .sendToBack(let view):
            let view = try known(view, "view")
            return move(view, superview: superview(of: view), index: 0)
        case .exchange(let superview, let first, let second):
            return try exchange(first, second, in: try known(superview, "superview"))
        }
    }

    /// Takes back the edit that was applied last.
    public mutating func undo(_ undo: TreeUndo) {
        switch undo.step {
        case .restore(let values):
            values.restore(&self)
        case .place(let view, let superview, let index):
            guard let view = self.index(ofID: view) else { return }
            _ = move(view, superview: superview.flatMap { self.index(ofID: $0) }, index: index)
        case .remove(let view, let nextID):
            guard let view = self.index(ofID: view) else { return }
            _ = remove(subtree(of: view))
            forgetIDs(from: nextID)
        case .reinsert(let views, let superview, let index):
            let superview = superview.flatMap { self.index(ofID: $0) }
            insert(views, at: destination(of: index, in: superview))
        case .exchange(let superview, let first, let second):
            guard let superview = self.index(ofID: superview) else { return }
            swap(first, second, in: subviews(of: superview))
        }
    }

    private func known(_ id: Int, _ member: String) throws(TreeEditError) -> Int {
        guard let index = index(ofID: id) else {
            throw TreeEditError(.unknownView, at: member, "There is no view \(id) in this dump.")
        }
        return index
    }

    private func place(_ index: Int?) throws(TreeEditError) -> Int? {
        guard let index, index < 0 else { return index }
        throw TreeEditError(.negativeIndex, at: "index", "A place among subviews is 0 or more, not \(index).")
    }
}
