import Diagnostics
import DumpFormats
import Testing
import ViewHierarchy

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
        let lines = ["<A: 0x1; frame = (0 0; 1 1)>"] + Array(repeating: "   | <B: 0x2>", count: 30)
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
}
