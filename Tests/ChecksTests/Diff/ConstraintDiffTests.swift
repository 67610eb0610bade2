import DumpFormats
@testable import Checks
import Testing
import ViewHierarchy

@Suite("What is not the same in the constraints of two dumps")
struct ConstraintDiffTests {
    private static let screen = """
        <?xml version="1.0" encoding="UTF-8"?>
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="21507" useAutolayout="YES">
            <device id="retina4_7" orientation="portrait" appearance="light"/>
            <objects>
                <view contentMode="scaleToFill" id="roo">
                    <rect key="frame" x="0.0" y="0.0" width="375" height="667"/>
                    <subviews>
                        <label text="Lend" horizontalHuggingPriority="251" translatesAutoresizingMaskIntoConstraints="NO" id="one">
                            <rect key="frame" x="16" y="20" width="80" height="20"/>
                        </label>
                        <label text="Late" translatesAutoresizingMaskIntoConstraints="NO" id="two">
                            <rect key="frame" x="16" y="60" width="80" height="20"/>
                        </label>
                        <stackView axis="vertical" spacing="8" translatesAutoresizingMaskIntoConstraints="NO" id="sta">
                            <rect key="frame" x="16" y="100" width="80" height="20"/>
                        </stackView>
                    </subviews>
                    <constraints>
                        <constraint firstItem="two" firstAttribute="top" secondItem="one" secondAttribute="bottom" constant="20" id="c1"/>
                        <constraint firstItem="one" firstAttribute="leading" secondItem="roo" secondAttribute="leading" constant="16" id="c2"/>
                        <constraint firstItem="sta" firstAttribute="width" secondItem="one" secondAttribute="width" multiplier="0.5" priority="750" id="c3"/>
                    </constraints>
                </view>
            </objects>
        </document>
        """

    private func diff(_ replacements: (String, String)...) throws -> TreeDiff {
        let text = replacements.reduce(Self.screen) { $0.replacing($1.0, with: $1.1) }
        #expect(replacements.isEmpty || text != Self.screen)
        return TreeDiff(
            from: try DumpReader.read(Array(Self.screen.utf8)),
            to: try DumpReader.read(Array(text.utf8))
        )
    }

    private static let last =
        "<constraint firstItem=\"sta\" firstAttribute=\"width\" secondItem=\"one\" secondAttribute=\"width\" "

    @Test(
        "one change is one difference, in words",
        arguments: [
            ("constant=\"20\"", "constant=\"28\"", "changed Late.top = Lend.bottom + 20 → + 28", "constant"),
            ("constant=\"20\" ", "", "changed Late.top = Lend.bottom + 20 → + 0", "constant"),
            ("constant=\"20\"", "constant=\"20.0001\"", "changed Late.top = Lend.bottom + 20 → + 20.0001", "constant"),
            ("constant=\"20\"", "symbolic=\"YES\"", "changed Late.top = Lend.bottom + 20 → + standard (8)", "constant"),
            ("priority=\"750\" ", "", "changed UIStackView.width = Lend.width × 0.5 @ 750 → @ 1000", "priority"),
            ("\"0.5\"", "\"3:4\"", "changed UIStackView.width = Lend.width × 0.5 @ 750 → × 3:4", "multiplier"),
            (
                "id=\"c2\"", "relation=\"lessThanOrEqual\" id=\"c2\"",
                "changed Lend.leading = superview.leading + 16 → ≤", "relation"
            ),
            (
                "constant=\"16\" id=\"c2\"", "constant=\"16\" identifier=\"edge\" placeholder=\"YES\" id=\"c2\"",
                "changed Lend.leading = superview.leading + 16 → removed at build time, identifier “edge”",
                "placeholder identifier"
            ),
            (
                "secondItem=\"one\" secondAttribute=\"bottom\"", "secondItem=\"sta\" secondAttribute=\"bottom\"",
                "changed Late.top = Lend.bottom + 20 → Late.top = UIStackView.bottom + 20", "second"
            ),
            (
                // Without a name it is the same one by the side that is left.
                "secondItem=\"one\" secondAttribute=\"bottom\" constant=\"20\" id=\"c1\"",
                "secondItem=\"sta\" secondAttribute=\"bottom\" constant=\"20\" id=\"new\"",
                "changed Late.top = Lend.bottom + 20 → Late.top = UIStackView.bottom + 20", "second"
            ),
            (
                last + "multiplier=\"0.5\" priority=\"750\" id=\"c3\"/>", "",
                "removed UIStackView.width = Lend.width × 0.5 @ 750", ""
            ),
            (
                last, "<constraint firstItem=\"sta\" firstAttribute=\"height\" constant=\"44\" id=\"c4\"/>" + last,
                "added UIStackView.height = 44", ""
            ),
        ]
    )
    func words(_ old: String, _ new: String, _ words: String, _ properties: String) throws {
        let diff = try diff((old, new))
        #expect(diff.constraints.map { "\($0.kind.rawValue) \($0.text)" } == [words])
        #expect(diff.constraints.flatMap(\.properties).map(\.name).joined(separator: " ") == properties)
        #expect(diff.changes.isEmpty && diff.objects.isEmpty && !diff.isEmpty)
        #expect(diff.summary == "1 constraint \(words.prefix { $0 != " " })")
        let findings = diff.findings(in: "new.xib")
        #expect(findings.map(\.rule) == ["diff.constraint"] && findings[0].file == "new.xib")
    }

    @Test("what is equal for the app is no difference, and what Xcode has rewritten is one line")
    func equal() throws {
        let turned = try diff(
            (
                "firstItem=\"two\" firstAttribute=\"top\" secondItem=\"one\" secondAttribute=\"bottom\" constant=\"20\"",
                "firstItem=\"one\" firstAttribute=\"bottom\" secondItem=\"two\" secondAttribute=\"top\" constant=\"-20.0\""
            )
        )
        #expect(turned.isEmpty && turned.summary == "nothing differs")
        let rewritten = try diff(
            ("toolsVersion=\"21507\"", "toolsVersion=\"22505\""),
            (
                "<objects>",
                "<dependencies><plugIn identifier=\"com.apple.X\" version=\"22504\"/></dependencies><objects>"
            ),
            ("constant=\"20\" id=\"c1\"", "id=\"c1\" constant=\"20\""),
            ("x=\"0.0\"", "x=\"0\""),
            (" text=\"Late\"", " verticalHuggingPriority=\"250\" text=\"Late\"")
        )
        #expect(rewritten.isEmpty && rewritten.summary == "nothing differs")
        #expect(rewritten.rewritten.contains("toolsVersion 21507 → 22505"))
        #expect(rewritten.rewritten.contains("the order of attributes in 1 object"))
        #expect(rewritten.rewrittenWords?.hasPrefix("Rewritten by Xcode only: ") == true)
        let moved = try diff(("y=\"60\"", "y=\"60.25\""))
        #expect(moved.isEmpty && moved.summary == "nothing differs by more than 0.5 points")
    }

    @Test("constraints of a view that has come or gone go with it")
    func folded() throws {
        let gone = try diff(
            ("secondItem=\"one\" secondAttribute=\"bottom\"", "secondItem=\"roo\" secondAttribute=\"top\""),
            ("<label text=\"Lend\" horizontalHuggingPriority=\"251\"", "<switch"),
            ("</label>\n                <label text=\"Late\"", "</switch>\n                <label text=\"Late\""),
            ("\"one\"", "\"new\"")
        )
        #expect(gone.count(.removed) == 1 && gone.count(.added) == 1)
        // Only what the constraint of the view that stayed says is another one.
        #expect(gone.constraints.map(\.text) == ["Late.top = Lend.bottom + 20 → Late.top = superview.top + 20"])
    }

    @Test(
        "what is said of a view's layout is told with the view",
        arguments: [
            ("horizontalHuggingPriority=\"251\"", "horizontalHuggingPriority=\"252\"", "horizontal hugging 251 → 252"),
            ("horizontalHuggingPriority=\"251\" ", "", "horizontal hugging 251 → 250"),
            (
                "text=\"Late\"", "text=\"Late\" verticalCompressionResistancePriority=\"800\"",
                "vertical resistance 750 → 800"
            ),
            ("spacing=\"8\"", "spacing=\"12\"", "spacing 8 → 12"),
            ("spacing=\"8\"", "spacing=\"8\" alignment=\"center\"", "alignment fill → center"),
            ("axis=\"vertical\" ", "", "axis vertical → horizontal"),
            ("spacing=\"8\"", "spacing=\"8\" baselineRelativeArrangement=\"YES\"", "baseline relative No → Yes"),
            ("text=\"Late\"", "text=\"Late\" preferredMaxLayoutWidth=\"60\"", "preferred width none → 60"),
            (
                "text=\"Lend\"", "text=\"Lend\" preservesSuperviewLayoutMargins=\"YES\"",
                "superview's margins none → Yes"
            ),
        ]
    )
    func traits(_ old: String, _ new: String, _ words: String) throws {
        let diff = try diff((old, new))
        #expect(diff.changes.flatMap { DiffWords.lines(of: $0) }.map(\.text) == [words])
        #expect(diff.summary == "1 changed" && diff.constraints.isEmpty)
    }

    @Test("the device of the canvas and what no view has is told of the object")
    func objects() throws {
        let canvas = try diff(("retina4_7", "retina6_12"))
        #expect(canvas.objects.map(\.name) == ["The canvas"] && canvas.summary == "1 object changed")
        let line = "device iPhone SE (3rd, 2nd), 8, 7, 6s, 6 → iPhone 16, 15, 15 Pro, 14 Pro"
        #expect(DiffWords.lines(of: canvas.objects[0]).map(\.text) == [line])
        let more = try diff(
            ("</objects>", "<tapGestureRecognizer id=\"tap\"/></objects>"),
            ("useAutolayout=\"YES\"", "useAutolayout=\"YES\" useSafeAreas=\"YES\"")
        )
        #expect(
            more.objects.map { "\($0.kind.rawValue) \($0.name)" } == [
                "changed The document", "added tapGestureRecognizer (tap)",
            ]
        )
        #expect(more.findings(in: "a.xib").map(\.rule) == ["diff.object", "diff.object"])
    }

    @Test("a constraint names its views in both files, and its finding the first that is still there")
    func related() throws {
        let changed = try diff(("constant=\"20\"", "constant=\"28\""))
        #expect(changed.constraints.map(\.views) == [[.init(before: 2, after: 2), .init(before: 1, after: 1)]])
        let gone = try diff((Self.last + "multiplier=\"0.5\" priority=\"750\" id=\"c3\"/>", ""))
        #expect(gone.constraints.map(\.views) == [[.init(before: 3, after: 3), .init(before: 1, after: 1)]])
        #expect(gone.findings(in: "new.xib").map(\.view) == [3])
        let side = "secondItem=\"one\" secondAttribute=\"bottom\""
        let other = try diff((side, side.replacing("one", with: "sta")))
        #expect(other.constraints.flatMap(\.views).map(\.after) == [2, 3, 1])
    }

    @Test(
        "another class is a change of the view that has its id",
        arguments: [
            ("id=\"two\"", "id=\"two\" customClass=\"Clock\"", ["class UILabel → Clock"]),
            ("<stackView axis=\"vertical\" spacing=\"8\"", "<view", ["class UIStackView → UIView"]),
        ]
    )
    func classes(_ old: String, _ new: String, _ words: [String]) throws {
        let diff = try diff((old, new), ("</stackView>", new == "<view" ? "</view>" : "</stackView>"))
        #expect(diff.count(.added) == 0 && diff.count(.removed) == 0 && diff.constraints.isEmpty)
        #expect(diff.changes.flatMap { DiffWords.lines(of: $0) }.map(\.text).prefix(1) == words[...])
    }

    private static let guides = (
        "<constraints>",
        """
        <viewLayoutGuide key="safeArea" id="saf"/>
        <constraints>
        <constraint firstItem="one" firstAttribute="top" secondItem="saf" secondAttribute="top" id="c9"/>
        """
    )

    @Test(
        "a layout guide that changed is told once: by its constraints, or by itself where none names it",
        arguments: [
            ("key=\"safeArea\"", "key=\"keyboard\"", 1, 0),
            ("<viewLayoutGuide key=\"safeArea\" id=\"saf\"/>", "", 1, 0),
            ("id=\"saf\"/>", "id=\"saf\"/><viewLayoutGuide key=\"keyboard\" id=\"key\"/>", 0, 1),
            ("id=\"saf\"/>", "id=\"saf\"/><layoutGuide id=\"mine\"/>", 0, 1),
            (
                "id=\"saf\"/>\n<constraints>",
                "id=\"saf\"/><layoutGuide id=\"mine\"/>\n<constraints><constraint firstItem=\"two\" firstAttribute=\"leading\" "
                    + "secondItem=\"mine\" secondAttribute=\"leading\" id=\"c10\"/>", 1, 0
            ),
        ]
    )
    func layoutGuides(_ old: String, _ new: String, _ constraints: Int, _ objects: Int) throws {
        let former = Self.screen.replacing(Self.guides.0, with: Self.guides.1)
        let text = former.replacing(old, with: new)
        #expect(text != former)
        let diff = TreeDiff(
            from: try DumpReader.read(Array(former.utf8)),
            to: try DumpReader.read(Array(text.utf8))
        )
        #expect(diff.constraints.count == constraints && diff.objects.count == objects && diff.changes.isEmpty)
    }

    @Test("objects of an interface file are the same by their ids, whatever they say and wherever they are")
    func identity() throws {
        let diff = try diff(
            ("text=\"Lend\"", "text=\"Swap\""),
            ("text=\"Late\"", "text=\"Lend\""),
            ("text=\"Swap\"", "text=\"Late\"")
        )
        #expect(diff.count(.changed) == 2 && diff.changes.count == 2 && diff.count(.moved) == 0)
    }

    @Test("of a running app's constraints, listed as text, those are told that differ")
    func texts() throws {
        func dump(_ constants: [Int]) throws -> Dump {
            let lines = constants.map { "UILabel 0x7f10a0.leading = 1 * UIView 0x7f20b0.leading + \($0) @1000" }
            let text = lines.joined(separator: "\\n")
            let json =
                #"{"vitrine":1,"windows":[{"class":"UIView","frame":[0,0,9,9],"attributes":{"constraint":"\#(text)"}}]}"#
            return try DumpReader.read(Array(json.utf8))
        }
        let diff = TreeDiff(from: try dump([8, 12, 16]), to: try dump([8, 20, 16]))
        let line = "UILabel 0x.leading = 1 * UIView 0x.leading"
        #expect(
            DiffWords.lines(of: diff.changes[0]).map(\.text) == ["constraint \(line) + 12 @1000 → \(line) + 20 @1000"]
        )
        #expect(TreeDiff(from: try dump([8, 12]), to: try dump([12, 8])).isEmpty)
    }
}
