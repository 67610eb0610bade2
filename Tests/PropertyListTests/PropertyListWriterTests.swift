import Foundation
import PropertyList
import Testing

@Suite("Writing property lists")
struct PropertyListWriterTests {
    static let everything = PropertyListValue.dictionary([
        "true": .bool(true), "false": .bool(false), "one": .integer(1), "real one": .real(1), "zero": .real(-0.0),
        "min": .integer(.min), "max": .integer(.max), "unsigned": .unsigned(.max), "byte": .integer(255),
        "short": .integer(256), "int": .integer(70_000), "long": .integer(5_000_000_000), "minus": .integer(-1),
        "tiny": .real(.leastNonzeroMagnitude), "huge": .real(.greatestFiniteMagnitude), "tenth": .real(0.1),
        "nan": .real(.nan),
        "infinity": .real(.infinity), "-infinity": .real(-.infinity), "empty": .string(""), "text": .string("a"),
        "unicode": .string("é😀"), "markup": .string("<&>\"'\r\n\t]]>"), "control": .string("\u{0}\u{1}\u{C}"),
        "decomposed": .string("e\u{301}"), "composed": .string("\u{E9}"),
        "date": .date(Date(timeIntervalSince1970: 1_767_323_045)), "distantPast": .date(.distantPast),
        "distantFuture": .date(.distantFuture), "data": .data(Data(0...255)), "no data": .data(Data()),
        "list": .array([.string("a"), .string("a"), .array([]), .dictionary([:]), .array([.array([.bool(true)])])]),
        "long list": .array((0..<300).map { .integer($0) }), "a.b c/d": .dictionary(["": .real(2)]),
        "long text": .string(String(repeating: "x", count: 70_000)),
    ])

    @Test("XML read back is the same value of the same type")
    func xmlRoundTrip() throws {
        let bytes = try PropertyListWriter.xml(Self.everything)
        #expect(try PropertyListReader.read(bytes).isIdentical(to: Self.everything))
    }

    @Test("binary read back is the same value of the same type")
    func binaryRoundTrip() throws {
        let bytes = try PropertyListWriter.binary(Self.everything)
        #expect(try PropertyListReader.read(bytes).isIdentical(to: Self.everything))
    }

    @Test("Foundation reads both forms as the same objects")
    func foundationAgrees() throws {
        let forms = [try PropertyListWriter.xml(Self.everything), try PropertyListWriter.binary(Self.everything)]
        let objects = try forms.map { form -> NSDictionary in
            let parsed = try PropertyListSerialization.propertyList(from: Data(form), format: nil)
            // NaN differs from itself, so the comparison leaves it out.
            return NSDictionary(dictionary: try #require(parsed as? [String: Any]).filter { $0.key != "nan" })
        }
        #expect(objects.first?.count == Self.everything.dictionaryValue.map { $0.count - 1 })
        #expect(objects.first == objects.last)
    }

    @Test("a binary list that Foundation wrote reads the same")
    func foundationWrote() throws {
        let xml = try PropertyListWriter.xml(Self.everything)
        let object = try PropertyListSerialization.propertyList(from: Data(xml), format: nil)
        let data = try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
        #expect(try PropertyListReader.read([UInt8](data)).isIdentical(to: Self.everything))
    }

    @Test("a binary date keeps fractions of a second")
    func fractions() throws {
        let date = PropertyListValue.date(Date(timeIntervalSinceReferenceDate: 0.25))
        #expect(try PropertyListReader.read(PropertyListWriter.binary(date)) == date)
        let whole = PropertyListValue.date(Date(timeIntervalSinceReferenceDate: 0))
        #expect(try PropertyListReader.read(PropertyListWriter.xml(date)) == whole)
    }

    @Test("a whole real is written as Apple writes it, and stays a real")
    func wholeReal() throws {
        let text = String(decoding: try PropertyListWriter.xml(.array([.real(1), .integer(1)])), as: UTF8.self)
        #expect(
            text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
                <plist version="1.0">
                <array>
                \t<real>1</real>
                \t<integer>1</integer>
                </array>
                </plist>

                """
        )
    }

    @Test("equal values give equal bytes, keys in byte order")
    func deterministic() throws {
        let pairs = (0..<50).map { ("key\($0)", PropertyListValue.integer($0)) }
        let forward = PropertyListValue.dictionary(Dictionary(uniqueKeysWithValues: pairs))
        let backward = PropertyListValue.dictionary(Dictionary(uniqueKeysWithValues: pairs.reversed()))
        #expect(try PropertyListWriter.binary(forward) == PropertyListWriter.binary(backward))
        #expect(try PropertyListWriter.xml(forward) == PropertyListWriter.xml(backward))
    }

    @Test("text that appears twice is stored once")
    func sharedText() throws {
        let text = String(repeating: "x", count: 1000)
        let bytes = try PropertyListWriter.binary(.array([.string(text), .string(text)]))
        #expect(bytes.count < 1100)
    }

    @Test("a date that four digits cannot write is refused by both forms")
    func farDates() {
        for seconds in [1e300, -1e300, .nan, .infinity, 252_423_993_600, -63_145_526_401] {
            let date = PropertyListValue.date(Date(timeIntervalSinceReferenceDate: seconds))
            #expect(throws: PropertyListError.self) { try PropertyListWriter.xml(date) }
            #expect(throws: PropertyListError.self) { try PropertyListWriter.binary(date) }
        }
    }

    @Test(
        "dates are written in UTC by the proleptic calendar",
        arguments: [
            (-63_114_076_800.0, "0000-12-30T00:00:00Z"), (0, "2001-01-01T00:00:00Z"), (-1, "2000-12-31T23:59:59Z"),
            (99_705_600, "2004-02-29T00:00:00Z"), (252_423_993_599, "9999-12-31T23:59:59Z"),
            (-63_145_526_400, "0000-01-01T00:00:00Z"), (-3_187_296_000, "1900-01-01T00:00:00Z"),
        ]
    )
    func dates(seconds: Double, text: String) throws {
        let bytes = try PropertyListWriter.xml(.date(Date(timeIntervalSinceReferenceDate: seconds)))
        #expect(String(decoding: bytes, as: UTF8.self).contains("<date>\(text)</date>"))
    }
}
