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

/// New values for some properties of a view; the others stay as they are.
///
/// Any property that an edit may set is a member: `changes.alpha = 0.5`, and nil when it stays. They are set in the order
/// of ``ViewProperty/editable``.
@dynamicMemberLookup
public struct ViewChanges: Sendable, Hashable {
    private var values: [ViewProperty: ViewPropertyValue?] = [:]

    /// Creates a set of changes that changes nothing.
    public init() {}

    /// What is given, in the order in which it is set; a nil value takes one away.
    public var given: [(property: ViewProperty, value: ViewPropertyValue?)] {
        guard !values.isEmpty else { return [] }
        return ViewProperty.editable.compactMap { property in values[property].map { (property, $0) } }
    }

    /// The names of what is given, in the order in which it is set.
    public var givenNames: [String] { given.map(\.property.name) }

    /// Gives a property a value, or takes it away with nil. What no edit may set is left alone.
    public mutating func set(_ property: ViewProperty, to value: ViewPropertyValue?) {
        guard property.isEditable, value != nil || property.isRemovable else { return }
        values[property] = .some(value)
    }

    /// The new value of a property, by its member in a description; nil leaves the property as it is.
    public subscript<Value>(dynamicMember member: any KeyPath<ViewDescription, Value> & Sendable) -> Value? {
        get {
            guard let property = Self.property(member), let value = values[property] else { return nil }
            var view = ViewDescription(className: "", frame: .zero)
            property.set(value, in: &view)
            return view[keyPath: member]
        }
        set {
            guard let property = Self.property(member) else { return }
            values[property] = nil
            guard let newValue, let path = member as? WritableKeyPath<ViewDescription, Value> else { return }
            var view = ViewDescription(className: "", frame: .zero)
            view[keyPath: path] = newValue
            set(property, to: property.value(in: view))
        }
    }

    private static func property(_ member: PartialKeyPath<ViewDescription>) -> ViewProperty? {
        ViewProperty.editable.first { $0.path == member }
    }

    /// Throws for the first number that is not finite or out of its range.
    func check() throws(TreeEditError) {
        for (property, value) in given {
            if let value, let error = property.refusal(of: value) { throw error }
        }
    }
}

extension ViewProperty {
    /// Why no edit may give a view this value; nil when it may.
    public func refusal(of value: ViewPropertyValue) -> TreeEditError? {
        guard value.isFinite else { return TreeEditError(.notFinite, at: name, "“\(name)” takes finite numbers only.") }
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
