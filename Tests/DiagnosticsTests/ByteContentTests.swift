import Testing

@testable import Diagnostics

@Suite("What bytes are")
struct ByteContentTests {
    @Test(
        "the fingerprint is FNV-1a",
        arguments: [("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8")]
    )
    func hash(text: String, digits: String) {
        #expect(ContentHash(text.utf8).text == digits)
        var hash = ContentHash(text.utf8.prefix(2))
        hash.combine(text.utf8.dropFirst(2))
        #expect(hash == ContentHash(text.utf8))
        #expect(hash.text.utf8.count == ContentHash.textLength)
        #expect(hash.shortText.utf8.count == ContentHash.shortTextLength)
    }

    @Test("the short form folds both halves")
    func short() {
        #expect(ContentHash("a".utf8).shortText == "296230c0")
    }

    @Test("pictures are known by their signatures, whole")
    func pictures() {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        #expect(PictureFormat(detectedIn: png + [0]) == .png)
        #expect(PictureFormat(detectedIn: Array(png.dropLast())) == nil)
        #expect(PictureFormat(detectedIn: [0xFF, 0xD8, 0xFF, 0xE0]) == .jpeg)
        #expect(PictureFormat(detectedIn: [0xFF, 0xD8]) == nil && PictureFormat(detectedIn: []) == nil)
        #expect(PictureFormat.png.mediaType == "image/png" && PictureFormat.jpeg.mediaType == "image/jpeg")
    }
}
