import Drawing
import Locators
import ViewHierarchy

/// The words that stand in `expect`.
enum RuleWord: String, Sendable, Hashable, CaseIterable {
    case width, height, x, y, left, top, right, bottom, frame, windowFrame
    case inside, near, aligned, centered, spacing, contains
    case visible, touchable, hidden, alpha, enabled, selected, userInteractionEnabled
    case text, label, value, identifier, `class`, color
    case count, exists, absent

    /// Whether it is about all views that are found, and not about each.
    var isAboutAll: Bool {
        switch self {
        case .count, .exists, .absent, .spacing: true
        default: false
        }
    }
}

/// What a word asks for.
enum Expectation: Sendable {
    case measure(RuleMeasure, RuleRange)
    /// x, y, width and height; nil for what may be anything.
    case frame([RuleRange?], isInWindow: Bool)
    case inside(ViewReference, [Part<RuleEdge, RuleRange>])
    case near(ViewReference, [Part<RuleDirection, RuleRange>])
    case aligned(ViewReference, [RuleEdge])
    case centered(ViewReference, [RuleAxis])
    /// The gaps; nil for all the same.
    case spacing(RuleAxis, RuleRange?)
    case contains(ViewReference, RuleRange)
    /// Nil for anything that can be seen.
    case visible(RuleRange?)
    case touchable(Bool)
    case touchableShare(RuleRange)
    case flag(RuleWord, Bool)
    case text(RuleWord, RuleTextTest)
    case color(RuleColor)
    case count(RuleRange)

    /// Something that is expected of one part.
    struct Part<Name: Sendable, Value: Sendable>: Sendable {
        var name: Name
        var value: Value
    }
}

/// A number of a view.
enum RuleMeasure: String, Sendable {
    case width, height, x, y, left, top, right, bottom, alpha
}

/// A line of a view's rectangle.
enum RuleEdge: String, Sendable, CaseIterable {
    case left, right, top, bottom, centerX, centerY

    /// As sentences have it.
    var words: String {
        switch self {
        case .centerX: "center x"
        case .centerY: "center y"
        default: rawValue
        }
    }

    /// Where it is on a rectangle.
    func place(on rect: Rect) -> Double {
        switch self {
        case .left: rect.minX
        case .right: rect.maxX
        case .top: rect.minY
        case .bottom: rect.maxY
        case .centerX: (rect.minX + rect.maxX) / 2
        case .centerY: (rect.minY + rect.maxY) / 2
        }
    }
}

/// Where a view lies from another one.
enum RuleDirection: String, Sendable, CaseIterable {
    case below, above, left, right

    /// As sentences have it: `20 below title`, `20 left of title`.
    var words: String { self == .left || self == .right ? rawValue + " of" : rawValue }

    /// How far a rectangle lies in that direction from another one; below 0 where they overlap.
    func gap(of rect: Rect, from other: Rect) -> Double {
        switch self {
        case .below: rect.minY - other.maxY
        case .above: other.minY - rect.maxY
        case .left: other.minX - rect.maxX
        case .right: rect.minX - other.maxX
        }
    }
}

/// A direction in which things are lined up.
enum RuleAxis: String, Sendable, CaseIterable {
    case x, y

    var center: RuleEdge { self == .x ? .centerX : .centerY }
    var start: RuleEdge { self == .x ? .left : .top }
    var end: RuleEdge { self == .x ? .right : .bottom }
}

/// What a text has to be.
struct RuleTextTest: Sendable {
    enum Kind: String, Sendable, CaseIterable { case `is`, contains, startsWith, endsWith, matches }

    var kind: Kind
    var text: String
    /// The pattern of ``Kind/matches``.
    var pattern: Pattern?

    /// As failures say it: `"Pay"`, `to contain "Pay"`.
    var expected: String {
        switch kind {
        case .is: "\"\(text)\""
        case .contains: "to contain \"\(text)\""
        case .startsWith: "to start with \"\(text)\""
        case .endsWith: "to end with \"\(text)\""
        case .matches: "to match \"\(text)\""
        }
    }
}

/// What a colour has to be.
struct RuleColor: Sendable {
    enum Part: String, Sendable, CaseIterable {
        case text, background, tint

        /// The attributes under which dumps say it.
        var attributes: [String] {
            switch self {
            case .text: ["textColor", "titleColor"]
            case .background: ["backgroundColor"]
            case .tint: ["tintColor"]
            }
        }
    }

    enum Appearance: String, Sendable, CaseIterable { case light, dark }

    var part: Part
    var color: DynamicColor
    /// In which appearance it is looked at.
    var appearance: Appearance
    /// Two components of 255 may be off by this, as dumps round them.
    static let tolerance = 1.5 / 255
}
