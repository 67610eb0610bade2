import PastedText
import Testing

@Suite("Text decoding")
struct DecodedTextTests {
    private func text(_ bytes: [UInt8]) -> String {
        let text = PastedText(bytes).text
        return text.string(0..<text.count)
    }

    @Test("a UTF-8 byte-order mark is taken off")
    func mark() {
        #expect(text([0xEF, 0xBB, 0xBF, 0x61]) == "a")
    }

    @Test(
        "UTF-16 is read in both orders, with a mark and without",
        arguments: [
            [0xFF, 0xFE, 0x3C, 0x00, 0xE9, 0x00, 0x61, 0x00], [0xFE, 0xFF, 0x00, 0x3C, 0x00, 0xE9, 0x00, 0x61],
            [0x3C, 0x00, 0xE9, 0x00, 0x61, 0x00], [0x00, 0x3C, 0x00, 0xE9, 0x00, 0x61],
        ] as [[UInt8]]
    )
    func wide(bytes: [UInt8]) {
        #expect(text(bytes).unicodeScalars.first == "<")
        #expect(text(bytes).hasSuffix("a"))
        #expect(!PastedText(bytes).notes.isEmpty)
    }

    @Test("half a UTF-16 unit at the end is dropped")
    func oddLength() {
        #expect(text([0xFF, 0xFE, 0x61, 0x00, 0x62]) == "a")
    }

    @Test("NUL characters become spaces")
    func nul() {
        #expect(text([0x61, 0x62, 0x63, 0x00, 0x64]) == "abc d")
    }
}

@Suite("Lines")
struct LineCursorTests {
    @Test("lines are counted from 1 and end with LF, CR LF or CR")
    func lines() {
        var cursor = LineCursor(PastedText(Array("a\r\n\rbc\n\nd".utf8)).text)
        var lines: [TextLine] = []
        while let line = cursor.next() { lines.append(line) }
        #expect(lines.map(\.number) == [1, 2, 3, 4, 5])
        #expect(lines.map(\.range) == [0..<1, 2..<2, 3..<5, 6..<6, 7..<8])
    }
}
