@testable import DumpFormats
import PastedText
import Testing

@Suite("Text decoding")
struct DumpTextTests {
    private func text(_ bytes: [UInt8]) -> String {
        let text = DumpText(bytes).text
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
        #expect(DumpText(bytes).note != nil)
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
        var cursor = LineCursor(ByteText(Array("a\r\n\rbc\n\nd".utf8)))
        var lines: [TextLine] = []
        while let line = cursor.next() { lines.append(line) }
        #expect(lines.map(\.number) == [1, 2, 3, 4, 5])
        #expect(lines.map(\.range) == [0..<1, 3..<3, 4..<6, 7..<7, 8..<9])
    }
}

@Suite("Lists of numbers")
struct NumberListTests {
    @Test(
        "every way of printing is read",
        arguments: [
            "(0 20; 320 460)", "{{0, 20}, {320, 460}}", "0,20,320,460", "[0, 20, 320, 4.6e2]",
            "(0.000000, 20, 320, 460)",
        ]
    )
    func forms(text: String) {
        #expect(NumberList.parse(text, count: 4) == [0, 20, 320, 460])
    }

    @Test(
        "anything else is no list",
        arguments: ["(0 20; 320)", "(0 20; 320 460 1)", "(0 x; 320 460)", "", "(0 2 0; )"]
    )
    func misfits(text: String) {
        #expect(NumberList.parse(text, count: 4) == nil)
    }

    @Test("infinities and tiny numbers are numbers")
    func special() {
        #expect(NumberList.parse("{-inf, 1e-05}", count: 2) == [-.infinity, 1e-05])
    }
}

@Suite("Escapes in texts")
struct TextEscapesTests {
    @Test("escaped characters are read, pairs of surrogates as one")
    func escapes() {
        #expect(TextEscapes.decoded(#"\u624b\u673A! \ud83d\udc4b"#) == "手机! 👋")
    }

    @Test(
        "what is no whole escape stays",
        arguments: [#"\u62"#, #"a\nb"#, #"\ud83d alone"#, #"\u0000"#, #"\"#, #"C:\users"#]
    )
    func others(text: String) {
        #expect(TextEscapes.decoded(text) == text)
    }
}
