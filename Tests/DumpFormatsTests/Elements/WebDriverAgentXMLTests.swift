import Diagnostics
import DumpFormats
import Testing
import TestSupport
import ViewHierarchy

@Suite("WebDriverAgent XML source")
struct WebDriverAgentXMLTests {
    private func fixture() throws -> Dump { try DumpReader.read(Fixtures.bytes("dumps/orchard-wda.xml")) }

    private func error(_ text: String) -> DumpError? {
        #expect(throws: DumpError.self) { try DumpReader.read(Array(text.utf8), format: .webDriverAgentXML) }
    }

    private static let button =
        #"<XCUIElementTypeButton type="XCUIElementTypeButton" x="1" y="2" width="3" height="4"/>"#

    @Test("the wrapper is no view; every element is one, with the app and the screen")
    func elements() throws {
        let dump = try fixture()
        #expect(dump.format == .webDriverAgentXML && dump.findings.isEmpty)
        #expect(
            dump.outline == [
                "XCUIElementTypeApplication", ".XCUIElementTypeWindow", "..XCUIElementTypeNavigationBar",
                "...XCUIElementTypeStaticText", "...XCUIElementTypeButton", "..XCUIElementTypeTable",
                "...XCUIElementTypeCell", "....XCUIElementTypeStaticText", "....XCUIElementTypeSwitch",
                "...XCUIElementTypeCell", "..XCUIElementTypeTextField",
            ]
        )
        #expect(dump.app == "com.example.orchard" && dump.device == DumpDevice(width: 375, height: 667))
    }

    @Test("names, labels, values, flags and frames have their places; the rest stays under its name")
    func fields() throws {
        let tree = try fixture().tree
        // The exact frame counts, not the rounded one. What is not visible need not be hidden.
        #expect(
            [4, 7, 8, 9, 10].map { tree.facts(of: $0) } == [
                [
                    "frame 331 6 36 33", "identifier add", "label Add a tree", "name=add", "enabled=false",
                    "visible=true", "accessible=true", "index=1", "traits=Button, NotEnabled",
                ],
                [
                    "frame 16 11 150 21", "label Cox", "value Cox\nOrange & more", "name=Cox", "enabled=true",
                    "visible=true", "accessible=true", "index=0",
                ],
                [
                    "frame 309.5 6.5 51 31", "identifier ripe", "label Ripe", "value 1", "name=ripe", "enabled=true",
                    "visible=true", "accessible=true", "index=1", "x, y, width, height={{310, 70}, {51, 31}}",
                ],
                ["frame 0 636 375 44", "enabled=true", "visible=false", "accessible=false", "index=1"],
                [
                    "frame 16 626 343 34", "identifier query", "value Search", "name=query", "enabled=true",
                    "visible=true", "accessible=true", "index=2", "placeholderValue=Search",
                ],
            ]
        )
        #expect(!tree.says(try #require(ViewProperty.named("hidden")), of: 4))
    }

    @Test("answers of servers carry the source in a string")
    func envelopes() throws {
        let text = try Fixtures.text("dumps/orchard-wda.xml")
        let expected = try fixture()
        let quoted = text.replacing("\"", with: "\\\"").replacing("\n", with: "\\n").replacing("/", with: "\\/")
        for carried in [
            "{\"value\":\"\(quoted)\",\"sessionId\":null}", "{\n  \"sessionId\": \"1\",\n  \"value\": \"\(quoted)\"\n}",
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{\"value\":\"\(quoted)\"}", "\"\(quoted)\"",
            text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;"),
        ] {
            let dump = try Dump.reading(carried)
            #expect(dump.outline == expected.outline, "\(carried.prefix(60))")
            #expect(dump.tree.value(of: 7) == "Cox\nOrange & more" && dump.codes.contains("decoded.text"))
        }
    }

    @Test("prose, fences and a missing declaration do not matter")
    func surroundings() throws {
        let dump = try Dump.reading("Here it is:", "```xml", "<AppiumAUT>\(Self.button)</AppiumAUT>", "```", "Thanks")
        #expect(dump.outline == ["XCUIElementTypeButton"])
        #expect(dump.codesByLine == ["1 skipped.lines", "5 skipped.lines"])
        #expect(try Dump.reading(Self.button).tree.count == 1)
    }

    @Test(
        "older sources name elements without the prefix, or as UI Automation did",
        arguments: [
            (
                "<AppiumAUT><Application type='Application' dom='' path='/0' valid='true' hint='' x='0' y='0' width='9' height='9'/></AppiumAUT>",
                "Application"
            ),
            ("<AppiumAUT><UIAApplication name='A' x='0' y='0' width='9' height='9'/></AppiumAUT>", "Application"),
            ("<XCUIElementTypeTable x='0' y='0' width='9' height='9'/>", "Table"),
            ("<AppiumAUT><Odd type='XCUIElementTypeTable' x='0' y='0' width='9' height='9'/></AppiumAUT>", "Table"),
        ]
    )
    func old(text: String, type: String) throws {
        #expect(try Dump.reading(text).outline == ["XCUIElementType" + type])
    }

    @Test("text in elements is kept, and what stands between them reported")
    func mixed() throws {
        let dump = try Dump.reading(
            "<AppiumAUT><XCUIElementTypeCell x='0' y='0' width='9' height='9'> some words ",
            "\(Self.button) more</XCUIElementTypeCell></AppiumAUT>"
        )
        #expect(dump.tree.attribute("content", of: 0) == "some words")
        #expect(dump.codes == ["skipped.text"])
    }

    @Test("frames that are missing or no numbers are kept and reported")
    func frames() throws {
        let dump = try Dump.reading(
            "<AppiumAUT><XCUIElementTypeCell width='9' height='8'/><XCUIElementTypeCell x='nan' y='0' width='1e308' height='9'/>",
            "<XCUIElementTypeCell x='a' y='0' width='9' height='9'/></AppiumAUT>"
        )
        #expect(
            dump.tree.indices.map { dump.tree.facts(of: $0) } == [
                [], ["frame nan 0 1e+308 9"], ["x=a", "y=0", "width=9", "height=9"],
            ]
        )
        #expect(dump.codes == ["missing.frame", "missing.frame", "unreadable.attribute"])
    }

    @Test("what has a size and no place is measured from the origin of its superview, and its place is unknown")
    func sizes() throws {
        let dump = try Dump.reading(
            "<AppiumAUT><XCUIElementTypeApplication width='300' height='400'><XCUIElementTypeCell x='20' y='30' width='100' height='50'>",
            "<XCUIElementTypeButton width='44' height='40'/><XCUIElementTypeImage x='25' y='35' width='9' height='9'/>",
            "</XCUIElementTypeCell></XCUIElementTypeApplication></AppiumAUT>"
        )
        #expect(
            dump.tree.indices.map(dump.tree.frame) == [
                Rect(x: 0, y: 0, width: 300, height: 400), Rect(x: 20, y: 30, width: 100, height: 50),
                Rect(x: 0, y: 0, width: 44, height: 40), Rect(x: 5, y: 5, width: 9, height: 9),
            ]
        )
        #expect(dump.findings.map(\.view) == [0, 2])
        #expect(
            dump.findings.allSatisfy {
                $0.message.hasSuffix("a size is given, but no place, which is unknown.")
            }
        )
    }

    @Test("a root without a frame ends where its elements do")
    func unsizedRoots() throws {
        let dump = try Dump.reading(
            "<AppiumAUT><XCUIElementTypeApplication><XCUIElementTypeCell x='20' y='30' width='100' height='50'>",
            "<XCUIElementTypeButton x='30' y='60' width='10' height='40'/></XCUIElementTypeCell></XCUIElementTypeApplication>",
            "<XCUIElementTypeWindow x='0' y='0' width='500' height='500'/></AppiumAUT>"
        )
        #expect(
            dump.tree.roots.map(dump.tree.frame) == [
                Rect(x: 0, y: 0, width: 120, height: 100), Rect(x: 0, y: 0, width: 500, height: 500),
            ]
        )
        #expect(dump.tree.frame(of: 1) == Rect(x: 20, y: 30, width: 100, height: 50))
        #expect(
            dump.findings.map(\.message) == [
                "Line 1: no frame is given; it is drawn around what is in it."
            ]
        )
    }

    @Test("a source that is cut at any byte keeps what stands before, and says where it breaks off")
    func cuts() throws {
        let bytes = try Fixtures.bytes("dumps/orchard-wda.xml")
        var last = 0
        for length in stride(from: 360, to: bytes.count - 12, by: 11) {
            let dump = try DumpReader.read(Array(bytes.prefix(length)))
            #expect(dump.tree.count >= last)
            #expect(dump.codes.contains("broken.document"), "\(length)")
            last = dump.tree.count
        }
        #expect(last == 11)
        let early = error("<?xml version='1.0'?>\n<AppiumAUT>\n<XCUIElementTypeCell")
        #expect(early?.code == .unreadable && early?.line == 1)
    }

    @Test("a mistake loses nothing of what stands around it, and is told with its line")
    func mistakes() throws {
        for mistake in ["<a x='1' x='2'/>", "<a b=c/>", "</b>", "a & b"] {
            let dump = try Dump.reading("<AppiumAUT>\(Self.button)\n\n\(mistake)\n\(Self.button)</AppiumAUT>")
            #expect(dump.codesByLine.contains("3 repaired.tags") && dump.tree.count == 2, "\(mistake)")
        }
    }

    @Test("other encodings, bad bytes and characters that XML forbids are read")
    func encodings() throws {
        let named = #"<XCUIElementTypeCell name="NAME" x="0" y="0" width="9" height="9"/>"#
        func name(_ bytes: [UInt8]) throws -> String? { try DumpReader.read(bytes).tree.identifier(of: 0) }
        func bytes(_ encoding: String, _ name: [UInt8]) -> [UInt8] {
            let parts = named.split(separator: "NAME")
            return Array("<?xml version='1.0' encoding='\(encoding)'?>\(parts[0])".utf8) + name + Array(parts[1].utf8)
        }
        for (encoding, written, read) in [
            ("iso-8859-1", [0xE4], "ä"), ("UTF_8", Array("ä".utf8), "ä"), ("utf-16", Array("ä".utf8), "ä"),
            ("utf-8", [0xE4, 0x1B], "\u{FFFD} "),
            ("utf-8", Array("&#55357;&#56832;&#1;&#xD800;".utf8), "😀 \u{FFFD}"),
        ] as [(String, [UInt8], String)] {
            #expect(try name(bytes(encoding, written)) == read, "\(encoding)")
        }
        let wide = bytes("utf-16", Array("Apfel".utf8)).flatMap { byte -> [UInt8] in [byte, 0] }
        #expect(try name([0xFF, 0xFE] + wide) == "Apfel")
    }

    @Test("a source without elements is refused with its line, one too deep by its limit")
    func refusals() throws {
        #expect(error("<?xml version='1.0'?>\n<AppiumAUT>\n</AppiumAUT>")?.message.contains("no element") == true)
        #expect(error("<hierarchy/>")?.code == .unreadable)
        let deep = String(repeating: "<XCUIElementTypeCell>", count: 10_100)
        #expect(error(deep)?.code == .tooDeep)
        let limited = #expect(throws: DumpError.self) { try Dump.reading(deep, limits: DumpLimits(maximumDepth: 3)) }
        #expect(limited?.code == .tooDeep)
    }

    @Test("many siblings are read, and a tree as deep as tools look is probably cut")
    func large() throws {
        let wide = "<AppiumAUT>\(String(repeating: Self.button, count: 20_000))</AppiumAUT>"
        #expect(try Dump.reading(wide).tree.count == 20_000)
        let cell = "<XCUIElementTypeCell x='0' y='0' width='9' height='9'>"
        for (depth, isHinted) in [(50, true), (62, true), (40, false)] {
            let text = String(repeating: cell, count: depth) + String(repeating: "</XCUIElementTypeCell>", count: depth)
            #expect(try Dump.reading(text).report.contains { $0.code == "lost.depth" } == isHinted)
        }
    }

    @Test("entities of the document's own are not expanded")
    func entities() throws {
        let bomb = "<!DOCTYPE a [<!ENTITY b 'bbbbbbbbbb'><!ENTITY c '&b;&b;&b;&b;'>]>"
        let text = "<?xml version='1.0'?>\(bomb)<AppiumAUT>\(Self.button)<XCUIElementTypeCell name='&c;'/></AppiumAUT>"
        let dump = try Dump.reading(text)
        #expect(dump.tree.count >= 1)
    }
}
