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
