internal import CJSON

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
