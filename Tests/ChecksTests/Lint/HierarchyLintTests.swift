import Diagnostics
import DumpFormats
import TestSupport
import Testing
@testable import Checks
@testable import ViewHierarchy

@Suite("Findings about view hierarchies")
struct HierarchyLintTests {
    private func button(_ frame: [Double], _ members: String = "") -> String {
        LintSubject.view("UIButton", frame, members)
    }

    @Test("controls beside the camera housing and at the home indicator are named, on devices that have them")
    func unsafeArea() throws {
        let low = button([20, 820, 60, 20])
        #expect(
            try LintSubject.findings("place.unsafeArea", LintSubject.dump(low, size: (390, 844), scale: 3)).count == 1
        )
        let higher = button([20, 700, 60, 60])
        #expect(
            try LintSubject.findings("place.unsafeArea", LintSubject.dump(higher, size: (390, 844), scale: 3)) == []
        )
        #expect(try LintSubject.findings("place.unsafeArea", LintSubject.dump(button([20, 640, 60, 20]))) == [])
    }

    @Test("only the outermost view without a finite place is named")
    func nonFinite() throws {
        let text = """
            <UIWindow: 0x1; frame = (0 0; 390 844); layer = <UIWindowLayer: 0x2>>
               | <UIView: 0x3; frame = (nan 0; 10 10); layer = <CALayer: 0x4>>
               |    | <UIView: 0x5; frame = (nan 0; 10 10); layer = <CALayer: 0x6>>
            """
        let dump = try DumpReader.read(Array(text.utf8))
        let found = try LintSubject.findings("place.nonFinite", dump)
        #expect(found.map(\.view) == [1] && found.first?.severity == .error)
    }

    @Test("what other reports say of constraints becomes findings")
    func constraints() throws {
        var dump = try LintSubject.dump(button([0, 0, 60, 60]) + "," + button([0, 100, 60, 60]))
        dump.tree.annotate(1, issues: [.conflict, .ambiguous])
        dump.tree.annotate(2, issues: .missingHostConstraints)
        let found = try HierarchyLint.findings(in: dump).filter { $0.rule.hasPrefix("constraints.") }
        #expect(found.map(\.rule) == ["constraints.conflict", "constraints.ambiguous", "constraints.missingHost"])
        #expect(found.map(\.view) == [1, 1, 2])
        let file = try DumpReader.read(try Fixtures.bytes("dumps/kitchen.xib"))
        #expect(try LintSubject.findings("constraints.conflict", file) == [])
    }

    @Test("misplaced views of interface files are named")
    func misplaced() throws {
        let xib = """
            <?xml version="1.0" encoding="UTF-8"?>
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" useAutolayout="YES"><objects>
            <view contentMode="scaleToFill" id="a"><rect key="frame" x="0" y="0" width="375" height="667"/><subviews>
            <label misplaced="YES" text="Pay" id="b"><rect key="frame" x="0" y="0" width="75" height="20"/></label>
            <label text="Pay" id="c"><rect key="frame" x="0" y="50" width="75" height="20"/></label>
            </subviews></view></objects></document>
            """
        let dump = try DumpReader.read(Array(xib.utf8))
        #expect(try LintSubject.findings("constraints.misplaced", dump).map(\.view) == [1])
    }

    @Test("what the reader finds of a file in the middle of work is a finding with its line, whatever lines move")
    func middleOfWork() throws {
        func findings(_ blanks: String) throws -> [ReportedFinding] {
            let xib = """
                <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" initialViewController="z"><objects>\(blanks)
                <view id="a"><rect key="frame" x="0" y="0" width="375" height="667"/><subviews>
                <view id="b"><rect key="frame" x="0" y="0" width="75" height="20"/></view>
                <view id="b"><rect key="frame" x="0" y="50" width="75" height="20"/></view></subviews><constraints>
                <constraint firstItem="b" firstAttribute="top" secondItem="a" secondAttribute="top" id="c"/>
                <constraint firstItem="b" firstAttribute="top" secondItem="a" secondAttribute="top" id="d"/>
                <constraint firstItem="y" firstAttribute="top" secondItem="a" secondAttribute="top" id="e"/>
                </constraints></view></objects></document>
                """
            let dump = try DumpReader.read(Array(xib.utf8))
            return try HierarchyLint.findings(in: dump).filter { $0.rule.hasPrefix("interface.") }
        }
        let found = try findings("")
        #expect(
            found.map { "\($0.line ?? 0) \($0.view ?? -1) \($0.rule)" } == [
                "4 2 interface.repeatedID", "7 0 interface.missingItem", "1 -1 interface.missingDestination",
                "6 1 interface.repeatedConstraint",
            ]
        )
        #expect(found.allSatisfy { $0.severity == .error && $0.reason != nil && $0.cure != nil })
        #expect(try findings("\n\n\n").map(\.fingerprint) == found.map(\.fingerprint))
        #expect(Set(found.map(\.fingerprint)).count == 4)
    }

    @Test("a place that the dump does not say breaks no rule, nor does what is in it")
    func unknownPlaces() throws {
        let dump = try LintSubject.dump(
            "{\"class\": \"UIView\", \"clipsToBounds\": true, \"subviews\": [\(button([5, 5, 60, 60], "\"text\": \"Pay\""))]}"
                + ", {\"class\": \"UILabel\", \"text\": \"Sum\"}"
        )
        #expect(dump.tree.count == 4)
        let rules = try HierarchyLint.findings(in: dump).map(\.rule)
        #expect(rules.filter { $0.hasPrefix("place.") || $0.hasPrefix("size.") || $0.hasPrefix("touch.") } == [])
    }

    @Test(
        "trees of test tools that end just where tools cut are named",
        arguments: [(49, 0), (50, 1), (62, 1), (63, 0)]
    )
    func depth(depth: Int, count: Int) throws {
        let inner = (0..<depth - 1).reduce("") { inside, _ in
            LintSubject.element("Other", "", (0, 0, 390, 844), inside)
        }
        let dump = try LintSubject.elements(inner)
        let isCut = [49, 50, 59, 60, 61, 62, 89, 90].contains(dump.tree.maximumDepth)
        #expect(try LintSubject.findings("depth.truncated", dump).count == (isCut ? 1 : 0))
        let shallow = try LintSubject.elements(LintSubject.element("Other", "", (0, 0, 390, 844)))
        #expect(try LintSubject.findings("depth.truncated", shallow) == [])
    }

    @Test("elements of test tools know no masks, colours and touches: only what they say is checked")
    func elements() throws {
        let small = LintSubject.element("Button", "name=\"pay\"", (10, 60, 30, 30))
        let named = LintSubject.element("Button", "name=\"Buy\" label=\"Buy\"", (10, 100, 60, 60))
        let key = LintSubject.element(
            "Keyboard",
            "",
            (0, 600, 390, 244),
            LintSubject.element("Key", "", (0, 600, 30, 40))
        )
        let found = try HierarchyLint.findings(in: try LintSubject.elements(small + named + key))
        // The second is called by its label, which is no identifier.
        let told = found.map { "\($0.rule) \($0.view ?? -1)" }
        #expect(told == ["touch.small 2", "label.missing 2", "identifier.missing 3"])
    }

    @Test("private views of UIKit, and what they hold, are left out; what an app puts into them is not")
    func system() throws {
        let inner = button([0, 0, 20, 20])
        let system = LintSubject.view("_UIFloatingBar", [0, 0, 300, 100], "", inner)
        #expect(try LintSubject.findings("touch.small", LintSubject.dump(system)) == [])
        let custom = LintSubject.view("Shop.PayView", [0, 0, 300, 100], "", inner)
        let own = LintSubject.view("_UIFloatingBar", [0, 0, 300, 100], "", custom)
        #expect(try LintSubject.findings("touch.small", LintSubject.dump(own)).count == 1)
        let wrapper = LintSubject.view("UIViewControllerWrapperView", [0, 0, 300, 100], "", inner)
        #expect(try LintSubject.findings("touch.small", LintSubject.dump(wrapper)).count == 1)
    }

    @Test("the same fault in every row of a list is one finding, which names the others")
    func alike() throws {
        let rows = (0..<5).map { row in
            LintSubject.view("UIView", [0, Double(row * 60), 375, 60], "", button([10, 10, 30, 30]))
        }
        let found = try LintSubject.findings("touch.small", LintSubject.dump(rows.joined(separator: ",")))
        #expect(found.count == 1 && found.first?.view == 2)
        #expect(found.first?.details == [.init("alike", .numbers([4, 6, 8, 10]))])
        #expect(found.first?.message.hasSuffix("The same applies to 4 other views like it.") == true)
    }

    @Test("of one rule only so many findings are listed, and the others are counted")
    func bounded() throws {
        let labels = (0..<130).map { LintSubject.view("UIView", [Double($0), 0, -5, 5]) }.joined(separator: ",")
        let found = try LintSubject.findings("size.negative", LintSubject.dump(labels))
        #expect(found.count == HierarchyLint.maximumPerRule + 1)
        #expect(found.last?.message == "30 more are not listed." && found.last?.view == nil)
    }

    @Test("the worst comes first, and a fingerprint outlives views that come and go")
    func order() throws {
        let pay = button([10, 10, 30, 30], "\"identifier\": \"pay\"")
        let dump = try LintSubject.dump(LintSubject.view("UIView", [0, 0, 9, 9], "\"alpha\": 0.5") + "," + pay)
        let found = try HierarchyLint.findings(in: dump)
        let weights = found.map { Diagnostic.Severity.allCases.firstIndex(of: $0.severity) ?? 9 }
        #expect(weights == weights.sorted() && found.count >= 2)
        let alone = try LintSubject.findings("touch.small", LintSubject.dump(pay))
        #expect(found.first { $0.rule == "touch.small" }?.fingerprint == alone.first?.fingerprint)
        #expect(alone.first?.path == "UIWindow/UIButton#pay")
    }

    @Test("scenes of an interface file do not cover one another")
    func scenes() throws {
        let file = try DumpReader.read(try Fixtures.bytes("dumps/kitchen.storyboard"))
        let rules = Set(try HierarchyLint.findings(in: file).map(\.rule))
        #expect(!rules.contains("drawing.overdraw") && !rules.contains("touch.unreachable"))
    }

    @Test("in a cancelled task no rule is checked", arguments: [[], Array(Device.all.prefix(2))])
    func cancelled(devices: [Device]) async throws {
        let dump = try LintSubject.dump(LintSubject.view("UIButton", [0, 100, 0, 0]))
        #expect(try !HierarchyLint.findings(in: dump, devices: devices).isEmpty)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try HierarchyLint.findings(in: dump, devices: devices)
        }
        #expect(try await task.value.isEmpty)
    }
}
