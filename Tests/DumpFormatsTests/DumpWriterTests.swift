import DumpFormats
import FoundationEssentials
import JSON
import Testing
import TestSupport
import ViewHierarchy

@Suite("Writing Vitrine JSON")
struct DumpWriterTests {
    private func descriptions(_ tree: ViewTree) -> [ViewDescription?] { tree.indices.map { tree.description(of: $0) } }

    @Test(
        "what was written reads back as it was",
        arguments: [
            "kitchen.txt", "kitchen.json", "kitchen.plist", "kitchen.openstep", "kitchen-responders.txt",
        ]
    )
    func roundTrip(file: String) throws {
        let dump = try DumpReader.read(Fixtures.bytes("dumps/\(file)"))
        let again = try DumpReader.read(DumpWriter.vitrineJSON(dump))
        #expect(again.format == .vitrineJSON)
        #expect(again.name == dump.name && again.app == dump.app && again.capturedAt == dump.capturedAt)
        #expect(again.device == dump.device && again.screenshot == dump.screenshot)
        #expect(again.outline == dump.outline)
        #expect(again.tree.roots == dump.tree.roots)
        #expect(descriptions(again.tree) == descriptions(dump.tree))
        #expect(again.report.isEmpty)
    }

    @Test("numbers that are not finite survive")
    func nonFinite() throws {
        let dump = try Dump.reading("<A: 0x1; frame = (inf -inf; 3 1e-05); alpha = inf>")
        let again = try DumpReader.read(DumpWriter.vitrineJSON(dump)).tree
        #expect(again.frame(of: 0) == dump.tree.frame(of: 0))
        #expect(again.alpha(of: 0) == .infinity)
    }

    @Test("attributes keep their order, also where names repeat")
    func attributes() throws {
        let dump = try Dump.reading("<A: 0x1; frame = (0 0; 1 1); z = 1; a = 2; z = 3; q = \"\\u{1}\">")
        let again = try DumpReader.read(DumpWriter.vitrineJSON(dump)).tree
        #expect(again.attributes(of: 0) == dump.tree.attributes(of: 0))
        #expect(again.attributes(of: 0).map(\.name) == ["z", "a", "z", "q"])
    }

    @Test("properties with UIKit's defaults are left out")
    func defaults() throws {
        let dump = try Dump.reading("<A: 0x1; frame = (1 2; 3 4)>")
        let text = String(decoding: DumpWriter.vitrineJSON(dump.tree, name: "n"), as: UTF8.self)
        let windows = #""windows":[{"class":"A","address":"0x1","frame":[1,2,3,4]}]}"#
        #expect(text.hasPrefix(#"{"vitrine":1,"name":"n","complete":["alpha","hidden","opaque""#))
        #expect(text.hasSuffix(windows))
    }

    @Test("fractions of a second survive in the date")
    func date() throws {
        var dump = try Dump.reading("<A: 0x1; frame = (1 2; 3 4)>")
        dump.capturedAt = Date(timeIntervalSince1970: 1_767_323_045.25)
        #expect(try DumpReader.read(DumpWriter.vitrineJSON(dump)).capturedAt == dump.capturedAt)
    }

    @Test("siblings, roots and jumps up are closed where they end")
    func structure() throws {
        let dump = try Dump.reading(
            "<A; frame = (0 0; 1 1)>",
            "   | <B; frame = (0 0; 1 1)>",
            "   |    | <C; frame = (0 0; 1 1)>",
            "<D; frame = (0 0; 1 1)>",
            "   | <E; frame = (0 0; 1 1)>",
            "   | <F; frame = (0 0; 1 1)>"
        )
        let again = try DumpReader.read(DumpWriter.vitrineJSON(dump))
        #expect(again.outline == ["A", ".B", "..C", "D", ".E", ".F"])
    }

    @Test(
        "a property list holds all that Vitrine's JSON does",
        arguments: ["kitchen.txt", "kitchen.json", "kitchen.plist"]
    )
    func propertyList(file: String) throws {
        var dump = try DumpReader.read(Fixtures.bytes("dumps/\(file)"))
        dump.screenshot = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1]
        let again = try DumpReader.read(DumpWriter.propertyList(dump))
        #expect(again.format == .propertyList && again.screenshot == dump.screenshot && again.name == dump.name)
        for (view, other) in zip(descriptions(dump.tree), descriptions(again.tree)) {
            let (view, other) = (try #require(view), try #require(other))
            #expect(ViewProperty.all.allSatisfy { $0.value(in: view) == $0.value(in: other) })
        }
        #expect(again.outline == dump.outline)
    }
}
