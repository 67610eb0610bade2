import Diagnostics
import FoundationEssentials
package import PropertyList

/// Property-list values as people read them.
package enum ValueText {
    /// Longer texts are cut; the API has them whole.
    private static let maximumCharacters = 400
    private static let maximumLines = 40
    /// What stands for a value that is not shown.
    package static let hidden = "••••••"

    /// A value on one line.
    package static func short(_ value: PropertyListValue) -> String {
        switch value {
        case .bool(let flag): flag ? "YES" : "NO"
        case .string(let text): "“\(cut(text))”"
        case .date(let date): Instant.anyText(date)
        case .data(let data): data.count.counted("byte")
        case .array(let elements): elements.count.counted("element")
        case .dictionary(let members): members.count.counted("key")
        case .integer, .unsigned, .real: value.coercedString ?? ""
        }
    }

    /// A value on as many lines as it has elements, two levels deep.
    package static func lines(of value: PropertyListValue) -> [String] {
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

    /// A value on one line with what is in it, cut after so many characters.
    package static func line(_ value: PropertyListValue, limit: Int) -> String {
        var text = ""
        write(value, to: &text, limit: limit, depth: 0)
        guard text.count > limit else { return text }
        return text.prefix(limit) + "…"
    }

    /// A text with line ends and tabs as the escapes of source code.
    package static func visible(_ text: String) -> String {
        text.replacing("\n", with: "\\n").replacing("\t", with: "\\t")
    }

    /// Stops soon after the limit, and at a depth nobody reads.
    private static func write(_ value: PropertyListValue, to text: inout String, limit: Int, depth: Int) {
        guard text.utf8.count <= limit * 4 else { return }
        switch value {
        case .string(let string):
            text += "“\(visible(String(String.UnicodeScalarView(string.unicodeScalars.prefix(limit + 1)))))”"
        case .array(let elements) where depth < 4 && !elements.isEmpty:
            text += "["
            for (index, element) in elements.prefix(limit).enumerated() {
                if index > 0 { text += ", " }
                write(element, to: &text, limit: limit, depth: depth + 1)
            }
            text += "]"
        case .dictionary(let members) where depth < 4 && !members.isEmpty:
            text += "{"
            for (index, member) in members.sorted(by: { $0.key < $1.key }).prefix(limit).enumerated() {
                text += (index > 0 ? ", " : "") + visible(String(member.key.prefix(limit))) + ": "
                write(member.value, to: &text, limit: limit, depth: depth + 1)
            }
            text += "}"
        case .array(let elements): text += elements.isEmpty ? "[]" : short(value)
        case .dictionary(let members): text += members.isEmpty ? "{}" : short(value)
        case .data(let data):
            let bytes = data.prefix(12).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            text += "<\(bytes)\(data.count > 12 ? "…" : "")> \(short(value))"
        default: text += short(value)
        }
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
