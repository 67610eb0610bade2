import struct Foundation.Data

/// Writes old-style text without recursion, laid out as `NSDictionary` and `NSArray` describe themselves.
///
/// A container begins on the line of its key, indented as if it stood on a line of its own; text stands in quotation
/// marks unless it is nothing but ASCII letters and digits.
struct OpenStepPropertyListWriter {
    private enum Step {
        case value(PropertyListValue, depth: Int)
        case text(String)
        case line(String, depth: Int)
    }

    private var output: [UInt8] = []
    private var steps: [Step] = []

    mutating func write(_ value: PropertyListValue) throws(PropertyListError) -> [UInt8] {
        steps = [.value(value, depth: 0)]
        while let step = steps.popLast() {
            switch step {
            case .value(let value, let depth):
                try write(value, depth: depth)
            case .text(let text):
                append(text)
            case .line(let text, let depth):
                indent(depth)
                append(text)
            }
        }
        return output
    }

    private mutating func write(_ value: PropertyListValue, depth: Int) throws(PropertyListError) {
        switch value {
        case .array(let elements):
            indent(depth)
            append("(\n")
            steps.append(.line(")", depth: depth))
            for (index, element) in elements.enumerated().reversed() {
                steps.append(.text(index == elements.count - 1 ? "\n" : ",\n"))
                steps.append(.value(element, depth: depth &+ 1))
                if element.isScalar { steps.append(.line("", depth: depth &+ 1)) }
            }
        case .dictionary(let members):
            indent(depth)
            append("{\n")
            steps.append(.line("}", depth: depth))
            for (key, member) in members.sortedByKeyBytes().reversed() {
                steps.append(.text(";\n"))
                steps.append(.value(member, depth: depth &+ 1))
                steps.append(.line(Self.quoted(key) + " = ", depth: depth &+ 1))
            }
        case .data(let data):
            append(Self.hexadecimal(data))
        case .date(let date):
            try PropertyListDate.check(date)
            append(Self.quoted(PropertyListDate.description(date) ?? ""))
        case .bool, .integer, .unsigned, .real, .string:
            append(Self.quoted(value.coercedString ?? ""))
        }
    }

    /// Digits in groups of four bytes between angle brackets.
    private static func hexadecimal(_ data: Data) -> String {
        var text = "<"
        for (index, byte) in data.enumerated() {
            if index > 0, index.isMultiple(of: 4) { text += " " }
            text += byte < 16 ? "0" : ""
            text += String(byte, radix: 16)
        }
        return text + ">"
    }

    private static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: false
            }
        }
        guard !isPlain || text.isEmpty else { return text }
        return "\"" + text.utf16.map(escaped).joined() + "\""
    }

    private static func escaped(_ unit: UInt16) -> String {
        switch unit {
        case 0x07: "\\a"
        case 0x08: "\\b"
        case 0x09: "\\t"
        case 0x0A: "\\n"
        case 0x0B: "\\v"
        case 0x0C: "\\f"
        case 0x0D: "\\r"
        case 0x22: "\\\""
        case 0x5C: "\\\\"
        case 0x20...0x7E: String(decoding: [unit], as: UTF16.self)
        case 0x80...: "\\U" + digits(unit, radix: 16, width: 4)
        default: "\\" + digits(unit, radix: 8, width: 3)
        }
    }

    private static func digits(_ number: UInt16, radix: Int, width: Int) -> String {
        let text = String(number, radix: radix)
        return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }

    private mutating func indent(_ depth: Int) {
        output.append(contentsOf: repeatElement(0x20, count: depth &* 4))
    }

    private mutating func append(_ text: String) {
        output.append(contentsOf: text.utf8)
    }
}

extension PropertyListValue {
    /// Whether it is neither an array nor a dictionary.
    fileprivate var isScalar: Bool { arrayValue == nil && dictionaryValue == nil }
}
