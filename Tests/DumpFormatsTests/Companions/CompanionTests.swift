@testable import AutoLayout
import Diagnostics
import DumpFormats
import Foundation
import Testing
import TestSupport
import Drawing
import ViewHierarchy

@Suite("Companions")
struct CompanionTests {
    /// The views of the kitchen with a companion joined.
    private func joined(_ file: String) throws -> (tree: ViewTree, join: CompanionJoin) {
        var tree = try DumpReader.read(Fixtures.bytes("dumps/kitchen.txt")).tree
        let companion = try CompanionReader.read(Fixtures.bytes("dumps/\(file)"))
        let join = companion.join(to: &tree, as: "companion 1")
        return (tree, join)
    }

    private func read(_ lines: String...) throws -> Companion {
        try CompanionReader.read(Array(lines.joined(separator: "\n").utf8))
    }

    private func error(_ text: String, limits: CompanionLimits = .standard) -> DumpError? {
        #expect(throws: DumpError.self) { try CompanionReader.read(Array(text.utf8), limits: limits) }
    }

    @Test("controllers own the views at their addresses")
    func controllers() throws {
        let (tree, join) = try joined("kitchen-controllers.txt")
        #expect(tree.controller(of: 2) == "Kitchen.TimerController")
        #expect(tree.attribute("controllerState", of: 2) == "appeared")
        #expect(tree.attribute("controllerAddress", of: 2) == "0x7fb110")
        #expect(tree.attribute("parentController", of: 2) == "Kitchen.RootController 0x7fb100")
        #expect(join.joined.map(\.view) == [2])
        #expect(join.missed.map(\.line) == [1, 3])
        #expect(join.missed[0].message.contains("UITransitionView"), "the class at the address is another")
        #expect(join.missed[1].message.contains("not loaded"))
        #expect(tree.unknownProperties(of: 2).contains { $0.name == "controller" } == false)
    }

    @Test("all forms of _printHierarchy are read")
    func controllerForms() throws {
        let companion = try read(
            "<A.Root 0x1>, state: appeared, view: <UIView 0x10>",
            "   | <UINavigationController 0x2>, state: disappearing, view: <UILayoutContainerView: 0x20> not in the window",
            "   |    | <SwiftUI.UIHostingController<App.Row, (Int)> 0x3>, state: appeared, view: <_UIHostingView<App.Row>: 0x30>",
            "   + <Sheet 0x4>, state: appeared, view:  (view not loaded), presented with: <UIPopoverPresentationController 0x40>"
        )
        let lines = companion.controllers
        #expect(companion.kinds == [.printHierarchy])
        #expect(lines.map(\.controller.address) == [1, 2, 3, 4])
        #expect(lines.map { $0.view?.address } == [16, 32, 48, nil])
        #expect(lines.map(\.state) == ["appeared", "disappearing", "appeared", "appeared"])
        #expect(lines.map(\.isOutsideWindow) == [false, true, false, false])
        #expect(lines[2].controller.className == "SwiftUI.UIHostingController<App.Row, (Int)>")
        #expect(lines[2].view?.className == "_UIHostingView<App.Row>")
        #expect(lines[3].presentation?.className == "UIPopoverPresentationController")
    }

    @Test("a trace marks the views that Auto Layout cannot place")
    func trace() throws {
        let (tree, join) = try joined("kitchen-trace.txt")
        #expect(tree.layoutIssues(of: 0) == .ambiguous)
        #expect(tree.diagnostics(of: 0).map(\.code) == ["layout.ambiguous"])
        #expect(tree.diagnostics(of: 0).first?.file == "companion 1")
        #expect(tree.diagnostics(of: 0).first?.line == 2)
        #expect(tree.diagnostics(of: 0).first?.view == 0)
        #expect(tree.diagnostics(limit: 10).count == 1)
        #expect(tree.attribute("autolayoutTrace", of: 3) == "UILabel:0x7fa130'Chef'")
        #expect(join.joined.map(\.view) == [0, 1, 2, 3])
        #expect(join.missedCount == 0)
    }

    @Test("ambiguities may wrap, and a text may hold the words of a mark")
    func traceMarks() throws {
        let companion = try read(
            "*UIWindow:0x1, MISSING HOST CONSTRAINTS",
            "|   *UILabel:0x2'a, MISSING HOST b'- AMBIGUOUS LAYOUT for UILabel:0x2'a'.minX{id: 1}, UILabel:0x2'a'.Width{id: 22}",
            "|   *UILabel:0x3'Chef'",
            "  - AMBIGUOUS LAYOUT for UILabel:0x3'Chef'.minY{id: 3}",
            "|   *UILabel:0x4'AMBIGUOUS LAYOUT'",
            "|   *<UILayoutGuide: 0x5 - \"UIViewSafeAreaLayoutGuide\", layoutFrame = {{0, 88}, {375, 690}}>",
            "|   <UITabBar:0x6>"
        )
        let lines = companion.traces
        #expect(lines.map(\.missesHostConstraints) == [true, false, false, false, false])
        #expect(lines.map(\.isAmbiguous) == [false, true, true, false, false])
        #expect(lines.map(\.ambiguities) == [[], ["minX", "Width"], ["minY"], [], []])
        #expect(lines.map(\.view.address) == [1, 2, 3, 4, 6])
    }

    @Test("a conflict is told to each view that its constraints name")
    func conflicts() throws {
        let (tree, join) = try joined("kitchen-constraints.txt")
        #expect(tree.layoutIssues(of: 2) == .conflict)
        #expect(tree.layoutIssues(of: 3) == .conflict)
        #expect(tree.layoutIssues(of: 1) == [])
        let finding = tree.diagnostics(of: 3).first
        #expect(finding?.code == "layout.conflict")
        let message = try #require(finding?.message)
        #expect(message.contains("ends 20 before the trailing edge of TimerView.") && !message.contains("0x"))
        #expect(tree.attributes(of: 2).filter { $0.name == "constraintConflict" }.count == 2)
        #expect(join.joined.map(\.view) == [3, 2])
    }

    @Test("conflicts in one log stay apart, with or without the sentence before them")
    func severalConflicts() throws {
        let companion = try read(
            "<NSLayoutConstraint:0x1 UIView:0xa.width == 1   (active)>",
            "",
            "Unable to simultaneously satisfy constraints.",
            "(",
            "    \"<NSLayoutConstraint:0x2 UIView:0xa.width == 1   (active)>\",",
            "    \"<NSLayoutConstraint:0x3 'ident' H:|-(8)-[UIView:0xa]   (active, names: '|':UIView:0xb )>\"",
            ")",
            "Will attempt to recover by breaking constraint",
            "<NSLayoutConstraint:0x3 'ident' H:|-(8)-[UIView:0xa]   (active, names: '|':UIView:0xb )>",
            "Unable to simultaneously satisfy constraints.",
            "    \"<NSLayoutConstraint:0x4 UIView:0xc.width == 1   (active)>\"",
            "Unable to simultaneously satisfy constraints."
        )
        #expect(companion.conflicts.map { $0.constraints.map(\.constraint.address) } == [[1], [2, 3], [4]])
        #expect(companion.conflicts.map { $0.broken?.constraint.address } == [nil, 3, nil])
        #expect(companion.conflicts[1].constraints[1].items.map(\.address) == [10, 11])
    }

    @Test(
        "a list of constraints is a conflict where the text says it, or what is required cannot hold",
        arguments: [
            (
                "<__NSArrayM 0x1>(\n<NSLayoutConstraint:0x2 UIView:0xa.width == 5   (active)>,\n<NSLayoutConstraint:0x3 V:|-(3)-[UILabel:0xb]   (active, names: '|':UIView:0xa )>\n)",
                false
            ),
            ("\u{25BF} 1 element\n  - 0 : <NSLayoutConstraint:0x2 UIView:0xa.width == 5   (active)>", false),
            (
                "<NSLayoutConstraint:0x2 UIView:0xa.width == 5   (active)>\n<NSLayoutConstraint:0x3 UIView:0xa.width == 6   (active)>",
                true
            ),
            (
                "<NSLayoutConstraint:0x2 UIView:0xa.width == 5   (active)>\n<NSLayoutConstraint:0x3 UIView:0xa.width == 6   (inactive)>",
                false
            ),
            (
                "<NSLayoutConstraint:0x2 H:[UIView:0xa(5)]>\n<NSLayoutConstraint:0x3 H:[UIView:0xa(6@250)] priority:250>",
                false
            ),
            (
                "<NSContentSizeLayoutConstraint:0x2 H:[UIView:0xa(5)] Hug:250 CompressionResistance:750>\n<NSLayoutConstraint:0x3 H:[UIView:0xa(6@251)] priority:251>",
                false
            ),
            (
                "Conflicting constraints detected: (\n  \"<NSLayoutConstraint:0x2 UIView:0xa.width == 5   (active)>\"\n).",
                true
            ),
            (
                "Unable to simultaneously satisfy constraints.\n(\n<NSLayoutConstraint:0x2 UIView:0xa.width == 5>\n)",
                true
            ),
            (
                "NSLayoutConstraint:0x2 UIView:0xa.width == 5\nWill attempt to recover by breaking constraint\nNSLayoutConstraint:0x3 UIView:0xa.width == 6",
                true
            ),
            (
                "<NSLayoutConstraint:0x2 UIView:0xa.width == 5>\nWill attempt to recover by breaking constraint\n<NSLayoutConstraint:0x2 UIView:0xa.width == 5>",
                true
            ),
        ]
    )
    func lists(text: String, isConflict: Bool) throws {
        var tree = try Dump.reading("<UIView: 0xa; frame = (0 0; 9 9)>", "   | <UILabel: 0xb; frame = (0 0; 1 1)>").tree
        let join = try read(text).join(to: &tree, as: "companion 1")
        #expect(tree.layoutIssues(of: 0).contains(.conflict) == isConflict)
        #expect(tree.diagnostics(of: 0).count == (isConflict ? 1 : 0))
        #expect(tree.attribute(isConflict ? "constraintConflict" : "constraint", of: 0)?.hasSuffix(" 0x2") == true)
        let message = try #require(join.joined.first { $0.view == 0 }?.message)
        #expect(message.contains("UIView is 5 wide") && !message.contains("0x"), "\(message)")
    }

    @Test("a description that goes on over several lines is one")
    func broken() throws {
        let companion = try read(
            "<NSLayoutConstraint:0x1 'made by',  hand' H:|-(9)-[A:0xa'two",
            "words'](LTR)   (active,",
            "names: '|':B:0xb )>,",
            "<NSLayoutConstraint:0x2 A:0xa.width == 5>",
            "<NSLayoutConstraint:0x3 A:0xa.height",
            "",
            "== 6>"
        )
        let constraints = companion.conflicts.flatMap(\.constraints)
        #expect(constraints.map(\.constraint.address) == [1, 2, 3])
        #expect(constraints.map(\.items.first?.text) == ["two words", nil, nil])
        #expect(constraints.map { $0.equation == nil } == [false, false, true])
    }

    @Test("one text may hold all reports")
    func together() throws {
        let files = ["kitchen-controllers.txt", "kitchen-trace.txt", "kitchen-constraints.txt"]
        let all = try files.flatMap { try Fixtures.bytes("dumps/\($0)") + [10, 10] }
        #expect(try CompanionReader.read(all).kinds == CompanionKind.allCases.filter { $0 != .strings })
    }

    @Test(
        "what is no companion says what it is",
        arguments: [
            ("", "says nothing"), ("hello\nworld", "says nothing"), ("{\"vitrine\": 1}", "says nothing"),
            ("<UIView: 0x1; frame = (0 0; 1 1)>", "POST /api/v1/dumps"),
            ("Unable to simultaneously satisfy constraints:\n<private>", "with a debugger attached"),
            ("<UIViewController>, state: appeared, view: <UIView>", "addresses were taken out"),
        ]
    )
    func refusals(text: String, words: String) {
        #expect(error(text)?.message.contains(words) == true)
    }

    @Test("limits are told by name")
    func limits() {
        let line = "*UIView:0x1\n"
        #expect(error(line, limits: CompanionLimits(maximumBytes: 3))?.message.contains("maximumBytes") == true)
        let many = error(line + line, limits: CompanionLimits(maximumEntries: 1))
        #expect(many?.message.contains("maximumEntries") == true)
        #expect(many?.line == 2)
    }

    @Test("a dump without addresses joins nothing and says why")
    func purged() throws {
        var tree = try Dump.reading("<UIView; frame = (0 0; 1 1)>").tree
        let join = try read("*UIView:0x1").join(to: &tree, as: "companion 1")
        #expect(join.joinedCount == 0)
        #expect(join.missed.first?.message.contains("0x1") == true)
    }

    @Test("what a companion says moves with its view and comes back with it")
    func edits() throws {
        var (tree, _) = try joined("kitchen-trace.txt")
        let removed = try tree.apply(.remove(view: 2))
        #expect(tree.diagnostics(limit: 10).map(\.view) == [0])
        tree.undo(removed.undo)
        #expect(tree.layoutIssues(of: 0) == .ambiguous)
        #expect(tree.attribute("autolayoutTrace", of: 3) != nil)
    }

    @Test(
        "hostile text takes time in its length",
        arguments: [
            "*UIView:0x1\n", "<A 0x1>, state: a, view: <B: 0x1>\n", "<NSLayoutConstraint:0x1 UIView:0x1>\n",
            "|", "*", "<", ">", "0x", "UIView:0x1 ", "*A:0x1'", "<A<", "{id: ", ".a{id:", "AMBIGUOUS LAYOUT\n",
            "Unable to simultaneously satisfy constraints\n", "   + <A 0x1>, state: \n",
        ]
    )
    func linear(piece: String) throws {
        for start in ["", "*UIView:0x1\n", "<NSLayoutConstraint:0x1 "] {
            var bytes = Array(start.utf8)
            while bytes.count < 1 << 18 { bytes.append(contentsOf: piece.utf8) }
            guard let companion = try? CompanionReader.read(bytes) else { continue }
            var tree = try Dump.reading("<UIView: 0x1; frame = (0 0; 1 1)>").tree
            let join = companion.join(to: &tree, as: "companion 1")
            #expect(join.joined.count <= CompanionJoin.maximumListed)
            #expect(tree.diagnostics(of: 0).count <= 21)
        }
    }

    @Test("damaged companions are read or refused, never more")
    func mutations() throws {
        let files = ["kitchen-controllers.txt", "kitchen-trace.txt", "kitchen-constraints.txt"]
        let bytes = try files.flatMap { try Fixtures.bytes("dumps/\($0)") + [10] }
        var generator = SeededGenerator(seed: 7)
        var tree = try DumpReader.read(Fixtures.bytes("dumps/kitchen.txt")).tree
        for _ in 0..<400 {
            var damaged = Array(bytes.prefix(.random(in: 0...bytes.count, using: &generator)))
            for _ in 0..<8 where !damaged.isEmpty {
                let index = Int.random(in: damaged.indices, using: &generator)
                if Bool.random(using: &generator) {
                    damaged[index] = UInt8.random(in: .min ... .max, using: &generator)
                } else {
                    damaged.remove(at: index)
                }
            }
            _ = try? CompanionReader.read(damaged).join(to: &tree, as: "companion 1")
        }
        #expect(tree.count == 10)
    }
}
