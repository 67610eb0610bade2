import Foundation
import HTTP
import PropertyList
import Testing

@testable import AppServer

@Suite("Items of containers")
struct NestedItemsTests {
    private static let value: PropertyListValue = .dictionary([
        "names": .array([.string("a"), .string("b")]), "on": .bool(true), "size": .dictionary(["w": .integer(2)]),
        "": .real(1),
    ])

    private func items(_ value: PropertyListValue, sent: String? = nil) -> NestedItems? {
        let form = sent.flatMap { try? URLEncodedForm(parsing: Array($0.utf8)) }
        return NestedItems(value, key: "k", base: "", address: "/", sent: form)
    }

    private func changed(
        _ form: String,
        in value: PropertyListValue = Self.value
    ) throws -> PropertyListValue {
        try NestedItems.changed(value, by: try URLEncodedForm(parsing: Array(form.utf8)))
    }

    private func rest(_ value: PropertyListValue) -> [Int] {
        (items(value)?.lines ?? []).compactMap { if case .rest(let count) = $0.kindOfLine { count } else { nil } }
    }

    @Test("every item has a line with the control of its type, and every container one that adds to it")
    func lines() throws {
        let lines = try #require(items(Self.value)).lines
        #expect(
            lines.map { ($0.kindOfLine == .adds ? "+" : "") + $0.path.text } == [
                ".", ".names", ".names/.0", ".names/.1", "+.names", ".on", ".size", ".size/.w", "+.size", "+",
            ]
        )
        #expect(
            lines.filter { $0.kindOfLine == .item && $0.isScalar }.map(\.kind.rawValue).sorted() == [
                "boolean", "integer", "real", "string", "string",
            ]
        )
        #expect(items(.string("a")) == nil && items(.array([]))?.lines.map(\.kindOfLine) == [.adds])
    }

    @Test(
        "a form changes, adds and removes items with their types",
        arguments: [
            ("action=items&item:.names/.1=c", #"["names":["a","c"]]"#),
            ("action=delete:.names/.0", #"["names":["b"]]"#),
            ("action=insert:.names&type:.names=integer&new:.names=7", #"["names":["a","b",7]]"#),
            ("action=insert:.names&type:.names=dictionary", #"["names":["a","b",{}]]"#),
            ("action=insert:.size&name:.size=h&type:.size=real&new:.size=1.5", #"["size":{"w":2,"h":1.5}]"#),
            ("action=items&item:.=2.5&item:.on=false", #"["":2.5,"on":false]"#),
            ("action=items&new:.names=c", #"["names":["a","b","c"]]"#),
            ("action=delete:.names/.0&new:.names=c", #"["names":["b","c"]]"#),
            (
                "action=insert:.names&new:.names=c&new:.size=3&name:.size=h",
                #"["names":["a","b","c"],"size":{"w":2,"h":"3"}]"#
            ),
            ("action=items&item:.names/.9=c", "[]"),
            ("action=items&item:.size/.w=2", "[]"),
        ]
    )
    func edits(form: String, expected: String) throws {
        guard case .dictionary(var values) = Self.value else { return }
        let text = "{" + expected.dropFirst().dropLast() + "}"
        let other = try TypedText.value(text, as: .dictionary).dictionaryValue
        values.merge(try #require(other)) { $1 }
        #expect(try changed(form).isIdentical(to: .dictionary(values)))
    }

    @Test(
        "a form that does not fit is refused with its reason",
        arguments: [
            ("action=items&item:.size/.w=x", "digits only"), ("action=insert:.size&new:.size=1", "needs a key"),
            ("action=items&new:.size=1", "needs a key"),
            ("action=insert:.size&name:.size=w", "already"), ("action=delete:.none", "no such item"),
            ("action=delete:.names/.7", "no such item"), ("action=insert:.on&new:.on=1", "no list"),
        ]
    )
    func refusals(form: String, reason: String) {
        do {
            _ = try changed(form)
            Issue.record("\(form) was taken")
        } catch {
            #expect("\(error)".lowercased().contains(reason), "\(error)")
        }
    }

    @Test(
        "what is typed in items that are gone stays, and what is no value of its type stays as text",
        arguments: [
            (
                "action=items&item:.names/.0=c&item:.size/.w=x", true,
                #"{"names":["c","b"],"on":true,"size":{"w":"x"},"":{"$real":1}}"#
            ),
            (
                "action=items&item:.on=false&type:.names=integer&new:.names=7", true,
                #"{"names":["a","b",7],"on":false,"size":{"w":2},"":{"$real":1}}"#
            ),
            ("action=items&item:.on=false&new:.size=3", true, #"["false","3"]"#),
            ("action=items&item:.0=a%0D%0Ab&item:.1=&new:=c", false, #"["a\nb","c"]"#),
        ]
    )
    func typed(form: String, isKnown: Bool, expected: String) throws {
        let typed = NestedItems.typed(try URLEncodedForm(parsing: Array(form.utf8)), in: isKnown ? Self.value : nil)
        #expect(typed.isIdentical(to: try TypedText.value(expected, as: ValueKind(of: typed))))
    }

    @Test(
        "an item that comes back as it was shown stays as it is",
        arguments: [
            (PropertyListValue.string("a\nb"), "a%0D%0Ab"), (.string("a\rb"), "a%0D%0Ab"), (.string("a\u{1}b"), "ab"),
            (.date(Date(timeIntervalSinceReferenceDate: 1.23456)), "2001-01-01T00:00:01.235"),
        ]
    )
    func unchanged(item: PropertyListValue, sent: String) throws {
        let value = PropertyListValue.array([item, .integer(1)])
        let next = try changed("action=items&item:.0=\(sent)&item:.1=2", in: value)
        #expect(next.isIdentical(to: .array([item, .integer(2)])))
    }

    @Test("a form that is refused is shown as it was sent, with what is wrong in it")
    func refused() throws {
        let sent =
            "action=insert:.size&name:.size=w&type:.size=real&new:.size=2&new:.names=d"
            + "&item:.names/.0=c&item:.size/.w=x&item:.on=false"
        let lines = try #require(items(Self.value, sent: sent)).lines
        let shown = Dictionary(lines.map { (($0.kindOfLine == .adds ? "+" : "") + $0.path.text, $0) }) { $1 }
        #expect(
            [".names/.0", ".names/.1", ".size/.w", ".on", "+.size", "+.names", "+"].map { shown[$0]?.shown }
                == ["c", "b", "x", "false", "2", "d", ""]
        )
        #expect(lines.filter(\.isWrong).map(\.path.text) == [".size/.w"])
        #expect(shown["+.size"]?.typed.kind == .real && shown["+.size"]?.typed.name == "w")
        #expect(lines.filter(\.typed.isNameWrong).map(\.path.text) == [".size"])
    }

    @Test("what was typed stays when the value is another one now, and what was not typed is that of the newer value")
    func overtaken() throws {
        let sent = "item:.names/.0=c&item:.names/.1=b&item:.size/.w=2&new:.size=3&item:.on=false&item:.=1.0"
        let form = try URLEncodedForm(parsing: Array(sent.utf8))
        let newer = PropertyListValue.dictionary(["names": .array([]), "on": .bool(true), "": .real(7)])
        let items = NestedItems(newer, key: "k", base: "", address: "/", sent: form, former: Self.value)
        #expect(items?.lost.map { "\($0.path.text) \($0.shown)" } == [".names/.0 c", ".size 3"])
        let scalars = items?.lines.filter { $0.kindOfLine == .item && $0.isScalar } ?? []
        #expect(scalars.map { "\($0.path.text) \($0.shown)" } == [". 7", ".on false"])
        #expect(NestedItems(newer, key: "k", base: "", address: "/", sent: form)?.lost.isEmpty == true)
    }

    @Test("what is too much is cut, counted and kept, and what is shown can be edited all the same")
    func limits() throws {
        let most = NestedItems.mostLines
        let long: PropertyListValue = .array((0..<most + 50).map { .integer(Int64($0)) })
        #expect(rest(long) == [50] && items(long)?.lines.count == most + 2)
        let edited = try changed("action=items&item:.3=99&item:.\(most + 3)=1", in: long).arrayValue
        #expect(
            edited?.count == most + 50 && edited?[3] == .integer(99) && edited?[most + 3] == .integer(Int64(most + 3))
        )
        let longer = try changed("action=insert:&type:=string&new:=end", in: long).arrayValue
        #expect(longer?.last == .string("end") && longer?.count == most + 51)
        // Each container says what it leaves out itself.
        #expect(rest(.array([long, .integer(1), .integer(2)])) == [51, 2])
        #expect(rest(.array((0..<most).map { .integer(Int64($0)) })) == [])
    }

    @Test("containers in more containers than can be shown are counted, not entered")
    func depth() throws {
        let deep = (0..<NestedItems.maximumDepth).reduce(PropertyListValue.array([.integer(7)])) { inner, _ in
            .array([inner])
        }
        #expect(rest(deep) == [1])
        #expect(items(deep)?.lines.count { $0.kindOfLine == .item } == NestedItems.maximumDepth)
        #expect(try changed("action=items", in: deep).isIdentical(to: deep))
    }
}
