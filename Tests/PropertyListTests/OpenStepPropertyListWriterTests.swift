import Foundation
import PropertyList
import Testing

@Suite("Old-style text")
struct OpenStepPropertyListWriterTests {
    private func text(_ value: PropertyListValue) throws -> String {
        String(decoding: try PropertyListWriter.openStep(value), as: UTF8.self)
    }

    @Test("containers are laid out as NSDictionary describes itself")
    func layout() throws {
        let value = PropertyListValue.dictionary([
            "AppleLanguages": .array([.string("en-US"), .string("de")]),
            "flag": .bool(true), "empty": .array([]), "none": .dictionary([:]),
            "nested": .dictionary(["list": .array([.dictionary(["a": .integer(1)]), .array([.integer(2)])])]),
            "a key": .string("plain"),
        ])
        #expect(
            try text(value) == """
                {
                    AppleLanguages =     (
                        "en-US",
                        de
                    );
                    "a key" = plain;
                    empty =     (
                    );
                    flag = 1;
                    nested =     {
                        list =         (
                            {
                                a = 1;
                            },
                            (
                                2
                            )
                        );
                    };
                    none =     {
                    };
                }
                """
        )
    }

    @Test(
        "text has quotation marks unless it is all ASCII letters and digits",
        arguments: [
            ("abc", "abc"), ("2", "2"), ("", "\"\""), ("en_US", "\"en_US\""), ("a.b", "\"a.b\""),
            ("a b", "\"a b\""), ("-1", "\"-1\""), ("say \"hi\"", #""say \"hi\"""#), ("a\\b", #""a\\b""#),
            ("a\nb\tc", #""a\nb\tc""#), ("\u{7}\u{8}\u{B}\u{C}\r", #""\a\b\v\f\r""#), ("\u{0}\u{1B}", #""\000\033""#),
            ("é", #""\U00e9""#), ("😀", #""\Ud83d\Ude00""#),
        ]
    )
    func quoting(value: String, expected: String) throws {
        #expect(try text(.string(value)) == expected)
    }

    @Test("numbers, dates and data have their forms")
    func scalars() throws {
        #expect(try text(.bool(false)) == "0")
        #expect(try text(.integer(-3)) == "\"-3\"")
        #expect(try text(.unsigned(.max)) == "18446744073709551615")
        #expect(try text(.real(0.5)) == "\"0.5\"")
        #expect(try text(.real(36)) == "36")
        #expect(try text(.data(Data([0x0F, 0xBD, 0x77, 0x01, 0xAB]))) == "<0fbd7701 ab>")
        #expect(try text(.data(Data())) == "<>")
        #expect(try text(.date(Date(timeIntervalSinceReferenceDate: -1))) == "\"2000-12-31 23:59:59 +0000\"")
    }

    @Test("what is written can be read back, with text in the place of other types")
    func roundTrip() throws {
        let value = PropertyListValue.dictionary([
            "ctl\u{1}\n": .string("Zoë \"quoted\" \\ 😀"), "list": .array([.string(""), .data(Data([1, 2, 3, 4, 5]))]),
            "dict": .dictionary(["x": .dictionary([:])]),
        ])
        #expect(try PropertyListReader.read(PropertyListWriter.openStep(value)).isIdentical(to: value))
        let number = try PropertyListReader.read(PropertyListWriter.openStep(.array([.integer(7), .bool(true)])))
        #expect(number == .array([.string("7"), .string("1")]))
    }

    @Test("a value nested without end is written without recursion")
    func depth() throws {
        let value = (0..<2_000).reduce(PropertyListValue.integer(1)) { value, _ in .array([value]) }
        #expect(try text(value).hasPrefix("(\n    (\n"))
    }

    @Test("a value alone is shown as it is")
    func display() {
        #expect(PropertyListValue.string("a b").displayText == "a b")
        #expect(PropertyListValue.real(0.5).displayText == "0.5")
        #expect(
            PropertyListValue.date(Date(timeIntervalSinceReferenceDate: 0)).displayText == "2001-01-01 00:00:00 +0000"
        )
        #expect(PropertyListValue.date(.distantFuture).displayText == "4001-01-01 00:00:00 +0000")
        #expect(PropertyListValue.date(Date(timeIntervalSinceReferenceDate: 1e15)).displayText == nil)
        #expect(PropertyListValue.array([.string("a b")]).displayText == "(\n    \"a b\"\n)")
    }
}
