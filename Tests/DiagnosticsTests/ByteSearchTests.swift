import Testing

@testable import Diagnostics

@Suite("Looking for bytes in bytes")
struct ByteSearchTests {
    @Test("the first place is told, in an array, a slice, a text and what does not lie side by side")
    func firstPlaces() {
        let bytes = Array("one two one two".utf8)
        #expect(bytes.firstRange(ofBytes: "two") == 4..<7)
        #expect(bytes[5...].firstRange(ofBytes: "two") == 12..<15)
        #expect(bytes.reversed().reversed().firstRange(ofBytes: "one") == 0..<3)
        let text = "äöü: two"
        let range = text.utf8.firstRange(ofBytes: "two")
        #expect(range.map { String(text[$0]) } == "two")
        #expect(bytes.lazy.map { $0 ^ 0x20 }.firstRange(ofBytes: "TWO") != nil)
    }

    @Test("what is not there, is cut off, or is nothing has no place")
    func noPlaces() {
        let bytes = Array("one tw".utf8)
        #expect(bytes.firstRange(ofBytes: "two") == nil)
        #expect(bytes.firstRange(ofBytes: "") == nil)
        #expect(bytes[..<0].firstRange(ofBytes: "o") == nil)
        #expect(bytes[..<2].firstRange(ofBytes: "one") == nil)
    }
}
