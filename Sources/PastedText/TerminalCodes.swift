/// The codes that colour what a terminal shows (ECMA-48), as bytes and in the forms in which copies keep them.
enum TerminalCodes {
    /// How copies show the escape character.
    private static let introducers: [StaticString] = [
        "\u{1B}", "\u{241B}", "\\u001b", "\\u001B", "\\x1b", "\\x1B", "\\033", "\\e", "^[",
    ]

    /// The text without such codes; nil when there are none.
    static func peeled(_ text: ByteText) -> TextLayer? {
        // Where the escape character itself was lost, the code that ends a colour tells, if codes are around lines: inside of
        // one they may be what a view shows.
        let isBare =
            ["[0m", "[39m", "[22m"].contains { (sign: StaticString) in text.firstIndex(of: sign, in: text.head) != nil }
            && text.sampleLines().contains { codeEnd(in: text, text.trimmed($0.range).lowerBound, isBare: true) != nil }
        let isMarked = text.firstIndex(of: 0x1B) != nil
        guard isMarked || isBare else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            if let end = codeEnd(in: text, index, isBare: isBare) {
                index = end
            } else {
                bytes.append(text[index])
                index &+= 1
            }
        }
        guard bytes.count < text.count else { return nil }
        return TextLayer(bytes, note: "The text held the codes with which terminals colour it; cut.")
    }

    private static func codeEnd(in text: ByteText, _ index: Int, isBare: Bool) -> Int? {
        var start = index
        let first = text[index]
        guard first == 0x1B || isBare else { return nil }
        if first == 0x1B, text[index &+ 1] == UInt8(ascii: "]") { return commandEnd(in: text, index &+ 2) }
        if first == 0x1B || first == UInt8(ascii: "\\") || first == UInt8(ascii: "^") || first == 0xE2 {
            guard let introducer = introducers.first(where: { text.has($0, at: index, before: text.count) }) else {
                return nil
            }
            start &+= introducer.utf8CodeUnitCount
        }
        guard text[start] == UInt8(ascii: "[") else { return nil }
        var end = start &+ 1
        while end &- start < 24,
            text[end].isDigit || text[end] == UInt8(ascii: ";") || text[end] == UInt8(ascii: ":")
                || text[end] == UInt8(ascii: "?")
        { end &+= 1 }
        // Without the escape character only colours are surely none of the text.
        guard first == 0x1B ? text[end].isLetter : text[end] == UInt8(ascii: "m") else { return nil }
        return end &+ 1
    }

    /// Behind a command such as the address of a link, which a bell or ESC \ ends.
    private static func commandEnd(in text: ByteText, _ index: Int) -> Int {
        var end = index
        while end < min(text.count, index &+ 4_096), text[end] != 0x0A {
            if text[end] == 0x07 { return end &+ 1 }
            if text[end] == 0x1B { return text[end &+ 1] == UInt8(ascii: "\\") ? end &+ 2 : end }
            end &+= 1
        }
        return index
    }
}
