internal import CJSON

/// A JSON text that has been read, as json-c keeps it.
///
/// It is not `Sendable`: json-c counts references without locks, so one thread owns a document. A tree takes about 14
/// times the memory of its text; copy what is needed and let the document go.
public final class JSONDocument {
    private let tree: OpaquePointer?

    /// Reads a UTF-8 text strictly after RFC 8259, and refuses what is larger than the limits.
    ///
    /// Beyond the grammar it refuses equal names in one object, NUL characters however written, and numbers that do
    /// not fit 64 bits or a double.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        var scanner = JSONScanner(bytes, limits: limits)
        try scanner.scan()
        let tokener = try JSONTokener(maximumDepth: limits.maximumDepth)
        tree = try tokener.parse(bytes)
    }

    deinit { json_object_put(tree) }

    /// The value that the text holds.
    public var root: JSONNode { JSONNode(document: self, tree) }
}

/// One value inside a document, read in place. It keeps its document alive.
///
/// json-c's getters convert between kinds (`"12abc"` reads as 12); these do not: they are nil for another kind.
public struct JSONNode {
    private let document: JSONDocument
    /// Borrowed from the document; nil is JSON's null.
    private let pointer: OpaquePointer?

    init(document: JSONDocument, _ pointer: OpaquePointer?) {
        self.document = document
        self.pointer = pointer
    }

    /// Which kind of value this is.
    public var kind: JSONKind {
        switch json_object_get_type(pointer) {
        case json_type_boolean: .bool
        case json_type_int: isUnsigned ? .number : .integer
        case json_type_double: .number
        case json_type_string: .string
        case json_type_array: .array
        case json_type_object: .object
        default: .null
        }
    }

    /// Whether this is a whole number above `Int64.max`.
    private var isUnsigned: Bool {
        json_object_get_int64(pointer) == .max && json_object_get_uint64(pointer) > UInt64(Int64.max)
    }

    /// Whether this is `null`.
    public var isNull: Bool { pointer == nil }

    /// The truth value; nil for every other kind.
    public var boolValue: Bool? {
        guard json_object_is_type(pointer, json_type_boolean) != 0 else { return nil }
        return json_object_get_boolean(pointer) != 0
    }

    /// The whole number; nil for every other kind and above `Int64.max`.
    public var integerValue: Int64? {
        guard json_object_is_type(pointer, json_type_int) != 0, !isUnsigned else { return nil }
        return json_object_get_int64(pointer)
    }

    /// The whole number when it is not negative; nil for every other kind.
    package var unsignedValue: UInt64? {
        guard json_object_is_type(pointer, json_type_int) != 0, json_object_get_int64(pointer) >= 0 else { return nil }
        return json_object_get_uint64(pointer)
    }

    /// The number, whole ones included (rounded when they are beyond 2^53); nil for every other kind.
    public var doubleValue: Double? {
        switch json_object_get_type(pointer) {
        case json_type_double: json_object_get_double(pointer)
        case json_type_int: isUnsigned ? unsignedValue.map { Double($0) } : Double(json_object_get_int64(pointer))
        default: nil
        }
    }

    /// The text; nil for every other kind.
    public var stringValue: String? {
        guard json_object_is_type(pointer, json_type_string) != 0, let text = json_object_get_string(pointer) else {
            return nil
        }
        let count = Int(json_object_get_string_len(pointer))
        return String(decoding: UnsafeRawBufferPointer(start: text, count: count), as: UTF8.self)
    }

    /// How many elements an array has; 0 for every other kind.
    public var arrayCount: Int {
        json_object_is_type(pointer, json_type_array) != 0 ? json_object_array_length(pointer) : 0
    }

    /// An element of an array by its index from 0; nil out of range, and for every other kind.
    public func element(at index: Int) -> JSONNode? {
        guard index >= 0, index < arrayCount else { return nil }
        return JSONNode(document: document, json_object_array_get_idx(pointer, index))
    }

    /// Visits the elements of an array in order; none for every other kind.
    func forEachElement<Failure: Error>(_ body: (JSONNode) throws(Failure) -> Void) throws(Failure) {
        for index in 0..<arrayCount {
            try body(JSONNode(document: document, json_object_array_get_idx(pointer, index)))
        }
    }

    /// How many members an object has; 0 for every other kind.
    public var memberCount: Int {
        json_object_is_type(pointer, json_type_object) != 0 ? Int(json_object_object_length(pointer)) : 0
    }

    /// Visits the members of an object in the order in which they were written; none for every other kind.
    public func forEachMember<Failure: Error>(_ body: (String, JSONNode) throws(Failure) -> Void) throws(Failure) {
        guard json_object_is_type(pointer, json_type_object) != 0, let table = json_object_get_object(pointer) else {
            return
        }
        var entry = lh_table_head(table)
        while let current = entry {
            if let name = lh_entry_k(current) {
                let text = String(cString: name.assumingMemoryBound(to: CChar.self))
                let value = lh_entry_v(current).map { OpaquePointer($0) }
                try body(text, JSONNode(document: document, value))
            }
            entry = lh_entry_next(current)
        }
    }

    /// The value of a member of an object; nil when there is none, and for every other kind.
    public subscript(name: String) -> JSONNode? {
        // A NUL would end the name early for json-c; the scanner lets no such name in.
        guard json_object_is_type(pointer, json_type_object) != 0, !name.utf8.contains(0) else { return nil }
        var value: OpaquePointer?
        guard json_object_object_get_ex(pointer, name, &value) != 0 else { return nil }
        return JSONNode(document: document, value)
    }
}

/// A json-c parser, freed with this value. It lives for one text.
struct JSONTokener: ~Copyable {
    private let tokener: UnsafeMutablePointer<json_tokener>

    /// Creates a strict parser for texts nested no deeper than `depth`.
    init(maximumDepth depth: Int) throws(JSONError) {
        // One level more than the scanner allows, because json-c counts the scalars inside the innermost array.
        guard let tokener = json_tokener_new_ex(Int32(clamping: depth + 2)) else {
            throw JSONError(.tooLarge, "There is no memory to read the JSON text.")
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
