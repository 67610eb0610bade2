import Diagnostics
import DumpFormats
import Testing
@testable import Checks

/// A rule, views that break it, and views much like them that do not.
struct RuleCase: Sendable, CustomTestStringConvertible {
    let rule: String
    let broken: String
    let kept: [String]

    init(_ rule: String, broken: String, kept: String...) {
        (self.rule, self.broken, self.kept) = (rule, broken, kept)
    }

    var testDescription: String { rule }
}

@Suite("Rules about view hierarchies")
struct HierarchyRuleTests {
    private static func view(_ name: String, _ frame: [Double], _ members: String = "", _ inside: String = "") -> String
    {
        LintSubject.view(name, frame, members, inside)
    }

    private static let button = view("UIButton", [10, 10, 60, 60])
    private static let label = view("UILabel", [0, 0, 100, 20], "\"text\": \"Pay\"")

    static let cases = [
        RuleCase(
            "size.zero",
            broken: view("UILabel", [0, 0, 0, 20], "\"text\": \"Pay\""),
            kept: view("UILabel", [0, 0, 0, 20], "\"text\": \"\""),
            view("UILabel", [0, 0, 0, 20], "\"text\": \"Pay\", \"hidden\": true"),
            view("UIImageView", [0, 0, 0, 0])
        ),
        RuleCase("size.negative", broken: view("UIView", [50, 50, -20, 20]), kept: view("UIView", [50, 50, 20, 20])),
        RuleCase(
            "place.clipped",
            broken: view("UIView", [0, 0, 100, 100], "\"clipsToBounds\": true", view("UIButton", [0, 150, 60, 60])),
            kept: view("UIView", [0, 0, 100, 100], "", view("UIButton", [0, 150, 60, 60])),
            view("UIScrollView", [0, 0, 100, 100], "\"clipsToBounds\": true", view("UIButton", [0, 150, 60, 60])),
            view("UIView", [0, 0, 100, 100], "\"clipsToBounds\": true", view("UIView", [0, 150, 60, 60]))
        ),
        RuleCase(
            "place.offScreen",
            broken: view("UIView", [400, 0, 100, 100], "", label),
            kept: view("UIView", [400, 0, 100, 100]),
            view("UIView", [400, 0, 100, 100], "\"hidden\": true", label),
            view("UIView", [300, 0, 100, 100], "", label)
        ),
        RuleCase(
            "place.halfPixel",
            broken: view("UILabel", [10.25, 10, 100, 20], "\"text\": \"Pay\""),
            kept: view("UILabel", [10.5, 10, 100, 20], "\"text\": \"Pay\""),
            view("UIView", [10.25, 10, 100, 20])
        ),
        RuleCase(
            "touch.small",
            broken: view("UIButton", [10, 10, 60, 30]),
            kept: button,
            // What is drawn on half pixels is as large as can be.
            view("UIButton", [10, 10, 60, 43.5]),
            view("UIButton", [10, 10, 60, 30], "\"userInteractionEnabled\": false"),
            view("UISwitch", [10, 10, 51, 31]),
            view("UIView", [10, 10, 60, 30]),
            view("UINavigationBar", [0, 20, 375, 44], "", view("UIButton", [10, 10, 30, 30]))
        ),
        RuleCase(
            "touch.unreachable",
            broken: button + "," + view("UIView", [0, 0, 100, 100]),
            kept: view("UIView", [0, 0, 100, 100]) + "," + button,
            button + "," + view("UIView", [0, 0, 100, 100], "\"userInteractionEnabled\": false"),
            // A sheet over all of the screen.
            button + "," + view("UIView", [0, 0, 375, 667]),
            view("UIButton", [10, 10, 60, 60], "\"userInteractionEnabled\": false")
        ),
        RuleCase(
            "touch.cut",
            broken: view("UIView", [0, 0, 100, 100], "", view("UIButton", [60, 10, 60, 60])),
            kept: view("UIView", [0, 0, 100, 100], "", view("UIButton", [40, 10, 60, 60])),
            view("UIView", [0, 0, 100, 100], "", view("UIView", [60, 10, 60, 60]))
        ),
        RuleCase(
            "touch.overlap",
            broken: button + "," + view("UIButton", [50, 10, 60, 60]),
            kept: button + "," + view("UIButton", [70, 10, 60, 60]),
            // A small button upon a large one is meant.
            view("UIButton", [0, 0, 200, 200]) + "," + view("UIButton", [50, 50, 60, 60])
        ),
        RuleCase(
            "identifier.missing",
            broken: view("UIView", [0, 0, 9, 9], "\"identifier\": \"card\"") + "," + button,
            kept: button,
            view("UIButton", [10, 10, 60, 60], "\"identifier\": \"pay\"")
        ),
        RuleCase(
            "identifier.duplicate",
            broken: view("UIView", [0, 0, 9, 9], "\"identifier\": \"a\"") + ","
                + view("UIView", [9, 9, 9, 9], "\"identifier\": \"a\""),
            kept: view("UIView", [0, 0, 9, 9], "\"identifier\": \"a\"") + ","
                + view("UIView", [9, 9, 9, 9], "\"identifier\": \"b\""),
            view(
                "UIView",
                [0, 0, 9, 9],
                "\"identifier\": \"a\"",
                view("UIView", [0, 0, 9, 9], "\"identifier\": \"a\"")
            )
        ),
        RuleCase(
            "label.missing",
            broken: view("UIView", [0, 0, 9, 9], "\"label\": \"Card\"") + "," + button,
            kept: view("UIButton", [10, 10, 60, 60], "\"label\": \"Pay\""),
            view("UIView", [0, 0, 9, 9], "\"label\": \"Card\"") + ","
                + view("UIButton", [10, 10, 60, 60], "", view("UILabel", [0, 0, 60, 20], "\"text\": \"Pay\""))
        ),
        RuleCase(
            "label.pictureMissing",
            broken: view("UIView", [0, 0, 9, 9], "\"label\": \"Card\"") + ","
                + view("UIImageView", [10, 10, 60, 60], "\"attributes\": {\"isAccessibilityElement\": \"YES\"}"),
            kept: view("UIView", [0, 0, 9, 9], "\"label\": \"Card\"") + "," + view("UIImageView", [10, 10, 60, 60]),
            view(
                "UIImageView",
                [10, 10, 60, 60],
                "\"label\": \"Cat\", \"attributes\": {\"isAccessibilityElement\": \"YES\"}"
            )
        ),
        RuleCase(
            "contrast.low",
            broken: text(color: "UIExtendedGrayColorSpace 0.7 1", on: "UIExtendedGrayColorSpace 1 1"),
            kept: text(color: "UIExtendedGrayColorSpace 0.1 1", on: "UIExtendedGrayColorSpace 1 1"),
            // 3.5 to 1 is enough for large text.
            text(color: "UIExtendedGrayColorSpace 0.53 1", on: "UIExtendedGrayColorSpace 1 1", font: "system 30"),
            text(color: "<UIDynamicProviderColor: 0x1>", on: "UIExtendedGrayColorSpace 1 1"),
            // A picture lies between.
            view(
                "UIView",
                [0, 0, 200, 200],
                "\"attributes\": {\"backgroundColor\": \"UIExtendedGrayColorSpace 1 1\"}",
                view("UIImageView", [0, 0, 200, 200]) + ","
                    + view(
                        "UILabel",
                        [0, 0, 100, 20],
                        "\"text\": \"Pay\", \"attributes\": {\"textColor\": \"UIExtendedGrayColorSpace 0.7 1\"}"
                    )
            )
        ),
        RuleCase(
            "text.truncated",
            broken: text("A sentence that is much too long for it", width: 100),
            kept: text("A sentence that is much too long for it", width: 400),
            text(
                "A sentence that is much too long for it",
                width: 100,
                more: ", \"adjustsFontSizeToFitWidth\": \"YES\""
            ),
            text("A sentence that is …", width: 10),
            view("UILabel", [0, 0, 200, 20], "\"text\": \"A sentence that is much too long for it\"")
        ),
        RuleCase(
            "opaque.transparent",
            broken: view("UIView", [0, 0, 9, 9], "\"alpha\": 0.5"),
            kept: view("UIView", [0, 0, 9, 9], "\"alpha\": 0.5, \"opaque\": false"),
            view("UIView", [0, 0, 9, 9], "\"alpha\": 0")
        ),
        RuleCase(
            "drawing.overdraw",
            broken: filled([0, 0, 50, 50]) + "," + filled([0, 0, 90, 90]),
            kept: filled([0, 0, 90, 90]) + "," + filled([0, 0, 50, 50]),
            view("UIView", [0, 0, 50, 50]) + "," + filled([0, 0, 90, 90])
        ),
        RuleCase(
            "hidden.large",
            broken: view("UIView", [0, 0, 9, 9], "\"hidden\": true", many(60)),
            kept: view("UIView", [0, 0, 9, 9], "\"hidden\": true", many(10)),
            view("UIView", [0, 0, 9, 9], "", many(60))
        ),
        RuleCase(
            "mask.fights",
            broken: view("UIView", [0, 20, 375, 44], "\"autoresizingMask\": [\"flexibleTopMargin\"]"),
            kept: view("UIView", [0, 20, 375, 44], "\"autoresizingMask\": [\"flexibleTopMargin\", \"flexibleWidth\"]"),
            view("UIView", [0, 20, 300, 44], "\"autoresizingMask\": [\"flexibleTopMargin\"]"),
            // No mask at all is what constraints and code leave.
            view("UIView", [0, 20, 375, 44])
        ),
        RuleCase(
            "mask.transformed",
            broken: view(
                "UIView",
                [0, 0, 50, 50],
                "\"transform\": [0.5, 0, 0, 0.5, 0, 0], \"autoresizingMask\": [\"flexibleWidth\"]"
            ),
            kept: view("UIView", [0, 0, 50, 50], "\"transform\": [0.5, 0, 0, 0.5, 0, 0]"),
            view("UIView", [0, 0, 50, 50], "\"autoresizingMask\": [\"flexibleWidth\"]")
        ),
        RuleCase(
            "transform.frame",
            broken: view(
                "UIView",
                [0, 0, 50, 50],
                "\"bounds\": [0, 0, 100, 100], \"center\": [50, 50], \"transform\": [2, 0, 0, 2, 0, 0]"
            ),
            kept: view(
                "UIView",
                [-50, -50, 200, 200],
                "\"bounds\": [0, 0, 100, 100], \"center\": [50, 50], \"transform\": [2, 0, 0, 2, 0, 0]"
            )
        ),
        RuleCase(
            "scroll.contentCut",
            broken: scroll(content: (100, 100), view("UIButton", [0, 150, 60, 60])),
            kept: scroll(content: (100, 300), view("UIButton", [0, 150, 60, 60])),
            scroll(content: (100, 100), view("UIView", [0, 150, 60, 60]))
        ),
        RuleCase(
            "scroll.smallContent",
            broken: scroll(content: (50, 50), ""),
            kept: scroll(content: (100, 300), ""),
            scroll(content: (0, 0), "")
        ),
    ]

    private static func text(color: String, on ground: String, font: String = "system 15") -> String {
        let attributes = "{\"textColor\": \"\(color)\", \"font\": \"\(font)\"}"
        return view(
            "UIView",
            [0, 0, 200, 200],
            "\"attributes\": {\"backgroundColor\": \"\(ground)\"}",
            view("UILabel", [0, 0, 100, 40], "\"text\": \"Pay\", \"attributes\": \(attributes)")
        )
    }

    private static func text(_ text: String, width: Double, more: String = "") -> String {
        view("UILabel", [0, 0, width, 20.5], "\"text\": \"\(text)\", \"attributes\": {\"font\": \"system 17\"\(more)}")
    }

    private static func filled(_ frame: [Double]) -> String {
        view("UIView", frame, "\"attributes\": {\"backgroundColor\": \"UIExtendedGrayColorSpace 1 1\"}")
    }

    private static func many(_ count: Int) -> String {
        (0..<count).map { view("UIView", [Double($0), 0, 9, 9]) }.joined(separator: ",")
    }

    private static func scroll(content: (Int, Int), _ inside: String) -> String {
        let size = "\"contentSize\": {\"width\": \(content.0), \"height\": \(content.1)}"
        return view("UIScrollView", [0, 0, 100, 100], "\"clipsToBounds\": true, \(size)", inside)
    }

    @Test("a rule finds what breaks it", arguments: cases)
    func broken(example: RuleCase) throws {
        let found = try LintSubject.findings(example.rule, LintSubject.dump(example.broken))
        #expect(found.count == 1)
        #expect(found.first?.view != nil && found.first?.path?.hasPrefix("UIWindow") == true)
        #expect(found.first?.severity == HierarchyLint.rule(example.rule)?.severity)
    }

    @Test("a rule leaves alone what keeps it", arguments: cases)
    func kept(example: RuleCase) throws {
        for kept in example.kept {
            let found = try LintSubject.findings(example.rule, LintSubject.dump(kept))
            #expect(found.map(\.message) == [], "\(kept)")
        }
    }

    /// The rules that other suites test.
    private static let elsewhere: Set = [
        "place.nonFinite", "place.unsafeArea", "constraints.conflict", "constraints.ambiguous",
        "constraints.missingHost", "constraints.misplaced", "depth.truncated", "layout.conflict", "layout.ambiguous",
        "layout.stale", "interface.mergeConflict", "interface.repeatedID", "interface.missingItem",
        "interface.missingDestination", "interface.repeatedConstraint",
    ]

    @Test("every rule has a case, an id of its own and all its texts")
    func catalogue() {
        let ids = HierarchyLint.rules.map(\.id)
        #expect(Set(ids).count == ids.count && ids.count > 30)
        let tested = Set(Self.cases.map(\.rule)).union(Self.elsewhere)
        #expect(ids.filter { !tested.contains($0) && !HierarchyLint.isAboutDevices($0) } == [])
        for rule in HierarchyLint.rules {
            #expect(!rule.title.isEmpty && rule.explanation.hasSuffix(".") && rule.cure.hasSuffix("."), "\(rule.id)")
        }
    }
}
