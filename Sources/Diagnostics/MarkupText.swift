extension String {
    /// How blanks come through where a text is written as markup.
    public enum MarkupBlanks: Sendable {
        /// Line breaks and tabs become spaces, as XML's own normalisation of attributes makes of them.
        case spaces
        /// Line breaks and tabs stay, which they may between elements.
        case kept
    }

    /// Appends the text as character data or the value of an attribute in either kind of quotes, so that what comes out
    /// is well-formed XML 1.0 whatever the text is. Characters that XML forbids (section 2.2) are left out.
    public func appendMarkup(to bytes: inout [UInt8], blanks: MarkupBlanks = .spaces) {
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: ">"): bytes.append(contentsOf: "&gt;".utf8)
            case UInt8(ascii: "\""): bytes.append(contentsOf: "&quot;".utf8)
            case UInt8(ascii: "'"): bytes.append(contentsOf: "&#39;".utf8)
            case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "\t"), UInt8(ascii: "\n"): bytes.append(blanks == .kept ? byte : UInt8(ascii: " "))
            case 0..<0x20: continue
            // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
            case 0xbe where bytes.suffix(2) == [0xef, 0xbf], 0xbf where bytes.suffix(2) == [0xef, 0xbf]:
                bytes.removeLast(2)
            default: bytes.append(byte)
            }
        }
    }
}
