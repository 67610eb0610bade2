import Defaults
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

    @Test("the values of all layers are merged")
    func merging() {
        var list = SearchList()
        list[.registered] = ["a": .integer(1), "b": .integer(1)]
        list[.stored] = ["b": .integer(2)]
        list[.global] = ["AppleLocale": .string("de_DE")]
        #expect(list.values == ["a": .integer(1), "b": .integer(2), "AppleLocale": .string("de_DE")])
    }
}
