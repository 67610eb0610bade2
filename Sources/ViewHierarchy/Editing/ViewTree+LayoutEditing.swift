/// Edits of constraints and of what is said of single views' layout. Views whose solved frames are others then take
/// those; all others keep what the dump says, stale or not.
extension ViewTree {
    /// The most constraints of a root that edits make.
    package static let maximumConstraints = 20_000
    /// The most constraints that edits add to one view.
    package static let maximumAddedOfView = 500

    mutating func changeConstraint(
        _ number: Int,
        _ changes: ConstraintChanges,
        _ solve: ConstraintSolver
    ) throws(TreeEditError) -> AppliedEdit {
        let old = try editable(number)
        try changes.check()
        let ids = try presentViews(of: old)
        let new = changes.applied(to: old)
        guard new != old else { return unchanged }
        return layingOut(solve, ids, .constraint(number, old)) { $0.layout.replace(number, with: new) }
    }

    mutating func removeConstraint(_ number: Int, _ solve: ConstraintSolver) throws(TreeEditError) -> AppliedEdit {
        let old = try editable(number)
        let ids = try presentViews(of: old)
        return layingOut(solve, ids, .constraint(number, old)) { tree in
            var new = old
            new.isRemoved = true
            tree.layout.replace(number, with: new)
        }
    }

    mutating func addConstraint(_ new: NewConstraint, _ solve: ConstraintSolver) throws(TreeEditError) -> AppliedEdit {
        var views: [Int] = []
        for (anchor, side) in [(new.first, "first"), (new.second, "second")] {
            guard let anchor else { continue }
            guard let view = anchor.item.view, let index = index(ofID: view) else {
                let name = anchor.item.view.map { "view \($0)" } ?? "such view"
                throw TreeEditError(.unknownView, at: "\(side)/view", "There is no \(name) in this dump.")
            }
            views.append(index)
        }
        try new.check()
        guard let first = views.first, let root = root(of: first), let owner = commonSuperview(of: views) else {
            let message = "The two views are in different roots, so no view can hold a constraint between them."
            throw TreeEditError(.differentRoots, at: "second/view", message)
        }
        let inRoot = subtree(of: root)
        let present = layout.constraints.count { constraint in
            !constraint.isRemoved && (index(ofID: constraint.owner).map(inRoot.contains) ?? false)
        }
        guard present < Self.maximumConstraints else {
            let message = "A root has at most \(Self.maximumConstraints) constraints; remove some first."
            throw TreeEditError(.tooManyConstraints, at: "", message)
        }
        var constraint = new
        constraint.owner = identities.id(at: owner)
        for view in constraint.views {
            let added = layout.places(of: view).count {
                $0 >= layout.saidCount && !layout.constraints[Int($0)].isRemoved
            }
            guard added < Self.maximumAddedOfView else {
                let message = "Edits add at most \(Self.maximumAddedOfView) constraints to one view; remove some first."
                throw TreeEditError(.tooManyConstraints, at: "first/view", message)
            }
        }
        return layingOut(solve, constraint.views, .withoutLast) { $0.layout.add(constraint) }
    }

    mutating func changeLayout(
        _ index: Int,
        _ changes: LayoutTraitChanges,
        _ solve: ConstraintSolver
    ) throws(TreeEditError) -> AppliedEdit {
        try changes.check()
        let id = identities.id(at: index)
        let old = layout.traits[id]
        guard !changes.isAboutStack || old?.stack != nil else {
            let message = "The dump does not say that view \(id) is a stack view that arranges others."
            throw TreeEditError(.notAStack, at: "stack", message)
        }
        let new = changes.applied(to: old ?? LayoutTraits())
        guard new != old ?? LayoutTraits() else { return unchanged }
        // A mask holds what it finds: the view and all inside where they are now, not where the dump had them.
        let placed = new.translatesMask == true && old?.translatesMask != true ? subtree(of: index) : index..<index
        return layingOut(solve, [id], .traits(old, of: id), placing: placed) { $0.layout.setTraits(new, of: id) }
    }

    // MARK: Steps

    private var unchanged: AppliedEdit {
        AppliedEdit(changed: [], removed: [], undo: TreeUndo(step: .all([])))
    }

    /// Changes the layout, moves what its solution moves, and tells of that and of the views that it is about.
    private mutating func layingOut(
        _ solve: ConstraintSolver,
        _ views: [Int],
        _ former: LayoutUndo.Former,
        placing placed: Range<Int> = 0..<0,
        _ change: (inout ViewTree) -> Void
    ) -> AppliedEdit {
        var undo = LayoutUndo(former: former)
        var saved = SavedValues()
        let root = views.first.flatMap { index(ofID: $0) }.flatMap { self.root(of: $0) }
        let before = root.map { root in
            layout.pass.flatMap { $0.root == identities.id(at: root) ? $0 : nil }
                ?? ConstraintPass(self, root: root, solve)
        }
        layout.pass = nil
        change(&self)
        undo.frames = layout.forgetFrames(of: placed.map { identities.id(at: $0) })
        if let root, let before {
            let after = ConstraintPass(self, root: root, solve)
            for (place, frame) in after.moved(since: before) {
                take(frame, at: root + place, saved: &saved, undo: &undo)
            }
            layout.pass = after
        }
        let moved = saved.changedViews(from: self).map { identities.id(at: $0) }
        return AppliedEdit(
            changed: inTreeOrder(moved + views),
            removed: [],
            undo: TreeUndo(step: .all([TreeUndo(step: .layout(undo)), TreeUndo(step: .restore(saved))]))
        )
    }

    /// Gives a view the frame that constraints give it, and keeps the one from before layouts.
    private mutating func take(_ frame: Rect, at index: Int, saved: inout SavedValues, undo: inout LayoutUndo) {
        for view in [index] + subviews(of: index) {
            let id = identities.id(at: view)
            guard layout.originals.frames[id] == nil else { continue }
            layout.originals.frames[id] = frames[view]
            if undo.frames[id] == nil { undo.frames[id] = .some(nil) }
        }
        guard frames[index] != frame else { return }
        saved.savePlace(of: index, in: self)
        setFrame(frame, at: index)
        markPlace(of: index)
    }

    /// A constraint that can be edited.
    private func editable(_ number: Int) throws(TreeEditError) -> LayoutConstraint {
        guard let constraint = constraint(at: number) else {
            let message = "There is no constraint \(number) in this dump; it has \(layout.constraints.count)."
            throw TreeEditError(.unknownConstraint, at: "constraint", message)
        }
        guard !constraint.isRemoved else {
            let message = "Constraint \(number) was removed. Undo that to have it back."
            throw TreeEditError(.removedConstraint, at: "constraint", message)
        }
        return constraint
    }

    /// The ids of the views of a constraint that are there, or of the one that holds it.
    private func presentViews(of constraint: LayoutConstraint) throws(TreeEditError) -> [Int] {
        let views = constraint.views.filter { index(ofID: $0) != nil }
        if !views.isEmpty { return views }
        guard index(ofID: constraint.owner) != nil else {
            throw TreeEditError(.unknownView, at: "constraint", "The views of the constraint are not in this dump.")
        }
        return [constraint.owner]
    }

    /// The nearest view that holds one or two others, or is one of them; nil below different roots.
    private func commonSuperview(of views: [Int]) -> Int? {
        guard let first = views.first, let last = views.last else { return nil }
        var next: Int? = first
        while let view = next {
            if subtree(of: view).contains(last) { return view }
            next = superview(of: view)
        }
        return nil
    }
}

/// Where constraints put the views of a root on the canvas, in their superviews' spaces and the root's first; nil where the
/// root is too much for the solver, which stands above the tree.
package typealias ConstraintSolver = (_ tree: ViewTree, _ root: Int) -> [Rect]?

/// Where constraints put the views of a root on the canvas: solved before and after an edit, the difference of the two
/// is what UIKit's next layout pass moves.
struct ConstraintPass: Sendable {
    /// The id of the root.
    let root: Int
    /// The frames in the superviews' spaces, the root's first; nil where the root is too much for the solver.
    private let frames: [Rect]?

    init(_ tree: ViewTree, root: Int, _ solve: ConstraintSolver) {
        self.root = tree.id(at: root) ?? root
        frames = solve(tree, root)
    }

    /// The places of the views that lie elsewhere than before, and where; none where either is not known.
    func moved(since before: ConstraintPass) -> [(place: Int, frame: Rect)] {
        guard let frames, let old = before.frames, frames.count == old.count else { return [] }
        return zip(frames, old).enumerated().dropFirst().compactMap { place, pair in
            pair.0.isFinite && pair.0.isOther(than: pair.1) ? (place, pair.0) : nil
        }
    }
}

extension Rect {
    /// Whether it is another one; what rounding to pixels leaves of a difference is none.
    package func isOther(than other: Rect, by tolerance: Double = 1e-6) -> Bool {
        self != other
            && [
                origin.x - other.origin.x, origin.y - other.origin.y, size.width - other.size.width,
                size.height - other.size.height,
            ].contains { !($0.magnitude <= tolerance) }
    }
}

/// What takes an edit of constraints back, but for the frames.
struct LayoutUndo: Sendable {
    /// What was before.
    enum Former: Sendable {
        /// The same; only frames from before layouts are others.
        case same
        /// The constraint at a place.
        case constraint(Int, LayoutConstraint)
        /// One constraint less.
        case withoutLast
        /// What was said of the layout of a view, by its id.
        case traits(LayoutTraits?, of: Int)
    }

    var former = Former.same
    /// The entries of ``LayoutOriginals/frames`` that are others, as they were.
    var frames: [Int: Rect?] = [:]

    /// About how much memory it takes.
    var byteCount: Int { MemoryLayout<LayoutUndo>.stride + 400 + frames.count * 80 }

    func restore(_ layout: inout LayoutTable) {
        switch former {
        case .same: break
        case .constraint(let place, let constraint): layout.replace(place, with: constraint)
        case .withoutLast: layout.takeBackAdded()
        case .traits(let traits, let view): layout.setTraits(traits, of: view)
        }
        for (view, frame) in frames { layout.originals.frames[view] = frame }
    }
}
