import Testing

@testable import Locators

@Suite("Class chains")
struct ClassChainTests {
    @Test(
        "go from parents to children",
        arguments: [
            ("**/~Cell", "6 9"), ("~Window", "1"), ("~Application", ""), ("*", "1"), ("**/*", "1 2 3 4 5 6 7 8 9 10"),
            ("**/~Cell[-1]", "9"), ("**/~Cell[3]", ""), ("~Window[1]/*[1]", "2"), ("~Window/*/*", "3 4 6 9"),
            ("**/~Cell/~StaticText", "7"), ("**/~Cell/*[2]", "8"), ("**/~Cell[$name == 'ripe'$]", "6"),
            ("**/~Cell[$name == 'ripe'$][`visible == 1`]", "6"), ("**/~Cell[`visible == 0`][1]", "9"),
            ("**/~Cell[`name == 'a``b'`]", ""), ("**/~Foo", ""), ("**~Cell", "6 9"), ("**/~Any[`name == 'ripe'`]", "8"),
            ("**/*[`name == 'ripe'`]", "8"), ("**/~Table/**/~Switch", "8"), ("**/*/**/~Switch", "8"),
            ("**/*[$TRUEPREDICATE$]", "1 2 5 6"),
            ("**/~Cell[$type == '~Cell'$]", ""), ("**/*[`name == '$'`]", ""), ("**/*[$name == 'a$$'$]", ""),
        ]
    )
    func finds(text: String, expected: String) throws {
        #expect(Orchard.found(.classChain, text, in: try Orchard.tree()) == expected)
    }

    @Test(
        "say at which character they are wrong",
        arguments: [
            ("**/~Cell[2][`visible == 1`]", 26), ("**/~Cell[0]", 24), ("**/Cell", 4), ("~Window/**", 24),
            ("/~Window", 1),
            ("**/~Cell[``]", 26), ("", 1), ("**/", 4), ("**/ ~Cell", 4), ("**/~Cell ", 23), ("**/~Cell[`name`]", 29),
            ("**/~Cell[`isVisible == 1`]", 25), ("**/~Cell[`visible == 1]", 24), ("**/~Cell[x]", 24),
            ("**/~Cell[1", 25),
            ("**/~Cell[1]]", 26),
        ]
    )
    func errors(text: String, place: Int) throws {
        #expect(Orchard.found(.classChain, text, in: try Orchard.tree()) == "error \(place)")
    }

    @Test("begin below the element that they are asked of")
    func scope() throws {
        let tree = try Orchard.tree()
        #expect(Orchard.found(.classChain, "**/*", in: tree, from: 6) == "7 8")
        #expect(Orchard.found(.classChain, "~Switch", in: tree, from: 6) == "8")
        #expect(Orchard.found(.predicate, "name != nil OR type ENDSWITH 'Cell'", in: tree, from: 6) == "6 7 8")
    }

    @Test("the simple strategies take the exact name, the type, and the words of the search field")
    func simple() throws {
        let tree = try Orchard.tree()
        #expect(Orchard.found(.identifier, "add", in: tree) == "4")
        #expect(Orchard.found(.identifier, "Trees", in: tree) == "2 3")
        #expect(Orchard.found(.identifier, "Add a tree", in: tree) == "")
        for name in ["~Cell", "Cell", "UIATableCell"] { #expect(Orchard.found(.className, name, in: tree) == "6 9") }
        #expect(Orchard.found(.className, "9", in: tree) == "")
        #expect(Orchard.found(.where, "id:add", in: tree) == "4")
        #expect(Orchard.found(.where, "nothing:x", in: tree) == "error 1")
    }
}
