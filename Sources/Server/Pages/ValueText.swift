import FoundationEssentials
import PropertyList

/// Property-list values as people read them.
enum ValueText {
    /// Longer texts are cut; the API has them whole.
    private static let maximumCharacters = 400
    private static let maximumLines = 40

    /// A value on one line.
    static func short(_ value: PropertyListValue) -> String {
        switch value {
        case .bool(let flag): flag ? "YES" : "NO"
        case .string(let text): "“\(cut(text))”"
        case .date(let date): date.formatted(.iso8601)
        case .data(let data): data.count == 1 ? "1 byte" : "\(data.count) bytes"
        case .array(let elements): elements.count == 1 ? "1 element" : "\(elements.count) elements"
        case .dictionary(let members): members.count == 1 ? "1 key" : "\(members.count) keys"
        case .integer, .unsigned, .real: value.coercedString ?? ""
        }
    }

    /// A value on as many lines as it has elements, two levels deep.
    static func lines(of value: PropertyListValue) -> [String] {
        let lines: [String]
        switch value {
        case .array(let elements): lines = elements.flatMap(Self.inner)
        case .dictionary(let members): lines = entries(members)
        case .string(let text): lines = [cut(text)]
        default: lines = [short(value)]
        }
        guard lines.count > maximumLines else { return lines }
        return lines.prefix(maximumLines - 1) + ["… \(lines.count - maximumLines + 1) more"]
    }

    private static func inner(_ value: PropertyListValue) -> [String] {
        switch value {
        case .array(let elements): elements.map(plain)
        case .dictionary(let members): entries(members)
        default: [plain(value)]
        }
    }

    private static func entries(_ members: [String: PropertyListValue]) -> [String] {
        members.sorted { $0.key < $1.key }.map { "\($0.key): \(list($0.value))" }
    }

    private static func list(_ value: PropertyListValue) -> String {
        guard case .array(let elements) = value, elements.count <= 12 else { return plain(value) }
        return elements.map(plain).joined(separator: ", ")
    }

    private static func plain(_ value: PropertyListValue) -> String {
        if case .string(let text) = value { cut(text) } else { short(value) }
    }

    private static func cut(_ text: String) -> String {
        text.count > maximumCharacters ? text.prefix(maximumCharacters) + "…" : text
    }
}
