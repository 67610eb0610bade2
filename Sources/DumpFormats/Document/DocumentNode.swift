import FoundationEssentials
import JSON
import PropertyList
import ViewHierarchy

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

extension JSONNode: DocumentNode {
    var isArray: Bool { kind == .array }
    var isObject: Bool { kind == .object }
    var secondsSince1970: Double? { nil }

    var members: [(name: String, value: JSONNode)] {
        var members: [(name: String, value: JSONNode)] = []
        members.reserveCapacity(memberCount)
        forEachMember { members.append((name: $0, value: $1)) }
        return members
    }

    var bytes: [UInt8]? {
        guard let text = stringValue, let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
            return nil
        }
        return [UInt8](data)
    }

    var verbatim: String {
        stringValue ?? String(decoding: JSONValue(self).serialized(), as: UTF8.self)
    }
}

extension PropertyListValue: DocumentNode {
    var doubleValue: Double? { numberValue }
    var arrayCount: Int { arrayValue?.count ?? 0 }
    var isNull: Bool { false }
    var isArray: Bool { arrayValue != nil }
    var isObject: Bool { dictionaryValue != nil }
    var bytes: [UInt8]? { dataValue.map { [UInt8]($0) } }
    var secondsSince1970: Double? { dateValue?.timeIntervalSince1970 }

    func element(at index: Int) -> PropertyListValue? {
        guard let elements = arrayValue, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    var members: [(name: String, value: PropertyListValue)] {
        (dictionaryValue ?? [:]).sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    }

    var verbatim: String {
        if let stringValue { return stringValue }
        var writer = JSONWriter()
        write(to: &writer)
        return String(decoding: writer.finish(), as: UTF8.self)
    }

    /// Writes the value as JSON: dates as text, bytes as base 64. It recurses no deeper than `PropertyListLimits`
    /// lets a list be.
    private func write(to writer: inout JSONWriter) {
        switch self {
        case .bool(let value): writer.bool(value)
        case .integer(let value): writer.integer(value)
        case .unsigned(let value): writer.integer(value)
        case .real(let value):
            if value.isFinite { writer.number(value) } else { writer.string(value.description) }
        case .string(let value): writer.string(value)
        case .date(let value): writer.string(Instant.text(value, to: .seconds))
        case .data(let value): writer.string(value.base64EncodedString())
        case .array(let elements):
            writer.beginArray()
            for element in elements { element.write(to: &writer) }
            writer.endArray()
        case .dictionary:
            writer.beginObject()
            for member in members {
                writer.key(member.name)
                member.value.write(to: &writer)
            }
            writer.endObject()
        }
    }
}

/// Reads points, sizes and the like out of document values, in every way in which they are written.
struct DocumentValues {
    /// Whether numbers and truth values may stand in strings, as in OpenStep property lists, which have no others.
    var acceptsStrings: Bool

    /// A number; also `"inf"`, `"-inf"` and `"nan"`, for which JSON has no numbers.
    func number(_ node: some DocumentNode) -> Double? {
        if let number = node.doubleValue { return number }
        guard let text = node.stringValue else { return nil }
        switch text {
        case "inf", "+inf", "infinity": return .infinity
        case "-inf", "-infinity": return -.infinity
        case "nan": return .nan
        default: return acceptsStrings ? Double(text) : nil
        }
    }

    /// A whole number, also one written as `3.0`.
    func integer(_ node: some DocumentNode) -> Int? {
        if let integer = node.integerValue { return Int(exactly: integer) }
        if let number = node.doubleValue { return Int(exactly: number) }
        return acceptsStrings ? node.stringValue.flatMap { Int($0) } : nil
    }

    /// A truth value.
    func bool(_ node: some DocumentNode) -> Bool? {
        if let bool = node.boolValue { return bool }
        guard acceptsStrings else { return nil }
        switch node.stringValue {
        case "YES", "true", "1": return true
        case "NO", "false", "0": return false
        default: return nil
        }
    }

    /// `{"x","y"}`, `[x, y]` or `"{x, y}"`.
    func point(_ node: some DocumentNode) -> Point? {
        numbers(node, ["x", "y"]).map { Point(x: $0[0], y: $0[1]) }
    }

    /// `{"width","height"}`, `[width, height]` or `"{width, height}"`.
    func size(_ node: some DocumentNode) -> Size? {
        numbers(node, ["width", "height"]).map { Size(width: $0[0], height: $0[1]) }
    }

    /// `{"x","y","width","height"}`, `[x, y, width, height]` or `"{{x, y}, {width, height}}"`.
    func rect(_ node: some DocumentNode) -> Rect? {
        numbers(node, ["x", "y", "width", "height"]).map { Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
    }

    /// `[a, b, c, d, tx, ty]`, also as an object or in a string.
    func transform(_ node: some DocumentNode) -> Transform? {
        numbers(node, ["a", "b", "c", "d", "tx", "ty"]).map {
            Transform(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: $0[4], ty: $0[5])
        }
    }

    /// As many numbers as there are names, or nil.
    private func numbers(_ node: some DocumentNode, _ names: [String]) -> [Double]? {
        if let text = node.stringValue { return NumberList.parse(text, count: names.count) }
        let values: [Double]
        if node.isObject {
            values = names.compactMap { name in node[name].flatMap { number($0) } }
        } else {
            guard node.arrayCount == names.count else { return nil }
            values = node.elements.compactMap { number($0) }
        }
        return values.count == names.count ? values : nil
    }
}
