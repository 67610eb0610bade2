/// A JSON value of its own, free of the document it was read from (RFC 8259, section 3).
public enum JSONValue: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number written without fraction and exponent.
    case integer(Int64)
    /// A number written with a fraction or an exponent. A value that was read is always finite.
    case number(Double)
    /// Text.
    case string(String)
    /// An ordered list.
    case array([JSONValue])
    /// Members in the order in which they were written.
    case object([JSONMember])

    /// Which kind of value this is.
    public var kind: JSONKind {
        switch self {
        case .null: .null
        case .bool: .bool
        case .integer: .integer
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    /// The value of the first member with this name; nil when there is none, or when this is no object.
    public subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The truth value; nil for every other kind.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The whole number; nil for every other kind, numbers with a fraction or an exponent included.
    public var integerValue: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// The number, whole ones included (rounded when they are beyond 2^53); nil for every other kind.
    public var doubleValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// The text; nil for every other kind.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements; nil for every other kind.
    public var arrayValue: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members in order; nil for every other kind.
    public var objectValue: [JSONMember]? {
        if case .object(let value) = self { value } else { nil }
    }
}

/// One name and value of a JSON object.
public struct JSONMember: Sendable, Hashable {
    /// The name, unescaped.
    public var name: String
    /// The value.
    public var value: JSONValue

    /// Creates a member.
    public init(name: String, value: JSONValue) {
        self.name = name
        self.value = value
    }
}

/// Which of the kinds of RFC 8259 a value is, with whole numbers told apart from the others.
public enum JSONKind: String, Sendable, Hashable, CaseIterable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool
    /// A number written without fraction and exponent that fits 64 signed bits.
    case integer
    /// Any other number.
    case number
    /// Text.
    case string
    /// An ordered list.
    case array
    /// Names and values.
    case object
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// `null`.
    public init(nilLiteral: ()) { self = .null }

    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// A whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// A number with a fraction.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// Text.
    public init(stringLiteral value: String) { self = .string(value) }

    /// A list.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// An object with its members in the order given.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { JSONMember(name: $0, value: $1) })
    }
}

/// JSON Pointers (RFC 6901).
public enum JSONPointer {
    /// A member's name as one reference token.
    public static func escape(_ name: String) -> String {
        var escaped = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "~": escaped += "~0"
            case "/": escaped += "~1"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
