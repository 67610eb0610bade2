import Diagnostics
import DumpFormats
import Testing
import TestSupport
import ViewHierarchy

@Suite("KIF hierarchies")
struct KIFTests {
    @Test("views have their texts and states, and elements of accessibility belong to the view above them")
    func views() throws {
        let dump = try DumpReader.read(Fixtures.bytes("dumps/orchard-kif.txt"))
        #expect(dump.format == .kif && dump.codes.isEmpty && dump.report.contains { $0.code == "lost.frames" })
        #expect(
            dump.outline == [
                "UIWindow", ".UIView", "..UIAccessibilityElement", "..UIButton", "..UILabel", "..UIImageView",
                "..Orchard.Picker", "UITextEffectsWindow", ".UIInputSetContainerView",
            ]
        )
        #expect(
            dump.tree.indices.map { dump.tree.facts(of: $0) } == [
                ["windowLevel=0.000000", "isKeyWindow=true"], ["identifier trees"],
                ["label Map", "value 3 trees", "traits=image, not enabled", "enabled=false", "hint=Opens it"],
                [
                    "identifier add", "label Add (a tree), now", "enabled=false", "selected=true", "highlighted=false",
                ],
                ["hidden Yes", "label Cox\nand Gala"], ["highlighted=true"],
                [
                    "label Due", "enabled=true", "selected=false", "highlighted=false",
                    "date range=no minimum - no maximum", "mode=UIDatePickerModeTime", "minute interval=5",
                ],
                ["hidden Yes", "windowLevel=1.000000"], [],
            ]
        )
    }

    @Test("no frame is said, and a label that is not there is said to be none")
    func unsaid() throws {
        let tree = try DumpReader.read(Fixtures.bytes("dumps/orchard-kif.txt")).tree
        let (label, hidden) = (try #require(ViewProperty.named("label")), try #require(ViewProperty.named("hidden")))
        for index in tree.indices {
            #expect(!tree.says(.frame, of: index) && tree.says(label, of: index))
            #expect(tree.says(hidden, of: index) == (index != 2))
        }
    }

    /// Lines, and the views with their labels that become of them.
    @Test(
        "lines nest by their bars, with tabs or spaces behind these",
        arguments: [
            ("UIWindow\n|\tUIView\n|\t|\tUILabel, label: a", "UIWindow .UIView ..UILabel=a"),
            ("UIWindow\n|   UIView, identifier: x\n|   |   UILabel, label: a", "UIWindow .UIView ..UILabel=a"),
            ("UIView\n|\tUIButton (enabled) (selected) (highlighted)", "UIView .UIButton"),
            ("A\n|\tB\n|\tE, label: (null), traits: none\n|\t|\tC", "A .B ..E ..C"),
            ("A\n|\tB, label: a\n\nb (enabled) (not selected) (not highlighted)", "A .B=a\n\nb"),
            ("A\n|\tB, label: a, b, identifier: c\n|\t|\tMy.View<Other>, label: d", "A .B=a, b ..My.View<Other>=d"),
            ("A\n|\t|\t|\tB, label: a\n|\tC", "A .B=a .C"), ("Hello\nA\n|\tB (invisible)", "A .B"),
            ("A\n|\tB, label: a\nb (invisible)\n|\tC\n\nD\n|\tE", "A .B=a\nb .C D .E"),
            ("A\nE, label: a, traits: none\nE, label: b, traits: none\n|\tB", "A .E=a .E=b .B"),
            ("A\n|\tB\n|\tE, label: a\nb, traits: none\n|\t|\tC", "A .B ..E=a\nb ..C"),
        ]
    )
    func lines(text: String, views: String) throws {
        let dump = try Dump.reading(text)
        let tree = dump.tree
        let found = tree.indices.map {
            dump.outline[$0] + (tree.label(of: $0).map { "=\($0)" } ?? "")
        }
        #expect(found.joined(separator: " ") == views)
    }

    @Test("text behind the hierarchy is told and not read")
    func behind() throws {
        let dump = try Dump.reading("UIWindow", "|\tUILabel, label: a", "Test Case failed", "", "more")
        #expect(dump.tree.label(of: 1) == "a" && dump.codesByLine == ["3 skipped.lines"])
    }

    @Test(
        "tables and lists with bars are no hierarchies",
        arguments: ["| A | B |\n|---|---|", "A\n|   b", "|-- A\n|   `-- B"]
    )
    func others(text: String) {
        let error = #expect(throws: DumpError.self) { try Dump.reading(text) }
        #expect(error?.code == .unknownFormat)
    }

    @Test("a hierarchy that is cut at any byte keeps the views before")
    func cuts() throws {
        let bytes = try Fixtures.bytes("dumps/orchard-kif.txt")
        var last = 0
        for length in 60...bytes.count {
            let count = (try? DumpReader.read(Array(bytes.prefix(length))))?.tree.count ?? 0
            #expect(count >= last - 1, "\(length)")
            last = count
        }
        #expect(last == 9)
    }

    @Test("limits hold")
    func limits() {
        let text = "UIWindow\n" + String(repeating: "|\tUILabel, label: a\n", count: 50)
        let error = #expect(throws: DumpError.self) { try Dump.reading(text, limits: DumpLimits(maximumViews: 10)) }
        #expect(error?.code == .tooLarge)
        let long = try? Dump.reading("UIWindow\n|\tUILabel, label: \(text)", limits: DumpLimits(maximumLineBytes: 20))
        #expect(long?.codes.contains("limit.maximumLineBytes") == true)
    }
}
