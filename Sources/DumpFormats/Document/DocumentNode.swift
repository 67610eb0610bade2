/// A value of a JSON document or of a property list, seen alike.
protocol DocumentNode {
    /// The truth value; nil for every other kind.
    var boolValue: Bool? { get }
    /// The whole number; nil for every other kind.
    var integerValue: Int64? { get }
    /// The number, whole ones included; nil for every other kind.
    var doubleValue: Double? { get }
    /// The text; nil for every other kind.
    var stringValue: String? { get }
    /// How many elements an array has; 0 for every other kind.
    var arrayCount: Int { get }
    /// An element of an array; nil out of range and for every other kind.
    func element(at index: Int) -> Self?
    /// Whether the document says that there is no value.
    var isNull: Bool { get }
    var isArray: Bool { get }
    var isObject: Bool { get }
    /// The members of an object: in their order where the document has one, else by name.
    var members: [(name: String, value: Self)] { get }
    /// Bytes, where the document has them; JSON writes them as base 64.
    var bytes: [UInt8]? { get }
    /// Seconds since 1 January 1970 UTC, where the document has dates of its own.
    var secondsSince1970: Double? { get }
    /// The value of a member of an object.
    subscript(name: String) -> Self? { get }
    /// The value as JSON text; a string as itself.
    var verbatim: String { get }
}

extension DocumentNode {
    /// The elements of an array.
    var elements: [Self] { (0..<arrayCount).compactMap { element(at: $0) } }
}
