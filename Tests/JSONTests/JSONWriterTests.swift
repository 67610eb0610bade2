import JSON
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
    private func text(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        body(&writer)
        return String(decoding: writer.finish(), as: UTF8.self)
    }

    @Test("commas stand between values and members, and nowhere else")
    func commas() {
        let written = text {
            $0.beginObject()
            $0.key("a")
            $0.beginArray()
            $0.integer(1)
            $0.beginArray()
            $0.endArray()
            $0.beginObject()
            $0.endObject()
            $0.null()
            $0.endArray()
            $0.key("b")
            $0.bool(true)
            $0.endObject()
        }
        #expect(written == #"{"a":[1,[],{},null],"b":true}"#)
    }

    @Test("what is left open is closed at the end")
    func closing() {
        let written = text {
            $0.beginObject()
            $0.key("a")
            $0.beginArray()
        }
        #expect(written == #"{"a":[]}"#)
    }

    @Test(
        "characters that JSON or a script cannot hold are escaped",
        arguments: [
            ("\"\\", #""\"\\""#), ("a\nb\r\tc", #""a\nb\r\tc""#),
            ("\0\u{1}\u{1F}\u{7F}", #""\u0000\u0001\u001f\u007f""#),
            ("</script>", #""\u003c/script>""#), ("\u{2028}x\u{2029}", #""\u2028x\u2029""#),
            ("\u{2027}\u{202A}", "\"\u{2027}\u{202A}\""),
            ("é😀", "\"é😀\""), ("", "\"\""), ("\"\u{301}", "\"\\\"\u{301}\""), ("â", "\"â\""),
        ]
    )
    func escapes(value: String, expected: String) {
        #expect(text { $0.string(value) } == expected)
    }

    @Test(
        "numbers are short, exact and valid",
        arguments: [
            (0, "0"), (-0.0, "-0.0"), (1, "1"), (-12, "-12"), (0.1, "0.1"), (0.1 + 0.2, "0.30000000000000004"),
            (320, "320"), (1e16, "1e+16"), (9_007_199_254_740_992, "9007199254740992"),
            (.leastNonzeroMagnitude, "5e-324"),
            (1.7976931348623157e308, "1.7976931348623157e+308"), (.nan, "null"), (.infinity, "null"),
        ] as [(Double, String)]
    )
    func numbers(value: Double, expected: String) {
        #expect(text { $0.number(value) } == expected)
    }

    @Test("whole numbers beyond 2^53 keep every digit")
    func integers() {
        #expect(text { $0.integer(Int64.min) } == "-9223372036854775808")
        #expect(text { $0.integer(UInt64.max) } == "18446744073709551615")
    }

    @Test("nothing is written as null")
    func optionals() {
        let written = text {
            $0.beginArray()
            $0.string(nil)
            $0.number(nil)
            $0.bool(nil)
            $0.integer(Int?.none)
        }
        #expect(written == "[null,null,null,null]")
    }

    @Test("random doubles read back as the same bits")
    func doublesRoundTrip() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let value = Double(bitPattern: generator.next())
            guard value.isFinite else { continue }
            let read = try JSONValue(parsing: Array(text { $0.number(value) }.utf8))
            #expect(read.doubleValue?.bitPattern == value.bitPattern)
        }
    }

    @Test("strings of every kind of scalar read back")
    func stringsRoundTrip() throws {
        let codes = Array(1...0x3000 as ClosedRange<UInt32>) + stride(from: 0x3001, through: 0x10FFFF, by: 97)
        let scalars = codes.compactMap { Unicode.Scalar($0) }
        var chunk = String.UnicodeScalarView()
        for scalar in scalars {
            chunk.append(scalar)
            guard chunk.count == 500 else { continue }
            let written = text { $0.string(String(chunk)) }
            let read = try JSONValue(parsing: Array(written.utf8)).stringValue
            #expect(read.map { Array($0.unicodeScalars) } == Array(chunk))
            chunk = .init()
        }
    }
}
