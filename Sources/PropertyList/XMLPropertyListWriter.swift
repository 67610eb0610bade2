import struct Foundation.Data
import struct Foundation.Date

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
            try PropertyListDate.check(date)
            append("<date>\(PropertyListDate.text(date) ?? "")</date>\n")
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
        return PropertyListValue.digits(number)
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
