import ViewHierarchy

/// What somebody who wrote a locator most likely wants to know, though it is a valid one.
public struct LocatorNote: Sendable, Hashable {
    /// One or two sentences for people: what is so, and what is most likely meant.
    public let message: String
    /// Where it begins, in UTF-16 units from the start of the locator.
    public let offset: Int

    /// The character where it begins, counted from 1.
    public var character: Int { offset + 1 }
    /// The message with its place.
    public var sentence: String { "At character \(character): \(message)" }
}

/// Finds comparisons that end the same way for every element, because both sides are never of one kind: `rect.x == "5"`.
///
/// NSPredicate compares such values without an error (`-[NSString isEqual:]` with a number is NO), so a test only finds
/// nothing, or everything.
struct PredicateNotes {
    /// After so many the rest of a predicate is not looked at.
    static let most = 16

    /// What a side of a comparison is, as far as that is known without an element.
    private enum Kind {
        /// Attributes that are texts, and parts of them.
        case text
        case number
        /// A number that is 0 or 1.
        case flag
        case rect
        case null
        case element
        case list
        /// It depends on the element.
        case open

        var words: String {
            switch self {
            case .text: "a text"
            case .number: "a number"
            case .flag: "true or false"
            case .rect: "a rectangle"
            case .null: "nil"
            case .element: "the element itself"
            case .list: "a list"
            case .open: "open"
            }
        }
    }

    /// Why a comparison ends the same way for every element; nil where it may end either way.
    static func message(about comparison: PredicateComparison) -> String? {
        let (left, right) = (comparison.left, comparison.right)
        switch comparison.operation {
        case .equal, .notEqual:
            let outcome = comparison.operation == .equal ? "never" : "always"
            return (mismatch(left, right) ?? shortType(left, right)).map { "This \(outcome) holds: \($0)" }
        case .less, .greater, .lessOrEqual, .greaterOrEqual:
            return orderFault(left, right).map { "This never holds: \($0)" }
        case .between:
            guard case .list(let bounds) = right else { return nil }
            return bounds.lazy.compactMap { orderFault(left, $0) }.first.map { "This never holds: \($0)" }
                ?? emptyRange(bounds)
        case .isIn, .contains:
            let (part, whole) = comparison.operation == .isIn ? (left, right) : (right, left)
            return membershipFault(part, whole).map { "This never holds: \($0)" }
        case .beginsWith, .endsWith, .like, .matches:
            guard let odd = [left, right].first(where: { isNever(.text, $0) }) else { return nil }
            return "This never holds: \(comparison.operation.rawValue) compares texts, and \(name(odd))\(isWhat(odd))."
        }
    }

    // MARK: Kinds

    private static func kind(_ operand: PredicateOperand) -> Kind {
        switch operand {
        case .value(.null): .null
        case .value(.text): .text
        case .value(.number): .number
        case .value(.rect): .rect
        case .value(.list), .list: .list
        case .value(.element), .element: .element
        case .key(let key, let parts): parts.last.map { kind($0) } ?? kind(key)
        case .call(let function, _, _): function.givesText ? .text : .number
        }
    }

    private static func kind(_ part: PredicatePart) -> Kind {
        switch part {
        case .lowercaseString, .uppercaseString, .stringValue: .text
        case .boolValue: .flag
        default: .number
        }
    }

    /// As in page source and in predicates of WebDriverAgent: attributes are texts, but flags and places are numbers.
    private static func kind(_ key: PredicateKey) -> Kind {
        switch key {
        case .name, .label, .value, .type, .placeholderValue, .traits, .customActions, .uid: .text
        case .enabled, .visible, .accessible, .selected, .focused, .hittable, .accessibilityContainer,
            .nativeAccessibilityElement:
            .flag
        case .index: .number
        case .rect, .frame, .nativeFrame: .rect
        // Of sliders they are numbers where they read as such.
        case .minValue, .maxValue: .open
        }
    }

    private static func isNever(_ kind: Kind, _ operand: PredicateOperand) -> Bool {
        let found = Self.kind(operand)
        return found != kind && found != .open
    }

    // MARK: Faults

    /// Why two sides are never equal.
    private static func mismatch(_ left: PredicateOperand, _ right: PredicateOperand) -> String? {
        let (a, b) = (kind(left), kind(right))
        if a == .open || b == .open { return nil }
        // Two attributes are equal where an element has neither.
        if case .key = left, case .key = right { return nil }
        // Attributes may lack a value, and SELF equals SELF.
        if a == .null || b == .null { return a == .element || b == .element ? "SELF is an element." : nil }
        if a == b || [a, b].allSatisfy({ $0 == .number || $0 == .flag }) { return neitherTrueNorFalse(left, right) }
        let cure = cure(left, right) ?? cure(right, left) ?? ""
        return "\(name(left))\(isWhat(left)), and \(name(right))\(isWhat(right)).\(cure)"
    }

    /// A flag beside a number that is neither 0 nor 1.
    private static func neitherTrueNorFalse(_ left: PredicateOperand, _ right: PredicateOperand) -> String? {
        for (flag, other) in [(left, right), (right, left)] where kind(flag) == .flag {
            if case .value(.number(let number)) = other, number != 0, number != 1 {
                return "\(name(flag)) is true (1) or false (0)."
            }
        }
        return nil
    }

    /// What is most likely meant by a value beside an attribute.
    private static func cure(_ attribute: PredicateOperand, _ value: PredicateOperand) -> String? {
        guard case .key(_, let parts) = attribute, case .value(let value) = value else { return nil }
        switch (kind(attribute), value) {
        case (.text, .number(let number)): return " A text stands in quotes: \"\(XPathText.text(number))\"."
        case (.number, .text(let text)):
            return XPathText.number(text).isNaN ? nil : " A number stands without quotes: \(text)."
        case (.flag, .text(let text)):
            let isTrue = ["yes", "true", "1"].contains(text.lowercased())
            let isFalse = ["no", "false", "0"].contains(text.lowercased())
            return isTrue || isFalse
                ? " Without quotes: \(isTrue ? "true" : "false")." : " It is true or false, without quotes."
        case (.rect, _) where parts.isEmpty: return " A rectangle has x, y, width and height."
        default: return nil
        }
    }

    /// A type by its short name: page source has the whole one.
    private static func shortType(_ left: PredicateOperand, _ right: PredicateOperand) -> String? {
        for (attribute, other) in [(left, right), (right, left)] {
            guard case .key(.type, let parts) = attribute, parts.isEmpty, case .value(.text(let text)) = other,
                ElementType.isKnown(text)
            else { continue }
            return "types have their whole name, \"\(ElementType.className(text))\"."
        }
        return nil
    }

    /// Why two sides have no order.
    private static func orderFault(_ left: PredicateOperand, _ right: PredicateOperand) -> String? {
        for side in [left, right] {
            let kind = kind(side)
            if kind == .null || kind == .element || kind == .rect || kind == .list {
                let cure = kind == .rect ? " A rectangle has x, y, width and height." : ""
                return "\(name(side))\(isWhat(side)), which is neither smaller nor larger than anything.\(cure)"
            }
        }
        let isText = [left, right].map { kind($0) == .text }
        guard isText[0] != isText[1], kind(left) != .open, kind(right) != .open else { return nil }
        let cure = cure(left, right) ?? cure(right, left) ?? ""
        return "\(name(left))\(isWhat(left)), and \(name(right))\(isWhat(right)).\(cure)"
    }

    private static func emptyRange(_ bounds: [PredicateOperand]) -> String? {
        guard bounds.count == 2, case .value(.number(let low)) = bounds[0], case .value(.number(let high)) = bounds[1],
            low > high
        else { return nil }
        return "This never holds: the lower bound comes first."
    }

    /// Why something is never in something else.
    private static func membershipFault(_ part: PredicateOperand, _ whole: PredicateOperand) -> String? {
        if case .list(let elements) = whole {
            guard !elements.isEmpty else { return "the list is empty." }
            let faults = elements.compactMap { mismatch(part, $0) ?? shortType(part, $0) }
            return faults.count == elements.count ? faults[0] : nil
        }
        if let odd = [part, whole].first(where: { isNever(.text, $0) }) {
            return "a text is looked for in a text, and \(name(odd))\(isWhat(odd))."
        }
        if case .value(.text("")) = part { return "no text contains an empty one." }
        return nil
    }

    // MARK: Words

    /// What a side is called in a message.
    private static func name(_ operand: PredicateOperand) -> String {
        switch operand {
        case .key(let key, let parts): "“\(([key.rawValue] + parts.map(\.rawValue)).joined(separator: "."))”"
        case .value(.text(let text)): "\"\(text.prefix(40))\""
        case .value(.number(let number)): XPathText.text(number)
        case .value(.null): "NIL"
        case .value(.element), .element: "SELF"
        case .value(.rect), .value(.list), .list: "what stands in braces"
        case .call(let function, _, _): "what \(function.rawValue) gives"
        }
    }

    private static func isWhat(_ operand: PredicateOperand) -> String { " is \(kind(operand).words)" }
}
