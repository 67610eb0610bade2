@testable import ViewHierarchy
import DumpFormats
import Testing

@testable import Locators

@Suite("XPath")
struct XPathTests {
    @Test(
        "finds elements",
        arguments: [
            ("//~Cell", "6 9"), ("/~Application", "0"), ("/*", "0"), ("/AppiumAUT", ""), ("~Window", "1"),
            ("//~Any", "0 1 2 3 4 5 6 7 8 9 10"), ("//~Cell/~Any", "7 8"), ("//*[@visible='false']", "9"),
            ("//*[@visible=1]", ""),
            ("//~StaticText[1]", "3 7"), ("(//~StaticText)[1]", "3"), ("(//~StaticText)[last()]", "7"),
            ("//~StaticText[2]", ""), ("//~Cell[2]", "9"), ("//~Switch/..", "6"), ("//~Cell[.//~Switch]", "6"),
            ("//~Cell[not(*)]", "9"), ("//*[count(*)>2]", "1"), ("//*[@name!=@label]", "4 8"),
            ("//~Cell/following-sibling::*", "9"), ("//~Cell/preceding-sibling::*", "6"),
            ("//~Table/preceding-sibling::*[1]", "2"), ("//~TextField/preceding::*[1]", "9"),
            ("//~Switch/ancestor::*", "0 1 5 6"), ("//~Switch/ancestor::*[1]", "6"),
            ("//~Switch/ancestor::*[last()]", "0"),
            ("//~Switch/ancestor-or-self::*[2]", "6"), ("//~Switch/following::*", "9 10"),
            ("//~Table/descendant::*[3]", "8"), ("//~Table/descendant-or-self::*", "5 6 7 8 9"),
            ("//~Cell/self::*", "6 9"),
            ("//~Window/*/*", "3 4 6 9"), ("//~Cell | //~Button | //~Cell", "4 6 9"), ("//@name/..", "0 2 3 4 7 8 10"),
            ("//*[@index=1]", "4 5 8 9"), ("//*[@width < 60 and @height >= 33]", "4"),
            ("//*[@x + @width = 375]", "0 1 2 5 6 9"), ("//*[@x div 2 = 8]", "7 10"), ("//*[@x mod 100 = 64]", "3"),
            ("//*[-@x = -16]", "7 10"), ("//*[- -@x = 16]", "7 10"), ("//*[2 * @x = 32]", "7 10"),
            ("//*[1 < 2 < 3]", "0 1 2 3 4 5 6 7 8 9 10"), ("//*[@name = //~NavigationBar/@name]", "2 3"),
            ("//~Cell[position() = last()]", "9"), ("//~Cell[position() mod 2 = 1]", "6"), ("//~Cell[last() - 1]", "6"),
            ("//~Cell[@visible='true'][1]", "6"), ("//~Table/*[2][@visible='false']", "9"), ("//~Switch/../..", "5"),
            ("//~Window//~Cell//~Switch", "8"), ("//node()[@name='ripe']", "8"), ("//text()", ""), ("//comment()", ""),
            ("id('a')", ""), ("//*[@nothing]", ""), ("//~Cell[@*]", "6 9"), ("//~Switch[namespace::*]", ""),
        ]
    )
    func finds(text: String, expected: String) throws {
        #expect(Orchard.found(.xpath, text, in: try Orchard.tree()) == expected)
    }

    @Test(
        "has the functions of XPath 1.0 and WebDriverAgent's",
        arguments: [
            ("//*[contains(@label, 'tree')]", "4"), ("//*[starts-with(@name, 'Tre')]", "2 3"),
            ("//*[ends-with(@name, 'es')]", "2 3"), ("//*[lower-case(@name)='trees']", "2 3"),
            ("//*[upper-case(@name)='RIPE']", "8"), ("//*[matches(@name, '^[a-z]+$')]", "4 8 10"),
            ("//*[matches(@name, 'RIP', 'i')]", "8"), ("//*[matches(@name, 'RIP')]", ""),
            ("//*[replace(@name, 'i(.)', '$1i')='rpie']", "8"),
            ("//*[replace(@label, ' ', '\\$')='Add$a$tree']", "4"),
            ("//*[string-join(tokenize(@label, ' '), '-')='Add-a-tree']", "4"),
            ("//~Cell[string-join(.//@name, ',')='Cox,ripe']", "6"), ("//*[string-length(@name)=3]", "4 7"),
            ("//*[normalize-space(@value)='Cox Orange & more']", "7"), ("//*[substring(@name, 2, 2)='ip']", "8"),
            ("//*[substring(@name, 0, 2)='r']", "8"), ("//*[substring(@name, -1 div 0)='ripe']", "8"),
            ("//*[@name='ripe' and substring(@name, -1 div 0, 1 div 0)='']", "8"),
            ("//*[@name='ripe' and substring(@name, 0 div 0)='']", "8"),
            ("//*[substring(@name, -42, 1 div 0)='ripe']", "8"), ("//*[substring-before(@name, 'pe')='ri']", "8"),
            ("//*[substring-after(@name, 'ri')='pe']", "8"), ("//*[translate(@name, 'ripe', 'RIP')='RIP']", "8"),
            ("//*[concat(@name, '/', @value)='ripe/1']", "8"), ("//*[local-name()='~Switch']", "8"),
            ("//*[name()='~Switch']", "8"), ("//*[name(@value)='value' and @name='ripe']", "8"),
            ("//*[sum(*/@width)=202]", "6"), ("//*[round(@x div 100)=2]", "3"), ("//*[floor(@x div 100)=1]", "3"),
            ("//*[ceiling(@x div 100)=4]", "4 8"), ("//*[number(@value)=1]", "8"), ("//*[boolean(@traits)]", "3 4"),
            ("//*[string(@x)='309']", "8"), ("//*[not(@name) and true() and not(false())]", "1 5 6 9"),
            ("//*[namespace-uri()='' and @name='ripe']", "8"), ("//*[lang('en')]", ""),
            ("//~Cell[string(1 div 0)='Infinity'][1]", "6"),
        ]
    )
    func functions(text: String, expected: String) throws {
        #expect(Orchard.found(.xpath, text, in: try Orchard.tree()) == expected)
    }

    @Test(
        "WebDriverAgent's functions give what its source gives, which is not always what XPath 2.0 does",
        arguments: [
            ("string-join(tokenize('x;;y', ';'), '-')", "x-y"), ("string-join(tokenize(';x;', ';'), '-')", "x"),
            ("string-join(tokenize('day', ''), '-')", "d-a-y"), ("string-join(tokenize('day', 'z*'), '-')", "d-a-y"),
            ("string-join(tokenize('né', ''), '-')", "n-é"), ("string-join(tokenize(' a  b '), '-')", "a-b"),
            ("string-join(tokenize('baac', 'a*'), '-')", "b-c"), ("string-join(tokenize('', ';'), '-')", ""),
            ("string-join(tokenize('a.b', '\\.'), '')", "ab"), ("string-join('day', '-')", "day"),
            ("string-join('', '-')", ""), ("string-join(12, '-')", "12"),
            ("translate(tokenize('a b'), '\u{1E}', '|')", "a|b"), ("replace('day', 'a', '$1')", "dy"),
            ("replace('day', '(a)', '[$1$2]')", "d[a]y"), ("replace('day', 'a|(d)', '<$1>')", "<d><>y"),
            ("replace('day', '.', '-', 'q')", "---"), ("replace('day', 'A', '-', 'qi')", "d-y"),
            ("replace('day', 'a', '$0$0')", "daay"), ("replace('day', 'a', '$')", "d$y"),
            ("replace('day', 'a', '$x')", "d$xy"), ("replace('day', 'a', '$10')", "d0y"),
            ("replace('abcdefghijk', '(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)', '$10')", "jk"),
            ("replace('day', 'a', '\\$1')", "d$1y"), ("replace('day', 'a', 'x\\')", "dxy"),
            ("replace('day', '', '-')", "-d-a-y-"), ("matches('day', 'A', 'i')", "true"),
            ("matches('day', 'A', 'imsx')", "true"), ("matches('d', ' d ', 'x')", "false"),
            ("matches('a', '^b|.', 'm')", "true"), ("matches('day', 'a', '')", "true"),
        ]
    )
    func values(expression: String, value: String) throws {
        let tree = try Orchard.tree()
        #expect(Orchard.found(.xpath, "/*[string(\(expression)) = '\(value)']", in: tree) == "0")
    }

    @Test("UI Automation's names are those of types, as Appium's driver writes them anew")
    func automation() throws {
        let tree = try Orchard.tree()
        #expect(Orchard.found(.xpath, "//UIATableView", in: tree) == "5")
        #expect(Orchard.found(.xpath, "//UIATableView/UIATableCell[1]/UIASwitch", in: tree) == "8")
        let screen = try Orchard.uikit("<UIAlertView: 0x3; frame = (10 20; 100 50); layer = <CALayer: 0x4>>")
        // A class of UIKit that only begins alike.
        #expect(Locator(.xpath, "//UIAlertView").shape(of: screen.tree) == .classes)
        #expect(Locator(.xpath, "//UIAButton").shape(of: screen.tree) == .elements)
    }

    @Test(
        "says at which character it is wrong",
        arguments: [
            ("//*[", 5), ("//", 3), ("", 1), ("//~Cell[1", 22), ("//*[@name='a]", 11), ("//*[foo()]", 5), ("//*]", 4),
            ("//*[contains(@a)]", 5), ("//*[@a = ]", 10), ("foo::a", 1), ("//a:b", 3), ("//*[$x]", 5), ("(//a", 1),
            ("//a//", 6), ("1 | //a", 1), ("//*[count(1)]", 5), ("//*[string-join('day')]", 5),
            ("//*[tokenize('day', ' ', 'i')]", 5), ("//*[count(tokenize('a b'))]", 5), ("//*[tokenize('a')[1]]", 5),
            ("//*[matches('day')]", 5), ("//*[replace('a', 'b')]", 5), ("//a/text(", 9), ("//*[.='é' ! ]", 11),
        ]
    )
    func errors(text: String, place: Int) throws {
        #expect(Orchard.found(.xpath, text, in: try Orchard.tree()) == "error \(place)")
    }

    @Test(
        "finds nothing but elements",
        arguments: ["1 + 1", "'a'", "true()", "//@name", "/", "count(//*)", "tokenize('a b')", "//*[1] = 2"]
    )
    func noElements(text: String) throws {
        let tree = try Orchard.tree()
        let error = #expect(throws: LocatorError.self) { try Locator(.xpath, text).elements(in: tree) }
        #expect(error?.kind == .noElements)
    }

    @Test("attributes that are not written @name are not there, as in WebDriverAgent's document")
    func attributeAxis() throws {
        let tree = try Orchard.tree()
        #expect(Orchard.found(.xpath, "//*[attribute::name='ripe']", in: tree) == "")
        #expect(Orchard.found(.xpath, "//*[attribute::name='ripe'][@name]", in: tree) == "8")
        #expect(Orchard.found(.xpath, "//*[attribute::name='ripe' or @*='x']", in: tree) == "8")
    }

    @Test("from an element on, its subtree is the document")
    func scope() throws {
        let tree = try Orchard.tree()
        #expect(Orchard.found(.xpath, "//~StaticText", in: tree, from: 6) == "7")
        #expect(Orchard.found(.xpath, "/~Cell", in: tree, from: 6) == "6")
        #expect(Orchard.found(.xpath, "./*", in: tree, from: 6) == "7 8")
        #expect(Orchard.found(.xpath, "..", in: tree, from: 6) == "error")
        #expect(Orchard.found(.xpath, "//*/following::*", in: tree, from: 6) == "8")
        #expect(Orchard.found(.xpath, "//*/preceding::*", in: tree, from: 6) == "7")
        #expect(Orchard.found(.xpath, "following-sibling::*", in: tree, from: 6) == "")
        #expect(Orchard.found(.xpath, "//~Switch/ancestor::*", in: tree, from: 6) == "6")
    }

    @Test(
        "a bad pattern or flag is an error",
        arguments: [
            "//*[matches(@a,'(')]", "//*[matches('day','a','z')]", "//*[matches('day','a','q')]",
            "//*[replace('day','a','b','z')]", "//*[tokenize('day','(')]",
        ]
    )
    func badPatterns(text: String) throws {
        #expect(Orchard.found(.xpath, text, in: try Orchard.tree()).hasPrefix("error"))
    }

    @Test("sees a dump of UIKit's views by their classes")
    func classes() throws {
        let dump = try Orchard.uikit(
            """
            <UIWindow: 0x1; frame = (0 0; 320 480); layer = <UIWindowLayer: 0x2>>
               | <My.Card<Tree>: 0x3; frame = (10 20; 100 50); tag = 7; layer = <CALayer: 0x4>>
               |    | <UILabel: 0x5; frame = (5 5; 50 20); text = 'Cox'; hidden = YES; layer = <_UILabelLayer: 0x6>>
            """
        )
        let tree = ElementTree(dump, shape: .classes)
        #expect(tree.tag(of: 0) == "dump")
        for (text, expected) in [
            ("/dump/UIWindow", "1"), ("//UILabel[@text='Cox']", "3"), ("//*[@tag=7]", "2"),
            ("//*[@x=15 and @y=25]", "3"),
            ("//*[@hidden='true']", "3"), ("//*[@address='0x3']", "2"), ("//My.Card_Tree_", "2"), ("//UILabel/..", "2"),
            ("//*[attribute::id=0]", "1"), ("//*[@class='My.Card<Tree>']", "2"),
        ] {
            #expect(Orchard.found(.xpath, text, in: tree) == expected, "\(text)")
        }
    }
}
