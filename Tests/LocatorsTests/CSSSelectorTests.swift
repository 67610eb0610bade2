import Testing

@testable import Locators

/// CSS as Appium's XCUITest driver makes class chains of it.
@Suite("CSS selectors")
struct CSSSelectorTests {
    @Test(
        "become class chains",
        arguments: [
            ("button", "**/@Button"), ("staticText", "**/@StaticText"), ("@Cell", "**/@Cell"), ("*", "**/*"),
            ("  button  ", "**/@Button"), ("[value]", "**/*[`value != nil`]"),
            ("[id=\"it's\"]", "**/*[`name == \"it's\"`]"), ("cell > staticText", "**/@Cell/@StaticText"),
            ("cell>staticText", "**/@Cell/@StaticText"), ("cell staticText", "**/@Cell/**/@StaticText"),
            ("@Window *", "**/@Window/**/*"), ("@Window > *", "**/@Window/*"), ("button:nth-child(2)", "**/@Button[2]"),
            ("window > *:nth-child(-1)", "**/@Window/*[-1]"), ("button[index=\"3\"]", "**/@Button[3]"),
            ("button:index( 3 )", "**/@Button[3]"), ("button:nth-child(1):nth-child(2)", "**/@Button[1]"),
            ("#pay", "**/*[`name == \"pay\"`]"), ("button#pay", "**/@Button[`name == \"pay\"`]"),
            ("button[visible]#pay#other", "**/@Button[`name == \"pay\" AND visible == 1`]"),
            ("[id='pay']", "**/*[`name == \"pay\"`]"), ("[NAME=pay]", "**/*[`name == \"pay\"`]"),
            ("[name~=\"a\"]", "**/*[`name CONTAINS \"a\"`]"), ("[label^=foo]", "**/*[`label BEGINSWITH \"foo\"`]"),
            ("[value$='bar']", "**/*[`value ENDSWITH \"bar\"`]"),
            ("[label*='a.b']", "**/*[`label MATCHES \"a\\\\.b\"`]"),
            ("[ type = '@Cell' ]", "**/*[`type == \"@Cell\"`]"), ("button[visible]", "**/@Button[`visible == 1`]"),
            ("[visible=true]", "**/*[`visible == 1`]"), ("[visible=\"true\"]", "**/*[`visible == 1`]"),
            ("[visible=1]", "**/*[`visible == 1`]"), ("[visible='']", "**/*[`visible == 1`]"),
            ("[enabled='FALSE']", "**/*[`enabled == 0`]"), ("[accessible=0]", "**/*[`accessible == 0`]"),
            ("*:visible", "**/*[`visible == 1`]"), (":enabled(false)", "**/*[`enabled == 0`]"),
            ("[accessibility-container]", "**/*[`accessibilityContainer == 1`]"),
            (":name('a b')", "**/*[`name == \"a b\"`]"),
            ("@Window[label^=foo]:nth-child(-1)", "**/@Window[`label BEGINSWITH \"foo\"`][-1]"),
            (
                "window#foo[visible=true][value^=foo] > staticText#bar other:nth-child(3)",
                "**/@Window[`name == \"foo\" AND visible == 1 AND value BEGINSWITH \"foo\"`]/@StaticText[`name == \"bar\"`]/**/@Other[3]"
            ),
            ("button, cell", "**/@Button"), (".@Cell", "**/@Cell"),
            ("[name=\"it\"s \\\"5`\"]", "**/*[`name == \"it\\\"s \\\"5``\"`]"),
            ("#a\\.b", "**/*[`name == \"a.b\"`]"),
        ]
    )
    func converted(selector: String, chain: String) throws {
        let found = try CSSSelector.chain(selector.replacing("@", with: "XCUIElementType"))
        #expect(found.replacing("XCUIElementType", with: "@") == chain)
    }

    @Test(
        "are refused by the name of what the driver refuses",
        arguments: [
            ("[visible='maybe']", "“visible” is true or 1, false or 0, or nothing, and not “maybe”"),
            ("button:visible(isvisible)", "and not “isvisible”"), ("[visible=yes]", "and not “yes”"),
            ("*[foo='bar']", "there is no attribute “foo”"), ("[selected]", "there is no attribute “selected”"),
            (":first-child", "there is no attribute “first-child”"), (":has(a)", "there is no attribute “has”"),
            ("cell + cell", "“+”"), ("cell ~ cell", "“~”"), ("cell | cell", "“|”"), ("svg|a", "namespaces"),
            ("[a|b]", "namespaces"),
            ("button::before", "pseudo-elements"), ("& a", "nesting"), ("[name='a' i]", "modifiers such as “i”"),
            ("[name|='a']", "“|” is no operator"), ("[name!='a']", "“!” is no operator"),
            (":nth-child(2n+1)", "“nth-child” takes a place such as 2 or -1, and not “2n+1”"),
            (":nth-child(0)", "and not “0”"), (":nth-child", "takes a place"),
            ("[name='']", "“name” needs a text"), ("[name=$x]", "“$x” is a substitution"),
            ("button.primary", "“.primary” is a class"), (".a.b", "“.a” is a class"),
            (".header", "“.header” is a class"),
            (".XCUIElementTypeCell button", "is a class"),
            ("", "is missing at the end"), ("cell >", "is missing at the end"), ("> cell", "is missing before “>”"),
            ("cell,,cell", "is missing before “,”"), ("cell's", "“'” has no meaning here"),
            ("gadget", "“gadget” is no type of element"), ("BUTTON", "“BUTTON” is no type of element"),
            ("buton", "“buton” is no type of element, perhaps Button is meant"), ("a > b", "“a” is no type of element"),
            ("[name='a'", "is not closed"), ("[name", "is not closed"), (":nth-child(2", "parenthesis is not closed"),
            ("cell)", "“)” has no meaning here"), ("#", "the name of an id is missing"),
        ]
    )
    func refused(selector: String, reason: String) {
        let error = #expect(throws: LocatorError.self) { try CSSSelector.chain(selector) }
        #expect(error?.kind == .syntax && (0...selector.utf16.count).contains(error?.offset ?? -1))
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }

    @Test(
        "a fault is told with its place",
        arguments: [("cell > buton", 13), ("button[foo]", 12), ("gadget", 7), ("cell 🍏", 6), ("window🍏 > cell + x", 7)]
    )
    func place(selector: String, character: Int) {
        let error = #expect(throws: LocatorError.self) { try CSSSelector.chain(selector) }
        #expect(error?.character == character, "\(error?.message ?? "")")
    }

    @Test("a selector finds what its chain finds, and says which that is where it finds nothing")
    func finds() throws {
        let tree = try Orchard.tree()
        for (selector, chain) in [
            ("cell > staticText", "**/XCUIElementTypeCell/XCUIElementTypeStaticText"),
            ("cell switch[visible]", "**/XCUIElementTypeCell/**/XCUIElementTypeSwitch[`visible == 1`]"),
            ("#ripe", "**/*[`name == \"ripe\"`]"),
        ] {
            let answer = try Locator(.css, selector).answer(in: tree)
            #expect(try answer.views == Locator(.classChain, chain).answer(in: tree).views)
            #expect(!answer.views.isEmpty && answer.notes.isEmpty)
        }
        let nothing = try Locator(.css, "cell[accessibility-container]").answer(in: tree).notes.map(\.message)
        #expect(nothing.count == 2 && nothing[1].hasPrefix("The dump never says “accessibilityContainer”"))
        #expect(nothing[0] == "As a class chain this is **/XCUIElementTypeCell[`accessibilityContainer == 1`].")
        #expect(Locator.typed("CSS: cell")?.locator == Locator(.css, "cell"))
    }

    @Test("a selector is no longer than other locators")
    func length() throws {
        let tree = try Orchard.tree()
        let long = Locator(.css, String(repeating: "a ", count: 5_000))
        #expect(throws: LocatorError.self) { try long.elements(in: tree) }
    }
}
