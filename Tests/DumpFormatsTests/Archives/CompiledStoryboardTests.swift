import Diagnostics
import DumpFormats
import Foundation
import Testing
import TestSupport
import ViewHierarchy

@Suite("Compiled storyboards")
struct CompiledStoryboardTests {
    private static let nibs = [
        "UIViewController-tim-00-001.nib", "tim-00-001-view-tim-00-002.nib", "lis-00-001-view-lis-00-002.nib",
        "Tabs.nib",
    ]

    private func fixture(_ path: String) throws -> [UInt8] { try Fixtures.bytes("dumps/kitchen.storyboardc/" + path) }

    private func parts(without missing: String? = nil) throws -> [DumpPart] {
        var parts = try Self.nibs.map { DumpPart(name: $0, bytes: try fixture($0)) }
        parts.append(DumpPart(name: "List.nib", bytes: try fixture("List.nib/objects-13.0+.nib")))
        return parts.filter { $0.name != missing }
    }

    @Test("every scene is a root with its controller, the one that the app starts with first")
    func scenes() throws {
        let dump = try DumpReader.read(fixture("Info.plist"), parts: parts())
        let tree = dump.tree
        #expect(dump.format == .storyboardc)
        #expect(dump.outline == ["UIView", ".UILabel", "UITableView"])
        #expect(tree.hasScenes && tree.firstScene == 0)
        #expect(tree.controller(of: 0) == "Kitchen.TimerController")
        #expect(tree.attribute("scene", of: 0) == "UIViewController-tim-00-001")
        #expect(tree.attribute("initialViewController", of: 0) == "YES")
        #expect(tree.attribute("controller.title", of: 0) == "Timer")
        #expect(
            tree.attribute("controller.segue", of: 0) == "UIStoryboardShowSegueTemplate → List, identifier “list”"
        )
        #expect(tree.text(of: 1) == "Eggs")
        #expect(tree.controller(of: 2) == "Kitchen.ListController")
        #expect(tree.attribute("initialViewController", of: 2) == nil)
        #expect(dump.codes == ["interface.sceneWithoutView"])
        #expect(dump.namedParts == Set(0..<5))
    }

    @Test("a table of texts speaks for the nibs, which have its keys, and the report says whose texts they are")
    func localized() throws {
        let table = DumpPart(
            name: "strings",
            filename: "de.lproj/Main.strings",
            bytes: Array("\"lab-00-001.text\" = \"Eier\";".utf8)
        )
        let dump = try DumpReader.read(fixture("Info.plist"), parts: parts() + [table])
        #expect(dump.tree.text(of: 1) == "Eier")
        // What the table lacks is as it was written.
        #expect(dump.tree.attribute("controller.title", of: 0) == "Timer")
        #expect(dump.report.first?.code == "interface.language")
        #expect(dump.report.first?.message.contains("de.lproj/Main.strings") == true)
        #expect(!dump.report.contains { $0.code == "upload.part" })
        let nib = try LocalizedInterface.read(
            fixture("tim-00-001-view-tim-00-002.nib"),
            strings: table.bytes
        )
        #expect(nib.format == .nib && nib.tree.text(of: 1) == "Eier")
    }

    @Test("a nib that is missing, damaged or named by two scenes is told of, and the others are read")
    func holes() throws {
        let missing = try DumpReader.read(
            fixture("Info.plist"),
            parts: parts(without: "lis-00-001-view-lis-00-002.nib")
        )
        #expect(missing.tree.roots.count == 1)
        #expect(missing.report.contains { $0.code == "storyboard.missingNib" && $0.message.contains("“List”") })
        var damaged = try parts()
        damaged[0].bytes = Array("NIBArchive".utf8)
        let rest = try DumpReader.read(fixture("Info.plist"), parts: damaged)
        #expect(rest.tree.roots.count == 1)
        #expect(rest.report.contains { $0.code == "storyboard.unreadableNib" })
        #expect(rest.report.contains { $0.code == "storyboard.otherNibs" && $0.message.hasPrefix("1 nib belongs") })
        let twice = """
            <plist version="1.0"><dict><key>UIViewControllerIdentifiersToNibNames</key><dict>
            <key>a</key><string>List</string><key>b</key><string>lis-00-001-view-lis-00-002</string></dict></dict></plist>
            """
        let shared = try DumpReader.read(Array(twice.utf8), parts: parts())
        #expect(shared.tree.count == 1)
        #expect(shared.report.contains { $0.code == "storyboard.repeatedNib" })
    }

    @Test("damaged lists and nibs are read or refused, never more")
    func mutations() throws {
        let (list, parts) = (try fixture("Info.plist"), try parts())
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<400 {
            var (list, parts) = (list, parts)
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let part = Int.random(in: 0...parts.count, using: &generator)
                let byte = UInt8.random(in: .min ... .max, using: &generator)
                if part == parts.count {
                    list[Int.random(in: 8..<list.count, using: &generator)] = byte
                } else {
                    parts[part].bytes[Int.random(in: 10..<parts[part].bytes.count, using: &generator)] = byte
                }
            }
            guard let dump = try? DumpReader.read(list, format: .storyboardc, parts: parts) else { continue }
            #expect(dump.tree.count > 0)
        }
    }

    @Test("a list without its nibs says that they must come with it")
    func alone() throws {
        let error = #expect(throws: DumpError.self) { try DumpReader.read(fixture("Info.plist")) }
        #expect(error?.code == .unreadable)
        #expect(error?.message.contains("its nibs must come with it") == true)
    }
}
