import Diagnostics

/// What edits of constraints overwrote, as the dump says it: the base of what they changed, and of every layout.
///
/// Contents ask for the sizes that the dump says, and its insets are read back from its frames and its constraints
/// together. So a layout takes both from here, and the same constraints give the same frames whatever was edited between.
package struct LayoutOriginals: Sendable {
    /// The constraints that are not as the dump says them, by their places.
    fileprivate(set) var constraints: [Int: LayoutConstraint] = [:]
    /// What the dump says of single views where that is another now, by their ids; nil inside where it says nothing.
    fileprivate(set) var traits: [Int: LayoutTraits?] = [:]
    /// The frames from before layouts after edits moved views, by the views' ids; those of their subviews with them.
    package var frames: [Int: Rect] = [:]
    /// How many of the constraints, the last ones, were added.
    fileprivate(set) var added = 0
}

extension LayoutTable {
    /// How many constraints the dump itself says; those behind them were added.
    var saidCount: Int { constraints.count - originals.added }

    /// A constraint as the dump says it, by its place; nil for one that was added.
    package func original(at place: Int) -> LayoutConstraint? {
        guard place < saidCount else { return nil }
        return originals.constraints[place] ?? constraints[safe: place]
    }

    /// Puts another constraint between the same views at a place.
    mutating func replace(_ place: Int, with constraint: LayoutConstraint) {
        guard let original = original(at: place) else { return set(constraint, at: place) }
        set(constraint, at: place)
        originals.constraints[place] = original == constraint ? nil : original
    }

    /// Adds a constraint that the dump does not say.
    mutating func add(_ constraint: LayoutConstraint) {
        append(constraint)
        originals.added += 1
    }

    /// Takes the last constraint away, which was added.
    mutating func takeBackAdded() {
        guard originals.added > 0 else { return }
        removeLast()
        originals.added -= 1
    }

    /// Says something else of the layout of the view with an id.
    mutating func setTraits(_ traits: LayoutTraits?, of view: Int) {
        let original = originals.traits[view] ?? self.traits[view]
        self.traits[view] = traits.flatMap { $0.isEmpty ? nil : $0 }
        originals.traits[view] = original == self.traits[view] ? nil : .some(original)
    }

    /// Forgets the frames from before layouts of some views, which somebody else has placed since.
    /// - Returns: What takes that back.
    mutating func forgetFrames(of views: some Sequence<Int>) -> [Int: Rect?] {
        var former: [Int: Rect?] = [:]
        guard !originals.frames.isEmpty else { return former }
        for view in views {
            if let frame = originals.frames.removeValue(forKey: view) { former[view] = .some(frame) }
        }
        return former
    }
}

/// A constraint that edits changed, added or took away.
public struct ConstraintChange: Sendable, Hashable {
    /// Its place in ``ViewTree/allConstraints``.
    public let number: Int
    /// As the dump says it; nil where it was added.
    public let before: LayoutConstraint?
    /// As it is now; nil where it was taken away.
    public let after: LayoutConstraint?
}

/// A view of whose layout edits say something else than the dump.
public struct LayoutTraitsChange: Sendable, Hashable {
    /// The view's id.
    public let view: Int
    /// As the dump says it.
    public let before: LayoutTraits
    /// As it is now.
    public let after: LayoutTraits
}

extension ViewTree {
    /// The constraints that are not as the dump says them, in their order. What was added and taken away again is none.
    public var changedConstraints: [ConstraintChange] {
        let changed = layout.originals.constraints.sorted { $0.key < $1.key }.compactMap { place, original in
            layout.constraints[safe: place].map {
                ConstraintChange(number: place, before: original, after: $0.isRemoved ? nil : $0)
            }
        }
        let added = layout.constraints.indices.suffix(layout.originals.added).compactMap { place in
            layout.constraints[place].isRemoved
                ? nil : ConstraintChange(number: place, before: nil, after: layout.constraints[place])
        }
        return changed + added
    }

    /// The views of whose layout something else is said than the dump says, by their ids in ascending order.
    public var changedLayoutTraits: [LayoutTraitsChange] {
        layout.originals.traits.sorted { $0.key < $1.key }.map { view, original in
            LayoutTraitsChange(
                view: view,
                before: original ?? LayoutTraits(),
                after: layout.traits[view] ?? LayoutTraits()
            )
        }
    }
}
