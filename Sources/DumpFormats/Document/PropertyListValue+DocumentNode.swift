import FoundationEssentials
import JSON
import PropertyList

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
        case .date(let value): writer.string(value.formatted(.iso8601))
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
