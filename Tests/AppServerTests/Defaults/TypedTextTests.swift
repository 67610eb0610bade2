import Foundation
import PropertyList
import Testing

@testable import AppServer

@Suite("Typed text")
struct TypedTextTests {
    @Test(
        "what is shown reads back as the same value",
        arguments: [
            .bool(true), .integer(.min), .unsigned(.max), .real(0.1), .real(-.infinity), .string("a\nb “c”"),
            .date(Date(timeIntervalSinceReferenceDate: 12.125)), .data(Data(0...255)), .array([.real(1), .integer(1)]),
            .dictionary(["$key": .data(Data([1])), "": .array([])]),
        ] as [PropertyListValue]
    )
    func roundTrip(_ value: PropertyListValue) throws {
        for encoding in TypedText.Encoding.allCases {
            let text = TypedText.text(of: value, encoding: encoding)
            let read = try TypedText.value(text, as: ValueKind(of: value), encoding: encoding)
            #expect(read.isIdentical(to: value), "\(text)")
        }
    }

    @Test(
        "what is no value of its type is refused",
        arguments: [
            (ValueKind.integer, "1.5"), (.integer, ""), (.integer, "99999999999999999999"), (.real, "0x1p3x"),
            (.boolean, "maybe"), (.date, "yesterday"), (.data, "abc"), (.data, "zz"), (.array, "{}"), (.array, "1"),
            (.dictionary, "[1"), (.dictionary, ""),
        ]
    )
    func refusal(_ kind: ValueKind, _ text: String) {
        #expect(throws: TypedTextError.self) { try TypedText.value(text, as: kind) }
    }

    @Test("an error in JSON names its line and column, one in XML its line")
    func places() {
        #expect { try TypedText.value("{\n  \"a\": oops}", as: .dictionary) } throws: { error in
            (error as? TypedTextError).map { [$0.line, $0.column] } == [2, 8]
        }
        #expect { try TypedText.value("<plist>\n<dict>\n<key>a</dict></plist>", as: .dictionary) } throws: { error in
            (error as? TypedTextError)?.line != nil
        }
    }

    @Test("a dictionary can be given as XML, in the old syntax or as JSON")
    func syntaxes() throws {
        let wanted = PropertyListValue.dictionary(["a": .string("b")])
        for text in ["{a = b;}", "{\"a\":\"b\"}", "<plist><dict><key>a</key><string>b</string></dict></plist>"] {
            #expect(try TypedText.value(text, as: .dictionary) == wanted)
        }
    }

    @Test("a day, a minute and an instant with a zone are dates; without a zone it is UTC")
    func dates() throws {
        for text in ["2026-01-02", "2026-01-02 00:00", "2026-01-02T00:00:00", "2026-01-02T01:00:00+01:00"] {
            #expect(try TypedText.value(text, as: .date) == TypedText.value("2026-01-02T00:00:00Z", as: .date))
        }
    }

    @Test("another type takes over what UserDefaults would make of the value")
    func conversion() {
        #expect(ValueKind.boolean.value(from: .string("YES")) == .bool(true))
        #expect(ValueKind.integer.value(from: .real(2.9)) == .integer(2))
        #expect(ValueKind.string.value(from: .integer(3)) == .string("3"))
        #expect(ValueKind.array.value(from: .string("[1]")) == .array([.integer(1)]))
        #expect(ValueKind.array.value(from: .string("x")) == .array([.string("x")]))
    }
}

@Suite("Argument text")
struct ArgumentTextTests {
    @Test(
        "a line splits as in a shell",
        arguments: [
            ("-a 1  -b", ["-a", "1", "-b"]), ("-a 'one two'", ["-a", "one two"]), ("-a \"x 'y'\"", ["-a", "x 'y'"]),
            (#"-a one\ two"#, ["-a", "one two"]), ("-a ''", ["-a", ""]), ("", []), ("-a \"open", ["-a", "open"]),
            ("'(a, b)'", ["(a, b)"]),
        ]
    )
    func splits(_ line: String, _ arguments: [String]) {
        #expect(ArgumentText.split(line) == arguments)
    }
}
