import Diagnostics

/// A constraint in words, as seen from one of its views: `leading = superview.leading + 16 @ 750`.
public struct ConstraintWords: Sendable, Hashable {
    /// The whole sentence.
    public var text: String
    /// The id of the view on the other side; nil where there is none but the view itself.
    public var other: Int?

    /// Describes a constraint of a view of a tree.
    ///
    /// A constraint in which the view comes second is turned around where it is multiplied by 1.
    public init(_ constraint: LayoutConstraint, of index: Int, in tree: ViewTree) {
        let view = tree.id(at: index)
        let isFirst = constraint.first.item.view == view
        let mayTurn = constraint.multiplier == 1 && constraint.ratio == nil
        var sides = (constraint.first, constraint.second)
        var (relation, constant) = (constraint.relation, constraint.constant)
        if !isFirst, mayTurn, let second = constraint.second, second.item.view == view {
            sides = (second, constraint.first)
            (relation, constant) = (relation.reversed, -constant)
        }
        var text = "\(Self.name(of: sides.0, from: index, in: tree)) \(relation.sign) "
        if let second = sides.1 {
            text += Self.name(of: second, from: index, in: tree)
            if let ratio = constraint.ratio {
                text += " × \(ratio)"
            } else if constraint.multiplier != 1 {
                text += " × \(NumberText.fine(constraint.multiplier))"
            }
            if constraint.isStandard {
                text += constant < 0 ? " − standard" : " + standard"
                text += " (\(NumberText.short(abs(constant))))"
            } else if constant != 0 {
                text += constant < 0 ? " − " : " + "
                text += NumberText.short(abs(constant))
            }
        } else {
            text += NumberText.short(constant)
        }
        if constraint.priority != LayoutPriority.required { text += " @ \(NumberText.short(constraint.priority))" }
        self.text = text
        other = constraint.views.first { $0 != view }
    }

    /// What a constraint relates and how, with neither numbers nor priority: `Title.leading = superview.leading`.
    ///
    /// - Parameter name: The name of a view, by its id.
    public static func sides(of constraint: LayoutConstraint, in tree: ViewTree, name: (Int) -> String) -> String {
        func side(_ anchor: LayoutAnchor, beside other: Int?) -> String {
            guard let view = anchor.item.view else { return Self.name(of: anchor, from: -1, in: tree) }
            let superview = other.flatMap { tree.index(ofID: $0) }.flatMap { tree.superview(of: $0) }
            let isSuperview = superview != nil && superview == tree.index(ofID: view)
            let guide = anchor.item.guide.map { ".\($0.name)" } ?? ""
            return "\(isSuperview ? "superview" : name(view))\(guide).\(anchor.attribute.name)"
        }
        let first = side(constraint.first, beside: nil)
        guard let second = constraint.second else { return first }
        return "\(first) \(constraint.relation.sign) \(side(second, beside: constraint.first.item.view))"
    }

    /// An anchor as the view calls it: its own by the attribute alone.
    private static func name(of anchor: LayoutAnchor, from index: Int, in tree: ViewTree) -> String {
        let attribute = anchor.attribute.name
        guard let view = anchor.item.view else {
            guard case .unknown(let name) = anchor.item, !name.isEmpty else { return "?.\(attribute)" }
            return "?\(name.prefix(40)).\(attribute)"
        }
        let guide = anchor.item.guide.map { ".\($0.name)" } ?? ""
        if view == tree.id(at: index) { return guide.isEmpty ? attribute : "\(guide.dropFirst()).\(attribute)" }
        let other = tree.index(ofID: view)
        let name =
            other.map { $0 == tree.superview(of: index) ? "superview" : tree.name(of: $0) } ?? "view \(view)"
        return "\(name)\(guide).\(attribute)"
    }
}

extension StackConfiguration {
    /// What the stack does, in the words of UIKit: `horizontal, fillEqually, aligned center, 8 points apart`.
    public var words: String {
        var words = ["\(axis.rawValue)", "distribution \(distribution.rawValue)", "alignment \(alignment.rawValue)"]
        words.append(isSpacingStandard ? "standard spacing" : "spacing \(NumberText.short(spacing))")
        if isBaselineRelative { words.append("baseline relative") }
        if isMarginsRelative == true { words.append("margins relative") }
        return words.joined(separator: ", ")
    }
}

/// What a dump says of a view's layout, line by line.
public enum LayoutWords {
    /// The lines, each a name and a text; what was not said has none.
    public static func lines(of traits: LayoutTraits) -> [(name: String, text: String)] {
        var lines: [(name: String, text: String)] = []
        if let translates = traits.translatesMask {
            lines.append(("Placed by", translates ? "its mask" : "constraints"))
        }
        if let stack = traits.stack { lines.append(("Stack", stack.words)) }
        if let text = words(traits.hugging) { lines.append(("Hugging", text)) }
        if let text = words(traits.resistance) { lines.append(("Resistance", text)) }
        if let text = words(traits.placeholderSize) { lines.append(("Intrinsic size", "\(text), on the canvas only")) }
        if let width = traits.preferredMaxLayoutWidth {
            lines.append(("Preferred width", NumberText.short(width)))
        }
        if let margins = traits.margins {
            let sides = margins.isDirectional ? ["leading", "trailing"] : ["left", "right"]
            let numbers = [margins.top, margins.left, margins.bottom, margins.right].map(NumberText.short)
            let text = "top \(numbers[0]), \(sides[0]) \(numbers[1]), bottom \(numbers[2]), \(sides[1]) \(numbers[3])"
            lines.append(("Margins", text))
        }
        if traits.isMisplaced {
            lines.append(("Interface Builder", "misplaced: the frame is not what constraints give"))
        }
        if traits.isAmbiguous { lines.append(("Interface Builder", "ambiguous: constraints do not decide the frame")) }
        return lines
    }

    private static func words(_ pair: LayoutTraits.AxisPair) -> String? {
        let parts = [("horizontal", pair.horizontal), ("vertical", pair.vertical)].compactMap { name, value in
            value.map { "\(name) \($0 == .infinity ? "none" : NumberText.short($0))" }
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
