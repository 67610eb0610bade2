import Foundation
import PropertyList
import Testing

@Suite("Property-list values")
struct PropertyListValueTests {
    @Test("accessors are strict about types")
    func accessors() {
        #expect(PropertyListValue.bool(true).boolValue == true)
        #expect(PropertyListValue.integer(1).boolValue == nil)
        #expect(PropertyListValue.bool(true).numberValue == nil)
        #expect(PropertyListValue.integer(3).numberValue == 3)
        #expect(PropertyListValue.unsigned(.max).numberValue == 1.8446744073709552e19)
        #expect(PropertyListValue.real(3).integerValue == nil)
        #expect(PropertyListValue.string("3").numberValue == nil)
        #expect(PropertyListValue.dictionary(["a": .bool(true)])["a"] == .bool(true))
        #expect(PropertyListValue.array([])["a"] == nil)
        #expect(PropertyListValue.unsignedInteger(5) == .integer(5))
        #expect(PropertyListValue.unsignedInteger(.max) == .unsigned(.max))
    }

    @Test("types have the names that the API uses")
    func typeNames() {
        let values: [PropertyListValue] = [
            .bool(true), .integer(1), .unsigned(.max), .real(1), .string(""), .date(Date()), .data(Data()), .array([]),
            .dictionary([:]),
        ]
        #expect(
            values.map(\.typeName) == [
                "boolean", "integer", "integer", "real", "string", "date", "data", "array", "dictionary",
            ]
        )
    }

    @Test(
        "booleans are coerced as UserDefaults does",
        arguments: [
            (.string("YES"), true), (.string("no"), false), (.string("true"), true), (.string(" +007"), true),
            (.string("-0"), false), (.string("foo"), false), (.string(""), false), (.string("tango"), true),
            (.integer(2), true), (.integer(0), false), (.real(0.5), true), (.real(.nan), true), (.array([]), false),
            (.unsigned(.max), true), (.date(Date()), false),
        ] as [(PropertyListValue, Bool)]
    )
    func coercedBool(value: PropertyListValue, expected: Bool) {
        #expect(value.coercedBool == expected)
    }

    @Test(
        "integers are coerced as UserDefaults does",
        arguments: [
            (.string("3"), 3), (.string(" -12abc"), -12), (.string("3.9"), 3), (.string("abc"), 0), (.string("+7"), 7),
            (.string("99999999999999999999"), .max), (.string("-99999999999999999999"), .min), (.real(-3.9), -3),
            (.real(1e300), .max), (.real(-1e300), .min), (.real(.nan), 0), (.unsigned(.max), .max), (.bool(true), 1),
            (.data(Data()), 0),
        ] as [(PropertyListValue, Int64)]
    )
    func coercedInteger(value: PropertyListValue, expected: Int64) {
        #expect(value.coercedInteger == expected)
    }

    @Test(
        "reals are coerced as UserDefaults does",
        arguments: [
            (.string("3.5"), 3.5), (.string(" -1e3x"), -1000), (.string("1e"), 1), (.string("1e+"), 1),
            (.string("."), 0), (.string("1.2.3"), 1.2), (.string("nan"), 0), (.integer(2), 2), (.bool(true), 1),
            (.string("5-3"), 5),
        ] as [(PropertyListValue, Double)]
    )
    func coercedDouble(value: PropertyListValue, expected: Double) {
        #expect(value.coercedDouble == expected)
    }

    @Test(
        "numbers are coerced to their digits",
        arguments: [
            (.integer(-3), "-3"), (.real(1), "1"), (.real(0.1), "0.1"), (.bool(true), "1"), (.bool(false), "0"),
            (.unsigned(.max), "18446744073709551615"), (.string("x"), "x"), (.array([]), nil),
        ] as [(PropertyListValue, String?)]
    )
    func coercedString(value: PropertyListValue, expected: String?) {
        #expect(value.coercedString == expected)
    }

    @Test("an array of text is one only when all of it is text")
    func coercedStringArray() {
        #expect(PropertyListValue.array([.string("a")]).coercedStringArray == ["a"])
        #expect(PropertyListValue.array([.string("a"), .integer(1)]).coercedStringArray == nil)
        #expect(PropertyListValue.string("a").coercedStringArray == nil)
    }

    @Test(
        "text is a number only when all of it is one",
        arguments: [
            (.string("2"), 2), (.string(" 2.5 "), 2.5), (.string("2x"), nil), (.string("0x10"), nil),
            (.string("nan"), nil), (.string(""), nil), (.integer(2), 2), (.real(2), 2), (.bool(true), nil),
        ] as [(PropertyListValue, Double?)]
    )
    func looseNumber(value: PropertyListValue, expected: Double?) {
        #expect(value.looseNumber == expected)
    }

    @Test("equality is typed")
    func equality() {
        #expect(PropertyListValue.bool(true) != .integer(1))
        #expect(PropertyListValue.integer(1) != .real(1))
    }

    @Test("identity takes NaN for NaN and tells normalisations apart")
    func identity() {
        #expect(PropertyListValue.real(.nan).isIdentical(to: .real(.nan)))
        #expect(!PropertyListValue.real(0).isIdentical(to: .real(-0.0)))
        #expect(!PropertyListValue.integer(1).isIdentical(to: .real(1)))
        #expect(!PropertyListValue.string("\u{E9}").isIdentical(to: .string("e\u{301}")))
        let deep = PropertyListValue.dictionary(["a": .array([.real(.nan), .bool(true)])])
        #expect(deep.isIdentical(to: deep))
        #expect(!deep.isIdentical(to: .dictionary(["a": .array([.real(.nan), .integer(1)])])))
        #expect(!deep.isIdentical(to: .dictionary(["b": .array([.real(.nan), .bool(true)])])))
    }
}
