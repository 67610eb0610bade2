import Diagnostics
import DumpFormats
import Testing
import TestSupport
import ViewHierarchy

@Suite("XCUITest debugDescription")
struct XCUITestTests {
    private func fixture(_ name: String) throws -> Dump { try DumpReader.read(Fixtures.bytes("dumps/\(name)")) }

    private func error(_ text: String, _ format: DumpFormat? = nil) -> DumpError? {
        #expect(throws: DumpError.self) { try DumpReader.read(Array(text.utf8), format: format) }
    }

    @Test("the elements below the heading are read, those of the path and the chain are not")
    func elements() throws {
        let dump = try fixture("orchard-xcuitest.txt")
        #expect(dump.format == .xcuitest)
        #expect(
            dump.outline.map { $0.replacing("XCUIElementType", with: "") } == [
                "Application", ".Window", "..NavigationBar", "...StaticText", "...Button", "..Table", "...Cell",
                "....StaticText", "....StaticText", "....Switch", "...Other", "..TextField",
            ]
        )
        #expect(dump.app == "com.example.orchard" && dump.device == DumpDevice(width: 375, height: 667))
        #expect(dump.codes == ["guessed.frame"])
    }

    @Test("fields become what they are called in UIKit, and frames those in the superview")
    func fields() throws {
        let tree = try fixture("orchard-xcuitest.txt").tree
        #expect(tree.address(of: 4) == "0x600003b50" && abs(tree.frame(of: 4).minY - 5.7) < 1e-9)
        #expect(
            [1, 4, 9, 10, 11].map { tree.facts(of: $0) } == [
                ["frame 0 0 375 667", "main=true"],
                ["frame 331 5.7 36 33.3", "identifier add", "label Add a tree", "enabled=false"],
                ["frame 309.5 6.5 51 31", "identifier ripe", "label Ripe", "value 1"], ["frame inf inf 0 0"],
                [
                    "frame 16 626 343 34", "identifier query", "value Search", "placeholder=Search",
                    "keyboardFocused=true",
                ],
            ]
        )
        #expect(!tree.says(try #require(ViewProperty.named("alpha")), of: 4))
    }

    @Test("texts hold quotation marks, commas, words that look like flags, and line breaks")
    func texts() throws {
        let tree = try fixture("orchard-xcuitest.txt").tree
        #expect(
            [7, 8].map { tree.facts(of: $0) } == [
                ["frame 16 11 150 20.3", "label Cox's 'Orange', Disabled, ripe", "selected=true"],
                ["frame 16 31 150 20.3", "label First line,\n    second line", "value ripe, soft"],
            ]
        )
    }

    @Test(
        "a text ends where only the rest of an element can follow",
        arguments: [
            ("label: 'It's, fine', Disabled", "It's, fine"), ("label: 'a', Disabled, b'", "a', Disabled, b"),
            ("label: 'Fig Tree 'Green Gem''", "Fig Tree 'Green Gem'"), ("label: ''", ""), ("label: ', '", ", "),
            ("label: 'a', value: 0%, Selected", "a"), ("label: 'a', placeholderValue: 'b'", "a"),
            ("label: 'x', identifier: 'y'", "x', identifier: 'y"),
        ]
    )
    func closing(line: String, label: String) throws {
        let dump = try Dump.reading("Element subtree:", " \u{2192}Button, 0x1, {{0.0, 0.0}, {9.0, 9.0}}, \(line)")
        #expect(dump.tree.label(of: 0) == label && dump.findings.isEmpty)
    }

    @Test("the results of a query are a flat list on the screen, and only the last ones")
    func query() throws {
        let dump = try fixture("orchard-query.txt")
        #expect(dump.outline == ["XCUIElementTypeButton", "XCUIElementTypeButton"])
        #expect(dump.tree.frame(of: 0).origin == Point(x: 331, y: 25.7))
        #expect(dump.app == "com.example.orchard" && dump.codes == ["read.query"])
    }

    @Test("an app that did not answer is told so, with the line")
    func hung() throws {
        let text = try Fixtures.text("dumps/orchard-hung.txt")
        let error = error(text)
        #expect(error?.code == .unreadable && error?.line == 2)
        #expect(error?.message.contains("did not answer") == true)
        #expect(
            self.error("Find: Target Application 'a.b'\n  Output: {\n  }\n")?.message.contains("no element") == true
        )
        // A subtree without elements is not made up for by what the chain below it found.
        let chain = "Query chain:\n \u{2192}Find: Button\n  Output: {\n    Button, 0x1, {{0.0, 0.0}, {9.0, 9.0}}\n  }\n"
        for rest in ["", chain] { #expect(self.error("Element subtree:\nPath to element:\n" + rest)?.line == 1) }
    }

    @Test("a dump in a string of JSON or lldb is read like the plain one")
    func escaped() throws {
        let text = try Fixtures.text("dumps/orchard-xcuitest.txt")
        let expected = try fixture("orchard-xcuitest.txt")
        let quoted = text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
        for carried in [
            "{\"value\": \"\(quoted)\", \"sessionId\": \"1\"}",
            "{\"value\": \"\(quoted.replacing("\u{2192}", with: "\\u2192"))\"}",
            "\"\(quoted.replacing("'", with: "\\'"))\"",
            "    t =  1.05s Requesting snapshot\n(String) $R0 = \"\(quoted)\"\n", quoted,
            "{\n  \"value\" : \"\(quoted)",
        ] {
            let dump = try Dump.reading(carried)
            #expect(dump.outline == expected.outline, "\(carried.prefix(60))")
            #expect(dump.tree.facts(of: 7) == expected.tree.facts(of: 7) && dump.codes.contains("decoded.text"))
        }
    }

    @Test(
        "a query that found nothing shows the elements among which it looked, without parents",
        arguments: [
            ("No matches from input {(\n  Button, label: 'a',\n  Cell\n)}\nButton, label: 'b'", "Button a, Cell "),
            ("x from input {( Button, label: 'a', Cell, 0x1, label: 'b' )}", "Button a, Cell b"),
            ("from input {(\n  Button, label: 'two\nlines',\n)}\nfrom input {(\n)}", "Button two\nlines"),
            ("from input {(\n  Switch, label: 'a'\n)}\nfrom input {(\n  Tab, label: 'b'\n)}", "Tab b"),
            ("from input {(\n  Tab, label: 'b'\n)}\nfrom input {( Application, pid: 1 )}", "Tab b"),
            ("from input {(\n  Application, pid: 1, label: 'c'\n)}", "Application c"),
            ("Find: Tab\nOutput: {\n  Tab 0x1: label: 'a'\n}\nFind: 'x'\nOutput: {\n}", "Tab a"),
            ("from input {(\n  Tab, label: 'cut", "Tab cut"),
        ]
    )
    func candidates(text: String, elements: String) throws {
        let dump = try Dump.reading(text)
        #expect(dump.format == .xcuitest && dump.tree.maximumDepth == 0 && dump.codes.contains("read.candidates"))
        let found = dump.tree.indices.map {
            "\(dump.tree.className(of: $0).dropFirst("XCUIElementType".count)) \(dump.tree.label(of: $0) ?? "")"
        }
        #expect(found.joined(separator: ", ") == elements)
    }

    @Test("a list of candidates keeps what their lines say")
    func failure() throws {
        let dump = try fixture("orchard-failure.txt")
        #expect(dump.codesByLine == ["5 read.candidates"] && dump.tree.roots.count == 3)
        #expect(
            dump.tree.indices.map { dump.tree.facts(of: $0) } == [
                [
                    "frame 16 80 90 30", "bounds 16 80 90 30", "center 61 95", "identifier add", "label Add\na tree",
                    "traits=8589934593",
                ],
                ["frame 16 120 90 30", "bounds 16 120 90 30", "center 61 135", "label Prune, now", "enabled=false"],
                ["frame 0 160 375 44", "bounds 0 160 375 44", "center 187.5 182", "value 3"],
            ]
        )
    }

    @Test("Xcode 8 prints the address without a comma, traits as a number, and the main window in words")
    func xcode8() throws {
        let dump = try fixture("orchard-xcode8.txt")
        #expect(dump.tree.count == 9 && dump.codes == ["missing.frame", "missing.frame"])
        #expect(
            [1, 3, 4, 5, 6, 7].map { dump.tree.attributes(of: $0).map { "\($0.name)=\($0.value)" } } == [
                ["main=true"], ["keyboardFocused=true"], ["traits=8589934601", "selected=true"], ["traits=8589934596"],
                ["traits=8590196736", "placeholder=Search", "keyboardFocused=true"],
                ["traits=9007207844675841", "enabled=false"],
            ]
        )
        #expect(dump.tree.label(of: 4) == "Add 'a', tree" && dump.tree.value(of: 6) == "Cox")
        #expect(dump.tree.frame(of: 4).origin == Point(x: 16, y: 16) && dump.tree.address(of: 4) == "0x600005")
    }

    @Test("Chisel's xtree has bars, quotes the value, and writes states as Python does")
    func xtree() throws {
        let dump = try fixture("orchard-xtree.txt")
        #expect(dump.format == .xcuitest && dump.tree.maximumDepth == 3 && dump.tree.count == 5)
        #expect(
            [1, 3, 4].map { Array(dump.tree.facts(of: $0).dropFirst()) } == [
                ["traits=Unknown(0x200000000)", "main=true"],
                [
                    "identifier add", "label Add a tree", "traits=Button, Selected, NotEnabled(0x200000109)",
                    "title=Add", "enabled=false", "selected=true",
                ],
                ["value Cox, 'Gala'", "traits=TextEntry(0x40000)", "placeholder=Search", "keyboardFocused=true"],
            ]
        )
    }

    @Test("where no line has a frame the report says so once, and no place is said")
    func frameless() throws {
        let dump = try Dump.reading("Application: label: 'a'", " | Window: MainWindow", " |  | Button: label: 'b'")
        #expect(dump.outline.count == 3 && dump.codes.isEmpty && dump.report.contains { $0.code == "lost.frames" })
        #expect(dump.tree.indices.allSatisfy { !dump.tree.says(.frame, of: $0) })
    }

    @Test(
        "what only begins like an element is none",
        arguments: [
            "Image: see below", "a Button 0x: traits: 4", "a Bottom 0x1: traits: 4", "UIAButton: tapped", "Button:",
            "Image 0x12 was loaded", "Map, the", "Cell", "Links, 0",
        ]
    )
    func prose(line: String) { #expect(error(line)?.code == .unknownFormat) }

    @Test("queries of Xcode 7 are read: blanks in frames, quotation marks around texts")
    func xcode7() throws {
        let chain =
            "Query chain:\n \u{2192}Find: Target Application\n  Output: {\n    Application:{ {0.0, 0.0}, {375.0, 667.0} }, label: \"Fig\"\n  }\n"
            + "  \u{21AA}\u{FE0E}Find: Descendants matching type Cell\n    Output: {\n"
        let cells =
            "      Cell: { {0.0, 64.0}, {375.0, 44.0} }, label: \"Bed \"1\", north\"\n      Cell:{ {0.0, 108.0}, {375.0, 44.0} }, Selected\n    }\n"
        let dump = try Dump.reading(chain + cells)
        #expect(dump.outline == ["XCUIElementTypeCell", "XCUIElementTypeCell"] && dump.codes == ["read.query"])
        #expect(
            dump.tree.indices.map { dump.tree.facts(of: $0) } == [
                ["frame 0 64 375 44", "bounds 0 64 375 44", "center 187.5 86", "label Bed \"1\", north"],
                ["frame 0 108 375 44", "bounds 0 108 375 44", "center 187.5 130", "selected=true"],
            ]
        )
        let refused = try #require(error(chain + "      Row[3] of beds\n    }"))
        #expect(refused.code == .unreadable && refused.line == 8 && refused.message.contains("found something"))
    }

    @Test("an element in a message is read up to what went wrong")
    func messages() throws {
        let dump = try Dump.reading(
            "  -[Test run] UI Testing Failure - Failed to scroll to visible (by AX action) Tab 0x1: traits: 8, {{1.0, 2.0}, {3.0, 4.0}}, label: 'It's', error: Error -25204",
            "no luck",
            "Failed to fetch hit point for Other 0x2: traits: 4, {{5.0, 6.0}, {7.0, 8.0}} - *** -[NSArray init]"
        )
        #expect(dump.outline == ["XCUIElementTypeTab", "XCUIElementTypeOther"] && dump.codes == ["skipped.lines"])
        #expect(dump.tree.indices.map { dump.tree.frame(of: $0).minX } == [1, 5])
        #expect(dump.tree.label(of: 0) == "It's" && dump.tree.attributes(of: 1).map(\.name) == ["traits"])
    }

    @Test("the trees that Instruments logged are read, whose texts have no quotation marks")
    func instruments() throws {
        let dump = try Dump.reading(
            "the tree:",
            "\t+- UIATarget: name:My Phone rect:{{0,0},{320,480}}",
            "\t|  +- UIAApplication: name:Fig rect:{{0,20},{320,460}}",
            "\t|  |  +- UIAWindow: rect:{{0,0},{320,480}}",
            "\t|  |  |  +- UIATableCell: name:Bed: 1, north value:wet value:y rect:{{8,40},{99,20}}",
            "\t|  |  |  +- UIAElement: value: rect:{{8,60},{99,20}}"
        )
        #expect(dump.format == .xcuitest && dump.codes.isEmpty)
        #expect(
            dump.outline.map { $0.replacing("XCUIElementType", with: "") } == [
                "Application", ".Window", "..Cell", "..Other",
            ]
        )
        #expect(
            dump.tree.facts(of: 2) == [
                "frame 8 40 99 20", "identifier Bed: 1, north value:wet", "value y", "type=UIATableCell",
            ]
        )
        #expect(dump.tree.facts(of: 3) == ["frame 8 60 99 20", "value ", "type=UIAElement"])
    }

    @Test("several blocks, as WebDriverAgent concatenates them, are several roots")
    func blocks() throws {
        let block =
            "Element subtree:\n \u{2192}Window, 0x1, Main Window, traits: 8589934592, {{0.0, 52.2}, {375.0, 562.5}}\n"
            + "    Button, 0x2, {{1.0, 60.0}, {9.0, 9.0}}\nPath to element:\n \u{2192}Application, 0x3, pid: 4, label: 'x'\n"
            + "Query chain:\n \u{2192}Find: Application \"com.example.orchard\" 0x5\n  Output: {\n    Application, 0x3\n  }\n\n\n"
        let dump = try Dump.reading("Attributes: Window, 0x1\n" + block + "Attributes: Window, 0x1\n" + block)
        #expect(dump.outline.count == 4 && dump.tree.roots.count == 2 && dump.app == "com.example.orchard")
        #expect(
            dump.tree.facts(of: 0) == [
                "frame 0 52.2 375 562.5", "bounds 0 52.2 375 562.5", "center 187.5 333.45", "main=true",
                "traits=8589934592",
            ]
        )
    }

    @Test("lines that were taken out, and others that are no elements, are reported")
    func elided() throws {
        let dump = try Dump.reading(
            "Element subtree:",
            " \u{2192}Window, 0x1, {{0.0, 0.0}, {9.0, 9.0}}",
            " ...",
            "              Button, 0x2, {{1.0, 1.0}, {2.0, 2.0}}, Focused",
            "some words"
        )
        #expect(dump.outline == ["XCUIElementTypeWindow", ".XCUIElementTypeButton"])
        #expect(dump.codesByLine == ["3 elided.lines", "5 skipped.lines"])
    }

    @Test("a comment's marks and the lack of a heading do not matter")
    func comment() throws {
        let dump = try Dump.reading(
            "// \u{2192}Application, 0x1, pid: 3, label: 'A'",
            "//    Window, 0x2, {{0.0, 0.0}, {9.0, 9.0}}",
            "//      Image, 0x3, {{1.0, 1.0}, {2.0, 2.0}}"
        )
        #expect(dump.outline == ["XCUIElementTypeApplication", ".XCUIElementTypeWindow", "..XCUIElementTypeImage"])
    }

    @Test("frames that are missing, cut or no numbers are kept and reported")
    func frames() throws {
        let dump = try Dump.reading(
            "Element subtree:",
            " \u{2192}Window, 0x1, {{0.0, 0.0}, {nan, 1e308}}",
            "    Button, 0x2, label: 'a'",
            "    Image, 0x3, {{a, 1.0}, {2.0, 2.0}}",
            "    Image, 0x4, {{1.0, 1.0}"
        )
        #expect(dump.tree.count == 4)
        #expect(dump.codes == ["missing.frame", "missing.frame", "unreadable.attribute", "missing.frame"])
        #expect(dump.tree.attribute("frame", of: 2) == "{{a, 1.0}, {2.0, 2.0}}")
    }

    @Test("a dump that is cut at any byte keeps what stands before")
    func cuts() throws {
        let bytes = try Fixtures.bytes("dumps/orchard-xcuitest.txt")
        let whole = try DumpReader.read(bytes).tree.count
        var last = 0
        for length in stride(from: 160, through: bytes.count, by: 7) {
            let count = try DumpReader.read(Array(bytes.prefix(length))).tree.count
            #expect(count >= last, "\(length)")
            last = count
        }
        #expect(last == whole)
        let cut = try Dump.reading(
            "Element subtree:",
            " \u{2192}Button, 0x1, {{0.0, 0.0}, {9.0, 9.0}}, label: 'Add a tr"
        )
        #expect(cut.codes == ["truncated.line"] && cut.tree.label(of: 0) == "Add a tr")
    }

    @Test("many siblings and deep trees are read, and limits hold")
    func large() throws {
        let line = "    Button, 0x2, {{1.0, 60.0}, {9.0, 9.0}}\n"
        let wide =
            "Element subtree:\n \u{2192}Window, 0x1, {{0.0, 0.0}, {9.0, 9.0}}\n"
            + String(repeating: line, count: 20_000)
        #expect(try Dump.reading(wide).tree.count == 20_001)
        let deep = (0..<62).map { String(repeating: "  ", count: $0) + "Other, 0x1, {{0.0, 0.0}, {9.0, 9.0}}" }
        let dump = try Dump.reading((["Element subtree:"] + deep).joined(separator: "\n"))
        #expect(dump.tree.maximumDepth == 61)
        #expect(dump.report.contains { $0.code == "lost.depth" })
        let error = #expect(throws: DumpError.self) { try Dump.reading(wide, limits: DumpLimits(maximumViews: 10)) }
        #expect(error?.code == .tooLarge)
    }
}
