/// Writes a JSON text piece by piece into bytes; commas and closing brackets are its business.
///
///     var writer = JSONWriter()
///     writer.beginObject()
///     writer.key("views")
///     writer.integer(3)
///     writer.endObject()
///     let bytes = writer.finish()
///
/// The caller keeps the order: inside an object, a key and then its value.
public struct JSONWriter: Sendable {
    var bytes: [UInt8] = []
    /// The closing brackets of what is open, innermost last.
    private var closers: [UInt8] = []
    private var needsComma = false

    /// Creates an empty text with room for this many bytes.
    public init(reservingCapacity capacity: Int = 1024) {
        bytes.reserveCapacity(max(capacity, 0))
    }

    /// How many bytes have been written.
    public var count: Int { bytes.count }

    /// Opens an object.
    public mutating func beginObject() { open(UInt8(ascii: "{"), closer: UInt8(ascii: "}")) }

    /// Closes the innermost object.
    public mutating func endObject() { close() }

    /// Opens an array.
    public mutating func beginArray() { open(UInt8(ascii: "["), closer: UInt8(ascii: "]")) }

    /// Closes the innermost array.
    public mutating func endArray() { close() }

    /// Writes the name of the next value.
    public mutating func key(_ name: String) {
        separate()
        appendEscaped(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes text; nil is `null`.
    ///
    /// Besides what RFC 8259 demands it escapes `<`, U+2028 and U+2029, so that a text does no harm in a script.
    public mutating func string(_ value: String?) {
        guard let value else { return null() }
        separate()
        appendEscaped(value)
    }

    /// Writes a whole number with all its digits; nil is `null`.
    public mutating func integer(_ value: (some BinaryInteger)?) {
        guard let value else { return null() }
        separate()
        append(value.description)
    }

    /// Writes a number in the shortest form that reads back as the same double; nil and non-finite ones are `null`.
    ///
    /// Whole numbers up to 2^53 have no fraction. Negative zero is `-0.0`, which keeps its sign.
    public mutating func number(_ value: Double?) {
        guard let value, value.isFinite else { return null() }
        separate()
        if let whole = Int64(exactly: value), whole.magnitude <= 1 << 53, whole != 0 || value.sign == .plus {
            append(whole)
        } else {
            append(value.description)
        }
    }

    /// Writes a truth value; nil is `null`.
    public mutating func bool(_ value: Bool?) {
        guard let value else { return null() }
        separate()
        append(value ? "true" : "false")
    }

    /// Writes `null`.
    public mutating func null() {
        separate()
        append("null")
    }

    /// Writes a whole value that is JSON already.
    public mutating func raw(_ json: [UInt8]) {
        separate()
        bytes.append(contentsOf: json)
    }

    /// Closes what is still open and hands out the text.
    public consuming func finish() -> [UInt8] {
        bytes.append(contentsOf: closers.reversed())
        return bytes
    }

    private mutating func open(_ opener: UInt8, closer: UInt8) {
        separate()
        bytes.append(opener)
        closers.append(closer)
        needsComma = false
    }

    private mutating func close() {
        guard let closer = closers.popLast() else { return }
        bytes.append(closer)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    /// The digits, the last ones of which are found first.
    private mutating func append(_ whole: Int64) {
        if whole < 0 { bytes.append(UInt8(ascii: "-")) }
        var first = bytes.count
        var rest = whole.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        var last = bytes.count - 1
        while first < last {
            bytes.swapAt(first, last)
            first += 1
            last -= 1
        }
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }
}

extension JSONWriter {
    /// Writes a string in quotes.
    mutating func appendEscaped(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            var clean = 0
            var index = 0
            while index < utf8.count {
                let length = appendEscape(of: utf8, at: index, after: clean)
                index += max(length, 1)
                if length > 0 { clean = index }
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[clean...]))
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes the bytes from `clean` on and the escape of the character at `index`, when it needs one.
    ///
    /// The result is how many bytes the character has, or 0 when it needs no escape.
    @inline(__always)
    private mutating func appendEscape(of utf8: UnsafeBufferPointer<UInt8>, at index: Int, after clean: Int) -> Int {
        let byte = utf8[index]
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            bytes.append(contentsOf: utf8[clean..<index])
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
            return 1
        case 0..<0x20, UInt8(ascii: "<"), 0x7F:
            bytes.append(contentsOf: utf8[clean..<index])
            appendControl(byte)
            return 1
        case 0xE2:
            // U+2028 and U+2029, which end a line in older JavaScript, are E2 80 A8 and E2 80 A9.
            guard index + 2 < utf8.count, utf8[index + 1] == 0x80, utf8[index + 2] | 1 == 0xA9 else { return 0 }
            bytes.append(contentsOf: utf8[clean..<index])
            bytes.append(contentsOf: (utf8[index + 2] == 0xA8 ? "\\u2028" : "\\u2029").utf8)
            return 3
        default:
            return 0
        }
    }

    private mutating func appendControl(_ byte: UInt8) {
        switch byte {
        case 0x0A: bytes.append(contentsOf: "\\n".utf8)
        case 0x0D: bytes.append(contentsOf: "\\r".utf8)
        case 0x09: bytes.append(contentsOf: "\\t".utf8)
        default:
            let digits = Array("0123456789abcdef".utf8)
            bytes.append(contentsOf: "\\u00".utf8)
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 15)])
        }
    }
}

extension JSONWriter {
    /// Writes a whole value.
    ///
    /// It recurses as deep as the value; one that was read is no deeper than `JSONLimits` lets it be.
    public mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .integer(let value): integer(value)
        case .number(let value): number(value)
        case .string(let value): string(value)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let members):
            beginObject()
            for member in members {
                key(member.name)
                self.value(member.value)
            }
            endObject()
        }
    }
}

extension JSONValue {
    /// The value as a JSON text without white space.
    public func serialized() -> [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.finish()
    }
}

/// Members of objects in one call, and objects and lists that are closed where they are opened.
extension JSONWriter {
    /// A member with a text, null for none.
    public mutating func member(_ name: String, _ value: String?) {
        key(name)
        if let value { string(value) } else { null() }
    }

    /// A member with a whole number, null for none.
    public mutating func member(_ name: String, _ value: Int?) {
        key(name)
        if let value { integer(Int64(value)) } else { null() }
    }

    /// A member with a number, null for one that is not finite.
    public mutating func member(_ name: String, _ value: Double) {
        key(name)
        number(value)
    }

    /// A member with a truth value.
    public mutating func member(_ name: String, _ value: Bool) {
        key(name)
        bool(value)
    }

    /// A member with an array of whole numbers.
    public mutating func member(_ name: String, _ values: [Int]) {
        key(name)
        beginArray()
        for value in values { integer(Int64(value)) }
        endArray()
    }

    /// A member with an array of texts.
    public mutating func member(_ name: String, _ values: [String]) {
        key(name)
        beginArray()
        for value in values { string(value) }
        endArray()
    }

    /// A whole document that is one object.
    public static func object(
        reservingCapacity capacity: Int = 1_024,
        _ members: (inout JSONWriter) throws -> Void
    ) rethrows -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: capacity)
        writer.beginObject()
        try members(&writer)
        writer.endObject()
        return writer.finish()
    }

    /// A member that is an object.
    public mutating func object(_ name: String, _ members: (inout JSONWriter) throws -> Void) rethrows {
        key(name)
        beginObject()
        try members(&self)
        endObject()
    }

    /// A member that is a list of objects.
    public mutating func list<Element>(
        _ name: String,
        _ elements: some Sequence<Element>,
        _ members: (inout JSONWriter, Element) throws -> Void
    ) rethrows {
        key(name)
        beginArray()
        for element in elements {
            beginObject()
            try members(&self, element)
            endObject()
        }
        endArray()
    }
}

/// Lays compact JSON out for people.
public enum JSONLayout {
    /// The same text with a line for each member and element, two spaces deeper for each level. Empty containers stay
    /// on their line.
    public static func indented(_ json: [UInt8]) -> String {
        var text = [UInt8]()
        text.reserveCapacity(json.count * 2)
        var depth = 0
        var isInString = false
        var isEscaped = false
        func line() { text.append(10); text.append(contentsOf: repeatElement(32, count: depth * 2)) }
        for (index, byte) in json.enumerated() {
            if isInString {
                text.append(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == 92 {
                    isEscaped = true
                } else if byte == 34 {
                    isInString = false
                }
                continue
            }
            switch byte {
            case 34:
                isInString = true
                text.append(byte)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                text.append(byte)
                let next = json.dropFirst(index + 1).first
                guard next != UInt8(ascii: "}"), next != UInt8(ascii: "]") else { continue }
                depth += 1
                line()
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if let last = json.prefix(index).last, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") {
                    depth -= 1
                    line()
                }
                text.append(byte)
            case UInt8(ascii: ","):
                text.append(byte)
                line()
            case UInt8(ascii: ":"):
                text.append(contentsOf: [byte, 32])
            default: text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
