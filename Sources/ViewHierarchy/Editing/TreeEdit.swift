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

/// New values for some properties of a view.
public typealias ViewChanges = EditChanges<ViewProperty>

/// Something that edits set: a row of a table. What reads, writes, checks and describes edits follows from the table.
public protocol EditProperty: Sendable {
    /// What it is a property of.
    associatedtype Subject: Sendable

    /// All that edits set, in the order in which they are set.
    static var editable: [Self] { get }
    /// A subject on which all of them can be set.
    static var sample: Subject { get }
    /// The name in edits and in the API, which tells it from the others.
    var name: String { get }
    /// The kind of its values.
    var kind: ViewPropertyValue.Kind { get }
    /// Whether an edit may take its value away.
    var isRemovable: Bool { get }
    /// The member of a subject that it is.
    var path: any PartialKeyPath<Subject> & Sendable { get }

    /// The value that a subject has; nil where there is none.
    func value(in subject: Subject) -> ViewPropertyValue?
    /// Puts a value into a subject; nil takes one away.
    func set(_ value: ViewPropertyValue?, in subject: inout Subject)
    /// Why no edit may set a value; nil when it may.
    func refusal(of value: ViewPropertyValue) -> TreeEditError?
}

/// New values for some properties; the others stay as they are.
///
/// Any property that an edit may set is a member: `changes.alpha = 0.5`, and nil when it stays. They are set in the order
/// of the table.
@dynamicMemberLookup
public struct EditChanges<Property: EditProperty>: Sendable, Hashable {
    /// By the names of the properties.
    private var values: [String: ViewPropertyValue?] = [:]

    /// Creates a set of changes that changes nothing.
    public init() {}

    /// What is given, in the order in which it is set; a nil value takes one away.
    public var given: [(property: Property, value: ViewPropertyValue?)] {
        guard !values.isEmpty else { return [] }
        return Property.editable.compactMap { property in values[property.name].map { (property, $0) } }
    }

    /// The names of what is given, in the order in which it is set.
    public var givenNames: [String] { given.map(\.property.name) }

    /// Gives a property a value, or takes it away with nil. What no edit may set is left alone.
    public mutating func set(_ property: Property, to value: ViewPropertyValue?) {
        guard Property.editable.contains(where: { $0.name == property.name }),
            value.map({ $0.kind == property.kind }) ?? property.isRemovable
        else { return }
        values[property.name] = .some(value)
    }

    /// The new value of a property, by its member in a subject; nil leaves the property as it is.
    public subscript<Value>(dynamicMember member: any KeyPath<Property.Subject, Value> & Sendable) -> Value? {
        get {
            guard let property = Self.property(member), let value = values[property.name] else { return nil }
            var subject = Property.sample
            property.set(value, in: &subject)
            return subject[keyPath: member]
        }
        set {
            guard let property = Self.property(member) else { return }
            values[property.name] = nil
            if let newValue { set(property, to: (newValue as? any ViewPropertyMember)?.property) }
        }
    }

    private static func property(_ member: PartialKeyPath<Property.Subject>) -> Property? {
        Property.editable.first { $0.path == member }
    }

    /// The subject with the new values.
    package func applied(to subject: Property.Subject) -> Property.Subject {
        given.reduce(into: subject) { $1.property.set($1.value, in: &$0) }
    }

    /// Throws for the first value that no edit may set.
    func check() throws(TreeEditError) {
        for (property, value) in given {
            if let value, let error = property.refusal(of: value) { throw error }
        }
    }
}
