import Foundation
import ViewHierarchy

/// A predicate string as WebDriverAgent takes it: the part of NSPredicate's format that says something about one element.
struct Predicate: Sendable {
    /// The condition.
    let condition: PredicateCondition
    /// Comparisons that end the same way for every element, with their places.
    let notes: [LocatorNote]
    /// What it asks of elements.
    let questions: [LocatorQuestion]

    /// Reads a predicate.
    ///
    /// - Throws: What is wrong with it and where.
    init(_ text: String) throws(LocatorError) {
        let scalars = Array(text.unicodeScalars)
        var parser = PredicateParser(scalars, 0..<scalars.count)
        condition = try parser.parse()
        (notes, questions) = (parser.notes, parser.questions)
    }

    /// Reads a predicate that is a part of something longer: places count in the whole.
    init(_ scalars: [Unicode.Scalar], in whole: [Unicode.Scalar], at start: Int) throws(LocatorError) {
        let before = whole.prefix(start).reduce(0) { $0 + ($1.value > 0xFFFF ? 2 : 1) }
        do throws(LocatorError) {
            var parser = PredicateParser(scalars, 0..<scalars.count)
            condition = try parser.parse()
            notes = parser.notes.map { LocatorNote(message: $0.message, offset: before + $0.offset) }
            questions = parser.questions.map { LocatorQuestion(subject: $0.subject, offset: before + $0.offset) }
        } catch {
            guard let offset = error.offset else { throw error }
            throw LocatorError(error.kind, error.message, offset: before + offset)
        }
    }
}

/// What has to hold.
indirect enum PredicateCondition: Sendable {
    case always(Bool)
    case not(PredicateCondition)
    case and([PredicateCondition])
    case or([PredicateCondition])
    case comparison(PredicateComparison)
}

/// How two values are compared.
struct PredicateComparison: Sendable {
    enum Operation: String, Sendable {
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case greater = ">"
        case lessOrEqual = "<="
        case greaterOrEqual = ">="
        case between = "BETWEEN"
        case isIn = "IN"
        case contains = "CONTAINS"
        case beginsWith = "BEGINSWITH"
        case endsWith = "ENDSWITH"
        case like = "LIKE"
        case matches = "MATCHES"

        /// Whether it takes `[c]` and `[d]`.
        var isOfTexts: Bool { ![.less, .greater, .lessOrEqual, .greaterOrEqual, .between].contains(self) }
    }

    var left: PredicateOperand
    var operation: Operation
    var right: PredicateOperand
    var ignoresCase = false
    var ignoresAccents = false
    /// The pattern of LIKE or MATCHES, where it is written in the predicate.
    var pattern: Pattern?

    /// Whether the type is compared with `XCUIElementTypeAny`, which every element is.
    var isOfAnyType: Bool {
        guard [.equal, .notEqual, .isIn].contains(operation) else { return false }
        return [(left, right), (right, left)].contains { type, other in
            guard case .key(.type, []) = type else { return false }
            return other.isAnyType
        }
    }
}

/// One side of a comparison.
enum PredicateOperand: Sendable {
    case value(PredicateValue)
    case key(PredicateKey, [PredicatePart])
    case list([PredicateOperand])
    /// What a function makes of values; `1 + 2` is one too. Of whole numbers it makes whole ones.
    case call(PredicateFunction, [PredicateOperand], areWhole: Bool)
    /// `SELF`: the element, which equals nothing that can be written.
    case element

    /// Whether it is `NIL`.
    var isNil: Bool { if case .value(.null) = self { true } else { false } }

    /// Whether it is a list that is written out.
    var isList: Bool { if case .list = self { true } else { false } }

    /// Whether it is a whole number by what it is; places on the screen are not.
    var isWhole: Bool {
        guard case .key(let key, let parts) = self else { return false }
        switch parts.last {
        case .length, .intValue, .integerValue, .boolValue: return true
        case nil: return !key.isText && key.parts.isDisjoint(with: [.x]) && key != .minValue && key != .maxValue
        default: return false
        }
    }

    /// Whether it is the type of all elements, or a list that has it.
    fileprivate var isAnyType: Bool {
        switch self {
        case .value(.text(let text)): text == ElementType.className("Any")
        case .list(let values): values.contains(where: \.isAnyType)
        default: false
        }
    }
}

/// A value.
enum PredicateValue: Sendable {
    case null
    case text(String)
    case number(Double)
    case rect(x: Double, y: Double, width: Double, height: Double)
    case list([PredicateValue])
    case element
}

/// What a predicate can ask of an element (WebDriverAgent's FBElement), each also as `wdName`.
enum PredicateKey: String, Sendable, CaseIterable {
    case name, label, value, type, enabled, visible, accessible, selected, focused, hittable, index, rect, frame
    case nativeFrame, placeholderValue, traits, minValue, maxValue, customActions, accessibilityContainer
    case nativeAccessibilityElement
    case uid = "UID"

    private static let known: [String: PredicateKey] = {
        var known: [String: PredicateKey] = [:]
        for key in allCases {
            known[key.rawValue] = key
            known["wd" + key.rawValue.prefix(1).uppercased() + key.rawValue.dropFirst()] = key
        }
        // How Objective-C calls the getters.
        for key in [enabled, visible, accessible, selected, focused, hittable] {
            known["isWD" + key.rawValue.prefix(1).uppercased() + key.rawValue.dropFirst()] = key
        }
        known["wdUID"] = .uid
        return known
    }()

    init?(_ name: String) {
        guard let key = Self.known[name] else { return nil }
        self = key
    }

    /// What a wrong name most likely stands for.
    static func suggestion(for name: String) -> String? {
        switch name {
        case "x", "y", "width", "height": return "rect.\(name)"
        case "class", "className", "elementType": return "type"
        case "title", "text": return "label"
        case "identifier", "id", "accessibilityIdentifier": return "name"
        case "accessibilityLabel": return "label"
        case "placeholder": return "placeholderValue"
        default: break
        }
        if name.hasPrefix("is") {
            let rest = name.dropFirst(2)
            let key = rest.prefix(1).lowercased() + rest.dropFirst()
            if known[key] != nil { return key }
        }
        return allCases.first { $0.rawValue.lowercased() == name.lowercased() }?.rawValue
    }

    /// Whether it is a text wherever it is there.
    var isText: Bool { [.name, .label, .value, .type, .placeholderValue].contains(self) }

    /// Whether parts can follow: `rect.x`, `label.length`.
    var parts: Set<PredicatePart> {
        switch self {
        case .rect, .frame, .nativeFrame: [.x, .y, .width, .height]
        case .name, .label, .value, .type, .placeholderValue, .traits, .uid, .customActions, .minValue, .maxValue:
            [
                .length, .lowercaseString, .uppercaseString, .intValue, .integerValue, .doubleValue, .floatValue,
                .boolValue,
            ]
        default: [.intValue, .integerValue, .doubleValue, .floatValue, .boolValue, .stringValue]
        }
    }
}

/// What can be asked of a value.
enum PredicatePart: String, Sendable, CaseIterable {
    case x, y, width, height, length, lowercaseString, uppercaseString, intValue, integerValue, doubleValue, floatValue
    case boolValue, stringValue
}

/// The functions of NSExpression that say something of one element; the raw values are their selectors without the last
/// colon, as predicates write them. Operators are functions as well.
enum PredicateFunction: String, Sendable, CaseIterable {
    case abs, ceiling, floor, trunc, sqrt, ln, log, exp, onesComplement
    case uppercase, lowercase, length
    case count, sum, min, max, average
    case add = "add:to"
    case subtract = "from:subtract"
    case multiply = "multiply:by"
    case divide = "divide:by"
    case modulus = "modulus:by"
    case raise = "raise:toPower"
    case bitwiseAnd = "bitwiseAnd:with"
    case bitwiseOr = "bitwiseOr:with"
    case bitwiseXor = "bitwiseXor:with"
    case shiftLeft = "leftshift:by"
    case shiftRight = "rightshift:by"

    /// A function by its name, with or without the last colon.
    init?(name: String) {
        self.init(rawValue: name.hasSuffix(":") ? String(name.dropLast()) : name)
    }

    /// How many arguments it takes; those of lists take one list, or its elements.
    var arity: ClosedRange<Int> {
        if takesList { return 1...64 }
        return rawValue.contains(":") ? 2...2 : 1...1
    }

    /// Whether it is asked of a list.
    var takesList: Bool { [.count, .sum, .min, .max, .average].contains(self) }

    /// Whether it is asked of texts.
    var takesText: Bool { [.uppercase, .lowercase, .length].contains(self) }

    /// Whether it gives a text; all others give a number.
    var givesText: Bool { self == .uppercase || self == .lowercase }

    /// Whether it gives a whole number, when all that it is given is whole: of such numbers Foundation makes no others, so
    /// that `7 / 2` is 3.
    func keepsWhole(_ areWhole: Bool) -> Bool {
        switch self {
        case .length, .count, .onesComplement, .modulus, .bitwiseAnd, .bitwiseOr, .bitwiseXor, .shiftLeft, .shiftRight:
            true
        case .abs, .sum, .min, .max, .add, .subtract, .multiply, .divide: areWhole
        default: false
        }
    }

    // MARK: Values

    /// What it makes of values; nil of what it cannot be asked of, and where no number comes out.
    ///
    /// - Parameter areWhole: Whether all of them are whole numbers by what they are.
    func value(of arguments: [PredicateValue], areWhole: Bool) -> PredicateValue {
        if takesText {
            guard case .text(let text)? = arguments.first else { return .null }
            switch self {
            case .uppercase: return .text(text.uppercased())
            case .lowercase: return .text(text.lowercased())
            default: return .number(Double(text.utf16.count))
            }
        }
        var values = arguments
        if takesList, case .list(let list)? = arguments.first, arguments.count == 1 { values = list }
        if self == .count { return .number(Double(values.count)) }
        var numbers: [Double] = []
        for value in values {
            guard case .number(let number) = value else { return .null }
            numbers.append(number)
        }
        guard let number = number(of: numbers), number.isFinite else { return .null }
        return .number(self == .divide && areWhole ? number.rounded(.towardZero) : number)
    }

    private func number(of numbers: [Double]) -> Double? {
        switch self {
        case .sum: return numbers.reduce(0, +)
        case .average: return numbers.isEmpty ? nil : numbers.reduce(0, +) / Double(numbers.count)
        case .min: return numbers.min()
        case .max: return numbers.max()
        default: break
        }
        guard let first = numbers.first else { return nil }
        guard numbers.count > 1 else { return number(of: first) }
        let second = numbers[1]
        switch self {
        case .add: return first + second
        case .subtract: return first - second
        case .multiply: return first * second
        case .divide: return second == 0 ? nil : first / second
        case .raise: return Foundation.pow(first, second)
        default: break
        }
        guard let a = Int64(exactly: first.rounded(.towardZero)), let b = Int64(exactly: second.rounded(.towardZero))
        else { return nil }
        switch self {
        case .modulus: return b == 0 ? nil : Double(a.remainderReportingOverflow(dividingBy: b).partialValue)
        case .bitwiseAnd: return Double(a & b)
        case .bitwiseOr: return Double(a | b)
        case .bitwiseXor: return Double(a ^ b)
        case .shiftLeft: return (0..<64).contains(b) ? Double(a << b) : nil
        case .shiftRight: return (0..<64).contains(b) ? Double(a >> b) : nil
        default: return nil
        }
    }

    private func number(of number: Double) -> Double? {
        switch self {
        case .abs: Swift.abs(number)
        case .ceiling: number.rounded(.up)
        case .floor: number.rounded(.down)
        case .trunc: number.rounded(.towardZero)
        case .sqrt: number.squareRoot()
        case .ln: Foundation.log(number)
        case .log: Foundation.log10(number)
        case .exp: Foundation.exp(number)
        case .onesComplement: Int64(exactly: number.rounded(.towardZero)).map { Double(~$0) }
        default: nil
        }
    }
}
