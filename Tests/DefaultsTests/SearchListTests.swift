import Defaults
import Foundation
import PropertyList
import Testing

@Suite("The search list")
struct SearchListTests {
    private let everywhere = SearchList(
        Dictionary(uniqueKeysWithValues: SearchList.Layer.allCases.map { ($0, ["k": .string($0.rawValue)]) })
    )

    @Test("layers are asked in Apple's order")
    func order() {
        var list = everywhere
        for layer in [SearchList.Layer.managed, .argument, .stored, .global, .registered] {
            #expect(list.lookUp("k") == SearchResult(value: .string(layer.rawValue), origin: layer))
            #expect(list.values["k"] == .string(layer.rawValue))
            list[layer] = [:]
        }
        #expect(list.lookUp("k") == nil)
        #expect(list.values.isEmpty)
    }

    @Test("a stored value behind an argument is shadowed by it")
    func shadowing() {
        var list = SearchList()
        list[.stored] = ["k": .integer(1), "only": .bool(true)]
        #expect(list.layer(shadowing: "k", in: .stored) == nil)
        list[.argument] = ["k": .string("2")]
        #expect(list.layer(shadowing: "k", in: .stored) == .argument)
        #expect(list.layer(shadowing: "only", in: .stored) == nil)
        #expect(list.layer(shadowing: "absent", in: .stored) == nil)
        #expect(list.layer(shadowing: "k", in: .argument) == nil)
    }

    @Test(
        "an app group stands behind the app's own domain, never wins, and would where it was added and nothing above has the key",
        arguments: [
            (SearchList.Layer.managed, false), (.argument, false), (.stored, false), (.global, true),
            (.registered, true),
            (nil, true),
        ] as [(SearchList.Layer?, Bool)]
    )
    func groups(layer: SearchList.Layer?, winsIfAdded: Bool) {
        let list = SearchList(layer.map { [$0: ["k": .integer(1)]] } ?? [:])
        let groups: [(String, PropertyListValue?)] = [
            ("group.a", nil), ("group.b", .integer(2)), ("group.c", .integer(3)),
        ]
        let stack = list.stack(of: "k", groups: groups)
        #expect(
            stack.map(\.name) == ["managed", "argument", "stored", "group", "group", "group", "global", "registered"]
        )
        #expect(stack.filter(\.wins).map(\.layer) == (layer.map { [$0] } ?? []))
        #expect(stack.compactMap(\.group) == ["group.a", "group.b", "group.c"])
        #expect(stack.filter(\.winsIfAdded).map(\.group) == (winsIfAdded ? ["group.b"] : []))
    }

    @Test("the values of all layers are merged")
    func merging() {
        var list = SearchList()
        list[.registered] = ["a": .integer(1), "b": .integer(1)]
        list[.stored] = ["b": .integer(2)]
        list[.global] = ["AppleLocale": .string("de_DE")]
        #expect(list.values == ["a": .integer(1), "b": .integer(2), "AppleLocale": .string("de_DE")])
    }
}

@Suite("Launch arguments")
struct LaunchArgumentsTests {
    @Test("pairs of a dashed key and a value make values, and numbers stay text")
    func pairs() {
        let arguments = LaunchArguments(["-n", "3", "-AppleLanguages", "(de, \"pt-BR\")", "-flag", "YES"])
        #expect(
            arguments.values == [
                "n": .string("3"), "AppleLanguages": .array([.string("de"), .string("pt-BR")]), "flag": .string("YES"),
            ]
        )
        #expect(arguments.ignored.isEmpty)
    }

    @Test(
        "a value that begins like a property list is one",
        arguments: [
            ("{a = 1; b = (x);}", .dictionary(["a": .string("1"), "b": .array([.string("x")])])),
            ("  (1, 2)", .array([.string("1"), .string("2")])), ("\"quoted\"", .string("quoted")),
            ("<0fbd 77>", .data(Data([0x0F, 0xBD, 0x77]))), ("<true/>", .bool(true)),
            ("<dict><key>n</key><integer>3</integer></dict>", .dictionary(["n": .integer(3)])),
            ("[1, 2]", .string("[1, 2]")), ("(unfinished", .string("(unfinished")), ("{", .string("{")),
            ("true", .string("true")), ("", .string("")), ("a = b;", .string("a = b;")),
        ] as [(String, PropertyListValue)]
    )
    func propertyLists(text: String, expected: PropertyListValue) {
        #expect(LaunchArguments(["-k", text]).values == ["k": expected])
    }

    @Test("what begins with a dash is never a value, and what belongs to no key is passed over")
    func ignored() {
        let arguments = LaunchArguments(["stray", "-N", "-5", "-a", "1", "2", "-", "x", "--long", "v", "-last"])
        #expect(arguments.values == ["a": .string("1"), "-long": .string("v")])
        #expect(arguments.ignored.map(\.index) == [0, 1, 2, 5, 6, 7, 10])
        #expect(arguments.ignored.map(\.argument) == ["stray", "-N", "-5", "2", "-", "x", "-last"])
        #expect(arguments.ignored.allSatisfy { !$0.reason.isEmpty })
    }

    @Test("of a key that comes twice the last value stays")
    func twice() {
        #expect(LaunchArguments(["-k", "1", "-k", "2"]).values == ["k": .string("2")])
        #expect(LaunchArguments([]).values.isEmpty)
    }
}
