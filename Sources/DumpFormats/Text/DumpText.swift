import PastedText

/// A document that stands in a text: by itself, among prose and logs, or inside a string, as answers of servers and
/// debuggers carry it.
struct CarriedText: Sendable {
    /// The text that holds the document, without the escapes of what carried it.
    let text: ByteText
    /// Where one of its signs stands.
    let start: Int
    /// What was undone, in a sentence; nil when nothing was.
    let note: String?

    /// Whether the bytes are UTF-8 whatever the document says of itself.
    var isDecoded: Bool { note != nil }
}

extension DumpInput {
    private static var window: Int { 65_536 }

    /// The document that begins with one of some signs, looked for in the beginning of the text; nil without any.
    func carried(_ signs: [StaticString]) -> CarriedText? {
        if let start = Self.first(signs, in: text) {
            // The declaration of XML may stand on a line of its own.
            let head = text.lastIndex(of: "\"<?xml", in: max(0, start &- 512)..<start)
            let literal =
                StringLiteral(around: start, in: text) ?? head.flatMap { StringLiteral(around: $0 &+ 1, in: text) }
            if let literal, let inner = Self.first(signs, in: literal.text),
                Self.isDocument(literal.text, before: inner)
            {
                return CarriedText(
                    text: literal.text,
                    start: inner,
                    note: "The dump is inside a string"
                        + (literal.end == nil ? " that is not closed" : "")
                        + "; line numbers are those of the string without its escapes."
                )
            }
            return CarriedText(text: text, start: start, note: nil)
        }
        return nil
    }

    private static func first(_ signs: [StaticString], in text: ByteText) -> Int? {
        let head = 0..<min(window, text.count)
        return signs.compactMap { text.firstIndex(of: $0, in: head) }.min()
    }

    /// Whether a string holds a document and not only a word of one: markup begins with a tag, text has lines.
    private static func isDocument(_ text: ByteText, before sign: Int) -> Bool {
        let first = text[text.skippingSpace(from: 0, before: text.count)]
        if text[sign] == UInt8(ascii: "<") {
            return first == UInt8(ascii: "<") && text.firstIndex(of: ">", in: sign..<text.count) != nil
        }
        return text.bytes.contains(0x0A)
    }
}
