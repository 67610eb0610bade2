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

@Suite("Letters that fonts lack")
struct LetterRangesTests {
    @Test(
        "ranges are read, sorted and joined; others are refused",
        arguments: [
            ("", true), ("0590-05FF,4E00-9FFF", true), ("1F600", true), ("5ff-590", false), ("x", false),
            ("1,,2", false),
            ("0-110000", false), ("1-2-3", false), ("-5", false), (String(repeating: "400,", count: 64) + "400", false),
        ]
    )
    func reading(text: String, isRead: Bool) {
        #expect((LetterRanges(hexadecimal: text) != nil) == isRead)
    }

    @Test("a text with one of them is noticed; what every machine has and what nobody sees is not")
    func texts() {
        let ranges = LetterRanges([0x4E00...0x9FFF, 0x0...0x5FF, 0x5000...0x5001, 0x200D...0xFE0F])
        #expect(ranges == LetterRanges([0x4E00...0x9FFF, 0x250...0x5FF, 0x200D...0xFE0F]))
        for text in ["a 漢", "שלום", "Привет"] { #expect(ranges.isMissing(in: text), "\(text)") }
        for text in ["", "Grüße", "a\u{200D}\u{FE0F}\u{3000}", "ก"] {
            #expect(!LetterRanges([0x200D...0x3000]).isMissing(in: text))
        }
    }

    @Test("what fontconfig lists is had, all else is missing")
    func fonts() {
        let missing = LetterRanges(fontconfig: ":charset=20-7e a0-17f 400-45f\n:charset=3b1-3c9 1f600\n").others
        for text in ["Привет", "αβγ", "😀", "abc"] { #expect(!missing.isMissing(in: text), "\(text)") }
        for text in ["漢字", "안녕", "😁", "שלום"] { #expect(missing.isMissing(in: text), "\(text)") }
        #expect(missing.others.others == missing && LetterRanges().others.isMissing(in: "ж"))
        #expect(!LetterRanges([0x250...0x10FFFF]).others.isMissing(in: "漢"))
    }
}
