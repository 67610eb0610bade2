import Diagnostics
@testable import DumpFormats
import Testing
import ViewHierarchy

@Suite("recursiveDescription, odd lines")
struct RecursiveDescriptionOdditiesTests {
    private static let root = "<A: 0x1; frame = (0 0; 9 9)>"

    @Test("addresses may have been taken out")
    func purged() throws {
        let dump = try Dump.reading(
            "<UIButton; frame = (0 0; 22 22); layer = <CALayer>>",
            "   | <App.Cell<Swift.Int, Foo>; frame = (1 2; 3 4)>"
        )
        #expect(dump.outline == ["UIButton", ".App.Cell<Swift.Int, Foo>"])
        #expect(dump.tree.address(of: 0) == nil)
        #expect(dump.report.contains { $0.code == "lost.addresses" })
    }

    @Test(
        "a generic class name keeps its own brackets and arrows",
        arguments: [
            "SwiftUI._UIHostingView<SwiftUI.ModifiedContent<App.Root, SwiftUI.Padding>>",
            "App.Box<(Swift.Int) -> ()>", "App.(unknown context at $10e77fe206).Card",
            "_TtGC7SwiftUI14_UIHostingViewGV$10e_",
            "Été.Vue",
        ]
    )
    func classNames(name: String) throws {
        let dump = try Dump.reading("<\(name): 0x7f01; frame = (0 0; 1 1); layer = <CALayer: 0x2>>")
        #expect(dump.outline == [name])
        #expect(dump.tree.address(of: 0) == "0x7f01")
    }

    @Test(
        "the prefixes of debuggers, logs and comments are no part of the dump",
        arguments: [
            "(id) $1 = 0x0600a1b0 ", "$2 = 0x0600a2c0 ", "$0 = 100704944 ", "(UIView *) $3 = ", "`", "// ", "> ",
            "2026-01-02 03:04:05.678 Kitchen[77:1a2b] ", "2026-01-02 03:04:05.678901+0100 Kitchen[77:1a2b] ",
            "Jan  2 03:04:05 host Kitchen[77] <Notice>: ", "03:04:05.678 ", "@\"", "\u{FEFF}",
        ]
    )
    func prefixes(prefix: String) throws {
        let dump = try Dump.reading(
            prefix + "<UIView: 0x1; frame = (0 0; 5 5); layer = <CALayer: 0x2>>",
            "   | <UILabel: 0x3; frame = (1 1; 2 2)>"
        )
        #expect(dump.outline == ["UIView", ".UILabel"])
        #expect(dump.findings.isEmpty)
        #expect(dump.tree.attributes(of: 0) == [.init("layer", "<CALayer: 0x2>")])
    }

    @Test("a log that stamps every line keeps the indentation")
    func stampedLines() throws {
        let stamp = "2026-01-02 03:04:05.678 Kitchen[77:1a2b] "
        let dump = try Dump.reading(
            stamp + "<A: 0x1; frame = (0 0; 5 5)>",
            stamp + "   | <B: 0x2; frame = (1 1; 2 2)>",
            stamp + "   |    | <C: 0x3; frame = (1 1; 2 2)>",
            stamp + "   | <D: 0x4; frame = (1 1; 2 2)>"
        )
        #expect(dump.outline == ["A", ".B", "..C", ".D"])
    }

    @Test("a log that stamps every line keeps an indentation of spaces too")
    func stampedSpaces() throws {
        let stamp = "2026-01-02 03:04:05.678 Kitchen[77:1a2b] "
        let views = ["", "  ", "    ", "  "].map { stamp + $0 + "<A: 0x1; frame = (0 0; 5 5)>" }
        #expect(try Dump.reading(views.joined(separator: "\n")).outline == ["A", ".A", "..A", ".A"])
    }

    @Test("Optional wraps a description, also one that is cut off")
    func optional() throws {
        let dump = try Dump.reading(
            "Optional(<A: 0x1; frame = (0 0; 5 5); alpha = 0.5>)",
            "Optional(<B: 0x2; frame = (0 0; 6 6); opa"
        )
        #expect(dump.outline == ["A", "B"])
        #expect(dump.tree.attributes(of: 0).isEmpty)
        #expect(dump.tree.alpha(of: 0) == 0.5)
        #expect(dump.codes == ["truncated.line"])
    }

    @Test("names of instance variables and view controllers before a description are kept")
    func namedViews() throws {
        let dump = try Dump.reading(
            "0x06f0a100 'RootController:0x6f0a20' <UIView: 0x1; frame = (0 20; 320 460)>",
            "| _first, _second <UIView: 0x2; frame = (0 0; 1 1)>",
            "|    | CardController:0x9 <UIView: 0x3; frame = (0 0; 1 1)>->\u{200B}<UIImage: 0x4 size:{64, 32}>"
        )
        #expect(dump.outline == ["UIView", ".UIView", "..UIView"])
        #expect(dump.tree.controller(of: 0) == "RootController")
        #expect(dump.tree.attribute("ivar", of: 1) == "_first, _second")
        #expect(dump.tree.controller(of: 2) == "CardController")
        #expect(dump.tree.attribute("image", of: 2)?.hasSuffix("<UIImage: 0x4 size:{64, 32}>") == true)
    }

    @Test("image views name their image after the description", arguments: ["(null)", "star half.png"])
    func imageSuffix(name: String) throws {
        let dump = try Dump.reading("<UIImageView: 0x1; frame = (0 0; 5 5); layer = <CALayer: 0x2>> - \(name)")
        #expect(dump.tree.attribute("image", of: 0) == name)
        #expect(dump.findings.isEmpty)
    }

    @Test(
        "any style of indentation nests alike",
        arguments: [
            ["   | ", "   |    | "], ["  | ", "  |    | "], ["| ", "|    | "], ["\t| ", "\t|\t| "], ["  ", "    "],
            ["\t", "\t\t"],
            ["    ", "        "], ["   \u{2502} ", "   \u{2502}    \u{2502} "], ["\u{A0}| ", "\u{A0}|\u{A0}| "],
        ]
    )
    func indentation(marks: [String]) throws {
        let dump = try Dump.reading(
            Self.root,
            marks[0] + "<B: 0x2; frame = (0 0; 1 1)>",
            marks[1] + "<C: 0x3; frame = (0 0; 1 1)>",
            marks[0] + "<D: 0x4; frame = (0 0; 1 1)>"
        )
        #expect(dump.outline == ["A", ".B", "..C", ".D"])
        #expect(dump.findings.isEmpty)
    }

    @Test("where the root was cut away its subviews are roots")
    func rootCut() throws {
        let dump = try Dump.reading(
            "| <A: 0x1; frame = (0 0; 1 1)>",
            "|    | <B: 0x2; frame = (0 0; 1 1)>",
            "| <C: 0x3; frame = (0 0; 1 1)>"
        )
        #expect(dump.outline == ["A", ".B", "C"])
    }

    @Test("a code block that indents everything nests like one that does not")
    func codeBlock() throws {
        let dump = try Dump.reading(
            "Here it is:",
            "",
            "        " + Self.root,
            "           | <B: 0x2; frame = (0 0; 1 1)>",
            "That was it."
        )
        #expect(dump.outline == ["A", ".B"])
        #expect(dump.findings.map(\.line) == [1, 5])
    }

    @Test("CR LF, CR and LF end lines", arguments: ["\r\n", "\r", "\n"])
    func lineEnds(end: String) throws {
        let text = [Self.root, "   | <B: 0x2; frame = (0 0; 1 1); text = 'b'; layer = <CALayer: 0x3>>", ""]
        let dump = try DumpReader.read(Array(text.joined(separator: end).utf8))
        #expect(dump.outline == ["A", ".B"])
        #expect(dump.tree.attribute("layer", of: 1) == "<CALayer: 0x3>")
    }

    @Test("a description that a terminal broke is put together again")
    func brokenLines() throws {
        let dump = try Dump.reading(
            "onMatch:  <WKWebView: 0x1; frame = (0 90; 300 400);",
            "            autoresize = RM+BM; layer = <CALayer: 0x2>>",
            "$1 = 0x3 <UIView: 0x3; frame = (30 120;",
            "250 600); layer = ",
            "<CALayer: 0x4>>",
            "",
            "(lldb) po self"
        )
        #expect(dump.outline == ["WKWebView", "UIView"])
        #expect(dump.tree.autoresizingMask(of: 0) == [.flexibleRightMargin, .flexibleBottomMargin])
        #expect(dump.tree.frame(of: 1) == Rect(x: 30, y: 120, width: 250, height: 600))
        #expect(dump.tree.attribute("layer", of: 1) == "<CALayer: 0x4>")
        #expect(dump.findings.isEmpty)
    }

    @Test("text after a description that is cut off does not become part of it")
    func wordsAfterCut() throws {
        let dump = try Dump.reading("<A: 0x1; frame = (0 0; 5 5); gestu", "and then it crashed")
        #expect(dump.outline == ["A"])
        #expect(dump.tree.attributes(of: 0) == [.init("unfinished", "gestu")])
        #expect(dump.codes == ["truncated.line", "skipped.lines"])
        #expect(dump.findings.map(\.line) == [1, 2])
    }

    @Test("a dump may be cut anywhere and still gives every view that was begun")
    func truncation() throws {
        let whole =
            "<UIView: 0x1; frame = (0 0; 5 5)>\n   | <UILabel: 0x22; frame = (1 2; 3 4); text = 'a;b'; layer = <CALayer: 0x3>>"
        let bytes = Array(whole.utf8)
        for length in 41...bytes.count {
            let dump = try DumpReader.read(Array(bytes.prefix(length)))
            #expect(dump.tree.count == 2, "\(length) bytes")
            #expect(dump.codes.contains("truncated.line") == (length < bytes.count), "\(length) bytes")
        }
    }

    @Test("half a value is not taken for a whole one")
    func halfValue() throws {
        let dump = try Dump.reading("<A: 0x1; frame = (0 0; 5 5); autoresize = W")
        #expect(dump.tree.autoresizingMask(of: 0).isEmpty)
        #expect(dump.tree.attribute("unfinished", of: 0) == "autoresize = W")
    }

    @Test("a view that prints words of its own is still a view")
    func ownDescription() throws {
        let dump = try Dump.reading(Self.root, "   | Thermometer", "   |    | <C: 0x3; frame = (0 0; 1 1)>")
        #expect(dump.outline == ["A", ".UIView", "..C"])
        #expect(dump.tree.attribute("description", of: 1) == "Thermometer")
        #expect(dump.findings == dump.findings.filter { $0.code == "missing.class" && $0.line == 2 && $0.view == 1 })
        #expect(dump.findings.count == 1)
    }

    @Test("a view without a frame is placed at 0, 0 with a warning")
    func noFrame() throws {
        let dump = try Dump.reading(Self.root, "   | <B: 0x2>", "   | <C: 0x3; layer = <CALayer: 0x4>>")
        #expect(dump.outline == ["A", ".B", ".C"])
        #expect(dump.codes == ["missing.frame", "missing.frame"])
        #expect(dump.findings.map(\.view) == [1, 2])
    }

    @Test("an app's description with Foundation's numbers is understood")
    func foundationFrame() throws {
        let dump = try Dump.reading(
            "`<UIView: 0x1>Frame: (0.000000, 64.500000, 390.000000, 700.000000)\\ttag:9",
            "   | <B: 0x2; frame = {{1, 2}, {3, 4}}>"
        )
        #expect(dump.tree.frame(of: 0) == Rect(x: 0, y: 64.5, width: 390, height: 700))
        #expect(dump.tree.tag(of: 0) == 9)
        #expect(dump.tree.frame(of: 1) == Rect(x: 1, y: 2, width: 3, height: 4))
    }

    @Test("numbers that are not finite are kept")
    func nonFinite() throws {
        let dump = try Dump.reading("<A: 0x1; frame = (inf -inf; nan 1e-05)>")
        let frame = dump.tree.frame(of: 0)
        #expect(frame.origin.x == .infinity && frame.origin.y == -.infinity)
        #expect(frame.size.width.isNaN && frame.size.height == 1e-05)
        #expect(dump.findings.isEmpty)
    }

    @Test("a value that cannot be understood is kept and reported")
    func unreadableValues() throws {
        let dump = try Dump.reading(
            "<A: 0x1; frame = (0 0; 5); hidden = MAYBE; tag = 99999999999999999999; autoresize = LM+X>"
        )
        #expect(dump.tree.attributes(of: 0).map(\.value) == ["(0 0; 5)", "MAYBE", "99999999999999999999", "LM+X"])
        #expect(dump.codes == ["missing.frame"] + Array(repeating: "unreadable.attribute", count: 4))
    }

    @Test(
        "lines that someone left out are reported",
        arguments: ["...", "   ...", "   |    | ...", "\u{2026}", "[...]"]
    )
    func elision(line: String) throws {
        let dump = try Dump.reading(Self.root, line, "   |    | <B: 0x2; frame = (0 0; 1 1)>")
        #expect(dump.outline == ["A", ".B"])
        #expect(dump.codes == ["elided.lines", "missing.superviews"])
        #expect(dump.findings.map(\.line) == [2, 3])
    }

    @Test("every line around the dump is reported, runs of them once")
    func skippedLines() throws {
        let dump = try Dump.reading(
            "I printed it:",
            "and got",
            "```",
            Self.root,
            "```",
            "(lldb) po 1",
            "Weird!",
            "| not | a view |"
        )
        #expect(dump.outline == ["A"])
        #expect(dump.codes == ["skipped.lines", "skipped.lines"])
        #expect(dump.findings.map(\.message).first?.contains("Lines 1 to 2") == true)
        #expect(dump.findings.map(\.message).last?.contains("Lines 7 to 8") == true)
    }

    @Test("sibling formats beside a dump are skipped by name")
    func mixed() throws {
        let dump = try Dump.reading(
            Self.root,
            "   | <B: 0x2; frame = (0 0; 1 1)>",
            "",
            "*<UIWindow:0x1>",
            "|   <UILabel:0x2>",
            "",
            "<C 0x3>, state: appeared, view: <UIView 0x1>",
            "",
            "<NSLayoutConstraint:0x4 V:[UIView:0x1(5)]>"
        )
        #expect(dump.outline == ["A", ".B"])
        #expect(dump.codes == ["skipped.autolayoutTrace", "skipped.printHierarchy", "skipped.constraints"])
    }

    @Test("two dumps in one text are two roots")
    func twoDumps() throws {
        let dump = try Dump.reading(Self.root, "", "(lldb) po other", Self.root, "   | <B: 0x2; frame = (0 0; 1 1)>")
        #expect(dump.outline == ["A", "A", ".B"])
    }

    @Test("descriptions whose line ends were lost, and arrays of them, are all read")
    func oneLine() throws {
        let dump = try Dump.reading(
            "<A: 0x1; frame = (0 0; 9 9)>   | <B: 0x2; frame = (0 0; 1 1)>   |    | <C: 0x3; frame = (0 0; 1 1)>   | <D: 0x4; frame = (0 0; 1 1)>",
            "[<E: 0x5; frame = (0 0; 1 1)>, <F: 0x6; frame = (0 0; 1 1)>]"
        )
        #expect(dump.outline == ["A", ".B", "..C", ".D", "E", "F"])
        #expect(dump.findings.isEmpty)
    }

    @Test(
        "a dump that was escaped as a string or as markup is read without the escapes",
        arguments: [
            #""<A: 0x1; frame = (0 0; 9 9); text = 'it\'s'; layer = <CALayer: 0x3>>\n   | <B: 0x2; frame = (0 0; 1 1)>""#,
            "&lt;A: 0x1; frame = (0 0; 9 9); text = 'it&#39;s'; layer = &lt;CALayer: 0x3&gt;&gt;\n   | &lt;B: 0x2; frame = (0 0; 1 1)&gt;",
        ]
    )
    func escaped(text: String) throws {
        let dump = try Dump.reading(text)
        #expect(dump.outline == ["A", ".B"])
        #expect(dump.tree.text(of: 0) == "it's")
        #expect(dump.codes == ["decoded.text"])
    }

    @Test("a responder chain becomes the tree that it climbs")
    func responderChain() throws {
        let flat = [
            "<L: 0x1; frame = (8 8; 100 20)>", "<V: 0x2; frame = (0 0; 320 480)>", "<VController: 0x3>",
            "<W: 0x4; frame = (0 0; 320 480)>", "<UIApplication: 0x5>",
        ]
        let ladder = flat.enumerated().map { String(repeating: "   | ", count: $0.offset) + $0.element }
        for lines in [flat, ladder] {
            let dump = try Dump.reading(lines.joined(separator: "\n"))
            #expect(dump.outline == ["W", ".V", "..L"])
            #expect(dump.tree.controller(of: 1) == "VController")
            #expect(dump.codes == ["read.responderChain", "skipped.responder"])
        }
    }

    @Test("a placeholder is not quoted and still ends where the next attribute begins")
    func placeholder() throws {
        let dump = try Dump.reading(
            "<UITextField: 0x1; frame = (0 0; 9 9); text = ''; placeholder = 5 > 4; (really); borderStyle = None; layer = <CALayer: 0x2>>"
        )
        #expect(dump.tree.attribute("placeholder", of: 0) == "5 > 4; (really)")
        #expect(dump.tree.attribute("borderStyle", of: 0) == "None")
        #expect(dump.tree.text(of: 0) == "")
    }

    @Test("brackets that someone forgot do not swallow the rest")
    func unbalanced() throws {
        let dump = try Dump.reading(
            "<A: 0x1; frame = (0 0; 9 9); image = <UIImage: 0x2 named(smile :( ); (2 2)@1>; tag = 4; layer = <CALayer: 0x3>>",
            "   | <B: 0x4; frame = (0 0; 1 1)>"
        )
        #expect(dump.outline == ["A", ".B"])
        #expect(dump.tree.tag(of: 0) == 4)
    }
}
