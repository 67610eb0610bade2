import Diagnostics

/// One change of a view tree. Views are called by their ids.
public enum TreeEdit: Sendable, Hashable {
    /// Sets properties, with UIKit's coupling.
    case change(view: Int, ViewChanges)
    /// Sets properties of several views, one after the other: all of it or nothing.
    case changes([ViewChange])
    /// Adds views below a superview: at a place among its subviews counted from the back, or in front of them all.
    ///
    /// A place past the last one means in front, as does nil (`addSubview:`).
    case insert(superview: Int, index: Int?, views: [NewView])
    /// Takes a view away with everything below it (`removeFromSuperview`).
    case remove(view: Int)
    /// Gives a view another superview or another place; its frame keeps its numbers (`insertSubview:atIndex:`).
    ///
    /// The place counts the subviews without the view itself, as UIKit takes it out first.
    case move(view: Int, superview: Int, index: Int?)
    /// Puts a view in front of its siblings (`bringSubviewToFront:`).
    case bringToFront(view: Int)
    /// Puts a view behind its siblings (`sendSubviewToBack:`).
    case sendToBack(view: Int)
    /// Lets two subviews change places (`exchangeSubviewAtIndex:withSubviewAtIndex:`).
    case exchange(superview: Int, Int, Int)
    /// Sets members of a constraint, by its place in ``ViewTree/allConstraints``; views move as it then says.
    case changeConstraint(Int, ConstraintChanges)
    /// Adds a constraint behind all others.
    case addConstraint(NewConstraint)
    /// Takes a constraint out of force and out of all lists of views (`isActive = false`); its place stays its own.
    case removeConstraint(Int)
    /// Sets what is said of a view's layout: its priorities, whether its mask places it, how it arranges as a stack view.
    case changeLayout(view: Int, LayoutTraitChanges)
}

/// New values for one of several views.
public struct ViewChange: Sendable, Hashable {
    /// The view's id.
    public var view: Int
    /// What it gets.
    public var changes: ViewChanges

    /// Creates a change of a view.
    public init(view: Int, _ changes: ViewChanges) {
        self.view = view
        self.changes = changes
    }
}

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

extension ViewProperty: EditProperty {
    /// A view of which nothing is said.
    public static var sample: ViewDescription { ViewDescription(className: "", frame: .zero) }

    /// Why no edit may give a view this value; nil when it may.
    public func refusal(of value: ViewPropertyValue) -> TreeEditError? {
        guard value.isFinite else { return TreeEditError(.notFinite, at: name, "“\(name)” takes only finite numbers.") }
        guard let range, case .number(let number) = value, !range.contains(number) else { return nil }
        let bounds = NumberText.short(range.lowerBound) + " to " + NumberText.short(range.upperBound)
        return TreeEditError(.outOfRange, at: name, "“\(name)” goes from \(bounds), not to \(number).")
    }
}

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

/// Why an edit is not possible. The tree is as it was when one is thrown.
public struct TreeEditError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure it is; the raw value is a stable slug.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// There is no view with this id, or no longer.
        case unknownView = "unknown-view"
        /// A number is not finite, or leads to geometry that is not.
        case notFinite = "not-finite"
        /// A number is outside the range of its property.
        case outOfRange = "out-of-range"
        /// A place among subviews is below 0.
        case negativeIndex = "negative-index"
        /// There is no subview at the place to exchange.
        case indexOutOfRange = "index-out-of-range"
        /// A view would become its own superview.
        case intoOwnSubtree = "into-own-subtree"
        /// The tree would have more views than it may.
        case tooManyViews = "too-many-views"
        /// There is no view to insert.
        case nothingToInsert = "nothing-to-insert"
        /// There is no constraint with this number.
        case unknownConstraint = "unknown-constraint"
        /// The constraint was removed.
        case removedConstraint = "removed-constraint"
        /// The sides of a constraint cannot be compared.
        case mixedAxes = "mixed-axes"
        /// A constraint would relate views below different roots.
        case differentRoots = "different-roots"
        /// A root or a view would have more constraints than it may.
        case tooManyConstraints = "too-many-constraints"
        /// The view is no stack view, as far as the dump says.
        case notAStack = "not-a-stack"
    }

    /// What kind of failure it is.
    public var code: Code
    /// One sentence for people: what, where, what to do.
    public var message: String
    /// The member of the edit that is at fault, by its name in the API.
    public var member: String

    /// Creates an error.
    init(_ code: Code, at member: String, _ message: String) {
        self.code = code
        self.member = member
        self.message = message
    }

    /// The sentence for people.
    public var description: String { message }
}
