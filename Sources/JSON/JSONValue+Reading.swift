internal import CJSON

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
