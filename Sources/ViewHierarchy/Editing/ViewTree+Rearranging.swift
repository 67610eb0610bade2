extension ViewTree {
    mutating func insert(_ views: [NewView], superview: Int, index: Int?) throws(TreeEditError) -> AppliedEdit {
        guard !views.isEmpty else {
            throw TreeEditError(.nothingToInsert, at: "view", "There is no view to insert.")
        }
        guard views.count <= Self.maximumCount - count else {
            let message = "A tree has at most \(Self.maximumCount) views; this one has \(count)."
            throw TreeEditError(.tooManyViews, at: "view", message)
        }
        identities.store(count: count)
        let nextID = Int(identities.next)
        let superviewID = identities.id(at: superview)
        insert(views, at: destination(of: index, in: superview), depth: depths[superview] + 1)
        let added = nextID..<nextID + views.count
        return applied([superviewID] + added, undo: .remove(view: nextID, nextID: nextID))
    }

    mutating func remove(viewAt view: Int) -> AppliedEdit {
        let superviewID = superview(of: view).map { identities.id(at: $0) }
        let index = subviewIndex(of: view) ?? 0
        let siblings = superviewID == nil ? roots.map { identities.id(at: $0) } : []
        let removed = identities.id(at: view)
        let views = remove(subtree(of: view))
        // A root leaves no superview behind; what changes is the row of windows.
        let changed = superviewID.map { [$0] } ?? siblings.filter { $0 != removed }
        let undo = TreeUndo(step: .reinsert(views, superview: superviewID, index: index))
        return AppliedEdit(changed: inTreeOrder(changed), removed: views.map { Int($0.id) }, undo: undo)
    }

    /// Gives a view another place; a nil superview stands for the row of roots, a nil index for the front.
    mutating func move(_ view: Int, superview: Int?, index: Int?) -> AppliedEdit {
        let viewID = identities.id(at: view)
        let oldSuperview = self.superview(of: view)
        let oldIndex = subviewIndex(of: view) ?? 0
        let superviewIDs = [oldSuperview, superview].compactMap { $0.map { identities.id(at: $0) } }
        let oldID = oldSuperview.map { identities.id(at: $0) }
        let siblings = (superview.map { subviews(of: $0) } ?? roots).filter { $0 != view }
        let place = min(index ?? siblings.count, siblings.count)
        let undo = TreeUndo.Step.place(view: viewID, superview: oldID, index: oldIndex)
        guard oldSuperview != superview || oldIndex != place else { return applied([], undo: undo) }
        let end = superview.map { Int(subtreeEnds[$0]) } ?? count
        let destination = siblings.indices.contains(place) ? siblings[place] : end
        move(subtree(of: view), to: destination, depth: superview.map { depths[$0] + 1 } ?? 0)
        return applied([viewID] + superviewIDs, undo: undo)
    }

    mutating func exchange(_ first: Int, _ second: Int, in superview: Int) throws(TreeEditError) -> AppliedEdit {
        let siblings = subviews(of: superview)
        for place in [first, second] where !siblings.indices.contains(place) {
            let message = "View \(id(at: superview) ?? 0) has no subview \(place); it has \(siblings.count)."
            throw TreeEditError(place < 0 ? .negativeIndex : .indexOutOfRange, at: "indexes", message)
        }
        let superviewID = identities.id(at: superview)
        let undo = TreeUndo.Step.exchange(superview: superviewID, first, second)
        guard first != second else { return applied([], undo: undo) }
        let ids = [superviewID, identities.id(at: siblings[first]), identities.id(at: siblings[second])]
        swap(first, second, in: siblings)
        return applied(ids, undo: undo)
    }

    /// Lets two of some neighbouring siblings change places; the places exist.
    mutating func swap(_ first: Int, _ second: Int, in siblings: [Int]) {
        guard siblings.indices.contains(first), siblings.indices.contains(second), first != second else { return }
        let (back, front) = (siblings[min(first, second)], siblings[max(first, second)])
        let (backRange, frontRange) = (subtree(of: back), subtree(of: front))
        let depth = depths[back]
        move(frontRange, to: back, depth: depth)
        // The view at the back has moved up by what is in front of it now.
        let moved = backRange.lowerBound + frontRange.count..<backRange.upperBound + frontRange.count
        move(moved, to: frontRange.upperBound, depth: depth)
    }

    /// The index in front of which a view goes to be the subview with that number.
    func destination(of place: Int?, in superview: Int?) -> Int {
        let siblings = superview.map { subviews(of: $0) } ?? roots
        let end = superview.map { Int(subtreeEnds[$0]) } ?? count
        guard let place, siblings.indices.contains(place) else { return end }
        return siblings[place]
    }

    private func applied(_ ids: [Int], undo: TreeUndo.Step) -> AppliedEdit {
        AppliedEdit(changed: inTreeOrder(ids), removed: [], undo: TreeUndo(step: undo))
    }

    /// The ids of views that are still there, each once, in tree order.
    func inTreeOrder(_ ids: [Int]) -> [Int] {
        Set(ids).compactMap { id in index(ofID: id).map { (index: $0, id: id) } }
            .sorted { $0.index < $1.index }.map(\.id)
    }
}
