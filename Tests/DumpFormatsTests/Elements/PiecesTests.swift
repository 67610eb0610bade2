import Diagnostics
import DumpFormats
import TestSupport
import Testing
import ViewHierarchy

@Suite("Pieces of page source")
struct PiecesTests {
    /// What is pasted, and what has to come out: the views as text, and the codes of the findings with their lines.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let tree: String
        var codes: [String] = []

        init(_ name: String, _ text: String, _ tree: String, _ codes: String...) {
            (testDescription, self.text, self.tree, self.codes) = (name, text, tree, codes)
        }
    }

    private static let image = #"<XCUIElementTypeImage name="leaf" x="20" y="110" width="30" height="30"/>"#
    private static let cell = #"<XCUIElementTypeCell x="10" y="100" width="300" height="60">"#

    private static let cases = [
        Case(
            "several tops",
            "\(cell)\n\(image)\n</XCUIElementTypeCell>\n\(image)",
            "XCUIElementTypeCell 0 (10 100; 300 60)\n  XCUIElementTypeImage 1 (10 10; 30 30)\n"
                + "XCUIElementTypeImage 2 (20 110; 30 30)\n"
        ),
        Case(
            "end tags before all others, and none at the end",
            "</XCUIElementTypeOther>\n</XCUIElementTypeTable>\n\(cell)\n\(image)",
            "XCUIElementTypeCell 0 (10 100; 300 60)\n  XCUIElementTypeImage 1 (10 10; 30 30)\n",
            "4 broken.document"
        ),
        Case(
            "a text and end tags before all others",
            "of the orchard</XCUIElementTypeStaticText>\n\(image)",
            "XCUIElementTypeImage 0 (20 110; 30 30)\n",
            "1 skipped.lines",
            "1 broken.document"
        ),
        Case(
            "the end is missing in the middle of an attribute",
            "\(cell)\n<XCUIElementTypeButton name=\"prune\" x=\"20\" y=\"110\" width=\"30\" height=\"30\" label=\"Pru",
            "XCUIElementTypeCell 0 (10 100; 300 60)\n  XCUIElementTypeButton 1 (10 10; 30 30)\n",
            "2 broken.document"
        ),
        Case(
            "half a name is no element",
            "\(cell)\n<XCUIElementTypeBut",
            "XCUIElementTypeCell 0 (10 100; 300 60)\n",
            "2 broken.document"
        ),
        Case(
            "what says no place at all says so once",
            "<Table>\n<Cell>\n<StaticText label=\"Plum\"/></Cell>[...]</Table>",
            "XCUIElementTypeTable 0 (unknown)\n  XCUIElementTypeCell 1 (unknown)\n    XCUIElementTypeStaticText 2 (unknown)\n",
            "- missing.frame",
            "3 elided.lines"
        ),
        Case(
            "names without the prefix, values without quotation marks or in others",
            "<Table x=0 y=0 width=320 height=400>\n<Cell x = '0' y='50' width='320' height='44' visible/>\n</Table>",
            "XCUIElementTypeTable 0 (0 0; 320 400)\n  XCUIElementTypeCell 1 (0 50; 320 44)\n",
            "1 repaired.tags"
        ),
        Case(
            "marks of what was left out, between attributes, in values and for elements",
            "<Table ... x=\"0\" y=\"0\" width=\"320\" height=\"400\" …>\n...\n<Cell.../>\n<Image x=... />\n…\n</Table>\n...",
            "XCUIElementTypeTable 0 (0 0; 320 400)\n  XCUIElementTypeCell 1 (unknown)\n  XCUIElementTypeImage 2 (unknown)\n",
            "1 elided.lines",
            "3 missing.frame",
            "4 missing.frame"
        ),
        Case(
            "marks of what was left out in well-formed XML",
            "<AppiumAUT>\n\(cell)...</XCUIElementTypeCell>\n</AppiumAUT>",
            "XCUIElementTypeCell 0 (10 100; 300 60)\n",
            "2 elided.lines"
        ),
        Case(
            "characters that want an escape, and quotation marks in a value",
            "\(cell)<XCUIElementTypeButton label=\"a & \"b\" 's\" x=\"20\" y=\"110\" width=\"30\" height=\"30\"/></XCUIElementTypeCell>",
            "XCUIElementTypeCell 0 (10 100; 300 60)\n  XCUIElementTypeButton 1 (10 10; 30 30)\n",
            "1 repaired.tags"
        ),
        Case(
            "an element that does not end ends with what it is in",
            "<AppiumAUT>\n\(cell)\n<XCUIElementTypeOther x=\"10\" y=\"100\" width=\"9\" height=\"9\">\n</XCUIElementTypeCell>\n\(image)\n</AppiumAUT>",
            "XCUIElementTypeCell 0 (10 100; 300 60)\n  XCUIElementTypeOther 1 (10 100; 9 9)\nXCUIElementTypeImage 2 (20 110; 30 30)\n",
            "4 repaired.tags"
        ),
        Case(
            "bare nodes of uiautomator",
            "<node class=\"android.view.ViewGroup\" bounds=\"[0,100][800,500]\">\n<node text='Prune' class='android.widget.Button' bounds='[40,150][240,200]'/>",
            "android.view.ViewGroup 0 (0 100; 800 400)\n  android.widget.Button 1 (40 50; 200 50) \"Prune\"\n",
            "2 broken.document"
        ),
        Case(
            "several tops of Appium for Android",
            "<android.view.ViewGroup bounds=\"[0,100][800,500]\"/>\n<android.widget.Button bounds=\"[40,550][240,600]\"/>",
            "android.view.ViewGroup 0 (0 100; 800 400)\nandroid.widget.Button 1 (40 550; 200 50)\n"
        ),
        Case(
            "pieces of Detox",
            "</RCTView>\n<RCTView class=\"RCTView\" alpha=\"1.0\" visibility=\"visible\" x=\"4\" y=\"6\" width=\"90\" height=\"80\" ... id=\"row\">\n<UILabel class=\"UILabel\" x=\"1\" y=\"2\" width=\"30\" height=\"20\" visibility=\"visible\" text=\"Plum\" />",
            "RCTView 0 (4 6; 90 80)\n  UILabel 1 (1 2; 30 20) \"Plum\"\n",
            "2 elided.lines",
            "3 broken.document"
        ),
    ]

    @Test("the elements that are there are read, and what is missing is told", arguments: cases)
    func pieces(piece: Case) throws {
        let dump = try DumpReader.read(Array(piece.text.utf8))
        #expect(TreeText.text(of: dump.tree) == piece.tree)
        #expect(dump.codesByLine.sorted() == piece.codes.sorted())
    }

    @Test("what is missing is the beginning, the end, or both")
    func words() throws {
        func message(_ text: String) throws -> String? { try Dump.reading(text).findings.last?.message }
        #expect(try message("</XCUIElementTypeOther>\(Self.image)")?.contains("its beginning is missing") == true)
        #expect(try message(Self.cell)?.contains("its end is missing") == true)
        let both = try message("</XCUIElementTypeOther>\(Self.cell)")
        #expect(both?.contains("its beginning and its end are missing") == true)
    }

    @Test("attributes of what was typed have their places")
    func attributes() throws {
        let tree = try Dump.reading(
            "<Cell name=first label='It''s ripe' value=\"a \"b\" c\" enabled x=1 y=2 width=3 height=4>"
        ).tree
        #expect(tree.identifier(of: 0) == "first" && tree.value(of: 0) == "a \"b\" c")
        #expect(tree.attribute("enabled", of: 0) == "true")
    }

    @Test("a place in a piece is on the screen for whoever asks for it, and in its superview for the tree")
    func places() throws {
        let tree = try Dump.reading("\(Self.cell)\(Self.image)</XCUIElementTypeCell>").tree
        #expect(tree.frame(of: 1) == Rect(x: 10, y: 10, width: 30, height: 30))
        #expect(tree.bounds(of: 0).origin == .zero)
    }

    @Test(
        "other markup is no piece of a page source",
        arguments: [
            "<html><body><table></table></body></html>", "<LinearLayout><Button android:text=\"a\"/></LinearLayout>",
            "a < b",
            "<node id=\"1\"/>", "<svg><Image/></svg>",
        ]
    )
    func others(text: String) {
        #expect(throws: DumpError.self) { try DumpReader.read(Array(text.utf8)) }
    }

    @Test(
        "text of any bytes between tags ends, cut anywhere",
        arguments: [
            "orchard-wda.xml", "orchard-uiautomator.xml", "orchard-detox.txt",
        ]
    )
    func cuts(file: String) throws {
        let bytes = try Fixtures.bytes("dumps/\(file)")
        let whole = try DumpReader.read(bytes)
        // From the middle on, and up to it: most of such pieces hold elements.
        for start in stride(from: bytes.count / 3, to: bytes.count - 40, by: 31) {
            for piece in [bytes[start...], bytes[start..<min(start + bytes.count / 2, bytes.count)]] {
                guard let dump = try? DumpReader.read(Array(piece)) else { continue }
                #expect(dump.tree.count <= whole.tree.count)
                #expect(dump.format == whole.format, "\(file) from \(start)")
            }
        }
    }
}
