import PropertyList

/// Bytes as UTF-8 text, whatever the encoding they came in.
struct DecodedText: Sendable {
    /// The text, without a byte-order mark and without NUL characters.
    let text: ByteText
    /// What had to be done, in a sentence; nil when the bytes were plain UTF-8.
    let note: String?

    /// Reads UTF-8, or UTF-16 with a byte-order mark or with the zeros that ASCII text has in it. Bytes that are no
    /// UTF-8 are kept here and come out as U+FFFD where they are read.
    init(_ bytes: [UInt8]) {
        if let encoding = TextEncoding(markOf: bytes) {
            self.init(utf8: TextEncoding.utf8(of: bytes), note: Self.note(encoding))
        } else if bytes.count >= 4, bytes[1] == 0, bytes[3] == 0, bytes[0] != 0 {
            let encoding = TextEncoding.utf16(isBigEndian: false)
            self.init(utf8: encoding.utf8(of: bytes[...]), note: Self.note(encoding))
        } else if bytes.count >= 4, bytes[0] == 0, bytes[2] == 0, bytes[1] != 0 {
            let encoding = TextEncoding.utf16(isBigEndian: true)
            self.init(utf8: encoding.utf8(of: bytes[...]), note: Self.note(encoding))
        } else {
            self.init(utf8: bytes, note: nil)
        }
    }

    private static func note(_ encoding: TextEncoding) -> String? {
        switch encoding {
        case .utf8: nil
        case .utf16: "The text is UTF-16; it was read as such."
        case .utf32: "The text is UTF-32; it was read as such."
        }
    }

    private init(utf8 bytes: [UInt8], note: String?) {
        let plain = ByteText(Self.withLineFeeds(bytes))
        guard plain.firstIndex(of: 0) != nil else {
            text = plain
            self.note = note
            return
        }
        // No text holds NUL, and JSON could not carry it on.
        text = ByteText(plain.bytes.map { $0 == 0 ? 0x20 : $0 })
        self.note = note ?? "The text holds NUL characters; each was read as a space."
    }

    /// The text with LF at the end of each line, also of those that end with CR LF or CR, so that no value has others in it.
    static func withLineFeeds(_ bytes: [UInt8]) -> [UInt8] {
        guard let first = ByteText(bytes).firstIndex(of: 0x0D), !ByteText(bytes).isBinary else { return bytes }
        var text = Array(bytes[..<first])
        text.reserveCapacity(bytes.count)
        var index = first
        while index < bytes.count {
            let isReturn = bytes[index] == 0x0D
            text.append(isReturn ? 0x0A : bytes[index])
            index &+= isReturn && index &+ 1 < bytes.count && bytes[index &+ 1] == 0x0A ? 2 : 1
        }
        return text
    }
}
