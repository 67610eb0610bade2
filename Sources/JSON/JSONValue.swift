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
