public import struct Foundation.Data
public import struct Foundation.Date

/// A property-list value with its exact type: `true` is not 1, and 1 is not 1.0.
///
/// These are the types that `UserDefaults` accepts. Property lists have no null.
public enum PropertyListValue: Sendable, Hashable {
    /// `<true/>` or `<false/>`.
    case bool(Bool)
    /// A whole number that fits 64 signed bits.
    case integer(Int64)
    /// A whole number above `Int64.max`; smaller ones are always `integer`.
    case unsigned(UInt64)
    /// A floating-point number. Property lists may hold NaN and infinities.
    case real(Double)
    /// Text.
    case string(String)
    /// An instant, to the second in XML and OpenStep, finer in binary lists.
    case date(Date)
    /// Bytes.
    case data(Data)
    /// An ordered list.
    case array([PropertyListValue])
    /// Values by key. Property-list dictionaries have no order; writers sort by key.
    case dictionary([String: PropertyListValue])
}

extension PropertyListValue {
    /// A whole number in its one form: `integer` when it fits, `unsigned` above.
    public static func unsignedInteger(_ value: UInt64) -> PropertyListValue {
        Int64(exactly: value).map { .integer($0) } ?? .unsigned(value)
    }

    /// The name of the type as people and the API call it: boolean, integer, real, string, date, data, array or
    /// dictionary.
    public var typeName: String {
        switch self {
        case .bool: "boolean"
        case .integer, .unsigned: "integer"
        case .real: "real"
        case .string: "string"
        case .date: "date"
        case .data: "data"
        case .array: "array"
        case .dictionary: "dictionary"
        }
    }

    /// The boolean, nil for anything else, the numbers 0 and 1 included.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The text, nil for anything else.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The whole number when it fits 64 signed bits, nil for anything else.
    public var integerValue: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// An integer or real as a floating-point number, nil for anything else, booleans included.
    public var numberValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }

    /// The instant, nil for anything else.
    public var dateValue: Date? {
        if case .date(let value) = self { value } else { nil }
    }

    /// The bytes, nil for anything else.
    public var dataValue: Data? {
        if case .data(let value) = self { value } else { nil }
    }

    /// The elements of an array, nil for anything else.
    public var arrayValue: [PropertyListValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members of a dictionary, nil for anything else.
    public var dictionaryValue: [String: PropertyListValue]? {
        if case .dictionary(let value) = self { value } else { nil }
    }

    /// The member of a dictionary under a key, nil when there is none or this is no dictionary.
    public subscript(_ key: String) -> PropertyListValue? {
        dictionaryValue?[key]
    }
}

extension PropertyListValue {
    /// Whether the two values would be written as the same bytes.
    ///
    /// Stricter than `==`: NaN is the same as NaN, 0 is not −0, and text that differs only in its Unicode
    /// normalisation is different. A store asks this to decide whether a write changes anything.
    public func isIdentical(to other: PropertyListValue) -> Bool {
        var pairs = [(self, other)]
        while let (left, right) = pairs.popLast() {
            switch (left, right) {
            case (.array(let lefts), .array(let rights)):
                guard lefts.count == rights.count else { return false }
                pairs.append(contentsOf: zip(lefts, rights))
            case (.dictionary(let lefts), .dictionary(let rights)):
                guard lefts.count == rights.count else { return false }
                for (key, value) in lefts {
                    guard let index = rights.index(forKey: key), rights[index].key.utf8.elementsEqual(key.utf8) else {
                        return false
                    }
                    pairs.append((value, rights[index].value))
                }
            case (.real(let left), .real(let right)):
                guard left.bitPattern == right.bitPattern || left.isNaN && right.isNaN else { return false }
            case (.string(let left), .string(let right)):
                guard left.utf8.elementsEqual(right.utf8) else { return false }
            default:
                guard left == right else { return false }
            }
        }
        return true
    }
}

extension [String: PropertyListValue] {
    /// The members in the order of their keys' UTF-8 bytes, which no locale or Unicode version changes.
    func sortedByKeyBytes() -> [(key: String, value: PropertyListValue)] {
        sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }
}

extension PropertyListValue {
    /// What `UserDefaults.bool(forKey:)` makes of the value: a number that is not 0, or text that begins like YES,
    /// true or a number other than 0 (`NSString.boolValue`).
    public var coercedBool: Bool {
        switch self {
        case .bool(let value): value
        case .integer(let value): value != 0
        case .unsigned(let value): value != 0
        case .real(let value): value != 0
        case .string(let text): Self.bool(from: text)
        case .date, .data, .array, .dictionary: false
        }
    }

    /// What `UserDefaults.integer(forKey:)` makes of the value: reals lose their fraction, text gives its leading
    /// digits, numbers beyond 64 bits become the nearest bound, and anything else is 0.
    public var coercedInteger: Int64 {
        switch self {
        case .bool(let value): value ? 1 : 0
        case .integer(let value): value
        case .unsigned: .max
        case .real(let value): Self.integer(from: value)
        case .string(let text): Self.integer(from: text)
        case .date, .data, .array, .dictionary: 0
        }
    }

    /// What `UserDefaults.double(forKey:)` makes of the value; text gives the number it begins with, else 0.
    public var coercedDouble: Double {
        switch self {
        case .bool(let value): value ? 1 : 0
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .real(let value): value
        case .string(let text): Self.double(from: text)
        case .date, .data, .array, .dictionary: 0
        }
    }

    /// What `UserDefaults.string(forKey:)` makes of the value: text as it is, numbers in digits, booleans as 1 and 0,
    /// nil for anything else.
    public var coercedString: String? {
        switch self {
        case .bool(let value): value ? "1" : "0"
        case .integer(let value): String(value)
        case .unsigned(let value): String(value)
        case .real(let value): Self.digits(value)
        case .string(let text): text
        case .date, .data, .array, .dictionary: nil
        }
    }

    /// The value as `NSObject.description` tells it: text as it is, containers in old-style text, nil for a date
    /// outside the years 0 to 9999.
    public var displayText: String? {
        switch self {
        case .bool, .integer, .unsigned, .real, .string: coercedString
        case .date(let date): Instant.description(date)
        case .data, .array, .dictionary:
            (try? PropertyListWriter.openStep(self)).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// What `UserDefaults.stringArray(forKey:)` makes of the value: an array whose elements are all text, else nil.
    public var coercedStringArray: [String]? {
        guard let elements = arrayValue else { return nil }
        let texts = elements.compactMap(\.stringValue)
        return texts.count == elements.count ? texts : nil
    }

    /// The number that text is when all of it is one, spaces around it aside; nil for other text and for booleans.
    public var looseNumber: Double? {
        guard case .string(let text) = self else { return numberValue }
        // No number that anybody means is longer.
        guard text.utf8.count <= 400 else { return nil }
        let isSpace = PropertyListText.isSpace
        let trimmed = text.utf8.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        // Hexadecimal, “nan” and “infinity” parse too, but nobody means them as choices.
        guard trimmed.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
        return Double(String(decoding: Array(trimmed), as: UTF8.self))
    }

    /// The shortest digits that read back as the number, without a fraction when it has none.
    static func digits(_ value: Double) -> String {
        let text = value.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func bool(from text: String) -> Bool {
        var rest = text.utf8.drop { PropertyListText.isSpace($0) }
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        rest = rest.drop { $0 == UInt8(ascii: "0") }
        guard let first = rest.first else { return false }
        return "YyTt123456789".utf8.contains(first)
    }

    private static func integer(from value: Double) -> Int64 {
        guard !value.isNaN else { return 0 }
        return Int64(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
    }

    private static func integer(from text: String) -> Int64 {
        let rest = text.utf8.drop { PropertyListText.isSpace($0) }
        let isNegative = rest.first == UInt8(ascii: "-")
        let digits = rest.dropFirst(isNegative || rest.first == UInt8(ascii: "+") ? 1 : 0)
            .prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard !digits.isEmpty else { return 0 }
        let number = (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self)
        return Int64(number) ?? (isNegative ? .min : .max)
    }

    private static func double(from text: String) -> Double {
        let rest = text.utf8.drop { PropertyListText.isSpace($0) }.prefix(400)
        var number = [UInt8]()
        var hasPoint = false
        var hasExponent = false
        for byte in rest {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): break
            case UInt8(ascii: "-"), UInt8(ascii: "+"):
                let last = number.last ?? UInt8(ascii: "e")
                guard last == UInt8(ascii: "e") || last == UInt8(ascii: "E") else { return leading(number) }
            case UInt8(ascii: ".") where !hasPoint && !hasExponent: hasPoint = true
            case UInt8(ascii: "e") where !hasExponent && !number.isEmpty,
                UInt8(ascii: "E") where !hasExponent && !number.isEmpty:
                hasExponent = true
            default: return leading(number)
            }
            number.append(byte)
        }
        return leading(number)
    }

    /// The number that some bytes begin with, an unfinished exponent cut off.
    private static func leading(_ bytes: [UInt8]) -> Double {
        let text = String(decoding: bytes, as: UTF8.self)
        if let number = Double(text) { return number }
        let mantissa = text.prefix { $0 != "e" && $0 != "E" }
        return Double(String(mantissa)) ?? 0
    }
}

extension String {
    /// The text with U+FFFD in place of each NUL: what `\u0000` comes out as when JSON is read, in which dumps are kept.
    package var withoutNUL: String {
        guard utf8.contains(0) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
    }
}

extension PropertyListValue {
    /// The value without NUL in its texts and keys. It recurses as deep as the list, which its reader bounds.
    package var withoutNUL: PropertyListValue { holdsNUL ? replacingNUL : self }

    private var holdsNUL: Bool {
        switch self {
        case .string(let text): text.utf8.contains(0)
        case .array(let elements): elements.contains(where: \.holdsNUL)
        case .dictionary(let members): members.contains { $0.key.utf8.contains(0) || $0.value.holdsNUL }
        case .bool, .integer, .unsigned, .real, .date, .data: false
        }
    }

    private var replacingNUL: PropertyListValue {
        switch self {
        case .string(let text): return .string(text.withoutNUL)
        case .array(let elements): return .array(elements.map(\.replacingNUL))
        case .dictionary(let members):
            let pairs = members.sorted { $0.key < $1.key }.map { ($0.key.withoutNUL, $0.value.replacingNUL) }
            return .dictionary(Dictionary(pairs) { first, _ in first })
        case .bool, .integer, .unsigned, .real, .date, .data: return self
        }
    }
}
