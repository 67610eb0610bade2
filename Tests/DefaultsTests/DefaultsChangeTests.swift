import Defaults
import Foundation
import PropertyList
import Testing

@Suite("What counts as a change")
struct DefaultsChangeTests {
    @Test(
        "values of other types or bits are other values",
        arguments: [
            (.bool(true), .integer(1)), (.integer(1), .real(1)), (.real(0), .real(-0.0)),
            (.integer(.max), .unsigned(UInt64(Int64.max))), (.string("1"), .integer(1)),
            (.string("\u{E9}"), .string("e\u{301}")), (.string("a"), .data(Data("a".utf8))),
            (.array([]), .dictionary([:])), (.array([.integer(1)]), .array([.integer(1), .integer(1)])),
            (.dictionary(["a": .bool(true)]), .dictionary(["a": .integer(1)])),
            (.dictionary(["a": .bool(true)]), .dictionary(["b": .bool(true)])),
            (.dictionary(["\u{E9}": .bool(true)]), .dictionary(["e\u{301}": .bool(true)])),
            (
                .date(Date(timeIntervalSinceReferenceDate: 1)),
                .date(Date(timeIntervalSinceReferenceDate: 1.000_000_1))
            ),
        ] as [(PropertyListValue, PropertyListValue)]
    )
    func differences(before: PropertyListValue, after: PropertyListValue) {
        #expect(!before.isIdentical(to: after))
        #expect(DefaultsChange.between(["k": before], and: ["k": after]).count == 1)
    }

    @Test(
        "the same bits are the same value",
        arguments: [
            .real(.nan), .real(-0.0), .unsigned(.max), .array([.real(.nan), .dictionary(["a": .data(Data([0]))])]),
            .date(.distantPast), .string("e\u{301}"),
        ] as [PropertyListValue]
    )
    func identity(value: PropertyListValue) {
        #expect(value.isIdentical(to: value))
        #expect(DefaultsChange.between(["k": value], and: ["k": value]).isEmpty)
    }

    @Test("added, changed and removed keys come sorted")
    func kinds() {
        let changes = DefaultsChange.between(
            ["same": .bool(true), "gone": .integer(1), "other": .integer(1)],
            and: ["same": .bool(true), "added": .string("x"), "other": .integer(2)]
        )
        #expect(
            changes == [
                DefaultsChange(key: "added", before: nil, after: .string("x")),
                DefaultsChange(key: "gone", before: .integer(1), after: nil),
                DefaultsChange(key: "other", before: .integer(1), after: .integer(2)),
            ]
        )
    }
}
