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

@Suite("Comparing revisions and domains")
struct DefaultsComparisonTests {
    private let store = MemoryDefaultsStore()

    init() throws {
        try store.apply([.set(key: "a", value: .integer(1))], to: "d", source: .api)
        try store.apply([.set(key: "a", value: .real(1)), .set(key: "b", value: .bool(true))], to: "d", source: .api)
        try store.apply([.remove(key: "b")], to: "d", source: .api)
        try store.apply([.set(key: "a", value: .real(1))], to: "other", source: .api)
    }

    @Test("nothing named gives the latest change")
    func latest() throws {
        let comparison = try DefaultsComparison("d", from: nil, to: nil, in: store)
        #expect(comparison.changes == [DefaultsChange(key: "b", before: .bool(true), after: nil)])
        #expect(comparison.from.revision == 2 && comparison.to.revision == 3)
        #expect(try DefaultsComparison("none", from: nil, to: nil, in: store).changes.isEmpty)
    }

    @Test("two revisions are compared by type, in either direction")
    func revisions() throws {
        let forward = try DefaultsComparison("d", from: 1, to: "2", in: store)
        #expect(
            forward.changes == [
                DefaultsChange(key: "a", before: .integer(1), after: .real(1)),
                DefaultsChange(key: "b", before: nil, after: .bool(true)),
            ]
        )
        let back = try DefaultsComparison("d", from: 2, to: "1", in: store)
        #expect(back.changes.first == DefaultsChange(key: "a", before: .real(1), after: .integer(1)))
        #expect(try DefaultsComparison("d", from: 0, to: nil, in: store).changes.map(\.key) == ["a"])
    }

    @Test("another domain is compared as it is now")
    func domains() throws {
        #expect(try DefaultsComparison("d", from: nil, to: "other", in: store).changes.isEmpty)
        #expect(try DefaultsComparison("d", from: 1, to: "other", in: store).changes.count == 1)
        #expect(try DefaultsComparison("d", from: nil, to: "never", in: store).changes.map(\.key) == ["a"])
    }

    @Test("revisions that never were are unknown", arguments: [(9, nil), (nil, "9"), (nil, "-1")] as [(Int?, String?)])
    func unknown(from: Int?, to: String?) {
        let error = #expect(throws: DefaultsError.self) {
            try DefaultsComparison("d", from: from, to: to, in: store)
        }
        #expect(error?.code == .unknownRevision)
    }
}
