import Diagnostics
@testable import DumpFormats
import Testing
import ViewHierarchy

@Suite("recursiveDescription, odd lines")
struct RecursiveDescriptionOdditiesTests {
    /// Lines that are odd in one way, and all that becomes of them.
    struct Oddity: Sendable, CustomTestStringConvertible {
        let rule: String
        let lines: [String]
        let outline: [String]
        /// What some of the views say, by index.
        let facts: [Int: [String]]
        /// Codes of findings behind the lines that they are about.
        let findings: [String]

        init(
            _ rule: String,
            _ lines: String...,
            outline: [String],
            facts: [Int: [String]] = [:],
            findings: [String] = []
        ) {
            (self.rule, self.lines, self.outline, self.facts, self.findings) = (rule, lines, outline, facts, findings)
        }

        var testDescription: String { rule }
    }

    private static let root = "<A: 0x1; frame = (0 0; 9 9)>"
    private static let stamp = "2026-01-02 03:04:05.678 Kitchen[77:1a2b] "

    static let oddities: [Oddity] = [
        // MARK: Around the dump
        Oddity(
            "a log that stamps every line keeps the indentation",
            stamp + "<A: 0x1; frame = (0 0; 5 5)>",
            stamp + "   | <B: 0x2; frame = (1 1; 2 2)>",
            stamp + "   |    | <C: 0x3; frame = (1 1; 2 2)>",
            stamp + "   | <D: 0x4; frame = (1 1; 2 2)>",
            outline: ["A", ".B", "..C", ".D"],
            findings: ["- decoded.text"]
        ),
        Oddity(
            "a log that stamps every line keeps an indentation of spaces too",
            stamp + "<A: 0x1; frame = (0 0; 5 5)>",
            stamp + "  <B: 0x2; frame = (0 0; 5 5)>",
            stamp + "    <C: 0x3; frame = (0 0; 5 5)>",
            stamp + "  <D: 0x4; frame = (0 0; 5 5)>",
            outline: ["A", ".B", "..C", ".D"],
            findings: ["- decoded.text"]
        ),
        Oddity(
            "a code block that indents everything nests like one that does not",
            "Here it is:",
            "",
            "        " + root,
            "           | <B: 0x2; frame = (0 0; 1 1)>",
            "That was it.",
            outline: ["A", ".B"],
            findings: ["1 skipped.lines", "5 skipped.lines"]
        ),
        Oddity(
            "every line around the dump is reported, runs of them once",
            "I printed it:",
            "and got",
            "```",
            root,
            "```",
            "(lldb) po 1",
            "Weird!",
            "| not | a view |",
            outline: ["A"],
            findings: ["1 skipped.lines", "7 skipped.lines"]
        ),
        Oddity(
            "reports of debuggers beside a dump are joined to it",
            root,
            "   | <B: 0x2; frame = (0 0; 1 1)>",
            "",
            "*<UIWindow:0x1>",
            "|   <UILabel:0x2>",
            "",
            "<C 0x3>, state: appeared, view: <UIView 0x1>",
            "",
            "<NSLayoutConstraint:0x4 V:[UIView:0x1(5)]>",
            outline: ["A", ".B"],
            findings: ["7 joined.reports"]
        ),
        Oddity(
            "two dumps in one text are two roots",
            root,
            "",
            "(lldb) po other",
            root,
            "   | <B: 0x2; frame = (0 0; 1 1)>",
            outline: ["A", "A", ".B"]
        ),
        Oddity(
            "of two dumps of the same views the last is read",
            root,
            "   | <B: 0x2; frame = (0 0; 1 1)>",
            "and then",
            root,
            "   | <C: 0x3; frame = (0 0; 1 1)>",
            outline: ["A", ".C"],
            findings: ["- decoded.sides"]
        ),
        Oddity(
            "a part of a dump that is printed again, and another window, are roots",
            root,
            "   | <B: 0x2; frame = (0 0; 1 1)>",
            "   |    | <C: 0x3; frame = (0 0; 1 1)>",
            "<B: 0x2; frame = (0 0; 1 1)>",
            "   | <C: 0x3; frame = (0 0; 1 1)>",
            "<W: 0x4; frame = (0 0; 1 1)>",
            "   | <D: 0x5; frame = (0 0; 1 1)>",
            outline: ["A", ".B", "..C", "B", ".C", "W", ".D"]
        ),
        Oddity(
            "colons and bars by turns, as iPhone OS 3 printed them",
            root,
            ": <B: 0x2; frame = (0 0; 1 1)>",
            ": | <C: 0x3; frame = (0 0; 1 1)>",
            ": | : <D: 0x4; frame = (0 0; 1 1)>",
            ": <E: 0x5; frame = (0 0; 1 1)>",
            outline: ["A", ".B", "..C", "...D", ".E"]
        ),
        Oddity(
            "a helper of the app's own printed class, address and frame, with dots for the levels",
            "Views:",
            "AWindow (0x1): frame origin: (0, 0) size: (9, 9) [tag=0] UIView : NSObject",
            ".   AView (0x2): frame origin: (1, 1) size: (2, 2) [tag=7] UIView : NSObject",
            ".   .   ALabel (0x3): frame origin: (1, 1) size: (2, 2) [tag=0] UIView : NSObject",
            ".   BLabel (0x4): frame origin: (1, 1) size: (2, 2) [tag=0] UIView : NSObject",
            outline: ["AWindow", ".AView", "..ALabel", ".BLabel"],
            findings: ["- decoded.text", "1 skipped.lines"]
        ),
        Oddity(
            "another one printed numbers and the classes above",
            "AView:UIView:NSObject {{0, 0}, {9, 9}}",
            "  0: BView:UIView:NSObject {{1, -1}, {2.5, 2}}",
            "    0: CCell:UIView:NSObject {{1, 1}, {2, 2}}",
            "  1: DView:UIView:NSObject {{1, 1}, {2, 2}}",
            outline: ["AView", ".BView", "..CCell", ".DView"],
            findings: ["- decoded.text"]
        ),
        Oddity(
            "where the root was cut away its subviews are roots",
            "| <A: 0x1; frame = (0 0; 1 1)>",
            "|    | <B: 0x2; frame = (0 0; 1 1)>",
            "| <C: 0x3; frame = (0 0; 1 1)>",
            outline: ["A", ".B", "C"]
        ),
        Oddity(
            "descriptions whose line ends were lost, and arrays of them, are all read",
            "<A: 0x1; frame = (0 0; 9 9)>   | <B: 0x2; frame = (0 0; 1 1)>   |    | <C: 0x3; frame = (0 0; 1 1)>"
                + "   | <D: 0x4; frame = (0 0; 1 1)>",
            "[<E: 0x5; frame = (0 0; 1 1)>, <F: 0x6; frame = (0 0; 1 1)>]",
            outline: ["A", ".B", "..C", ".D", "E", "F"]
        ),
        Oddity(
            "a description that a terminal broke is put together again",
            "onMatch:  <WKWebView: 0x1; frame = (0 90; 300 400);",
            "            autoresize = RM+BM; layer = <CALayer: 0x2>>",
            "$1 = 0x3 <UIView: 0x3; frame = (30 120;",
            "250 600); layer = ",
            "<CALayer: 0x4>>",
            "",
            "(lldb) po self",
            outline: ["WKWebView", "UIView"],
            facts: [
                0: ["frame 0 90 300 400", "autoresizingMask RM+BM", "prefix=onMatch:", "layer=<CALayer: 0x2>"],
                1: ["frame 30 120 250 600", "layer=<CALayer: 0x4>"],
            ]
        ),

        // MARK: One description
        Oddity(
            "Optional wraps a description, also one that is cut off",
            "Optional(<A: 0x1; frame = (0 0; 5 5); alpha = 0.5>)",
            "Optional(<B: 0x2; frame = (0 0; 6 6); opa",
            outline: ["A", "B"],
            facts: [0: ["frame 0 0 5 5", "alpha 0.5"], 1: ["frame 0 0 6 6", "unfinished=opa"]],
            findings: ["2 truncated.line"]
        ),
        Oddity(
            "names of instance variables and view controllers before a description are kept",
            "0x06f0a100 'RootController:0x6f0a20' <UIView: 0x1; frame = (0 20; 320 460)>",
            "| _first, _second <UIView: 0x2; frame = (0 0; 1 1)>",
            "|    | CardController:0x9 <UIView: 0x3; frame = (0 0; 1 1)>->\u{200B}<UIImage: 0x4 size:{64, 32}>",
            outline: ["UIView", ".UIView", "..UIView"],
            facts: [
                0: ["frame 0 20 320 460", "controller RootController"],
                1: ["frame 0 0 1 1", "ivar=_first, _second"],
                2: ["frame 0 0 1 1", "controller CardController", "image=\u{200B}<UIImage: 0x4 size:{64, 32}>"],
            ]
        ),
        Oddity(
            "image views name their image after the description, if they have one",
            "<UIImageView: 0x1; frame = (0 0; 5 5); layer = <CALayer: 0x2>> - star half.png",
            "<UIImageView: 0x3; frame = (0 0; 5 5); layer = <CALayer: 0x4>> - (null)",
            outline: ["UIImageView", "UIImageView"],
            facts: [
                0: ["frame 0 0 5 5", "layer=<CALayer: 0x2>", "image=star half.png"],
                1: ["frame 0 0 5 5", "layer=<CALayer: 0x4>", "image=(null)"],
            ]
        ),
        Oddity(
            "text after a description that is cut off does not become part of it",
            "<A: 0x1; frame = (0 0; 5 5); gestu",
            "and then it crashed",
            outline: ["A"],
            facts: [0: ["frame 0 0 5 5", "unfinished=gestu"]],
            findings: ["1 truncated.line", "2 skipped.lines"]
        ),
        Oddity(
            "half a value is not taken for a whole one",
            "<A: 0x1; frame = (0 0; 5 5); autoresize = W",
            outline: ["A"],
            facts: [0: ["frame 0 0 5 5", "unfinished=autoresize = W"]],
            findings: ["1 truncated.line"]
        ),
        Oddity(
            "a view that prints words of its own is still a view",
            root,
            "   | Thermometer",
            "   |    | <C: 0x3; frame = (0 0; 1 1)>",
            outline: ["A", ".UIView", "..C"],
            facts: [1: ["frame 0 0 0 0", "description=Thermometer"]],
            findings: ["2 missing.class"]
        ),
        Oddity(
            "a view without a frame has an unknown place, with a warning",
            root,
            "   | <B: 0x2>",
            "   | <C: 0x3; layer = <CALayer: 0x4>>",
            outline: ["A", ".B", ".C"],
            facts: [1: [], 2: ["layer=<CALayer: 0x4>"]],
            findings: ["2 missing.frame", "3 missing.frame"]
        ),
        Oddity(
            "an app's description with Foundation's numbers is understood",
            "`<UIView: 0x1>Frame: (0.000000, 64.500000, 390.000000, 700.000000)\\ttag:9",
            "   | <B: 0x2; frame = {{1, 2}, {3, 4}}>",
            outline: ["UIView", ".B"],
            facts: [
                0: [
                    "frame 0 64.5 390 700", "tag 9",
                    "suffix=Frame: (0.000000, 64.500000, 390.000000, 700.000000)\\ttag:9",
                ],
                1: ["frame 1 2 3 4"],
            ]
        ),
        Oddity(
            "a value that cannot be understood is kept and reported",
            "<A: 0x1; frame = (0 0; 5); hidden = MAYBE; tag = 99999999999999999999; autoresize = LM+X>",
            outline: ["A"],
            facts: [
                0: [
                    "frame=(0 0; 5)", "hidden=MAYBE", "tag=99999999999999999999", "autoresize=LM+X",
                ]
            ],
            findings: ["1 missing.frame"] + Array(repeating: "1 unreadable.attribute", count: 4)
        ),
        Oddity(
            "a placeholder is not quoted and still ends where the next attribute begins",
            "<UITextField: 0x1; frame = (0 0; 9 9); text = ''; placeholder = 5 > 4; (really); borderStyle = None; "
                + "layer = <CALayer: 0x2>>",
            outline: ["UITextField"],
            facts: [
                0: [
                    "frame 0 0 9 9", "text ", "placeholder=5 > 4; (really)", "borderStyle=None", "layer=<CALayer: 0x2>",
                ]
            ]
        ),
        Oddity(
            "brackets that someone forgot do not swallow the rest",
            "<A: 0x1; frame = (0 0; 9 9); image = <UIImage: 0x2 named(smile :( ); (2 2)@1>; tag = 4; layer = <CALayer: 0x3>>",
            "   | <B: 0x4; frame = (0 0; 1 1)>",
            outline: ["A", ".B"],
            facts: [
                0: ["frame 0 0 9 9", "tag 4", "image=<UIImage: 0x2 named(smile :( ); (2 2)@1>", "layer=<CALayer: 0x3>"]
            ]
        ),

        // MARK: Other forms
        Oddity(
            "a dump that was escaped as a string is read without the escapes",
            #""<A: 0x1; frame = (0 0; 9 9); text = 'it\'s'; layer = <CALayer: 0x3>>\n   | <B: 0x2; frame = (0 0; 1 1)>""#,
            outline: ["A", ".B"],
            facts: [0: ["frame 0 0 9 9", "text it's", "layer=<CALayer: 0x3>"]],
            findings: ["- decoded.text"]
        ),
        Oddity(
            "a dump that was escaped as markup is read without the escapes",
            "&lt;A: 0x1; frame = (0 0; 9 9); text = 'it&#39;s'; layer = &lt;CALayer: 0x3&gt;&gt;",
            "   | &lt;B: 0x2; frame = (0 0; 1 1)&gt;",
            outline: ["A", ".B"],
            facts: [0: ["frame 0 0 9 9", "text it's", "layer=<CALayer: 0x3>"]],
            findings: ["- decoded.text"]
        ),
        Oddity(
            "a responder chain becomes the tree that it climbs",
            "<L: 0x1; frame = (8 8; 100 20)>",
            "<V: 0x2; frame = (0 0; 320 480)>",
            "<VController: 0x3>",
            "<W: 0x4; frame = (0 0; 320 480)>",
            "<UIApplication: 0x5>",
            outline: ["W", ".V", "..L"],
            facts: [1: ["frame 0 0 320 480", "controller VController"]],
            findings: ["1 read.responderChain", "5 skipped.responder"]
        ),
        Oddity(
            "a responder chain on a ladder is one too",
            "<L: 0x1; frame = (8 8; 100 20)>",
            "   | <V: 0x2; frame = (0 0; 320 480)>",
            "   |    | <VController: 0x3>",
            "   |    |    | <W: 0x4; frame = (0 0; 320 480)>",
            "   |    |    |    | <UIApplication: 0x5>",
            outline: ["W", ".V", "..L"],
            facts: [1: ["frame 0 0 320 480", "controller VController"]],
            findings: ["1 read.responderChain", "5 skipped.responder"]
        ),
    ]

    @Test("each is read as far as it can be, and what cannot be is reported with its line", arguments: oddities)
    func oddLines(oddity: Oddity) throws {
        let dump = try Dump.reading(oddity.lines.joined(separator: "\n"))
        #expect(dump.outline == oddity.outline)
        for (view, facts) in oddity.facts { #expect(dump.tree.facts(of: view) == facts) }
        #expect(dump.codesByLine == oddity.findings)
    }

    @Test("findings name the view, and the lines of a run")
    func findings() throws {
        let dump = try Dump.reading("It", "is", Self.root, "   | Dial", "   | <C: 0x3>", "```", "Odd", "it is")
        #expect(dump.findings.map(\.view) == [nil, 1, 2, nil])
        let words = dump.findings.map(\.message)
        #expect(words.first?.contains("Lines 1 to 2") == true && words.last?.contains("Lines 7 to 8") == true)
    }

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
        #expect(dump.outline == ["UIView", ".UILabel"] && dump.codes.allSatisfy { $0 == "decoded.text" })
        #expect(dump.tree.facts(of: 0) == ["frame 0 0 5 5", "layer=<CALayer: 0x2>"])
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
        #expect(dump.outline == ["A", ".B", "..C", ".D"] && dump.findings.isEmpty)
    }

    @Test("CR LF, CR and LF end lines", arguments: ["\r\n", "\r", "\n"])
    func lineEnds(end: String) throws {
        let text = [Self.root, "   | <B: 0x2; frame = (0 0; 1 1); text = 'b'; layer = <CALayer: 0x3>>", ""]
        let dump = try DumpReader.read(Array(text.joined(separator: end).utf8))
        #expect(dump.outline == ["A", ".B"])
        #expect(dump.tree.facts(of: 1) == ["frame 0 0 1 1", "text b", "layer=<CALayer: 0x3>"])
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

    @Test("numbers that are not finite are kept")
    func nonFinite() throws {
        let dump = try Dump.reading("<A: 0x1; frame = (inf -inf; nan 1e-05)>")
        let frame = dump.tree.frame(of: 0)
        #expect(frame.origin == Point(x: .infinity, y: -.infinity))
        #expect(frame.size.width.isNaN && frame.size.height == 1e-05 && dump.findings.isEmpty)
    }

    @Test(
        "lines that someone left out are reported",
        arguments: ["...", "   ...", "   |    | ...", "\u{2026}", "[...]"]
    )
    func elision(line: String) throws {
        let dump = try Dump.reading(Self.root, line, "   |    | <B: 0x2; frame = (0 0; 1 1)>")
        #expect(dump.outline == ["A", ".B"])
        #expect(dump.codesByLine == ["2 elided.lines", "3 missing.superviews"])
    }
}
