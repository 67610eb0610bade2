import Diagnostics
import DumpFormats
import Testing
import TestSupport
import ViewHierarchy

@Suite("Telling formats apart")
struct DumpReaderTests {
    private func error(_ bytes: [UInt8], _ format: DumpFormat? = nil) -> DumpError? {
        #expect(throws: DumpError.self) { try DumpReader.read(bytes, format: format) }
    }

    @Test(
        "sibling formats without frames are refused by name",
        arguments: [
            ("kitchen-trace.txt", "_autolayoutTrace", 2), ("kitchen-controllers.txt", "_printHierarchy", 1),
            ("kitchen-constraints.txt", "constraints", 3),
        ]
    )
    func siblings(file: String, name: String, line: Int) throws {
        let error = error(try Fixtures.bytes("dumps/\(file)"))
        #expect(error?.code == .unknownFormat)
        #expect(error?.message.contains(name) == true)
        #expect(error?.line == line)
    }

    @Test("reports that cannot be read say what they are and why")
    func unreadableReports() {
        let constraint = "<NSLayoutConstraint:0x1 UIView:0x2.width == 1   (active)>\n"
        let rows = [
            ("[Layout] Unable to simultaneously satisfy constraints:\n<private>\n", "debugger attached"),
            ("[   AF  ! wLU ] h=-&- v=--- NSView 0x1 f=(0,0,9,9) b=(-) => <NSViewBackingLayer>\n", "macOS"),
            ("the tree:\n[ 0] UIWindow\n--[ 1] UIView\n----[ 2] ACell\n", "classes alone"),
            ("UIWindow\n***UIView // the page\n*****UILabel\n", "classes alone"),
            ("view0: <UIWindow>)\n-view1: <UIView>)\n--view2: <UILabel text = 'a';>)\n", "classes alone"),
            (constraint + String(repeating: "x", count: 8 << 20), "8388608"),
        ]
        for (text, words) in rows {
            let error = error(Array(text.utf8))
            #expect(error?.code == .unknownFormat && error?.message.contains(words) == true, "\(words)")
        }
    }

    @Test("names tell files that lie beside dumps and are none", arguments: ["a.PNG", "b.md", "c.tar.zip", "test.py"])
    func otherFiles(name: String) {
        #expect(!DumpReader.mayRead(fileNamed: name))
        for name in ["a.txt", "b.json", "LoginScreen", "c.log"] { #expect(DumpReader.mayRead(fileNamed: name)) }
    }

    @Test("the responder chain that has views is read")
    func responders() throws {
        let dump = try DumpReader.read(Fixtures.bytes("dumps/kitchen-responders.txt"))
        #expect(dump.outline == ["UIWindow", ".Kitchen.TimerView", "..UILabel"])
        #expect(dump.tree.controller(of: 1) == "Kitchen.TimerController")
    }

    @Test("a responder chain without views is refused")
    func respondersOnly() {
        let error = error(Array("<AController: 0x1>\n<UIWindowScene: 0x2>\n<UIApplication: 0x3>".utf8))
        #expect(error?.code == .unknownFormat)
    }

    @Test(
        "an unknown format lists each format that was tried, with a sentence",
        arguments: [
            "", " ", "hello", "{", "[]", "{}", "<html><body></body></html>", "null", "<UIView: 0x1>",
            "\u{0}\u{0}\u{0}\u{0}",
        ]
    )
    func unknown(text: String) {
        let error = error(Array(text.utf8))
        #expect(error?.code == .unknownFormat)
        #expect(Set(error?.attempts.map(\.format) ?? []) == Set(DumpFormat.allCases))
        for attempt in error?.attempts ?? [] {
            #expect(attempt.reason.hasSuffix(".") || attempt.reason.hasSuffix(")"), "\(attempt)")
        }
    }

    @Test(
        "a refusal says what the input is, what it most resembles, what stands first against that, and what to do",
        arguments: [
            ("  Once upon\ta time\nthere was", "text that begins with “Once upon a time”", "recursiveDescription text"),
            ("<UIView: 0x1>", "text that begins with “<UIView: 0x1>”", "recursiveDescription text"),
            ("<tree><leaf name=\"a\" label=\"b\"/></tree>", "markup that begins with", "WebDriverAgent XML source"),
            ("<pine/>", "markup that begins with “<pine/>”", "WebDriverAgent XML source"),
            ("{\"pine\": 1, \"oak\": {}}", "JSON: an object with “pine”, “oak”", "WebDriverAgent JSON"),
            ("{}", "JSON: an object without members", "WebDriverAgent JSON"),
            ("[1, 2]", "JSON: an array of 2 values", "WebDriverAgent JSON"),
            ("[{\"role\": 1, \"AXTop\": 2}]", "JSON: an array of 1 value", "idb describe-all"),
            ("{\"a\": tree}", "nearly JSON: ", "WebDriverAgent JSON"),
            ("<plist><dict><key>a</key><string>b</string></dict></plist>", "markup", "property list"),
        ]
    )
    func refusal(text: String, seen: String, format: String) throws {
        let error = try #require(self.error(Array(text.utf8)))
        #expect(error.lines.count == 4 && error.message == error.lines.joined(separator: " "))
        #expect(error.lines[0].hasPrefix("This is \(seen)"), "\(error.lines[0])")
        #expect(error.lines[1].hasSuffix("“\(format)”."), "\(error.lines[1])")
        let reason = try #require(error.attempts.first { $0.format.name == format }?.reason)
        #expect(error.lines[2].lowercased() == "what stands against that: \(reason)".lowercased())
    }

    @Test("what resembles no format is not said to", arguments: ["", " \n", "\u{1}\u{2}\u{3}", "PK\u{3}\u{4}"])
    func nothingAlike(text: String) throws {
        let lines = try #require(self.error(Array(text.utf8))).lines
        #expect((2...4).contains(lines.count))
        #expect(!lines.contains { $0.contains("most resembles") || $0.contains("nearest") })
    }

    @Test("a long beginning is quoted in part, on one line")
    func longBeginning() throws {
        let line = try #require(self.error(Array(String(repeating: "long tale\t", count: 500).utf8))).lines[0]
        #expect(line.count < 110 && line.hasSuffix("…”.") && !line.contains("\t"))
    }

    @Test(
        "files of other tools are named",
        arguments: [
            ("<!DOCTYPE html><html></html>", "HTML"), ("PK\u{3}\u{4}", "ZIP"),
        ]
    )
    func named(text: String, name: String) {
        #expect(error(Array(text.utf8))?.message.contains(name) == true)
    }

    @Test("a forced format that does not fit is unreadable, with the line", arguments: DumpFormat.allCases)
    func forced(format: DumpFormat) {
        let error = error(Array("one\ntwo".utf8), format)
        #expect(error?.code == .unreadable)
        #expect(error?.line == 1)
        #expect(error?.message.contains(format.name) == true)
    }

    @Test("a forced format beats the content")
    func forcedJSON() throws {
        #expect(error(try Fixtures.bytes("dumps/kitchen.txt"), .vitrineJSON)?.code == .unreadable)
        let dump = try DumpReader.read(Fixtures.bytes("dumps/kitchen.json"), format: .vitrineJSON)
        #expect(dump.tree.count == 4)
    }

    /// UTF-16, the low byte first.
    private func wide(_ text: String) -> [UInt8] {
        text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    }

    @Test("UTF-16 and a byte-order mark do not change the format")
    func encodings() throws {
        let text = try Fixtures.text("dumps/kitchen.txt")
        #expect(try DumpReader.read([0xFF, 0xFE] + wide(text)).tree.count == 10)
        #expect(try DumpReader.read([0xEF, 0xBB, 0xBF] + Array(text.utf8)).tree.count == 10)
        let json = try Fixtures.text("dumps/kitchen.json")
        #expect(try DumpReader.read([0xEF, 0xBB, 0xBF] + Array(json.utf8)).tree.count == 4)
        #expect(try DumpReader.read(wide(json)).tree.count == 4)
    }
}

@Suite("Limits")
struct DumpLimitsTests {
    private func error(_ text: String, _ limits: DumpLimits) -> DumpError? {
        #expect(throws: DumpError.self) { try DumpReader.read(Array(text.utf8), limits: limits) }
    }

    private static let view = "<A: 0x1; frame = (0 0; 1 1)>"
    private static let json = #"{"vitrine":1,"windows":[{"class":"A","frame":[0,0,1,1]}]}"#

    @Test("too many bytes are refused, as many as the limit are not")
    func bytes() throws {
        let length = Self.view.utf8.count
        #expect(try DumpReader.read(Array(Self.view.utf8), limits: DumpLimits(maximumBytes: length)).tree.count == 1)
        let error = error(Self.view, DumpLimits(maximumBytes: length - 1))
        #expect(error?.code == .tooLarge)
        #expect(error?.message.contains("maximumBytes") == true)
    }

    @Test("JSON and property lists have a limit of their own", arguments: [json, "{ vitrine = 1; windows = (); }"])
    func jsonBytes(text: String) {
        let error = error(text, DumpLimits(maximumJSONBytes: text.utf8.count - 1))
        #expect(error?.code == .tooLarge)
        #expect(error?.message.contains("maximumJSONBytes") == true)
    }

    @Test(
        "too many views are refused",
        arguments: [
            "\(view)\n\(view)\n\(view)",
            #"[{"class":"A","frame":[0,0,1,1]},{"class":"A","frame":[0,0,1,1]},{"class":"A","frame":[0,0,1,1]}]"#,
        ]
    )
    func views(text: String) throws {
        #expect(try DumpReader.read(Array(text.utf8), limits: DumpLimits(maximumViews: 3)).tree.count == 3)
        let error = error(text, DumpLimits(maximumViews: 2))
        #expect(error?.code == .tooLarge)
        #expect(error?.message.contains("maximumViews") == true)
    }

    @Test(
        "views that nest too deep are refused",
        arguments: [
            "\(view)\n   | \(view)\n   |    | \(view)",
            #"{"class":"A","frame":[0,0,1,1],"subviews":[{"class":"A","frame":[0,0,1,1],"subviews":[{"class":"A","frame":[0,0,1,1]}]}]}"#,
        ]
    )
    func depth(text: String) throws {
        #expect(try DumpReader.read(Array(text.utf8), limits: DumpLimits(maximumDepth: 2)).tree.maximumDepth == 2)
        let error = error(text, DumpLimits(maximumDepth: 1))
        #expect(error?.code == .tooDeep)
        #expect(error?.message.contains("maximumDepth") == true)
    }

    @Test("JSON that nests deeper than json-c can free is refused")
    func jsonDepth() {
        let deep = String(repeating: #"{"class":"A","frame":[0,0,1,1],"subviews":["#, count: 3_000)
        let error = error(deep + String(repeating: "]}", count: 3_000), .standard)
        #expect(error?.code == .tooDeep)
    }

    @Test("a description that is too long is cut, and the view stays")
    func lineBytes() throws {
        let text =
            "<A: 0x1; frame = (0 0; 1 1); tag = 5; layer = \(String(repeating: "x", count: 100))>\n   | <B: 0x2; frame = (0 0; 1 1)>"
        let dump = try Dump.reading(text, limits: DumpLimits(maximumLineBytes: 60))
        #expect(dump.outline == ["A", ".B"])
        #expect(dump.tree.tag(of: 0) == 5)
        #expect(dump.codes == ["limit.maximumLineBytes", "truncated.line"])
        let indented = String(repeating: " ", count: 100) + Self.view
        #expect(try Dump.reading(indented, limits: DumpLimits(maximumLineBytes: 40)).findings.isEmpty)
    }

    @Test(
        "too many attributes of a view are dropped",
        arguments: [
            "<A: 0x1; frame = (0 0; 1 1); a = 1; b = 2; c = 3>", #"{"class":"A","frame":[0,0,1,1],"a":1,"b":2,"c":3}"#,
        ]
    )
    func attributes(text: String) throws {
        let dump = try Dump.reading(text, limits: DumpLimits(maximumAttributes: text.hasPrefix("<") ? 3 : 2))
        #expect(dump.tree.attributes(of: 0).map(\.name) == ["a", "b"])
        #expect(dump.codes == ["limit.maximumAttributes"])
    }

    @Test("the report stops at its limit and counts the rest")
    func diagnostics() throws {
        let lines = ["<A: 0x1; frame = (0 0; 1 1)>"] + Array(repeating: "   | <B: 0x2; tag = 1>", count: 30)
        let dump = try Dump.reading(lines.joined(separator: "\n"), limits: DumpLimits(maximumDiagnostics: 10))
        #expect(dump.findings.count == 11)
        #expect(dump.findings.last?.message.hasPrefix("20 more") == true)
    }

    @Test("deep trees are read without deep recursion")
    func deepText() throws {
        let bars = (0..<600).map { String(repeating: "   | ", count: $0) + Self.view }
        #expect(try Dump.reading(bars.joined(separator: "\n")).tree.maximumDepth == 599)
        let spaces = (0..<1_500).map { String(repeating: " ", count: $0) + Self.view }
        #expect(try Dump.reading(spaces.joined(separator: "\n")).tree.maximumDepth == 1_499)
        // With its indentation, a text so deep would have 25 GB.
        let chain = Array(repeating: Self.view, count: 100_000) + ["<UIApplication: 0x2>"]
        #expect(try Dump.reading(chain.joined(separator: "\n")).tree.maximumDepth == 99_999)
    }

    @Test("reading ends in a cancelled task, whatever the format")
    func cancelled() async throws {
        let texts = [
            "<UIView: 0x1; frame = (0 0; 1 1)>",
            #"{"vitrine": 1, "windows": [{"class": "UIWindow", "frame": [0, 0, 1, 1]}]}"#,
        ]
        for text in texts {
            #expect(try DumpReader.read(Array(text.utf8)).tree.count == 1)
            let error = await Task { () -> DumpError? in
                withUnsafeCurrentTask { $0?.cancel() }
                return self.error(text, .standard)
            }.value
            #expect(error?.message == "Nobody waits for the dump any more.")
        }
    }
}
