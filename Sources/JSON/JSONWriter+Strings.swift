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
            bytes.append(contentsOf: utf8[clean...])
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
