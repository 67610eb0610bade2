import Defaults
import Foundation
import PropertyList
import Testing

@Suite("The getters of UserDefaults")
struct TypedGetterTests {
    @Test("what is absent is 0, false or nil", arguments: TypedGetter.allCases)
    func absent(getter: TypedGetter) {
        let expected: PropertyListValue? =
            switch getter {
            case .bool: .bool(false)
            case .integer: .integer(0)
            case .float, .double: .real(0)
            default: nil
            }
        #expect(getter.value(of: nil) == expected)
        #expect(TypedGetter.bool.value(of: .array([.bool(true)])) == .bool(false))
    }

    @Test(
        "numbers and text are converted",
        arguments: [
            (.bool, .string("YES"), .bool(true)), (.bool, .string("true"), .bool(true)),
            (.bool, .string("1"), .bool(true)), (.bool, .string("on"), .bool(false)),
            (.bool, .real(0.1), .bool(true)), (.bool, .integer(0), .bool(false)),
            (.integer, .string("3 apples"), .integer(3)), (.integer, .real(-2.9), .integer(-2)),
            (.integer, .bool(true), .integer(1)), (.integer, .real(1e300), .integer(.max)),
            (.double, .string("1.5x"), .real(1.5)), (.double, .integer(2), .real(2)),
            (.float, .real(0.1), .real(0.10000000149011612)), (.float, .real(1e300), .real(.infinity)),
            (.string, .integer(3), .string("3")), (.string, .real(0.5), .string("0.5")),
            (.string, .bool(true), .string("1")), (.object, .bool(true), .bool(true)),
        ] as [(TypedGetter, PropertyListValue, PropertyListValue)]
    )
    func conversions(getter: TypedGetter, value: PropertyListValue, expected: PropertyListValue) {
        #expect(getter.value(of: value) == expected)
    }

    @Test("the other getters give nothing but their own type")
    func exact() {
        let texts = PropertyListValue.array([.string("a"), .string("b")])
        #expect(TypedGetter.stringArray.value(of: texts) == texts)
        #expect(TypedGetter.stringArray.value(of: .array([.string("a"), .integer(1)])) == nil)
        #expect(TypedGetter.array.value(of: texts) == texts)
        #expect(TypedGetter.array.value(of: .dictionary([:])) == nil)
        #expect(TypedGetter.dictionary.value(of: .dictionary([:])) == .dictionary([:]))
        #expect(TypedGetter.data.value(of: .string("x")) == nil)
        #expect(TypedGetter.data.value(of: .data(Data([1]))) == .data(Data([1])))
        let date = PropertyListValue.date(Date(timeIntervalSinceReferenceDate: 1))
        #expect(TypedGetter.date.value(of: date) == date)
        #expect(TypedGetter.date.value(of: .string("2026-01-02")) == nil)
        #expect(TypedGetter.string.value(of: date) == nil)
    }

    @Test(
        "text is the path of a file, whatever it looks like",
        arguments: [
            ("/tmp/a b.txt", "file:///tmp/a%20b.txt"), ("~/x", "file:///~/x"),
            ("https://example.com/x", "file:///https://example.com/x"),
        ]
    )
    func paths(path: String, expected: String) {
        #expect(TypedGetter.url.value(of: .string(path)) == .string(expected))
    }

    /// The archive that `set(_: URL, forKey:)` stores, reduced to what counts.
    private func archive(relative: String, base: String?) throws -> Data {
        func reference(_ index: Int64) -> PropertyListValue { .dictionary(["CF$UID": .integer(index)]) }
        var objects: [PropertyListValue] = [
            .string("$null"),
            .dictionary(["NS.relative": reference(2), "NS.base": reference(base == nil ? 0 : 3)]),
            .string(relative),
        ]
        if let base {
            objects += [.dictionary(["NS.relative": reference(4), "NS.base": reference(0)]), .string(base)]
        }
        let archive = PropertyListValue.dictionary([
            "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000),
            "$top": .dictionary(["root": reference(1)]), "$objects": .array(objects),
        ])
        return Data(try PropertyListWriter.binary(archive))
    }

    @Test("data is an archived URL")
    func archived() throws {
        let plain = try archive(relative: "https://example.com/a?b=c", base: nil)
        #expect(TypedGetter.url.value(of: .data(plain)) == .string("https://example.com/a?b=c"))
        let relative = try archive(relative: "sub/page", base: "https://example.com/a/b")
        #expect(TypedGetter.url.value(of: .data(relative)) == .string("https://example.com/a/sub/page"))
        #expect(TypedGetter.url.value(of: .data(Data([1, 2, 3]))) == nil)
        #expect(TypedGetter.url.value(of: .integer(1)) == nil)
    }

    @Test("an archive whose URLs are relative in a circle is nil")
    func circle() throws {
        func reference(_ index: Int64) -> PropertyListValue { .dictionary(["CF$UID": .integer(index)]) }
        let archive = PropertyListValue.dictionary([
            "$archiver": .string("NSKeyedArchiver"), "$top": .dictionary(["root": reference(0)]),
            "$objects": .array([.dictionary(["NS.relative": reference(1), "NS.base": reference(0)]), .string("a")]),
        ])
        #expect(TypedGetter.url.value(of: .data(Data(try PropertyListWriter.binary(archive)))) == nil)
    }
}
