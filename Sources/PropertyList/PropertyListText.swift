/// Looks at the bytes of a textual property list before Foundation does.
enum PropertyListText {
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    /// The same text in an encoding whose ASCII characters are single bytes, so that a byte scan can be trusted.
    static func asciiCompatible(_ bytes: [UInt8]) throws(PropertyListError) -> [UInt8] {
        switch TextEncoding(markOf: bytes) {
        case .utf32:
            throw PropertyListError(
                .unsupportedEncoding,
                "The property list is UTF-32 text; save it as UTF-8 and load it again."
            )
        case .utf16 where !bytes.count.isMultiple(of: 2):
            throw PropertyListError(
                .unsupportedEncoding,
                "The property list is UTF-16 text that ends in half a character; save it again."
            )
        case .utf16: return withoutDeclaration(TextEncoding.utf8(of: bytes))
        case .utf8, nil: break
        }
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
