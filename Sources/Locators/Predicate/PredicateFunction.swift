import ViewHierarchy
import Foundation

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
