public import struct Foundation.Data
public import struct Foundation.Date

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
