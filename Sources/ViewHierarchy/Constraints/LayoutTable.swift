import Diagnostics

/// The constraints of a tree, and what it says of single views' layout: beside the columns, as most views have none.
///
/// Everything is kept by the ids of views, so that edits of views have nothing to do with it: a constraint of a view that is
/// taken away is out of force until the view comes back.
package struct LayoutTable: Sendable {
    /// All constraints, in the order in which they were said.
    package private(set) var constraints: [LayoutConstraint] = []
    /// The places of the constraints that involve or belong to a view, by its id.
    private var places: [Int: [Int32]] = [:]
    /// What is said of single views, by their ids.
    package var traits: [Int: LayoutTraits] = [:]
    /// The canvas on which an interface file was drawn; nil for other dumps.
    var canvas: LayoutCanvas?
    /// What edits overwrote.
    package var originals = LayoutOriginals()
    /// What constraints make of a root, where the last edit was about its layout.
    var pass: ConstraintPass?

    mutating func append(_ constraint: LayoutConstraint) {
        let place = Int32(truncatingIfNeeded: constraints.count)
        constraints.append(constraint)
        for view in Set(constraint.views + [constraint.owner]) { places[view, default: []].append(place) }
    }

    mutating func removeLast() {
        guard let constraint = constraints.popLast() else { return }
        for view in Set(constraint.views + [constraint.owner]) { places[view]?.removeLast() }
    }

    /// Puts a constraint between the same views at a place that there is.
    package mutating func set(_ constraint: LayoutConstraint, at place: Int) {
        if constraints.indices.contains(place) { constraints[place] = constraint }
    }

    /// The places of the constraints that involve or belong to a view.
    package func places(of view: Int) -> [Int32] { places[view] ?? [] }
}

extension ViewTree {
    /// Whether the dump says anything about constraints.
    public var saysConstraints: Bool { !layout.traits.isEmpty || layout.constraints.contains { !$0.isRemoved } }

    /// The canvas on which an interface file was drawn; nil for other dumps.
    public var layoutCanvas: LayoutCanvas? { layout.canvas }

    /// Every constraint that the dump says, those whose views are gone and those out of force included, in its order; then
    /// those that edits added. One that an edit took away is among them, and keeps its place.
    public var allConstraints: [LayoutConstraint] { layout.constraints }

    /// The constraint at a place in ``allConstraints``; nil where there is none.
    public func constraint(at place: Int) -> LayoutConstraint? { layout.constraints[safe: place] }

    /// The constraints that hold a view to something, or something to it, in the dump's order; those of its own
    /// subviews among each other are theirs. Empty out of range.
    public func constraints(involving index: Int) -> [LayoutConstraint] {
        placesOfConstraints(involving: index).map { layout.constraints[$0] }
    }

    /// The places of the same in ``allConstraints``, by which edits and explanations name them.
    public func placesOfConstraints(involving index: Int) -> [Int] {
        guard let id = id(at: index) else { return [] }
        return layout.places(of: id).map(Int.init).filter { place in
            let constraint = layout.constraints[place]
            return (constraint.views.contains(id) || (constraint.owner == id && constraint.views.isEmpty))
                && isInstalled(constraint)
        }
    }

    /// The constraints that a view holds, in the dump's order; empty out of range.
    public func constraints(heldBy index: Int) -> [LayoutConstraint] {
        guard let id = id(at: index) else { return [] }
        return layout.places(of: id).map { layout.constraints[Int($0)] }.filter { $0.owner == id && isInstalled($0) }
    }

    /// Whether a constraint's views are there, inside the view that holds it. UIKit takes a constraint away when a view
    /// of it leaves that view. One that an edit took away is not installed.
    public func isInstalled(_ constraint: LayoutConstraint) -> Bool {
        guard !constraint.isRemoved, let owner = index(ofID: constraint.owner) else { return false }
        let inside = subtree(of: owner)
        return constraint.views.allSatisfy { index(ofID: $0).map(inside.contains) ?? false }
    }

    /// What the dump says of a view's layout; nil where it says nothing, and out of range.
    public func layoutTraits(of index: Int) -> LayoutTraits? { id(at: index).flatMap { layout.traits[$0] } }

    /// Whether constraints place a view, as far as the dump says: its mask is not translated, or a constraint that is in
    /// force is about its own size, or ties it to something while another view holds that. Nil where the dump says
    /// nothing either way.
    public func isPlacedByConstraints(_ index: Int) -> Bool? {
        if let translates = layoutTraits(of: index)?.translatesMask { return !translates }
        guard let id = id(at: index) else { return nil }
        let isTied = constraints(involving: index).contains { constraint in
            guard constraint.isActive, !constraint.isPlaceholder else { return false }
            return constraint.owner != id || constraint.first.attribute.isLength && constraint.views == [id]
        }
        return isTied ? true : nil
    }
}
