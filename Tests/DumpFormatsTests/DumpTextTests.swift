@testable import DumpFormats
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
