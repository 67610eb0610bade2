import Foundation

/// Writes property lists so that reading them back gives the same values with the same types.
///
/// Dictionaries are written in the order of their keys' bytes, so equal values give equal bytes.
public enum PropertyListWriter {
    /// The list as XML, laid out and in the digits of Apple's tools.
    ///
    /// Dates lose fractions of a second. Characters that XML 1.0 does not allow are written as character
    /// references, which Apple's readers accept.
    ///
    /// - Throws: ``PropertyListError`` with code `unrepresentable` for a date outside the years 0 to 9999.
    public static func xml(_ value: PropertyListValue) throws(PropertyListError) -> [UInt8] {
        var writer = XMLPropertyListWriter()
        return try writer.write(value)
    }

    /// The list in the binary form that `UserDefaults` keeps in an app's Library/Preferences.
    ///
    /// - Throws: ``PropertyListError`` with code `unrepresentable` for a date outside the years 0 to 9999.
    public static func binary(_ value: PropertyListValue) throws(PropertyListError) -> [UInt8] {
        var writer = BinaryPropertyListWriter()
        return try writer.write(value)
    }

    /// The list as old-style text, as `NSDictionary` describes itself and `defaults read` prints it.
    ///
    /// Types are lost: whoever reads it back gets text in the place of booleans, numbers and dates.
    ///
    /// - Throws: ``PropertyListError`` with code `unrepresentable` for a date outside the years 0 to 9999.
    public static func openStep(_ value: PropertyListValue) throws(PropertyListError) -> [UInt8] {
        var writer = OpenStepPropertyListWriter()
        return try writer.write(value)
    }
}

/// Writes XML without recursion.
struct XMLPropertyListWriter {
    private enum Step {
        case value(PropertyListValue, depth: Int)
        case key(String, depth: Int)
        case close(StaticString, depth: Int)
    }

    private static let header = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">

        """

    private var output = Array(header.utf8)
    private var steps: [Step] = []

    mutating func write(_ value: PropertyListValue) throws(PropertyListError) -> [UInt8] {
        steps = [.value(value, depth: 0)]
        while let step = steps.popLast() {
            switch step {
            case .value(let value, let depth):
                indent(depth)
                try write(value, depth: depth)
            case .key(let key, let depth):
                indent(depth)
                element("key", key)
            case .close(let name, let depth):
                indent(depth)
                append("</\(name)>\n")
            }
        }
        append("</plist>\n")
        return output
    }

    private mutating func write(_ value: PropertyListValue, depth: Int) throws(PropertyListError) {
        switch value {
        case .bool(let flag):
            append(flag ? "<true/>\n" : "<false/>\n")
        case .integer(let number):
            append("<integer>\(number)</integer>\n")
        case .unsigned(let number):
            append("<integer>\(number)</integer>\n")
        case .real(let number):
            append("<real>\(Self.text(number))</real>\n")
        case .string(let text):
            element("string", text)
        case .date(let date):
            try Instant.check(date)
            append("<date>\(Instant.text(date, to: .seconds) ?? "")</date>\n")
        case .data(let data):
            write(data, depth: depth)
        case .array(let elements):
            guard !elements.isEmpty else { return append("<array/>\n") }
            append("<array>\n")
            steps.append(.close("array", depth: depth))
            for element in elements.reversed() { steps.append(.value(element, depth: depth &+ 1)) }
        case .dictionary(let members):
            guard !members.isEmpty else { return append("<dict/>\n") }
            append("<dict>\n")
            steps.append(.close("dict", depth: depth))
            for (key, value) in members.sortedByKeyBytes().reversed() {
                steps.append(.value(value, depth: depth &+ 1))
                steps.append(.key(key, depth: depth &+ 1))
            }
        }
    }

    private static func text(_ number: Double) -> String {
        if number.isNaN { return "nan" }
        if number.isInfinite { return number < 0 ? "-infinity" : "+infinity" }
        if number == 0 { return number.sign == .minus ? "-0.0" : "0.0" }
        // The digits of Apple's tools, which are not always the fewest.
        return String(format: "%.17g", number)
    }

    /// Base 64 in lines of 76 columns, tabs counted as eight, as Apple's tools break them.
    private mutating func write(_ data: Data, depth: Int) {
        append("<data>\n")
        let bytesInLine = max(4, (76 &- min(depth, 8) &* 8) / 4) &* 3
        var rest = data[...]
        while !rest.isEmpty {
            indent(depth)
            append(Data(rest.prefix(bytesInLine)).base64EncodedString())
            append("\n")
            rest = rest.dropFirst(bytesInLine)
        }
        indent(depth)
        append("</data>\n")
    }

    private mutating func element(_ name: StaticString, _ text: String) {
        append("<\(name)>")
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            case 0x00...0x08, 0x0B...0x1F: append("&#\(byte);")
            default: output.append(byte)
            }
        }
        append("</\(name)>\n")
    }

    private mutating func indent(_ depth: Int) {
        output.append(contentsOf: repeatElement(0x09, count: depth))
    }

    private mutating func append(_ text: String) {
        output.append(contentsOf: text.utf8)
    }
}

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
            try Instant.check(date)
            append(Self.quoted(Instant.description(date) ?? ""))
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
