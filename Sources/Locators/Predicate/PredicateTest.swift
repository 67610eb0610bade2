import Foundation
import ViewHierarchy

/// Asks elements whether predicates hold.
struct PredicateTest {
    private let tree: ElementTree
    private let budget: WorkBudget
    /// Patterns that come from attributes.
    private var patterns: [String: Pattern?] = [:]

    init(_ tree: ElementTree, budget: WorkBudget) {
        self.tree = tree
        self.budget = budget
    }

    /// Whether a predicate holds for an element.
    mutating func holds(_ predicate: Predicate, _ element: Int) throws(LocatorError) -> Bool {
        try holds(predicate.condition, element)
    }

    private mutating func holds(_ condition: PredicateCondition, _ element: Int) throws(LocatorError) -> Bool {
        try budget.spend(2)
        switch condition {
        case .always(let value): return value
        case .not(let condition): return try !holds(condition, element)
        case .and(let parts):
            for part in parts where try !holds(part, element) { return false }
            return true
        case .or(let parts):
            for part in parts where try holds(part, element) { return true }
            return false
        case .comparison(let comparison):
            return try compare(
                comparison,
                try value(of: comparison.left, element),
                try value(of: comparison.right, element)
            )
        }
    }

    // MARK: Values

    private func value(of operand: PredicateOperand, _ element: Int) throws(LocatorError) -> PredicateValue {
        switch operand {
        case .value(let value): return value
        case .element: return .element
        case .list(let operands):
            try budget.spend(operands.count)
            var values: [PredicateValue] = []
            for operand in operands { values.append(try value(of: operand, element)) }
            return .list(values)
        case .key(let key, let parts):
            var value = value(of: key, element)
            for part in parts { value = Self.part(part, of: value) }
            if case .text(let text) = value { try budget.spend(text.utf8.count / 16) }
            return value
        case .call(let function, let operands, let areWhole):
            try budget.spend(1 + operands.count)
            var values: [PredicateValue] = []
            for operand in operands { values.append(try value(of: operand, element)) }
            return function.value(of: values, areWhole: areWhole)
        }
    }

    /// An attribute as the predicate sees it: what page source writes as text is a number where it is one. What a dump
    /// does not tell is nil.
    func value(of key: PredicateKey, _ element: Int) -> PredicateValue {
        func text(_ text: String?) -> PredicateValue { text.map { .text($0) } ?? .null }
        func flag(_ flag: Bool?) -> PredicateValue { flag.map { .number($0 ? 1 : 0) } ?? .null }
        func written(_ name: String) -> PredicateValue {
            text(tree.view(of: element).flatMap { tree.views.attribute(name, of: $0) })
        }
        switch key {
        case .name: return text(tree.name(of: element))
        case .label: return text(tree.label(of: element))
        case .value: return text(tree.value(of: element))
        case .type: return text(tree.attribute("type", of: element))
        case .enabled: return flag(tree.isEnabled(element))
        case .visible: return flag(tree.isVisible(element))
        case .accessible: return flag(tree.isAccessible(element))
        case .selected: return flag(tree.isSelected(element))
        case .focused: return flag(tree.isFocused(element))
        case .hittable: return flag(tree.flag(ElementFlag.hittable, of: element))
        case .index: return .number(Double(tree.siblingIndex(of: element)))
        case .rect:
            let rect = tree.wholeFrame(of: element)
            return .rect(x: Double(rect.x), y: Double(rect.y), width: Double(rect.width), height: Double(rect.height))
        case .frame, .nativeFrame:
            guard let rect = tree.frame(of: element) else { return .null }
            return .rect(x: rect.origin.x, y: rect.origin.y, width: rect.size.width, height: rect.size.height)
        case .placeholderValue: return text(tree.placeholder(of: element))
        case .nativeAccessibilityElement, .accessibilityContainer:
            return flag(tree.flag([key.rawValue], of: element))
        case .minValue, .maxValue:
            guard case .text(let word) = written(key.rawValue) else { return .null }
            return XPathText.number(word).isNaN ? .text(word) : .number(XPathText.number(word))
        case .traits, .customActions, .uid: return written(key.rawValue)
        }
    }

    private static func part(_ part: PredicatePart, of value: PredicateValue) -> PredicateValue {
        switch (part, value) {
        case (.x, .rect(let x, _, _, _)): return .number(x)
        case (.y, .rect(_, let y, _, _)): return .number(y)
        case (.width, .rect(_, _, let width, _)): return .number(width)
        case (.height, .rect(_, _, _, let height)): return .number(height)
        case (.length, .text(let text)): return .number(Double(text.utf16.count))
        case (.lowercaseString, .text(let text)): return .text(text.lowercased())
        case (.uppercaseString, .text(let text)): return .text(text.uppercased())
        case (.stringValue, .number(let number)): return .text(XPathText.text(number))
        case (.intValue, .number(let number)), (.integerValue, .number(let number)):
            return .number(number.rounded(.towardZero))
        case (.doubleValue, .number), (.floatValue, .number): return value
        case (.boolValue, .number(let number)): return .number(number == 0 ? 0 : 1)
        case (.intValue, .text(let text)), (.integerValue, .text(let text)):
            return .number(leadingNumber(text).rounded(.towardZero))
        case (.doubleValue, .text(let text)), (.floatValue, .text(let text)): return .number(leadingNumber(text))
        case (.boolValue, .text(let text)):
            return .number(text.first.map { "YyTt123456789".contains($0) } ?? false ? 1 : 0)
        default: return .null
        }
    }

    /// What `doubleValue` makes of a text: the number at its start, else 0.
    private static func leadingNumber(_ text: String) -> Double {
        let word = text.drop { $0 == " " }.prefix(40)
        let digits = word.prefix { "+-.0123456789".contains($0) }
        return Double(digits) ?? Double(digits.prefix { $0 != "." }) ?? 0
    }

    // MARK: Comparisons

    private mutating func compare(
        _ comparison: PredicateComparison,
        _ left: PredicateValue,
        _ right: PredicateValue
    ) throws(LocatorError) -> Bool {
        switch comparison.operation {
        case .equal: return isEqual(left, right, comparison)
        case .notEqual: return !isEqual(left, right, comparison)
        case .less, .greater, .lessOrEqual, .greaterOrEqual:
            return Self.order(left, right).map { Self.fits($0, comparison.operation) } ?? false
        case .between:
            guard case .list(let bounds) = right, bounds.count == 2, let low = Self.order(left, bounds[0]),
                let high = Self.order(left, bounds[1])
            else { return false }
            return low >= 0 && high <= 0
        case .isIn: return isIn(left, right, comparison)
        case .contains: return isIn(right, left, comparison)
        case .beginsWith, .endsWith, .like, .matches:
            guard case .text(let text) = left, case .text(let other) = right else { return false }
            if comparison.operation == .beginsWith || comparison.operation == .endsWith {
                let (text, part) = (folded(text, comparison), folded(other, comparison))
                return comparison.operation == .beginsWith
                    ? text.utf8.starts(with: part.utf8) : text.utf8.reversed().starts(with: part.utf8.reversed())
            }
            var pattern = comparison.pattern
            if pattern == nil { pattern = try ownPattern(other, comparison) }
            guard let pattern else { return false }
            return try pattern.isWhole(comparison.ignoresAccents ? Self.plain(text) : text, budget: budget)
        }
    }

    private func isEqual(_ a: PredicateValue, _ b: PredicateValue, _ comparison: PredicateComparison) -> Bool {
        switch (a, b) {
        case (.null, .null), (.element, .element): true
        case (.text(let a), .text(let b)): folded(a, comparison).isSame(as: folded(b, comparison))
        case (.number(let a), .number(let b)): a == b
        case (.rect(let x, let y, let width, let height), .rect(let x2, let y2, let width2, let height2)):
            x == x2 && y == y2 && width == width2 && height == height2
        case (.list(let a), .list(let b)):
            a.count == b.count && zip(a, b).allSatisfy { isEqual($0, $1, comparison) }
        default: false
        }
    }

    private func isIn(_ value: PredicateValue, _ whole: PredicateValue, _ comparison: PredicateComparison) -> Bool {
        switch (value, whole) {
        case (_, .list(let values)): return values.contains { isEqual(value, $0, comparison) }
        case (.text(let part), .text(let text)):
            let needle = Array(folded(part, comparison).utf8)
            return !needle.isEmpty && SequenceSearch(needle).endOffset(in: folded(text, comparison).utf8) != nil
        default: return false
        }
    }

    /// Negative, zero or positive; nil for what has no order.
    private static func order(_ a: PredicateValue, _ b: PredicateValue) -> Int? {
        switch (a, b) {
        case (.number(let a), .number(let b)): return a < b ? -1 : a > b ? 1 : 0
        case (.text(let a), .text(let b)):
            if a.isSame(as: b) { return 0 }
            return a.utf16.lexicographicallyPrecedes(b.utf16) ? -1 : 1
        default: return nil
        }
    }

    private static func fits(_ order: Int, _ operation: PredicateComparison.Operation) -> Bool {
        switch operation {
        case .less: order < 0
        case .greater: order > 0
        case .lessOrEqual: order <= 0
        default: order >= 0
        }
    }

    private func folded(_ text: String, _ comparison: PredicateComparison) -> String {
        let plain = comparison.ignoresAccents ? Self.plain(text) : text
        return comparison.ignoresCase ? plain.lowercased() : plain
    }

    /// The text without its accents.
    static func plain(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        var plain = ""
        for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars
        where scalar.properties.generalCategory != .nonspacingMark {
            plain.unicodeScalars.append(scalar)
        }
        return plain
    }

    // MARK: Patterns

    /// The pattern of a LIKE, in which `?` stands for one character and `*` for any, or of a MATCHES.
    static func pattern(_ text: String, for comparison: PredicateComparison) throws(Pattern.Failure) -> Pattern {
        let text = comparison.ignoresAccents ? plain(text) : text
        guard comparison.operation == .like else { return try Pattern(text, ignoresCase: comparison.ignoresCase) }
        var expression = ""
        var isEscaped = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\" where !isEscaped:
                isEscaped = true
                continue
            case "*" where !isEscaped: expression += "[\\s\\S]*"
            case "?" where !isEscaped: expression += "[\\s\\S]"
            case _
            where scalar.isASCII && scalar.properties.isAlphabetic || scalar.digitValue != nil || !scalar.isASCII:
                expression.unicodeScalars.append(scalar)
            default:
                expression += "\\"
                expression.unicodeScalars.append(scalar)
            }
            isEscaped = false
        }
        return try Pattern(expression, ignoresCase: comparison.ignoresCase)
    }

    /// A pattern that an attribute is: one that cannot be read matches nothing.
    private mutating func ownPattern(
        _ text: String,
        _ comparison: PredicateComparison
    ) throws(LocatorError) -> Pattern? {
        let key = "\(comparison.operation)\(comparison.ignoresCase)\(text)"
        if let known = patterns[key] { return known }
        try budget.spend(1_000 + text.utf8.count)
        let pattern = try? Self.pattern(text, for: comparison)
        try budget.spend(pattern?.program.count ?? Pattern.maximumSize)
        if patterns.count < 64 { patterns[key] = pattern }
        return pattern
    }
}
