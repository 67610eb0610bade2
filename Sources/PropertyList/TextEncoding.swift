/// How a text is encoded, by the byte-order mark that it begins with (The Unicode Standard, section 23.8). The one reader
/// of such marks: property lists, strings tables and dumps come with them.
public enum TextEncoding: Sendable, Hashable {
    case utf8
    case utf16(isBigEndian: Bool)
    case utf32(isBigEndian: Bool)

    /// The encoding that the mark at the beginning of some bytes stands for; nil when there is no mark.
    ///
    /// `FF FE 00 00` is taken for UTF-32: no text begins with a NUL.
    public init?(markOf bytes: [UInt8]) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            self = .utf8
        } else if bytes.starts(with: [0xFF, 0xFE, 0, 0]) {
            self = .utf32(isBigEndian: false)
        } else if bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
            self = .utf32(isBigEndian: true)
        } else if bytes.starts(with: [0xFF, 0xFE]) {
            self = .utf16(isBigEndian: false)
        } else if bytes.starts(with: [0xFE, 0xFF]) {
            self = .utf16(isBigEndian: true)
        } else {
            return nil
        }
    }

    /// How many bytes the mark has.
    private var markLength: Int {
        switch self {
        case .utf8: 3
        case .utf16: 2
        case .utf32: 4
        }
    }

    /// The bytes as UTF-8 without their mark; bytes without a mark as they are.
    ///
    /// What is no character becomes U+FFFD in the wider encodings; part of a unit at the end is left out. Bytes that are
    /// no UTF-8 stay as they are.
    public static func utf8(of bytes: [UInt8]) -> [UInt8] {
        guard let encoding = TextEncoding(markOf: bytes) else { return bytes }
        return encoding.utf8(of: bytes.dropFirst(encoding.markLength))
    }

    /// Text of this encoding, without a mark, as UTF-8.
    public func utf8(of text: ArraySlice<UInt8>) -> [UInt8] {
        switch self {
        case .utf8: Array(text)
        case .utf16(let isBigEndian):
            Array(String(decoding: Self.units(of: text, isBigEndian) as [UInt16], as: UTF16.self).utf8)
        case .utf32(let isBigEndian):
            Array(String(decoding: Self.units(of: text, isBigEndian) as [UInt32], as: UTF32.self).utf8)
        }
    }

    private static func units<Unit: FixedWidthInteger>(of text: ArraySlice<UInt8>, _ isBigEndian: Bool) -> [Unit] {
        let width = MemoryLayout<Unit>.size
        var units: [Unit] = []
        units.reserveCapacity(text.count / width)
        var start = text.startIndex
        while start + width <= text.endIndex {
            var unit: Unit = 0
            for index in start..<start + width { unit = unit << 8 | Unit(truncatingIfNeeded: text[index]) }
            units.append(isBigEndian ? unit : unit.byteSwapped)
            start += width
        }
        return units
    }
}

/// Looks at the bytes of a textual property list before Foundation does.
enum PropertyListText {
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    /// The same text in an encoding whose ASCII characters are single bytes, so that a byte scan can be trusted.
    static func asciiCompatible(_ bytes: [UInt8]) throws(PropertyListError) -> [UInt8] {
        switch TextEncoding(markOf: bytes) {
        case .utf16 where !bytes.count.isMultiple(of: 2), .utf32 where !bytes.count.isMultiple(of: 4):
            throw PropertyListError(
                .unsupportedEncoding,
                "The property list is text in wide units that ends in half a character; save it again."
            )
        case .utf16, .utf32: return withoutDeclaration(TextEncoding.utf8(of: bytes))
        case .utf8, nil: break
        }
        if isUnmarkedUTF16(bytes) { return TextEncoding.utf16(isBigEndian: false).utf8(of: bytes[...]) }
        let text = TextEncoding.utf8(of: bytes)
        if text.prefix(4).contains(0) {
            throw PropertyListError(
                .unsupportedEncoding,
                "The property list is text in 16-bit or 32-bit units without a byte-order mark; save it as UTF-8."
            )
        }
        try checkDeclaredEncoding(text)
        return text
    }

    /// Whether some bytes are old-style text in 16-bit units, the low byte first, without a byte-order mark: that Foundation
    /// takes, other order and XML it does not.
    static func isUnmarkedUTF16(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 4 && bytes.count.isMultiple(of: 2) && bytes[1] == 0 && bytes[3] == 0
            && (1..<0x80).contains(bytes[0]) && (1..<0x80).contains(bytes[2])
            && PropertyListFormat(detectedIn: bytes) == .openStep
    }

    /// Blanks out an XML declaration, which would name the encoding that the bytes no longer have.
    private static func withoutDeclaration(_ bytes: [UInt8]) -> [UInt8] {
        guard let range = declaration(in: bytes) else { return bytes }
        var blanked = bytes
        for index in range where !isSpace(blanked[index]) { blanked[index] = 0x20 }
        return blanked
    }

    /// Where `<?xml … ?>` is, when the text begins with one.
    private static func declaration(in bytes: [UInt8]) -> Range<Int>? {
        guard let start = bytes.firstIndex(where: { !isSpace($0) }),
            bytes[start...].starts(with: "<?xml".utf8),
            let end = bytes[start...].firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        return start..<end &+ 1
    }

    private static func checkDeclaredEncoding(_ bytes: [UInt8]) throws(PropertyListError) {
        guard let range = declaration(in: bytes) else { return }
        let declaration = String(decoding: bytes[range].prefix(512), as: UTF8.self).lowercased()
        guard let name = declaration.firstMatch(of: /encoding\s*=\s*["']([^"']*)["']/)?.output.1 else { return }
        let readable = ["utf-8", "utf8", "us-ascii", "ascii", "iso-8859-", "windows-125", "macintosh", "macroman"]
        guard readable.contains(where: name.hasPrefix) else {
            throw PropertyListError(
                .unsupportedEncoding,
                "The property list says it is encoded as “\(name.prefix(40))”, which is not read; save it as UTF-8.",
                line: 1
            )
        }
    }
}
