extension ViewTree {
    /// The most views that edits may make of a tree.
    public static let maximumCount = 1_000_000

    /// Carries out an edit, or nothing of it.
    ///
    /// - Parameter solve: what constraints make of a root, which edits of the layout ask for.
    /// - Throws: when a view is not there, a number is of no use, or the edit would tie the tree into a knot.
    package mutating func apply(
        _ edit: TreeEdit,
        autoresizing: Autoresizing,
        solve: ConstraintSolver
    ) throws(TreeEditError) -> AppliedEdit {
        switch edit {
        case .changeConstraint(let number, let changes): return try changeConstraint(number, changes, solve)
        case .addConstraint(let constraint): return try addConstraint(constraint, solve)
        case .removeConstraint(let number): return try removeConstraint(number, solve)
        case .changeLayout(let view, let changes): return try changeLayout(try known(view, "view"), changes, solve)
        default:
            layout.pass = nil
            return try applyToViews(edit, autoresizing)
        }
    }

    private mutating func applyToViews(
        _ edit: TreeEdit,
        _ autoresizing: Autoresizing
    ) throws(TreeEditError) -> AppliedEdit {
        switch edit {
        case .changeConstraint, .addConstraint, .removeConstraint, .changeLayout:
            return applied([], undo: .all([]))
        case .change(let view, let changes):
            return try change(try known(view, "view"), changes, autoresizing)
        case .changes(let changes):
            return try change(changes, autoresizing)
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
        layout.pass = nil
        switch undo.step {
        case .layout(let former):
            former.restore(&layout)
        case .restore(let values):
            values.restore(&self)
        case .all(let steps):
            for step in steps.reversed() { self.undo(step) }
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

    /// Changes views one after the other; when one of them cannot be, those before it are as they were.
    private mutating func change(
        _ changes: [ViewChange],
        _ autoresizing: Autoresizing
    ) throws(TreeEditError) -> AppliedEdit {
        var undo: [TreeUndo] = []
        var changed: Set<Int> = []
        for one in changes {
            do throws(TreeEditError) {
                let done = try change(try known(one.view, "view"), one.changes, autoresizing)
                undo.append(done.undo)
                changed.formUnion(done.changed)
            } catch {
                for step in undo.reversed() { self.undo(step) }
                throw error
            }
        }
        return applied(Array(changed), undo: .all(undo))
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
        let place = destination(of: index, in: superview)
        insert(views, at: place, depth: depths[superview] + 1)
        let undo = TreeUndo.Step.remove(view: nextID, nextID: nextID)
        // Finite numbers can lead to others: a frame and a transform to bounds beyond all numbers.
        if (place..<place + views.count).contains(where: { flagSets[$0].contains(.nonFinite) }) {
            self.undo(TreeUndo(step: undo))
            throw TreeEditError(.notFinite, at: "view", "A view to insert would get a place beyond all finite numbers.")
        }
        let added = nextID..<nextID + views.count
        return applied([superviewID] + added, undo: undo)
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
        var undo = TreeUndo.Step.place(view: viewID, superview: oldID, index: oldIndex)
        guard oldSuperview != superview || oldIndex != place else { return applied([], undo: undo) }
        let former = oldSuperview == superview ? [:] : layout.forgetFrames(of: [viewID])
        if !former.isEmpty { undo = .all([TreeUndo(step: undo), TreeUndo(step: .layout(LayoutUndo(frames: former)))]) }
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
