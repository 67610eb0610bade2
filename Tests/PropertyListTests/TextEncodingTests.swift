import PropertyList
import Testing

@Suite("Byte-order marks")
struct TextEncodingTests {
    private static let text = "é = \u{1F600};"

    private static func bytes(_ mark: [UInt8], _ units: some Sequence<UInt32>, width: Int, big: Bool) -> [UInt8] {
        mark
            + units.flatMap { unit in
                let bytes = (0..<width).map { UInt8(truncatingIfNeeded: unit >> UInt32(8 * $0)) }
                return big ? bytes.reversed() : bytes
            }
    }

    @Test(
        "a text is the same whatever its mark says of its encoding",
        arguments: [
            (TextEncoding.utf8, [0xEF, 0xBB, 0xBF] + Array(text.utf8)),
            (.utf16(isBigEndian: false), bytes([0xFF, 0xFE], text.utf16.map(UInt32.init), width: 2, big: false)),
            (.utf16(isBigEndian: true), bytes([0xFE, 0xFF], text.utf16.map(UInt32.init), width: 2, big: true)),
            (
                .utf32(isBigEndian: false),
                bytes([0xFF, 0xFE, 0, 0], text.unicodeScalars.map(\.value), width: 4, big: false)
            ),
            (
                .utf32(isBigEndian: true),
                bytes([0, 0, 0xFE, 0xFF], text.unicodeScalars.map(\.value), width: 4, big: true)
            ),
        ]
    )
    func marks(encoding: TextEncoding, bytes: [UInt8]) {
        #expect(TextEncoding(markOf: bytes) == encoding)
        #expect(TextEncoding.utf8(of: bytes) == Array(Self.text.utf8))
    }

    @Test("bytes without a mark stay as they are", arguments: [[], [0xEF], [0xFF], [0x61, 0, 0x62, 0], [0xC3, 0x28]])
    func unmarked(bytes: [UInt8]) {
        #expect(TextEncoding(markOf: bytes) == nil && TextEncoding.utf8(of: bytes) == bytes)
    }

    @Test("a mark alone is an empty text, and part of a unit at the end is left out")
    func ends() {
        #expect(TextEncoding.utf8(of: [0xFF, 0xFE]).isEmpty && TextEncoding.utf8(of: [0xFE, 0xFF, 0]).isEmpty)
        #expect(TextEncoding.utf8(of: [0xFE, 0xFF, 0, 0x61, 0]) == [0x61])
        #expect(TextEncoding.utf8(of: [0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0, 1]) == [0x61])
        #expect(TextEncoding.utf8(of: [0xFE, 0xFF, 0xD8, 0x3D]) == Array("\u{FFFD}".utf8))
    }
}
