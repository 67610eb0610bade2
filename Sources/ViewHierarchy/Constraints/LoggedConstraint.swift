/// An object as debuggers name it: its class and its address.
public struct ObjectReference: Sendable, Hashable {
    /// The class name, verbatim; empty where none stands before the address.
    public var className: String
    /// The address as a number.
    public var address: UInt64

    /// Creates a reference.
    public init(className: String, address: UInt64) { (self.className, self.address) = (className, address) }

    /// `UIView 0x7f8a10`.
    public var text: String { "\(className.isEmpty ? "object" : className) 0x\(String(address, radix: 16))" }

    /// Whether a class of a dump may be this one. Reports write Swift's names mangled or not, with the module or
    /// without.
    package func mayBe(_ other: String) -> Bool {
        if className == other || className.isEmpty || other.isEmpty { return true }
        let names = [className, other]
        if names.contains(where: { $0.hasPrefix("_Tt") || $0.hasPrefix("$s") || $0.hasPrefix("NSKVONotifying_") }) {
            return true
        }
        let last = names.map { $0.split(separator: ".").last.map(String.init) ?? $0 }
        return last[0] == last[1]
    }
}

/// A view or a layout guide as a logged constraint names it.
public struct LoggedItem: Sendable, Hashable {
    /// The class name, verbatim; empty where the log has the accessibility identifier in its place.
    public var className = ""
    /// The address; nil where the log names it nowhere.
    public var address: UInt64?
    /// The accessibility identifier, which may hold hyphens, dots and blanks; nil where the log does not say one.
    public var name: String?
    /// What stands in quotes behind the address: the text of a label or a button, the identifier of a layout guide.
    public var text: String?

    /// Creates an item of which nothing is known.
    public init() {}

    /// Whether it is a layout guide, and no view.
    public var isGuide: Bool { className.hasSuffix("LayoutGuide") || className.hasSuffix("LayoutSpacer") }

    /// The item as debuggers name it; nil without an address.
    public var reference: ObjectReference? {
        address.map { ObjectReference(className: className, address: $0) }
    }
}

/// A constraint as `-[NSLayoutConstraint description]` prints it.
public struct LoggedConstraint: Sendable, Hashable {
    /// `first relation second × multiplier + constant`; items by their places among those of the constraint.
    public struct Equation: Sendable, Hashable {
        /// One side.
        public struct Side: Sendable, Hashable {
            /// Which of the constraint's items.
            public var item: Int
            /// What of it.
            public var attribute: LayoutAttribute

            /// Creates a side.
            public init(_ item: Int, _ attribute: LayoutAttribute) { (self.item, self.attribute) = (item, attribute) }
        }

        /// What is constrained.
        public var first: Side
        /// How both sides compare.
        public var relation = LayoutConstraint.Relation.equal
        /// What it is compared with; nil for a length alone.
        public var second: Side?
        /// What the second side is multiplied by.
        public var multiplier = 1.0
        /// What is added, in points.
        public var constant = 0.0
        /// The superview from whose origin the first side is measured, as masks do it; nil for any other constraint.
        public var origin: Int?
        /// Whether it was written as a distance, `H:[UILabel:0x1]-(8)-[UIButton:0x2]`.
        public var isDistance = false

        /// Creates an equation of one side.
        public init(_ first: Side) { self.first = first }
    }

    /// The line of the text, counted from 1.
    public var line: Int
    /// The constraint itself.
    public var constraint: ObjectReference
    /// What the app or UIKit calls it (`NSLayoutConstraint.identifier`), such as `UISV-spacing`.
    public var identifier: String?
    /// The mask that it was translated from, as printed: `h=--& v=--&`.
    public var mask: String?
    /// Whether it counts at all: debuggers list those too that the app has turned off.
    public var isActive = true
    /// How much it counts.
    public var priority = LayoutPriority.required
    /// The priorities of hugging and of resistance to compression, for the constraint of a content's size.
    public var contentPriorities: (hugging: Double, resistance: Double)?
    /// The views and layout guides that it names, each once.
    public var items: [LoggedItem] = []
    /// Which of the items it calls `|`, the superview of the other; nil where it does not.
    public var superview: Int?
    /// What it says; nil where the description is cut, or of an unknown form.
    public var equation: Equation?
    /// Its description without the angle brackets, cut when it is very long.
    public var text: String

    /// Creates a constraint that says nothing yet.
    public init(line: Int, constraint: ObjectReference, text: String) {
        (self.line, self.constraint, self.text) = (line, constraint, text)
    }

    /// Whether both are the same line about the same constraint.
    public static func == (a: Self, b: Self) -> Bool { a.line == b.line && a.constraint == b.constraint }

    /// Hashes the line.
    public func hash(into hasher: inout Hasher) { hasher.combine(line) }
}

/// A list of constraints: those that cannot all hold, as UIKit logs them, or those of a view, as debuggers print them.
public struct LoggedConflict: Sendable, Hashable {
    /// The line on which it begins.
    public var line: Int
    /// Whether the text says that they cannot all hold.
    public var isAnnounced: Bool
    /// The constraints of the list.
    public var constraints: [LoggedConstraint] = []
    /// The constraint that UIKit gave up, when the log says it.
    public var broken: LoggedConstraint?

    /// Creates a list without constraints.
    public init(line: Int, isAnnounced: Bool = true) { (self.line, self.isAnnounced) = (line, isAnnounced) }
}
