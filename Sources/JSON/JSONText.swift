/// What scalars of a text say that the scanner has found well-formed.
enum JSONText {
    /// Resolves the escapes of a string (RFC 8259, section 7), given without its quotes.
    static func unescaped(_ escaped: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(escaped.count)
        var index = 0
        while index < escaped.count {
            let byte = escaped[index]
            index += 1
            guard byte == UInt8(ascii: "\\"), index < escaped.count else {
                bytes.append(byte)
                continue
            }
            let escape = escaped[index]
            index += 1
            switch escape {
            case UInt8(ascii: "b"): bytes.append(0x08)
            case UInt8(ascii: "f"): bytes.append(0x0C)
            case UInt8(ascii: "n"): bytes.append(0x0A)
            case UInt8(ascii: "r"): bytes.append(0x0D)
            case UInt8(ascii: "t"): bytes.append(0x09)
            case UInt8(ascii: "u"): append(character(in: escaped, from: &index), to: &bytes)
            default: bytes.append(escape)
            }
        }
        return bytes
    }

    /// The character of the digits after `\u`, and of the pair that they begin where they are the first half of one.
    private static func character(in escaped: UnsafeBufferPointer<UInt8>, from index: inout Int) -> UInt32 {
        let unit = hexadecimal(in: escaped, from: &index)
        guard unit & 0xFC00 == 0xD800 else { return unit }
        index += 2
        let low = hexadecimal(in: escaped, from: &index)
        return 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF
    }

    private static func hexadecimal(in escaped: UnsafeBufferPointer<UInt8>, from index: inout Int) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 where index < escaped.count {
            let byte = escaped[index]
            index += 1
            unit = unit << 4 | UInt32(byte <= UInt8(ascii: "9") ? byte & 0x0F : byte & 0x0F + 9)
        }
        return unit
    }

    private static func append(_ character: UInt32, to bytes: inout [UInt8]) {
        if character < 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: character))
        } else {
            bytes.append(contentsOf: String(Character(Unicode.Scalar(character) ?? "\u{FFFD}")).utf8)
        }
    }

    /// The whole number of some digits, that fits with its sign.
    static func integer(_ text: UnsafeBufferPointer<UInt8>) -> Int64 {
        let isNegative = text.first == UInt8(ascii: "-")
        let magnitude = unsigned(text)
        return isNegative ? 0 &- Int64(truncatingIfNeeded: magnitude) : Int64(truncatingIfNeeded: magnitude)
    }

    /// The number of some digits without its sign.
    static func unsigned(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var magnitude: UInt64 = 0
        for byte in text where byte != UInt8(ascii: "-") { magnitude = magnitude &* 10 &+ UInt64(byte & 0x0F) }
        return magnitude
    }

    /// The double nearest to a number; nil for a text that is none.
    static func number(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        DecimalText.number(text) ?? Double(String(decoding: text, as: UTF8.self))
    }
}

/// Decimal numbers of few digits, which nearly all are, read at once.
package enum DecimalText {
    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// The double nearest to a number such as `-12.5`, of at most 15 digits and without an exponent; nil for any other text.
    ///
    /// A double holds such digits and the power of ten after the point exactly, so that one division rounds once
    /// (Clinger, How to Read Floating Point Numbers Accurately).
    package static func number(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        var index = 0
        let isNegative = text.first == UInt8(ascii: "-")
        if isNegative { index = 1 }
        guard text.count > index, text.count - index <= 16 else { return nil }
        var digits: Int64 = 0
        var count = 0
        var point: Int?
        while index < text.count {
            let byte = text[index]
            if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
                digits = digits &* 10 &+ Int64(byte & 0x0F)
                count += 1
            } else {
                guard byte == UInt8(ascii: "."), point == nil, count > 0 else { return nil }
                point = count
            }
            index += 1
        }
        guard count > 0, count <= 15, point != count else { return nil }
        var value = Double(digits)
        if let point { value /= powers[count - point] }
        return isNegative ? -value : value
    }
}
