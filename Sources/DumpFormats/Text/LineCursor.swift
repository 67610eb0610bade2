/// Goes through the lines of a text, which end with LF, CR LF or CR. Keep a copy to come back to a place.
struct LineCursor: Sendable {
    private let text: ByteText
    private(set) var offset = 0
    private(set) var number = 0

    init(_ text: ByteText) { self.text = text }

    /// The next line, or nil at the end.
    mutating func next() -> TextLine? {
        guard offset < text.count else { return nil }
        let start = offset
        var end = start
        while end < text.count, text[end] != 0x0A, text[end] != 0x0D { end &+= 1 }
        offset = end &+ (text[end] == 0x0D && text[end &+ 1] == 0x0A ? 2 : 1)
        number &+= 1
        return TextLine(number: number, range: start..<end)
    }
}
