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
