import Diagnostics
import Testing
import TestSupport
import ViewHierarchy

@testable import DumpFormats

@Suite("JSON of test tools")
struct ElementFormatsTests {
    private func read(_ file: String) throws -> Dump { try DumpReader.read(Fixtures.bytes("dumps/\(file)")) }

    private func read(text: String, _ format: DumpFormat? = nil) throws -> Dump {
        try DumpReader.read(Array(text.utf8), format: format)
    }

    private func losses(_ dump: Dump) -> Set<String> {
        Set(dump.report.map(\.code).filter { $0.hasPrefix("lost.") })
    }

    static let files: [(file: String, format: DumpFormat, count: Int)] = [
        ("elements-wda.json", .webDriverAgentJSON, 6), ("elements-idb.json", .idb, 5),
        ("elements-maestro.json", .maestro, 5), ("elements-runner.json", .maestro, 2),
        ("elements-maestro.csv", .maestro, 5),
        ("views-sentry.json", .sentry, 4),
        ("views-calabash.json", .calabash, 3),
    ]

    @Test("each format is told apart, and every element is read", arguments: files)
    func detection(file: String, format: DumpFormat, count: Int) throws {
        let dump = try read(file)
        #expect(dump.format == format && dump.tree.count == count)
        #expect(dump.device?.width != nil && dump.device?.height != nil)
        #expect(losses(dump).count >= 4)
        let bytes = try Fixtures.bytes("dumps/\(file)")
        #expect(try DumpReader.read(bytes, format: format).tree.count == count)
    }

    @Test("a source of WebDriverAgent keeps what it says of each element")
    func wda() throws {
        let dump = try read("elements-wda.json")
        #expect(dump.app == "com.example.kitchen" && dump.device == DumpDevice(width: 390, height: 844))
        #expect(
            dump.outline == [
                "XCUIElementTypeApplication", ".XCUIElementTypeWindow", "..XCUIElementTypeStaticText",
                "..XCUIElementTypeSwitch", "..XCUIElementTypeTextField", "..XCUIElementTypeButton",
            ]
        )
        let tree = dump.tree
        #expect(
            [2, 3, 4, 5].map { tree.facts(of: $0) } == [
                [
                    "frame 16 59.333 53.5 28", "identifier title", "label Boil", "value Boil", "name=title",
                    "isEnabled=1", "isVisible=1", "traits=StaticText",
                ],
                ["frame 320 120 51 31", "label Lid", "value 1", "name=Lid", "isEnabled=1", "isVisible=1"],
                [
                    "frame 16 180 200 34", "identifier minutes", "label ", "value Minutes", "name=minutes",
                    "placeholderValue=Minutes", "isEnabled=0", "isVisible=1",
                ],
                [
                    "frame 16 900 358 44", "label Start", "name=Start", "isEnabled=1", "isVisible=0",
                    "customActions=[\"Later\",\"Never\"]",
                ],
            ]
        )
        #expect(!tree.flags(of: 5).contains(.hidden) && dump.codes.isEmpty)
        let unknown = tree.unknownProperties(of: 3).map(\.name)
        #expect(unknown.contains("alpha") && unknown.contains("hidden") && !unknown.contains("identifier"))
    }

    @Test(
        "envelopes, other names and other ways of rectangles are read",
        arguments: [
            #"{"success":true,"data":{"jsonHierarchy":{"_id":"7","_type":"Application","frame":"{{0, 0}, {400, 800}}","rect":{"x":0,"y":0,"width":800,"height":1600},"children":[{"_type":"Icon","frame":"{{10, 20}, {30, 40}}"}]}}}"#,
            #"{"value":{"tree":{"type":"UIAApplication","rect":{"origin":{"x":0,"y":0},"size":{"width":400,"height":800}},"children":[{"type":"UIAButton","frame":"{{10, 20}, {30, 40}}","attributes":{"hint":"h","isValid":"1"}}]}},"sessionId":null}"#,
            "var example = {\"type\":\"UIATarget\",\"rect\":{\"origin\":{\"x\":0,\"y\":0},\"size\":{\"width\":400,\"height\":800}},\"children\":[{\"type\":\"UIAButton\",\"rect\":{\"origin\":{\"x\":10,\"y\":20},\"size\":{\"width\":30,\"height\":40}}}]};",
            #"{"UIAApplication":{"@":{"name":"A","x":0,"y":0,"width":400,"height":800},">":[{"UIAButton":{"@":{"name":"b","valid":true,"x":10,"y":20,"width":30,"height":40},">":[]}}]}}"#,
            #"{"tag":"UIAApplication","x":"0","y":"0","width":"400","height":"800","children":[{"tag":"UIAButton","name":"b","valid":"true","x":"10","y":"20","width":"30","height":"40","children":[]}]}"#,
            #"{"enabled":true,"hitable":false,"children":[{"type":"Button","rect":{"x":10,"y":20,"width":30,"height":40}}],"rect":{"x":0,"y":0,"width":400,"height":800},"type":"Application"}"#,
        ]
    )
    func shapes(text: String) throws {
        let dump = try read(text: text)
        #expect(dump.format == .webDriverAgentJSON && dump.tree.count == 2)
        #expect(dump.tree.frame(of: 1) == Rect(x: 10, y: 20, width: 30, height: 40))
        #expect(dump.device == DumpDevice(width: 400, height: 800))
    }

    @Test(
        "numbers and truth values are texts where texts are expected",
        arguments: [
            #"[{"AXUniqueId":77,"AXLabel":3.5,"AXValue":true,"AXFrame":"{{0, 0}, {9, 9}}","role":"AXButton"}]"#,
            #"{"type":"Button","rawIdentifier":77,"label":3.5,"value":true,"rect":{"x":0,"y":0,"width":9,"height":9}}"#,
            #"{"attributes":{"resource-id":77,"accessibilityText":3.5,"value":true,"bounds":"[0,0][9,9]"}}"#,
            #"{"elementType":9,"identifier":77,"label":3.5,"value":true,"frame":{"X":0,"Y":0,"Width":9,"Height":9}}"#,
            #"[{"class":"A","id":77,"label":3.5,"value":true,"rect":{"x":0,"y":0,"width":9,"height":9,"center_x":4}}]"#,
            #"{"class":"A","identifier":77,"label":3.5,"value":true,"frame":[0,0,9,9]}"#,
        ]
    )
    func numbers(text: String) throws {
        let dump = try read(text: text)
        let tree = dump.tree
        #expect([tree.identifier(of: 0), tree.label(of: 0), tree.value(of: 0)] == ["77", "3.5", "true"])
        #expect(dump.codes.isEmpty)
    }

    @Test("idb's roles become types where that is certain, and stay as they are")
    func idb() throws {
        let dump = try read("elements-idb.json")
        #expect(
            dump.outline == [
                "XCUIElementTypeApplication", ".XCUIElementTypeStaticText", ".XCUIElementTypeSwitch",
                ".XCUIElementTypeOther", "..XCUIElementTypeOther",
            ]
        )
        let tree = dump.tree
        // The edge that is null is in the other form.
        #expect(
            [2, 3, 4].map { tree.facts(of: $0) } == [
                [
                    "frame 320 120 51 31", "label Lid", "value 1", "type=CheckBox", "role=AXCheckBox",
                    "subrole=AXSwitch", "enabled=true",
                ],
                [
                    "frame 0 200 390 300", "label Notes", "type=Heading", "role=AXHeading", "enabled=false",
                    "frame={\"x\":null,\"y\":200,\"width\":390,\"height\":300}",
                ],
                ["frame 16 20 100 20", "label Salt", "type=GenericElement", "role=AXGenericElement", "enabled=true"],
            ]
        )
        #expect(dump.codes == ["document.wrongType"])
    }

    @Test(
        "idb's lists are read flat, a line each, in an envelope, or as one element",
        arguments: [
            (#"[{"AXLabel":"a","AXFrame":"{{9, 9}, {5, 5}}"},{"AXLabel":"b","AXFrame":"{{20, 9}, {5, 5}}"}]"#, true),
            (
                "{\"AXLabel\":\"a\",\"AXFrame\":\"{{9, 9}, {5, 5}}\"}\n{\"type\":\"Unknown\",\"frame\":\"{{20, 9}, {5, 5}}\"}\n",
                true
            ),
            (
                #"{"elements":[{"label":"a","role":"AXButton","frame":{"x":9,"y":9,"width":5,"height":5},"children":[{"role":"AXImage","frame":{"x":20,"y":9,"width":5,"height":5}}]}],"screen":{"width":390,"height":844},"truncated":true}"#,
                false
            ),
            (
                "[{\"AXLabel\":\"a\",\"AXFrame\":\"{{9, 9}, {5, 5}}\"}]\n[{\"AXLabel\":\"b\",\"AXFrame\":\"{{20, 9}, {5, 5}}\"}]",
                true
            ),
        ]
    )
    func idbShapes(text: String, isFlat: Bool) throws {
        let dump = try read(text: text)
        #expect(dump.format == .idb && dump.tree.count == 2)
        #expect(losses(dump).contains("lost.superviews") == isFlat)
        #expect(isFlat || (dump.device?.width == 390 && losses(dump).contains("lost.depth")))
        // Each root is in the space of the screen.
        let geometry = WindowGeometry(dump.tree, root: isFlat ? 1 : 0)
        #expect(geometry.windowFrame(of: 1) == Rect(x: 20, y: 9, width: 5, height: 5))
    }

    @Test("Maestro's root is none, its apps are roots, and no class is told")
    func maestro() throws {
        let dump = try read("elements-maestro.json")
        let other = "XCUIElementTypeOther"
        #expect(dump.outline == [other, "." + other, other, "." + other, "." + other])
        let tree = dump.tree
        #expect(
            [2, 3, 4].map { tree.facts(of: $0) } == [
                ["frame 0 0 390 844", "label Kitchen", "enabled=true", "selected=false"],
                [
                    "frame 320 120 51 31", "text 1", "identifier lid", "label Lid", "value 1", "enabled=true",
                    "checked=true",
                ],
                ["frame 16 180 200 34", "label Minutes", "hintText=Minutes", "enabled=false", "focused=true"],
            ]
        )
        #expect(tree.text(of: 2) == nil && !tree.says(ViewProperty.named("text") ?? .frame, of: 2))
        #expect(dump.report.contains { $0.code == "lost.classes" && $0.message.contains("Maestro") })
        #expect(dump.codes.isEmpty)
    }

    @Test("Maestro's table has the tree of its JSON, texts with quotation marks and ends of lines whole")
    func maestroTable() throws {
        let (dump, json) = (try read("elements-maestro.csv"), try read("elements-maestro.json"))
        #expect(dump.outline == json.outline && dump.codes.isEmpty)
        #expect(dump.tree.indices.allSatisfy { dump.tree.frame(of: $0) == json.tree.frame(of: $0) })
        #expect(
            [3, 4].map { dump.tree.facts(of: $0) } == [
                [
                    "frame 320 120 51 31", "text 1", "identifier lid", "label Lid", "value 1", "enabled=true",
                    "checked=true",
                ],
                [
                    "frame 16 180 200 34", "text done", "label The \"slow\" pot; 3 hours\nof simmering",
                    "hintText=Minutes", "focused=true",
                ],
            ]
        )
        #expect(losses(dump).isSuperset(of: ["lost.falseStates", "lost.classes"]))
    }

    @Test("a table that was cut gives the rows before the cut, and says in which line it ends")
    func cutTable() throws {
        let bytes = try Fixtures.bytes("dumps/elements-maestro.csv")
        let whole = try DumpReader.read(bytes).tree
        var most = 0
        for count in 0..<bytes.count {
            guard let dump = try? DumpReader.read(Array(bytes.prefix(count))) else {
                #expect(most == 0)
                continue
            }
            #expect((most...whole.count).contains(dump.tree.count))
            most = dump.tree.count
            #expect(dump.tree.indices.allSatisfy { dump.tree.label(of: $0) == whole.label(of: $0) })
        }
        #expect(most == whole.count)
        let cut = try DumpReader.read(Array(bytes.dropLast(40)))
        #expect(cut.findings.map(\.code) == ["truncated.line"] && cut.findings.first?.line == 8)
    }

    @Test(
        "what is no row of a table is passed over, and numbers and depths of any kind are read",
        arguments: [
            ("0,0,\"text=a; bounds=[0,0][9,9]\",\nwarn: slow\n9999999,1,\"\",\n1,99,\"text=b\",0", 2),
            ("0,7,\"=; ;; =x; text=a\",\n1,0,\"\"\"\",0", 2), ("0,1,\"\",", 1),
        ]
    )
    func oddTables(rows: String, count: Int) throws {
        #expect(try read(text: "element_num,depth,attributes,parent_num\n" + rows).tree.count == count)
    }

    @Test("the elements of Maestro's runner have types")
    func runner() throws {
        let dump = try read("elements-runner.json")
        #expect(dump.outline == ["XCUIElementTypeApplication", ".XCUIElementTypeSwitch"])
        #expect(
            dump.tree.indices.map { dump.tree.facts(of: $0) } == [
                [
                    "frame 0 0 390 844", "label Kitchen", "elementType=2", "enabled=true", "selected=false",
                    "hasFocus=false", "displayID=1", "windowContextID=7",
                ],
                ["frame 320 120.5 51 31", "identifier lid", "label Lid", "value 1", "elementType=40", "enabled=true"],
            ]
        )
    }

    @Test("an element without a frame, and one that is no object, are told with their pointers")
    func findings() throws {
        let dump = try read(
            text:
                #"{"type":"Application","rect":{"x":0,"y":0,"width":9,"height":9},"isVisible":"1","children":[5,{"type":"Button"},{"type":"Cell","rect":{"x":1}}]}"#
        )
        #expect(dump.tree.count == 3)
        #expect(dump.codes == ["document.notAView", "missing.frame", "missing.frame", "document.wrongType"])
        #expect(dump.findings.map { String($0.message.prefix { $0 != ":" }) }.first == "/children/0")
    }

    @Test("a tree that ends where tools stop is said to be cut, perhaps")
    func depth() throws {
        func nested(_ count: Int) -> String {
            String(
                repeating: #"{"type":"Other","isVisible":"1","rect":{"x":0,"y":0,"width":9,"height":9},"children":["#,
                count: count
            )
                + String(repeating: "]}", count: count)
        }
        #expect(losses(try read(text: nested(50))).contains("lost.depth"))
        #expect(!losses(try read(text: nested(40))).contains("lost.depth"))
        #expect(throws: DumpError.self) { try read(text: nested(1_500)) }
    }

    @Test("a hundred thousand siblings are read")
    func siblings() throws {
        let one = #"{"AXLabel":"a","AXFrame":"{{1, 2}, {3, 4}}","role":"AXButton"}"#
        let count = RandomCases.count(100_000)
        let dump = try read(text: "[" + Array(repeating: one, count: count).joined(separator: ",") + "]")
        #expect(dump.tree.count == count)
    }

    @Test(
        "what holds no element is refused with what is missing",
        arguments: [
            (#"{"value":null,"sessionId":"1"}"#, DumpFormat.webDriverAgentJSON), ("[]", .idb),
            (#"{"elements":[]}"#, .idb),
            (#"{"children":[]}"#, .maestro), (#"{"rendering_system":"UIKIT","windows":[]}"#, .sentry),
            (#"{"type":"CalabashRootView","children":[]}"#, .calabash), (#"{"rendering_system":"UIKIT"}"#, .sentry),
        ]
    )
    func empty(text: String, format: DumpFormat) {
        let error = #expect(throws: DumpError.self) { try read(text: text, format) }
        #expect(error?.code == .unreadable && (error?.message.count ?? 0) > 20)
        #expect(throws: DumpError.self) { try read(text: text) }
    }

    @Test("another tool's dump is refused when a format is forced", arguments: files, files)
    func forced(
        of other: (file: String, format: DumpFormat, count: Int),
        as own: (file: String, format: DumpFormat, count: Int)
    ) throws {
        let bytes = try Fixtures.bytes("dumps/\(other.file)")
        guard let dump = try? DumpReader.read(bytes, format: own.format) else { return }
        #expect(dump.format == own.format && dump.tree.count == other.count)
    }
}
