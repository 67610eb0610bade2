/// A constraint of Auto Layout (`NSLayoutConstraint`): `first relation second × multiplier + constant`.
///
/// Views are named by their ids, which edits keep. Constraints are kept as they were said; nothing is solved here.
public struct LayoutConstraint: Sendable, Hashable {
    /// The name of the constraint in the file it comes from, such as `a1B-2c-D3e`; empty where it has none.
    public var name = ""
    /// The id of the view that holds it: the nearest view above both items, or one of them.
    public var owner: Int
    /// What is constrained.
    public var first: LayoutAnchor
    /// How both sides compare.
    public var relation = Relation.equal
    /// What it is compared with; nil for a constraint on a width or a height alone.
    public var second: LayoutAnchor?
    /// What the second side is multiplied by.
    public var multiplier = 1.0
    /// The multiplier as a ratio, such as `16:9`, where it was written so.
    public var ratio: String?
    /// What is added to the second side, in points.
    public var constant = 0.0
    /// How much it counts, above 0 and at most 1000; 1000 is required.
    public var priority = LayoutPriority.required
    /// What the app calls it (`NSLayoutConstraint.identifier`).
    public var identifier: String?
    /// What Interface Builder calls it, for people.
    public var label: String?
    /// Whether it is in force (`isActive`); one that the size classes of the canvas leave out is not.
    public var isActive = true
    /// Whether Interface Builder only uses it on its canvas and takes it away when the app is built.
    public var isPlaceholder = false
    /// Whether the constant is UIKit's standard distance, of which the number is what it was on the canvas.
    public var isStandard = false
    /// Whether an edit took it away: its number stays, and nothing else of it.
    public internal(set) var isRemoved = false
    /// What differs in some size classes, the general ones first.
    public var variations: [LayoutVariation] = []

    /// Creates a required equality.
    public init(owner: Int, first: LayoutAnchor, second: LayoutAnchor? = nil) {
        self.owner = owner
        self.first = first
        self.second = second
    }

    /// How the two sides of a constraint compare.
    public enum Relation: String, Sendable, Hashable, CaseIterable {
        case lessThanOrEqual, equal, greaterThanOrEqual

        /// The sign between the sides.
        public var sign: String {
            switch self {
            case .lessThanOrEqual: "≤"
            case .equal: "="
            case .greaterThanOrEqual: "≥"
            }
        }

        /// The relation with its sides exchanged.
        package var reversed: Relation {
            switch self {
            case .lessThanOrEqual: .greaterThanOrEqual
            case .equal: .equal
            case .greaterThanOrEqual: .lessThanOrEqual
            }
        }
    }

    /// The anchors that it relates.
    public var anchors: [LayoutAnchor] { [first] + (second.map { [$0] } ?? []) }

    /// The ids of the views that its anchors belong to, each once.
    public var views: [Int] {
        let views = anchors.compactMap(\.item.view)
        return views.count == 2 && views[0] == views[1] ? [views[0]] : views
    }
}

/// One side of a constraint: an attribute of a view or of a layout guide.
public struct LayoutAnchor: Sendable, Hashable {
    /// What has the attribute.
    public var item: LayoutItem
    /// The attribute.
    public var attribute: LayoutAttribute

    /// Creates an anchor.
    public init(_ item: LayoutItem, _ attribute: LayoutAttribute) {
        self.item = item
        self.attribute = attribute
    }
}

/// What a constraint relates.
public enum LayoutItem: Sendable, Hashable {
    /// A view, by its id.
    case view(Int)
    /// A layout guide of a view, by the view's id.
    case guide(LayoutGuideKind, of: Int)
    /// What a dump names and does not have, as it was written.
    case unknown(String)

    /// The id of the view that it is or belongs to.
    public var view: Int? {
        switch self {
        case .view(let id), .guide(_, let id): id
        case .unknown: nil
        }
    }

    /// Which guide of the view it is; nil for the view itself.
    public var guide: LayoutGuideKind? {
        guard case .guide(let kind, _) = self else { return nil }
        return kind
    }
}

/// The layout guides of views and view controllers.
public enum LayoutGuideKind: Sendable, Hashable {
    /// `UIView.safeAreaLayoutGuide`.
    case safeArea
    /// `UIView.layoutMarginsGuide`.
    case layoutMargins
    /// `UIView.readableContentGuide`.
    case readableContent
    /// `UIView.keyboardLayoutGuide`.
    case keyboard
    /// `UIScrollView.contentLayoutGuide`.
    case scrollContent
    /// `UIScrollView.frameLayoutGuide`.
    case scrollFrame
    /// `UIViewController.topLayoutGuide`, of the controller's view.
    case top
    /// `UIViewController.bottomLayoutGuide`, of the controller's view.
    case bottom
    /// A guide of the app's own, by its identifier.
    case custom(String)

    private static let named: [(name: String, kind: LayoutGuideKind)] = [
        ("safeArea", .safeArea), ("layoutMargins", .layoutMargins), ("readableContent", .readableContent),
        ("keyboard", .keyboard), ("contentLayoutGuide", .scrollContent), ("frameLayoutGuide", .scrollFrame),
        ("topLayoutGuide", .top), ("bottomLayoutGuide", .bottom),
    ]

    /// The names of UIKit's guides.
    public static let names = named.map(\.name)

    /// The guide with that name; any other name is one of the app's own.
    public init(name: String) { self = Self.named.first { $0.name == name }?.kind ?? .custom(name) }

    /// The name in documents and for people.
    public var name: String {
        if case .custom(let name) = self { return name }
        return Self.named.first { $0.kind == self }?.name ?? ""
    }
}

/// What a constraint is about (`NSLayoutConstraint.Attribute`), with its raw value on iOS.
public enum LayoutAttribute: Int, Sendable, Hashable, CaseIterable {
    case left = 1
    case right, top, bottom, leading, trailing, width, height, centerX, centerY, lastBaseline, firstBaseline
    case leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin
    case centerXWithinMargins, centerYWithinMargins

    /// The attribute with that name; `baseline` is the last one.
    public init?(name: String) {
        if name == "baseline" {
            self = .lastBaseline
        } else if let known = Self.byName[name] {
            self = known
        } else {
            return nil
        }
    }

    private static let byName = Dictionary(allCases.map { ("\($0)", $0) }, uniquingKeysWith: { first, _ in first })

    /// UIKit's name.
    public var name: String { "\(self)" }

    /// Whether it is a length, and no place.
    public var isLength: Bool { self == .width || self == .height }

    /// Whether it lies along x.
    public var isHorizontal: Bool {
        switch self {
        case .left, .right, .leading, .trailing, .width, .centerX, .leftMargin, .rightMargin, .leadingMargin,
            .trailingMargin, .centerXWithinMargins:
            true
        case .top, .bottom, .height, .centerY, .lastBaseline, .firstBaseline, .topMargin, .bottomMargin,
            .centerYWithinMargins:
            false
        }
    }
}

/// Priorities that have names (`UILayoutPriority`).
public enum LayoutPriority {
    /// Has to hold.
    public static let required = 1000.0
    /// What views resist being made smaller than their content with, unless they say otherwise.
    public static let defaultHigh = 750.0
    /// What views resist being made larger than their content with, unless they say otherwise.
    public static let defaultLow = 250.0
}

/// What an interface file says differently for some size classes.
public struct LayoutVariation: Sendable, Hashable {
    /// For which, as written: `default` or `heightClass=compact-widthClass=regular`.
    public var traits: String
    /// Whether what it is about is there; nil where that is not said.
    public var isIncluded: Bool?
    /// Another constant.
    public var constant: Double?
    /// Another priority.
    public var priority: Double?

    /// Creates a variation that says nothing yet.
    public init(traits: String) { self.traits = traits }
}

extension LayoutAttribute {
    /// Whether UIKit takes the two as the sides of one constraint: places along the same axis, or two lengths.
    package func isPairable(with other: LayoutAttribute) -> Bool {
        isLength == other.isLength && (isLength || isHorizontal == other.isHorizontal)
    }
}
