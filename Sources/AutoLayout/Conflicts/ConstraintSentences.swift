import Diagnostics
import ViewHierarchy

/// Who made a constraint that a log names.
public enum ConstraintOrigin: String, Sendable, Hashable, CaseIterable {
    /// The app, in code or in an interface.
    case app
    /// An autoresizing mask, since `translatesAutoresizingMaskIntoConstraints` is on.
    case mask
    /// What sizes the view from outside: a row, a cell, a bar (`UIView-Encapsulated-Layout-Width`).
    case encapsulated
    /// UIKit, while it measures the view (`_UITemporaryLayoutWidth`).
    case temporary
    /// A stack view that collapses a hidden view (`UISV-hiding`).
    case hiding
    /// A stack view (`UISV-…`).
    case stack
    /// The safe area, or the layout guides at top and bottom that were there before it.
    case safeArea
    /// The layout margins.
    case margins
    /// The size of a content, with its hugging and its resistance to compression.
    case content
    /// Interface Builder, for a view that had too few constraints when the app was built.
    case prototyping

    init(_ constraint: LoggedConstraint) {
        let identifier = constraint.identifier ?? ""
        let className = constraint.constraint.className
        self =
            if identifier.hasPrefix("UIView-Encapsulated-Layout-") {
                .encapsulated
            } else if identifier.hasPrefix("_UITemporaryLayout") {
                .temporary
            } else if constraint.mask != nil || className == "NSAutoresizingMaskLayoutConstraint" {
                .mask
            } else if identifier == "UISV-hiding" {
                .hiding
            } else if identifier.hasPrefix("UISV-") {
                .stack
            } else if identifier.hasPrefix("UIViewSafeAreaLayoutGuide") || className == "_UILayoutSupportConstraint" {
                .safeArea
            } else if identifier.hasSuffix("Margin-guide-constraint") {
                .margins
            } else if className == "NSContentSizeLayoutConstraint" {
                .content
            } else if className == "NSIBPrototypingLayoutConstraint" {
                .prototyping
            } else {
                .app
            }
    }

    /// Whose the constraint is, for people; nil for the app's own.
    public var words: String? {
        switch self {
        case .app: nil
        case .mask: "from the autoresizing mask: translatesAutoresizingMaskIntoConstraints is on"
        case .encapsulated: "set from outside, by what holds the view: its row, its cell, its bar"
        case .temporary: "set by UIKit for a moment, while it measures the view"
        case .hiding: "set by the stack view, to collapse a hidden view"
        case .stack: "set by the stack view"
        case .safeArea: "the safe area"
        case .margins: "the layout margins"
        case .content: "the size of the content"
        case .prototyping: "added by Interface Builder when the app was built, for want of constraints"
        }
    }
}

/// What constraints of a log say, in words.
struct ConstraintSentences {
    private let explanation: ConflictExplanation
    private var items: [ConflictExplanation.Item] { explanation.items }

    init(_ explanation: ConflictExplanation) { self.explanation = explanation }

    /// What a constraint says: `UIButton is 200 wide`, `UIButton begins 8 after UILabel “Late”`.
    func words(of constraint: ConflictExplanation.Constraint) -> String {
        guard let equation = constraint.logged.equation.map({ seenFromInside($0, constraint) }) else {
            return constraint.logged.text
        }
        func name(_ side: LoggedConstraint.Equation.Side) -> String {
            constraint.items[safe: side.item].flatMap { items[safe: $0]?.name } ?? "a view"
        }
        let origin = equation.origin.flatMap { constraint.items[safe: $0] }.flatMap { items[safe: $0]?.name }
        let text = words(of: equation, name(equation.first), equation.second.map { ($0.attribute, name($0)) }, origin)
            .capitalizedFirst
        let priority = constraint.logged.priority
        return priority == LayoutPriority.required ? text : "\(text), at priority \(NumberText.short(priority))"
    }

    /// The equation with its sides turned where the second one is in the first: a view is told of by what it lies in.
    private func seenFromInside(
        _ equation: LoggedConstraint.Equation,
        _ constraint: ConflictExplanation.Constraint
    ) -> LoggedConstraint.Equation {
        guard let second = equation.second, equation.multiplier == 1, equation.origin == nil,
            equation.first.attribute.isSameEdge(as: second.attribute), second.item != equation.first.item,
            let outer = constraint.items[safe: equation.first.item], let inner = constraint.items[safe: second.item],
            explanation.isInside(inner, outer)
        else { return equation }
        var turned = equation
        (turned.first, turned.second) = (second, equation.first)
        (turned.relation, turned.constant) = (equation.relation.reversed, 0 - equation.constant)
        return turned
    }

    private func words(
        of equation: LoggedConstraint.Equation,
        _ first: String,
        _ second: (attribute: LayoutAttribute, name: String)?,
        _ origin: String?
    ) -> String {
        let own = equation.first.attribute
        let constant = NumberText.short(equation.constant)
        guard let second else {
            if own.isLength {
                return "\(first) is \(equation.relation.adverb)\(constant) \(own == .width ? "wide" : "high")"
            }
            let place = "the \(own.originWords) of \(origin ?? "its superview")"
            return "\(own.edgeWords) of \(first) is \(equation.relation.adverb)\(constant) from \(place)"
        }
        if origin == nil, equation.multiplier == 1 {
            if own.isLength, own == second.attribute {
                let adjective = own == .width ? "wide" : "high"
                let least = equation.relation.adverb
                return "\(first) is \(least)as \(adjective) as \(second.name)\(equation.constant.added)"
            }
            if own.isSameEdge(as: second.attribute), !own.isLength {
                return alignment(equation, first, second)
            }
            if own.isStart, second.attribute.isEnd {
                let verb = own.isHorizontal ? "begins" : "is"
                let after = own.isHorizontal ? "after" : "below"
                if equation.constant < 0, equation.relation == .equal {
                    return "\(first) overlaps \(second.name) by \(NumberText.short(-equation.constant))"
                }
                return "\(first) \(verb) \(equation.relation.adverb)\(constant) \(after) \(second.name)"
            }
            if own.isEnd, second.attribute.isStart, equation.relation != .lessThanOrEqual || equation.constant <= 0 {
                let relation = equation.relation.reversed
                let before = own.isHorizontal ? "ends" : "is"
                let word = own.isHorizontal ? "before" : "above"
                let distance = "\(relation.adverb)\(NumberText.short(-equation.constant))"
                return "\(first) \(before) \(distance) \(word) \(second.name)"
            }
        }
        let factor = equation.multiplier == 1 ? "" : "\(NumberText.short(equation.multiplier)) × "
        let left = "\(own.edgeWords) of \(first)" + (origin.map { " from the \(own.originWords) of \($0)" } ?? "")
        let right = "\(factor)\(second.attribute.edgeWords) of \(second.name)\(equation.constant.added)"
        return "\(left) \(equation.relation.sign) \(right)"
    }

    /// Two edges of the same kind, or two centres.
    private func alignment(
        _ equation: LoggedConstraint.Equation,
        _ first: String,
        _ second: (attribute: LayoutAttribute, name: String)
    ) -> String {
        let own = equation.first.attribute
        let edge = second.attribute.edgeWords
        if equation.constant == 0, equation.relation == .equal {
            return "\(first) and \(second.name) share the \(edge)"
        }
        // Inside the other one is after its beginning and before its end.
        let isBefore = equation.constant < 0 || (equation.constant == 0 && own.isEnd)
        let relation = isBefore ? equation.relation.reversed : equation.relation
        let distance = "\(relation.adverb)\(NumberText.short(abs(equation.constant)))"
        let direction =
            own.isHorizontal ? (isBefore ? "before" : "after") : (isBefore ? "above" : "below")
        let verb = own.isStart ? "begins" : own.isEnd ? "ends" : "is centered"
        return "\(first) \(verb) \(distance) \(direction) the \(edge) of \(second.name)"
    }
}

extension LayoutConstraint.Relation {
    /// `at least `, `at most `, or nothing.
    var adverb: String {
        switch self {
        case .equal: ""
        case .lessThanOrEqual: "at most "
        case .greaterThanOrEqual: "at least "
        }
    }
}

extension String {
    /// The text with a capital, as a sentence begins.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension Double {
    /// ` + 8`, ` − 8`, or nothing.
    fileprivate var added: String {
        self == 0 ? "" : "\(self < 0 ? " − " : " + ")\(NumberText.short(abs(self)))"
    }
}

extension LayoutAttribute {
    /// The attribute in words: `leading edge`, `vertical center`, `trailing margin`.
    fileprivate var edgeWords: String {
        switch self {
        case .left, .right, .top, .bottom, .leading, .trailing: "\(name) edge"
        case .width, .height: name
        case .centerX: "horizontal center"
        case .centerY: "vertical center"
        case .firstBaseline: "first baseline"
        case .lastBaseline: "last baseline"
        case .leftMargin, .rightMargin, .topMargin, .bottomMargin, .leadingMargin, .trailingMargin:
            "\(name.dropLast(6)) margin"
        case .centerXWithinMargins: "horizontal center of the margins"
        case .centerYWithinMargins: "vertical center of the margins"
        }
    }

    /// The edge from which masks measure along the axis.
    fileprivate var originWords: String { isHorizontal ? "left edge" : "top edge" }
}
