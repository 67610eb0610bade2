/// A string literal as JSON, lldb, C or Swift write it, without its escapes.
///
/// Where its line breaks are escaped, one within a tag or a description that is none comes of a log that broke its lines.
package struct StringLiteral: Sendable {
    /// What it says.
    package let text: ByteText
    /// The index behind the closing quotation mark; nil when there is none.
    package let end: Int?
    /// Whether anything in it was escaped.
    package let hasEscapes: Bool

    /// Reads from the first byte behind the opening quotation mark.
    ///
    /// - Parameter closing: The byte that ends it where it stands unescaped; nil reads to the end of the text.
    package init(_ source: ByteText, from start: Int, closing: UInt8?) {
        var bytes: [UInt8] = []
        var index = start
        var hasEscapes = false
        var end: Int?
        var (hasBreaks, isInTag) = (false, false)
        while index < source.count {
            let byte = source[index]
            if byte == closing {
                end = index &+ 1
                break
            }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                index = Self.unescape(source, at: index, into: &bytes)
                if bytes.last == 0x0A { (hasBreaks, isInTag) = (true, false) }
            } else {
                isInTag = byte == UInt8(ascii: "<") || isInTag && byte != UInt8(ascii: ">")
                if byte != 0x0A || !hasBreaks || !isInTag { bytes.append(byte) }
                index &+= 1
            }
        }
        text = ByteText(DecodedText.withLineFeeds(bytes))
        self.end = end
        self.hasEscapes = hasEscapes
    }

    /// The literal that a place stands in, when it does: its quotation mark stands at most 512 bytes before, and what follows
    /// the literal is what follows a value. One that is not closed must have escapes.
    package init?(around index: Int, in source: ByteText) {
        var quote = index &- 1
        while true {
            guard quote >= 0, index &- quote <= 512, source[quote] != 0x0A, source[quote] != 0x0D else { return nil }
            if source[quote] == UInt8(ascii: "\""), !Self.isEscaped(quote, in: source) { break }
            quote &-= 1
        }
        self.init(source, from: quote &+ 1, closing: UInt8(ascii: "\""))
        guard let end else {
            if hasEscapes { return }
            return nil
        }
        switch source[source.skippingSpace(from: end, before: source.count)] {
        case 0, UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: ";"): return
        default: if source[end] != 0x0A && source[end] != 0x0D { return nil }
        }
    }

    /// Whether an odd number of backslashes stands before a byte.
    private static func isEscaped(_ index: Int, in source: ByteText) -> Bool {
        var start = index
        while source[start &- 1] == UInt8(ascii: "\\") { start &-= 1 }
        return (index &- start) % 2 == 1
    }

    /// Reads one escape and gives the index behind it. What is none stays as it is.
    private static func unescape(_ source: ByteText, at index: Int, into bytes: inout [UInt8]) -> Int {
        let kind = source[index &+ 1]
        if let byte = characters[kind] {
            bytes.append(byte)
            return index &+ 2
        }
        switch kind {
        case UInt8(ascii: "u") where source[index &+ 2] == UInt8(ascii: "{"):
            var next = index &+ 3
            let value = number(source, &next, digits: 8, base: 16)
            guard let value, source[next] == UInt8(ascii: "}") else { break }
            append(value, to: &bytes)
            return next &+ 1
        case UInt8(ascii: "u"):
            var next = index &+ 2
            guard var value = number(source, &next, digits: 4, base: 16), next == index &+ 6 else { break }
            if value & 0xFC00 == 0xD800, source.has("\\u", at: next, before: source.count) {
                var behind = next &+ 2
                if let low = number(source, &behind, digits: 4, base: 16), low & 0xFC00 == 0xDC00 {
                    value = 0x10000 &+ ((value & 0x3FF) << 10 | low & 0x3FF)
                    next = behind
                }
            }
            append(value, to: &bytes)
            return next
        case UInt8(ascii: "U"):
            var next = index &+ 2
            guard let value = number(source, &next, digits: 8, base: 16), next == index &+ 10 else { break }
            append(value, to: &bytes)
            return next
        case UInt8(ascii: "x"):
            var next = index &+ 2
            guard let value = number(source, &next, digits: 2, base: 16) else { break }
            bytes.append(value == 0 ? 0x20 : UInt8(truncatingIfNeeded: value))
            return next
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            var next = index &+ 1
            guard let value = number(source, &next, digits: 3, base: 8) else { break }
            bytes.append(value == 0 ? 0x20 : UInt8(truncatingIfNeeded: value))
            return next
        default: break
        }
        bytes.append(UInt8(ascii: "\\"))
        return index &+ 1
    }

    private static let characters: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09, UInt8(ascii: "b"): 0x08,
        UInt8(ascii: "f"): 0x0C, UInt8(ascii: "\""): 0x22, UInt8(ascii: "'"): 0x27, UInt8(ascii: "\\"): 0x5C,
        UInt8(ascii: "/"): 0x2F,
    ]

    /// The number of at most so many digits; nil when there are none.
    private static func number(_ source: ByteText, _ index: inout Int, digits: Int, base: UInt32) -> UInt32? {
        let start = index
        var value: UInt32 = 0
        while index &- start < digits, let digit = source[index].hexValue, UInt32(digit) < base {
            value = value &* base &+ UInt32(digit)
            index &+= 1
        }
        return index > start ? value : nil
    }

    /// A scalar as UTF-8. Halves of pairs and what is no scalar become U+FFFD, and NUL a space.
    private static func append(_ value: UInt32, to bytes: inout [UInt8]) {
        let scalar = value == 0 ? " " : Unicode.Scalar(value) ?? "\u{FFFD}"
        bytes.append(contentsOf: String(Character(scalar)).utf8)
    }
}

/// The `\uXXXX` that cycript and property-list printing put in place of characters beyond ASCII.
package enum TextEscapes {
    /// The text with such escapes read, surrogate pairs included. Others, and halves of pairs, stay as they are.
    package static func decoded(_ string: String) -> String {
        guard string.utf8.contains(UInt8(ascii: "\\")) else { return string }
        let text = ByteText(Array(string.utf8))
        var bytes: [UInt8] = []
        var index = 0
        while index < text.count {
            guard let unit = unit(at: index, in: text) else {
                bytes.append(text[index])
                index &+= 1
                continue
            }
            var length = 6
            var scalar = Unicode.Scalar(UInt32(unit))
            if unit & 0xFC00 == 0xD800, let low = self.unit(at: index &+ 6, in: text), low & 0xFC00 == 0xDC00 {
                scalar = Unicode.Scalar(0x10000 &+ (UInt32(unit & 0x3FF) << 10 | UInt32(low & 0x3FF)))
                length = 12
            }
            if let scalar, scalar.value != 0 {
                bytes.append(contentsOf: String(Character(scalar)).utf8)
            } else {
                bytes.append(contentsOf: text.bytes[index..<index &+ 6])
                length = 6
            }
            index &+= length
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func unit(at index: Int, in text: ByteText) -> UInt16? {
        guard text.has("\\u", at: index, before: text.count) || text.has("\\U", at: index, before: text.count) else {
            return nil
        }
        return text.codeUnit(at: index &+ 2)
    }
}
