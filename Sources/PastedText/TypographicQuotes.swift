/// The quotation marks that word processors and chats put in place of `'` and `"`.
enum TypographicQuotes {
    private static let quotes: [(mark: StaticString, byte: UInt8)] = [
        ("\u{2018}", 0x27), ("\u{2019}", 0x27), ("\u{201A}", 0x27), ("\u{201C}", 0x22), ("\u{201D}", 0x22),
        ("\u{201E}", 0x22),
    ]

    /// The text with the marks around its values as they were; nil when the values have plain ones.
    static func peeled(_ text: ByteText) -> TextLayer? {
        guard
            text.firstIndex(of: "\u{2018}", in: text.head) ?? text.firstIndex(of: "\u{201C}", in: text.head)
                ?? text.firstIndex(of: "\u{201D}", in: text.head) ?? text.firstIndex(of: "\u{2019}", in: text.head)
                != nil
        else { return nil }
        var isWanted = false
        for index in text.head {
            if text[index] == 0x27 || text[index] == 0x22, opens(index, in: text) { return nil }
            if mark(at: index, in: text) != nil, opens(index, in: text) { isWanted = true }
        }
        guard isWanted else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            if let byte = mark(at: index, in: text), opens(index, in: text) || closes(index &+ 3, in: text) {
                bytes.append(byte)
                index &+= 3
            } else {
                bytes.append(text[index])
                index &+= 1
            }
        }
        return TextLayer(
            bytes,
            note: "The quotation marks were typographic; those around values were read as plain ones."
        )
    }

    private static func mark(at index: Int, in text: ByteText) -> UInt8? {
        guard text[index] == 0xE2 else { return nil }
        return quotes.first { text.has($0.mark, at: index, before: text.count) }?.byte
    }

    /// Whether a value can begin there.
    private static func opens(_ index: Int, in text: ByteText) -> Bool {
        var before = index &- 1
        while text[before] == 0x20 || text[before] == 0x09 { before &-= 1 }
        switch text[before] {
        case UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "{"), UInt8(ascii: "["),
            UInt8(ascii: "("):
            return true
        case 0x0A, 0: return true
        default:
            // Not `0x7f8a10’s`, as people write.
            let isGenitive = text.has("s ", at: index &+ 3, before: text.count)
            return !isGenitive && isAddress(endingAt: before, in: text)
        }
    }

    /// Whether an address ends there, behind which logs of constraints have the text of a view, or what a constraint is called.
    private static func isAddress(endingAt end: Int, in text: ByteText) -> Bool {
        var start = end
        while end &- start < 16, text[start].hexValue != nil { start &-= 1 }
        return start < end && text[start] == UInt8(ascii: "x") && text[start &- 1] == UInt8(ascii: "0")
    }

    /// Whether what follows a value stands there.
    private static func closes(_ index: Int, in text: ByteText) -> Bool {
        let byte = text[index]
        // `‘Late’.width`, as logs of constraints have it.
        if byte == UInt8(ascii: "."), text[index &+ 1].isLetter { return true }
        return byte == 0 || byte.isSpace || ";,>/)]}:".utf8.contains(byte)
    }
}
