/// Undoes what other tools do to a whole dump when they carry it: escaping it as a string literal or as markup.
enum TextUnwrapping {
    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09, UInt8(ascii: "\""): 0x22,
        UInt8(ascii: "'"): 0x27, UInt8(ascii: "\\"): 0x5C,
    ]
    private static let entities: [(name: StaticString, byte: UInt8)] = [
        ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")), ("&amp;", UInt8(ascii: "&")),
        ("&quot;", 0x22), ("&#39;", 0x27), ("&apos;", 0x27),
    ]

    /// The text and what was undone, or nil when there is nothing to undo.
    static func unwrapped(_ text: ByteText) -> (text: ByteText, note: String)? {
        let all = 0..<text.count
        if text.firstIndex(of: "<", in: all) == nil, text.firstIndex(of: "&lt;", in: all) != nil {
            let note = "The dump was escaped as markup (&lt;); it was read without the escapes."
            return (ByteText(withoutEntities(text)), note)
        }
        if text.firstIndex(of: "\\n   | <", in: all) != nil {
            let note =
                "The dump was escaped as a string literal (\\n); it was read without the escapes, and line "
                + "numbers are those of the text without them."
            return (ByteText(withoutEscapes(text)), note)
        }
        return nil
    }

    private static func withoutEscapes(_ text: ByteText) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            if text[index] == UInt8(ascii: "\\"), let byte = escapes[text[index &+ 1]] {
                bytes.append(byte)
                index &+= 2
            } else {
                bytes.append(text[index])
                index &+= 1
            }
        }
        return bytes
    }

    private static func withoutEntities(_ text: ByteText) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            if text[index] == UInt8(ascii: "&"),
                let entity = entities.first(where: { text.has($0.name, at: index, before: text.count) })
            {
                bytes.append(entity.byte)
                index &+= entity.name.utf8CodeUnitCount
            } else {
                bytes.append(text[index])
                index &+= 1
            }
        }
        return bytes
    }
}
