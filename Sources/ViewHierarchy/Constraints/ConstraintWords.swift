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
        var told = constraint
        if constraint.first.item.view != view, constraint.second?.item.view == view {
            told = constraint.turned ?? constraint
        }
        var words = [Self.name(of: told.first, from: index, in: tree), told.relation.sign]
        if let second = told.second { words.append(Self.name(of: second, from: index, in: tree)) }
        text = (words + told.words(of: LayoutConstraint.Part.ofSentence)).joined(separator: " ")
        other = constraint.views.first { $0 != view }
    }

    /// A constraint with the names of its views: `Title.top = Header.bottom + 20 @ 750`.
    ///
    /// - Parameter name: The name of a view, by its id.
    public static func sentence(of constraint: LayoutConstraint, in tree: ViewTree, name: (Int) -> String) -> String {
        let sign = constraint.second == nil ? [constraint.relation.sign] : []
        let words = constraint.words(of: LayoutConstraint.Part.ofSentence + [.state, .placeholder])
        return ([sides(of: constraint, in: tree, name: name)] + sign + words).joined(separator: " ")
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

extension LayoutConstraint {
    /// What a constraint says beside its two sides.
    public enum Part: String, Sendable, Hashable, CaseIterable {
        case relation, multiplier, constant, priority, state = "active", placeholder, identifier, variations

        /// What stands behind the sides.
        fileprivate static let ofSentence: [Part] = [.multiplier, .constant, .priority]
    }

    /// Some parts in words: `× 2`, `+ 16`, `@ 750`, `inactive`. What is usual has none, unless it is what became of something
    /// else; a length has its constant always.
    /// - Parameter isExact: Whether numbers are told with all their places.
    public func words(of parts: [Part], withUsual: Bool = false, isExact: Bool = false) -> [String] {
        parts.compactMap { words(of: $0, withUsual, isExact) }
    }

    private func words(of part: Part, _ withUsual: Bool, _ isExact: Bool) -> String? {
        func told(_ isUsual: Bool, _ words: @autoclosure () -> String) -> String? {
            isUsual && !withUsual ? nil : words()
        }
        func text(_ number: Double) -> String { isExact ? NumberText.fine(number) : NumberText.told(number) }
        switch part {
        case .relation: return told(true, relation.sign)
        case .multiplier: return told(multiplier == 1 && ratio == nil, "× \(ratio ?? NumberText.fine(multiplier))")
        case .constant:
            guard second != nil else { return text(constant) }
            let number = isStandard ? "standard (\(text(abs(constant))))" : text(abs(constant))
            return told(constant == 0 && !isStandard, (constant < 0 ? "− " : "+ ") + number)
        case .priority: return told(priority == LayoutPriority.required, "@ \(text(priority))")
        case .state: return told(isActive, isActive ? "active" : "inactive")
        case .placeholder: return told(!isPlaceholder, isPlaceholder ? "removed at build time" : "kept at build time")
        case .identifier:
            return told(identifier == nil, identifier.map { "identifier “\($0.prefix(40))”" } ?? "no identifier")
        case .variations: return told(variations.isEmpty, LayoutVariation.words(variations))
        }
    }

    /// What a part says, as it is compared; nil where it says nothing.
    package func value(of part: Part) -> ViewPropertyValue? {
        switch part {
        case .relation: .text(relation.rawValue)
        case .multiplier: ratio.map { .text($0) } ?? .number(multiplier)
        case .constant: isStandard ? .text("standard") : .number(constant)
        case .priority: .number(priority)
        case .state: .bool(isActive)
        case .placeholder: .bool(isPlaceholder)
        case .identifier: identifier.map { .text($0) }
        case .variations: variations.isEmpty ? nil : .text(LayoutVariation.words(variations))
        }
    }

    /// Whether a part says the same of another constraint: a ratio what it comes to, a standard distance whatever it was on the
    /// canvas.
    package func isSame(as other: LayoutConstraint, in part: Part) -> Bool {
        if part == .multiplier { return abs(multiplier - other.multiplier) <= 1e-6 }
        guard case .number(let one) = value(of: part), case .number(let number) = other.value(of: part) else {
            return value(of: part) == other.value(of: part)
        }
        return abs(one - number) <= 1e-6
    }

    /// The constraint with the side first that comes first in an order which means nothing.
    package var oriented: LayoutConstraint {
        guard let second, second.isBefore(first) else { return self }
        return turned ?? self
    }

    /// The same constraint with its sides exchanged; nil for one of one side, and for one with a multiplier, which is
    /// another one then.
    public var turned: LayoutConstraint? {
        guard let second, multiplier == 1, ratio == nil else { return nil }
        var turned = self
        (turned.first, turned.second) = (second, first)
        (turned.relation, turned.constant) = (relation.reversed, 0 - constant)
        for place in variations.indices {
            turned.variations[place].constant = variations[place].constant.map { 0 - $0 }
        }
        return turned
    }
}

extension LayoutAnchor {
    fileprivate func isBefore(_ other: LayoutAnchor) -> Bool {
        let (view, otherView) = (item.view ?? -1, other.item.view ?? -1)
        guard view == otherView else { return view < otherView }
        return "\(item) \(attribute)" < "\(other.item) \(other.attribute)"
    }
}

extension LayoutVariation {
    /// What differs in some size classes, in words: `heightClass=compact constant 8, absent`.
    package static func words(_ variations: [LayoutVariation]) -> String {
        let words = variations.map { variation in
            let parts = [
                variation.isIncluded.map { $0 ? "there" : "absent" },
                variation.constant.map { "constant \(NumberText.fine($0))" },
                variation.priority.map { "priority \(NumberText.fine($0))" },
            ]
            return ([variation.traits] + parts.compactMap { $0 }).joined(separator: " ")
        }
        return words.isEmpty ? "the same in all size classes" : words.joined(separator: ", ")
    }
}

extension LayoutMargins {
    /// `top 8, leading 16, bottom 8, trailing 16`.
    var words: String {
        let sides = isDirectional ? ["leading", "trailing"] : ["left", "right"]
        let numbers = [top, left, bottom, right].map(NumberText.told)
        return "top \(numbers[0]), \(sides[0]) \(numbers[1]), bottom \(numbers[2]), \(sides[1]) \(numbers[3])"
    }
}

extension StackConfiguration {
    /// What the stack does, in the words of UIKit: `horizontal, fillEqually, aligned center, 8 points apart`.
    public var words: String {
        var words = ["\(axis.rawValue)", "distribution \(distribution.rawValue)", "alignment \(alignment.rawValue)"]
        words.append(isSpacingStandard ? "standard spacing" : "spacing \(NumberText.told(spacing))")
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
            lines.append(("Preferred width", NumberText.told(width)))
        }
        if let margins = traits.margins { lines.append(("Margins", margins.words)) }
        if traits.isMisplaced {
            lines.append(("Interface Builder", "misplaced: the frame is not what constraints give"))
        }
        if traits.isAmbiguous { lines.append(("Interface Builder", "ambiguous: constraints do not decide the frame")) }
        return lines
    }

    private static func words(_ pair: LayoutTraits.AxisPair) -> String? {
        let parts = [("horizontal", pair.horizontal), ("vertical", pair.vertical)].compactMap { name, value in
            value.map { "\(name) \($0 == .infinity ? "none" : NumberText.told($0))" }
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
