import Diagnostics
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

/// What a number may be: `44`, `8..12`, `44..`, `..320`; of shares `75%`, `10%..20%`.
struct RuleRange: Sendable, Hashable {
    /// What the numbers are.
    enum Unit: Sendable, Hashable {
        /// Points, or plain numbers.
        case points
        /// Shares of an area: 1 is written 100%.
        case percent
    }

    /// No number of a rule is farther from 0.
    static let greatest = 1e9

    /// The least that is expected; nil for no limit.
    let lower: Double?
    /// The most that is expected; nil for no limit.
    let upper: Double?
    let unit: Unit

    /// Exactly one number.
    init(_ number: Double, unit: Unit = .points) {
        (lower, upper, self.unit) = (number, number, unit)
    }

    /// This much or more.
    init(from number: Double, unit: Unit = .points) {
        (lower, upper, self.unit) = (number, nil, unit)
    }

    /// Reads a range; nil for what is none, or ends below its beginning.
    init?(_ text: String, unit: Unit = .points) {
        let parts = Self.parts(of: text)
        guard parts.count <= 2 else { return nil }
        var numbers: [Double?] = []
        for part in parts {
            if part.isEmpty, parts.count == 2 {
                numbers.append(nil)
            } else if let number = Self.number(part, unit) {
                numbers.append(number)
            } else {
                return nil
            }
        }
        let (first, last) = (numbers[0], numbers[numbers.count - 1])
        if let first, let last, first > last { return nil }
        if first == nil, last == nil { return nil }
        (lower, upper, self.unit) = (first, last, unit)
    }

    /// What stands around `..`; three dots are none, as nobody could tell where the first number ends.
    private static func parts(of text: String) -> [Substring] {
        let bytes = Array(text.utf8.prefix(64))
        let dots = bytes.indices.dropLast().first { bytes[$0] == 46 && bytes[$0 + 1] == 46 }
        guard let place = dots, !(bytes.count > place + 2 && bytes[place + 2] == 46) else { return [text[...]] }
        let split = text.utf8.index(text.startIndex, offsetBy: place)
        return [text[..<split], text[text.utf8.index(split, offsetBy: 2)...]]
    }

    private static func number(_ text: Substring, _ unit: Unit) -> Double? {
        var text = text.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        let isPercent = text.last == "%"
        guard isPercent == (unit == .percent) else { return nil }
        if isPercent { text.removeLast() }
        guard !text.isEmpty, text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }),
            let number = Double(text), number.isFinite, abs(number) <= greatest
        else { return nil }
        return isPercent ? number / 100 : number
    }

    /// Whether a number lies in it, give or take the tolerance.
    func contains(_ number: Double, tolerance: Double) -> Bool {
        // A millionth more, so that 44.5 is within half a point of 44 whatever binary fractions make of it.
        let slack = tolerance + 1e-6
        return number.isFinite && (lower.map { number >= $0 - slack } ?? true)
            && (upper.map { number <= $0 + slack } ?? true)
    }

    /// As a failure says it: `44`, `at least 44`, `at most 320`, `8..12`.
    var expected: String {
        switch (lower, upper) {
        case (let lower?, let upper?): lower == upper ? words(lower) : "\(words(lower))..\(words(upper))"
        case (let lower?, nil): "at least \(words(lower))"
        case (nil, let upper?): "at most \(words(upper))"
        case (nil, nil): "anything"
        }
    }

    private func words(_ number: Double) -> String { Self.words(number, unit) }

    /// A measured or expected number in words.
    static func words(_ number: Double, _ unit: Unit = .points) -> String {
        switch unit {
        case .points: NumberText.short(number)
        case .percent: NumberText.short((number * 1_000).rounded() / 10) + "%"
        }
    }
}
