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
