internal import CJSON

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
        guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return name }
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

extension JSONValue {
    /// Reads a UTF-8 text strictly after RFC 8259, as `JSONDocument` does, with json-c, and copies it out.
    ///
    /// Whole numbers above `Int64.max`, where the limits allow them, are rounded to a double.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        // json-c takes more than JSON, keeps the last of two equal names and clamps numbers.
        let hasNull = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
            var scanner = JSONScanner(buffer, limits: limits)
            try scanner.scan()
            return scanner.hasNull
        }
        guard !hasNull else {
            // json-c ends names at a NUL.
            self.init(try JSONDocument(parsing: bytes, limits: limits).root)
            return
        }
        let tokener = try JSONTokener(maximumDepth: limits.maximumDepth)
        let tree = try tokener.parse(bytes)
        defer { json_object_put(tree) }
        self.init(tree)
    }

    /// Copies a value out of its document.
    ///
    /// It recurses as deep as the document, which `JSONLimits` holds to 2,000 levels: well below a megabyte of stack.
    public init(_ node: JSONNode) {
        switch node.kind {
        case .null: self = .null
        case .bool: self = .bool(node.boolValue ?? false)
        case .integer: self = .integer(node.integerValue ?? 0)
        case .number: self = .number(node.doubleValue ?? 0)
        case .string: self = .string(node.stringValue ?? "")
        case .array: self = .array(node.elements.map { JSONValue($0) })
        case .object:
            self = .object(node.memberValues.map { JSONMember(name: $0.name ?? "", value: JSONValue($0)) })
        }
    }

    /// Copies a value of json-c, which recurses just as deep.
    private init(_ pointer: OpaquePointer?) {
        switch json_object_get_type(pointer) {
        case json_type_boolean: self = .bool(json_object_get_boolean(pointer) != 0)
        case json_type_int:
            let (value, unsigned) = (json_object_get_int64(pointer), json_object_get_uint64(pointer))
            let isUnsigned = value == .max && unsigned > UInt64(Int64.max)
            self = isUnsigned ? .number(Double(unsigned)) : .integer(value)
        case json_type_double: self = .number(json_object_get_double(pointer))
        case json_type_string:
            let bytes = UnsafeRawBufferPointer(
                start: json_object_get_string(pointer),
                count: Int(json_object_get_string_len(pointer))
            )
            self = .string(String(decoding: bytes, as: UTF8.self))
        case json_type_array:
            self = .array(
                (0..<json_object_array_length(pointer)).map { JSONValue(json_object_array_get_idx(pointer, $0)) }
            )
        case json_type_object: self = .object(Self.members(of: pointer))
        default: self = .null
        }
    }

    private static func members(of pointer: OpaquePointer?) -> [JSONMember] {
        var members: [JSONMember] = []
        var entry = json_object_get_object(pointer).flatMap { lh_table_head($0) }
        while let current = entry {
            if let name = lh_entry_k(current) {
                let text = String(cString: name.assumingMemoryBound(to: CChar.self))
                let value = lh_entry_v(current).map { OpaquePointer($0) }
                members.append(JSONMember(name: text, value: JSONValue(value)))
            }
            entry = lh_entry_next(current)
        }
        return members
    }
}

/// A json-c parser, freed with this value. It lives for one text.
struct JSONTokener: ~Copyable {
    private let tokener: UnsafeMutablePointer<json_tokener>

    /// Creates a strict parser for texts nested no deeper than `depth`.
    init(maximumDepth depth: Int) throws(JSONError) {
        // One level more than the scanner allows, because json-c counts the scalars inside the innermost array.
        guard let tokener = json_tokener_new_ex(Int32(clamping: depth + 2)) else {
            throw JSONError(.tooLarge, "There is not enough memory to read the JSON text.")
        }
        json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8)
        self.tokener = tokener
    }

    deinit { json_tokener_free(tokener) }

    /// Reads a text that the scanner has passed. The caller owns the tree, which is nil for a bare `null`.
    func parse(_ bytes: [UInt8]) throws(JSONError) -> OpaquePointer? {
        var tree = bytes.withUnsafeBytes { buffer in
            json_tokener_parse_ex(
                tokener,
                buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
                Int32(clamping: buffer.count)
            )
        }
        if json_tokener_get_error(tokener) == json_tokener_continue {
            // A bare number could go on; a NUL says that it does not (json_tokener.h, json_tokener_parse_ex).
            tree = json_tokener_parse_ex(tokener, "", 1)
        }
        let status = json_tokener_get_error(tokener)
        guard status == json_tokener_success else {
            json_object_put(tree)
            let reason = json_tokener_error_desc(status).map { String(cString: $0) } ?? "unknown"
            throw JSONError(.syntax, "The JSON text cannot be read: \(reason).")
        }
        return tree
    }
}
