/// The `\uXXXX` that cycript and property-list printing put in place of characters beyond ASCII.
enum TextEscapes {
    /// The text with such escapes read, surrogate pairs included. Others, and halves of pairs, stay as they are.
    static func decoded(_ string: String) -> String {
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
        guard text.has("\\u", at: index, before: text.count) else { return nil }
        var unit: UInt16 = 0
        for offset in 2..<6 {
            guard let digit = text[index &+ offset].hexValue else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}
