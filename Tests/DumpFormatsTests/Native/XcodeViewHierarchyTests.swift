import Diagnostics
import DumpFormats
import Foundation
import Testing
import TestSupport
import ViewHierarchy

@Suite("Xcode view hierarchies")
struct XcodeViewHierarchyTests {
    private func kitchen() throws -> Dump { try DumpReader.read(Fixtures.bytes("dumps/kitchen.viewhierarchy.zip")) }

    /// A bundle with one response.
    private func bundle(_ response: String) -> [UInt8] {
        ZipWriter.archive(["A.viewhierarchy/RequestResponses/Response_0": response])
    }

    @Test("the responses are joined by the ids of their objects")
    func views() throws {
        let dump = try kitchen()
        let tree = dump.tree
        #expect(dump.format == .xcodeViewHierarchy && dump.name == "Kitchen")
        #expect(dump.outline == ["UIWindow", ".Kitchen.TimerView", "..UILabel"])
        #expect(tree.frame(of: 1) == Rect(x: 16, y: 100, width: 358, height: 120))
        #expect(tree.frame(of: 2) == Rect(x: 8, y: 8, width: 100, height: 20.5))
        #expect(tree.autoresizingMask(of: 1).rawValue == 0x22)
        #expect(tree.attribute("backgroundColor", of: 1) == "UIExtendedSRGBColorSpace 1 0.5 0 1")
        #expect(tree.attribute("layer.cornerRadius", of: 1) == "6")
        #expect(tree.attribute("constraint", of: 1) == "UILabel 0x7fa130.width = 100 @1000")
        #expect(tree.controller(of: 1) == "Kitchen.TimerController")
        #expect(tree.layoutIssues(of: 1) == .ambiguous)
        #expect(tree.text(of: 2) == "Chef" && tree.tag(of: 2) == 7 && tree.alpha(of: 2) == 0.5)
        #expect(tree.flags(of: 2).contains(.hidden))
        #expect(tree.address(of: 2) == "0x7fa130")
        #expect(dump.codes.isEmpty)
    }

    @Test("a response that cannot be read leaves the others")
    func brokenResponse() throws {
        let first = """
            {"topLevelGroups": {"com.apple.UIKit.UIWindow": {"debugHierarchyObjects": [
            {"objectID": "0x1", "className": "UIWindow"}]}}}
            """
        let bytes = ZipWriter.archive([
            "A/RequestResponses/Response_0": first, "A/RequestResponses/Response_1": "{\"topLevel",
            "A/RequestResponses/Response_2": "\u{1F}\u{8B}",
        ])
        let dump = try DumpReader.read(bytes)
        #expect(dump.outline == ["UIWindow"])
        #expect(dump.codes.contains("archive.response") && dump.codes.contains("missing.frame"))
        #expect(dump.findings.contains { $0.message.contains("Response_1") })
    }

    @Test(
        "what holds no views says so",
        arguments: ["{}", "[]", "{\"topLevelGroups\": {}}", "{\"topLevelGroups\": 1}", "x"]
    )
    func empty(response: String) {
        let error = #expect(throws: DumpError.self) { try DumpReader.read(bundle(response)) }
        #expect(error?.code == .unreadable)
        #expect(error?.message.contains("no views") == true)
    }

    @Test("views inside themselves, and any number of siblings, end")
    func cycles() throws {
        let response = """
            {"topLevelGroups": {"com.apple.UIKit.UIView": {"debugHierarchyObjects": [
            {"objectID": "r", "childGroup": {"groupingID": "UIView", "debugHierarchyObjects": [{"objectID": "r"}, {"objectID": "s"}]}},
            {"objectID": "a", "childGroup": {"groupingID": "UIView", "debugHierarchyObjects": [{"objectID": "b"}]}},
            {"objectID": "b", "childGroup": {"groupingID": "UIView", "debugHierarchyObjects": [{"objectID": "a"}]}}]}}}
            """
        let dump = try DumpReader.read(bundle(response))
        #expect(dump.tree.count == 2)
        #expect(dump.codes.contains("archive.repeated"))
        let many = (0..<20_000).map { "{\"objectID\": \"\($0)\"}" }.joined(separator: ",")
        let wide = "{\"topLevelGroups\": {\"UIView\": {\"debugHierarchyObjects\": [\(many)]}}}"
        #expect(try DumpReader.read(bundle(wide)).tree.count == 20_000)
    }

    @Test("an archive of something else is refused by this format")
    func others() {
        let error = #expect(throws: DumpError.self) {
            try DumpReader.read(ZipWriter.archive(["a.txt": "a"]), format: .xcodeViewHierarchy)
        }
        #expect(error?.message.contains("RequestResponses") == true)
        #expect(!DumpReader.isArchivedDump(ZipWriter.archive(["a.txt": "a"])))
    }

    @Test("damaged bundles are read or refused, never more")
    func mutations() throws {
        let bytes = try Fixtures.bytes("dumps/kitchen.viewhierarchy.zip")
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<400 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let index = Int.random(in: 4..<damaged.count, using: &generator)
                damaged[index] = UInt8.random(in: .min ... .max, using: &generator)
            }
            guard let dump = try? DumpReader.read(damaged) else { continue }
            #expect(dump.tree.count > 0)
        }
    }
}
