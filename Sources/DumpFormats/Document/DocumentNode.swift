import FoundationEssentials
import JSON
import PastedText
import PropertyList
import ViewHierarchy

/// A value of a JSON document or of a property list, seen alike.
package protocol DocumentNode {
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
    associatedtype Elements: Sequence<Self>
    /// The elements of an array; none for every other kind.
    var elements: Elements { get }
    /// An element of an array, which may take as long as passing those before it; nil out of range and for every other kind.
    func element(at index: Int) -> Self?
    /// Whether the document says that there is no value.
    var isNull: Bool { get }
    var isArray: Bool { get }
    var isObject: Bool { get }
    associatedtype Members: Sequence<(name: String, value: Self)>
    /// The members of an object: in their order where the document has one, else by name.
    var members: Members { get }
    /// Visits the members, each with the number that stands for its name in a document that numbers its names.
    func forEachMember(_ visit: (_ number: Int?, _ name: () -> String, _ value: Self) -> Void)
    /// Whether this is that text.
    func isText(_ text: String) -> Bool
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
    func forEachMember(_ visit: (_ number: Int?, _ name: () -> String, _ value: Self) -> Void) {
        for (name, value) in members { visit(nil, { name }, value) }
    }

    func isText(_ text: String) -> Bool { stringValue == text }
}

extension JSONNode: DocumentNode {
    var secondsSince1970: Double? { nil }

    var members: LazyMapSequence<JSONChildren, (name: String, value: JSONNode)> {
        memberValues.lazy.map { (name: $0.name ?? "", value: $0) }
    }

    func forEachMember(_ visit: (_ number: Int?, _ name: () -> String, _ value: JSONNode) -> Void) {
        for value in memberValues { visit(value.nameNumber, { value.name ?? "" }, value) }
    }

    var bytes: [UInt8]? {
        guard let text = stringValue, let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
            return nil
        }
        return [UInt8](data)
    }

    var verbatim: String {
        switch kind {
        case .string: stringValue ?? ""
        case .null: "null"
        case .bool: boolValue == true ? "true" : "false"
        case .integer: integerValue.map { "\($0)" } ?? ""
        case .number, .array, .object: String(decoding: JSONValue(self).serialized(), as: UTF8.self)
        }
    }
}

extension JSONValue: DocumentNode {
    var arrayCount: Int { arrayValue?.count ?? 0 }
    var isNull: Bool { self == .null }
    var isArray: Bool { kind == .array }
    var isObject: Bool { kind == .object }
    var secondsSince1970: Double? { nil }
    var verbatim: String { stringValue ?? String(decoding: serialized(), as: UTF8.self) }

    var bytes: [UInt8]? {
        stringValue.flatMap { Data(base64Encoded: $0, options: .ignoreUnknownCharacters) }.map { [UInt8]($0) }
    }

    var elements: [JSONValue] { arrayValue ?? [] }

    func element(at index: Int) -> JSONValue? { elements.indices.contains(index) ? elements[index] : nil }

    var members: [(name: String, value: JSONValue)] { (objectValue ?? []).map { ($0.name, $0.value) } }
}

extension PropertyListValue: DocumentNode {
    var doubleValue: Double? { numberValue }
    var arrayCount: Int { arrayValue?.count ?? 0 }
    var isNull: Bool { false }
    var isArray: Bool { arrayValue != nil }
    var isObject: Bool { dictionaryValue != nil }
    var bytes: [UInt8]? { dataValue.map { [UInt8]($0) } }
    var secondsSince1970: Double? { dateValue?.timeIntervalSince1970 }

    var elements: [PropertyListValue] { arrayValue ?? [] }

    func element(at index: Int) -> PropertyListValue? { elements.indices.contains(index) ? elements[index] : nil }

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
        case .date(let value): writer.string(Instant.anyText(value, to: .seconds))
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

/// Reads the values of properties out of a document, in every way in which they are written.
package struct DocumentValues {
    /// Whether numbers and truth values may stand in strings, as in OpenStep property lists, which have no others.
    var acceptsStrings: Bool
    /// Whether numbers and truth values stand for texts, as writers of dumps put identifiers and values.
    var acceptsNumbersAsTexts: Bool

    package init(acceptsStrings: Bool, acceptsNumbersAsTexts: Bool = false) {
        self.acceptsStrings = acceptsStrings
        self.acceptsNumbersAsTexts = acceptsNumbersAsTexts
    }

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
        return acceptsStrings ? node.stringValue.flatMap(Self.bool) : nil
    }

    /// A truth value as Objective-C, Swift and C print it.
    static func bool(_ text: String) -> Bool? {
        switch text {
        case "YES", "true", "1": true
        case "NO", "false", "0": false
        default: nil
        }
    }

    /// A value of a property: `{"x","y"}`, `[x, y]` and `"{x, y}"` are the same point, and so with all groups of numbers.
    func value(_ node: some DocumentNode, _ kind: ViewPropertyValue.Kind) -> ViewPropertyValue? {
        switch kind {
        case .bool: bool(node).map { .bool($0) }
        case .integer: integer(node).map { .integer($0) }
        case .number: number(node).map { .number($0) }
        case .text where acceptsNumbersAsTexts && !node.isObject && !node.isArray: .text(node.verbatim)
        case .text: node.stringValue.map { .text($0) }
        case .rect: rect(node).map { .rect($0) }
        case .point, .size, .transform:
            numbers(node, kind.components).flatMap { ViewPropertyValue(kind, numbers: $0) }
        case .mask: mask(node).map { .mask($0) }
        case .contentMode: contentMode(node).map { .contentMode($0) }
        }
    }

    /// A rectangle; as four numbers, which nearly all are, without an array of them.
    func rect(_ node: some DocumentNode) -> Rect? {
        guard node.isArray else {
            guard let n = numbers(node, ViewPropertyValue.Kind.rect.components) else { return nil }
            return Rect(x: n[0], y: n[1], width: n[2], height: n[3])
        }
        guard node.arrayCount == 4 else { return nil }
        var rect = Rect.zero
        for (place, element) in node.elements.enumerated() {
            guard let number = number(element) else { return nil }
            switch place {
            case 0: rect.origin.x = number
            case 1: rect.origin.y = number
            case 2: rect.size.width = number
            default: rect.size.height = number
            }
        }
        return rect
    }

    /// Names, or UIKit's raw value.
    private func mask(_ node: some DocumentNode) -> AutoresizingMask? {
        if let raw = integer(node) { return UInt8(exactly: raw & 0x3F).map { AutoresizingMask(rawValue: $0) } }
        guard node.isArray else { return nil }
        var mask: AutoresizingMask = []
        for element in node.elements {
            guard let entry = AutoresizingMask.names.first(where: { element.isText($0.name) }) else {
                return nil
            }
            mask.insert(entry.flag)
        }
        return mask
    }

    /// A name, or UIKit's raw value.
    private func contentMode(_ node: some DocumentNode) -> ContentMode? {
        if let raw = integer(node) { return UInt8(exactly: raw).flatMap { ContentMode(rawValue: $0) } }
        return node.stringValue.flatMap { ContentMode(name: $0) }
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
