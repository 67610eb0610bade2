import DumpFormats
import Testing
@testable import Checks
@testable import ViewHierarchy

@Suite("Assertions on devices and in doubt")
struct AssertionRunTests {
    private func dump(_ text: String) throws -> Dump { try DumpReader.read(Array(text.utf8)) }

    /// A window with a view that masks place, and one in a stack view, which constraints place.
    private func form() throws -> Dump {
        try dump(
            """
            {"vitrine": 1, "complete": ["autoresizingMask", "identifier"], "windows": [
              {"class": "UIWindow", "frame": [0, 0, 375, 667], "subviews": [
                {"class": "UIView", "identifier": "page", "frame": [0, 0, 375, 667], "autoresizingMask": ["flexibleWidth", "flexibleHeight"], "subviews": [
                  {"class": "UIView", "identifier": "bar", "frame": [0, 600, 375, 67], "autoresizingMask": ["flexibleWidth", "flexibleTopMargin"]},
                  {"class": "UIStackView", "identifier": "stack", "frame": [0, 20, 375, 100], "autoresizingMask": ["flexibleWidth"], "subviews": [
                    {"class": "UIView", "identifier": "row", "frame": [10, 0, 355, 50], "subviews": [
                      {"class": "UILabel", "identifier": "name", "frame": [0, 0, 100, 20], "attributes": {"translatesAutoresizingMaskIntoConstraints": "YES"}},
                      {"class": "UILabel", "identifier": "mail", "frame": [0, 30, 100, 20], "attributes": {"translatesAutoresizingMaskIntoConstraints": "YES"}}]}]}]}]}]}
            """
        )
    }

    private func outcomes(_ rules: String, of dump: Dump) throws -> [String] {
        try AssertionGuide.report(rules, of: dump).results.map {
            "\($0.device ?? "dump") \($0.word) \($0.outcome.rawValue)"
        }
    }

    @Test("a rule is checked on every device, in their order, and those of a rule come before those of the document")
    func devices() throws {
        let rules = """
            devices: [iphone-5s, dump, "iphone-8:landscape"]
            rules:
            - {view: {id: bar}, expect: {width: 375, y: 600}}
            - {view: {id: bar}, on: ipad-9-7, expect: {width: 768}}
            """
        let report = try AssertionGuide.report(rules, of: try form())
        #expect(
            report.results.map { "\($0.rule) \($0.device ?? "dump") \($0.message)" } == [
                "0 iphone-5s UIWindow/UIView#page/UIView#bar: width is 320, expected 375",
                "0 iphone-5s UIWindow/UIView#page/UIView#bar: y is 501, expected 600",
                "0 dump UIWindow/UIView#page/UIView#bar: width 375", "0 dump UIWindow/UIView#page/UIView#bar: y 600",
                "0 iphone-8:landscape UIWindow/UIView#page/UIView#bar: width is 667, expected 375",
                "0 iphone-8:landscape UIWindow/UIView#page/UIView#bar: y is 308, expected 600",
                "1 ipad-9-7 UIWindow/UIView#page/UIView#bar: width 768",
            ]
        )
        let chosen = try RuleDocument(parsing: Array(rules.utf8)).check(try form(), on: [.dump])
        #expect(chosen.results.map(\.device) == [nil, nil, "ipad-9-7"])
    }

    @Test("where constraints place a view, its place is not known and its layout fails, unless the rule skips that")
    func doubt() throws {
        let expect =
            "{width: 355, left: 10, inside: page, visible: 5%, touchable: true, identifier: row, hidden: false}"
        let rules = """
            let: {page: {id: page}}
            devices: iphone-5s
            rules:
            - {view: {id: row}, expect: \(expect)}
            - {view: {id: row}, uncertain: skip, expect: {width: 355, identifier: roww}}
            """
        let report = try AssertionGuide.report(rules, of: try form())
        #expect(
            report.results.map { "\($0.rule) \($0.word) \($0.outcome.rawValue)" } == [
                "0 width uncertain", "0 left uncertain", "0 inside uncertain", "0 visible uncertain",
                "0 touchable uncertain", "0 identifier passed", "0 hidden unknown", "1 width skipped",
                "1 identifier failed",
            ]
        )
        #expect(
            report.results.first?.message
                == "UIWindow/UIView#page/UIStackView#stack/UIView#row: cannot be known: constraints, not masks, place UIView “row”, so its place on iphone-5s is a guess"
        )
        #expect(!report.isPassed && report.results[7].isPassed)
    }

    @Test("constraints that the dump says are solved, and what they leave open is said")
    func solved() throws {
        func view(_ kind: String, _ name: String, _ text: String = "") -> String {
            """
            <\(kind)\(text) id="\(name)" translatesAutoresizingMaskIntoConstraints="NO">
                <rect key="frame" x="10" y="40" width="355" height="50"/>
                <accessibility key="accessibilityConfiguration" identifier="\(name)"/>
            </\(kind)>
            """
        }
        func tie(_ item: String, _ attribute: String, _ constant: Int) -> String {
            let sign = attribute == "trailing" ? -1 : 1
            return "<constraint firstItem=\"\(item)\" firstAttribute=\"\(attribute)\" secondItem=\"page\" "
                + "secondAttribute=\"\(attribute)\" constant=\"\(sign * constant)\" id=\"\(item)-\(attribute)\"/>"
        }
        let xib = """
            <?xml version="1.0" encoding="UTF-8"?>
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="13000"
                targetRuntime="iOS.CocoaTouch" useAutolayout="YES"><objects><view id="page">
                <rect key="frame" x="0" y="0" width="375" height="667"/>
                <subviews>
                    \(view("view", "bar"))\(view("label", "title", " text=\"Order\""))\(view("view", "loose"))
                </subviews>
                <constraints>
                    \(tie("bar", "leading", 10))\(tie("bar", "trailing", 10))\(tie("bar", "top", 40))\(tie("bar", "bottom", 577))
                    \(tie("title", "leading", 10))\(tie("title", "top", 40))\(tie("loose", "leading", 10))
                </constraints>
            </view></objects></document>
            """
        let rules = """
            devices: iphone-5s
            rules:
            - {view: {id: bar}, expect: {left: 10, width: 300}}
            - {view: {id: title}, expect: {width: 355}}
            - {view: {id: loose}, expect: {width: 355}}
            """
        let report = try AssertionGuide.report(rules, of: try DumpReader.read(Array(xib.utf8)))
        #expect(report.results.map(\.outcome) == [.passed, .passed, .uncertain, .uncertain])
        #expect(report.results[2].message.hasSuffix("UILabel “Order” depends on how much room contents need"))
        #expect(report.results[3].message.contains("constraints do not decide where"))
    }

    @Test("how views inside a doubtful one lie to each other does not depend on where that lies")
    func common() throws {
        let rules = """
            let: {name: {id: name}, bar: {id: bar}}
            devices: iphone-5s
            rules:
            - {view: {id: mail}, expect: {near: {of: name, below: 10}, aligned: {to: name, edge: left}}}
            - {view: {id: mail}, expect: {near: {of: bar, above: 1..}, left: 10}}
            - {view: {predicate: 'name IN {"name", "mail"}'}, expect: {spacing: {axis: y, equal: 10}}}
            """
        #expect(
            try outcomes(rules, of: try form()) == [
                "iphone-5s near passed", "iphone-5s aligned passed", "iphone-5s near uncertain",
                "iphone-5s left uncertain", "iphone-5s spacing passed",
            ]
        )
    }

    @Test("on the screen that the dump has nothing is in doubt")
    func same() throws {
        #expect(
            try outcomes(
                "devices: iphone-8\nrules:\n- {view: {id: row}, expect: {width: 355, visible: true}}",
                of: try form()
            )
                == ["iphone-8 width passed", "iphone-8 visible passed"]
        )
    }

    @Test("a locator that finds nothing, or too much, fails; what is measured by one that is not alone does too")
    func hits() throws {
        func messages(_ rules: String) throws -> [String] {
            try AssertionGuide.report(rules, of: try form()).results.map(\.message)
        }
        #expect(
            try messages("rules:\n- {view: {id: no}, expect: {width: 1}}") == ["id no: 0 hits, expected at least 1"]
        )
        let never = "“hittable” of an element, so that no comparison with it holds."
        #expect(
            try messages("rules:\n- {view: {predicate: 'hittable == 1'}, expect: {width: 1}}") == [
                "predicate hittable == 1: 0 hits, expected at least 1. The dump never says \(never)"
            ]
        )
        #expect(
            try messages("rules:\n- {view: {id: bar}, expect: {near: {of: {where: 'class:UILabel'}, below: 1}}}").first?
                .hasSuffix(": where class:UILabel has 2 hits, expected 1") == true
        )
        #expect(
            try messages("rules:\n- {view: {id: name}, expect: {inside: {of: {where: 'class:UIView'}, left: 0}}}")
                .first?
                .hasSuffix("inside {\"of\":{\"where\":\"class:UIView\"},\"left\":0}") == true
        )
    }

    @Test("a rule with more views than are checked says so, and too many checks or devices end the run")
    func limits() throws {
        var builder = ViewTreeBuilder()
        builder.append(
            ViewDescription(className: "UIWindow", frame: Rect(x: 0, y: 0, width: 375, height: 667)),
            depth: 0
        )
        for _ in 0..<1_200 {
            builder.append(ViewDescription(className: "UIView", frame: Rect(x: 0, y: 0, width: 1, height: 1)), depth: 1)
        }
        let dump = Dump(format: .vitrineJSON, tree: builder.build())
        let report = try AssertionGuide.report(
            "rules:\n- {view: {where: 'class:UIView'}, expect: {width: 1, count: 1200}}",
            of: dump
        )
        #expect(
            report.results.map(\.message) == [
                "where class:UIView: count 1200", "where class:UIView: 1200 hits, expected at most 1000",
            ]
        )
        let rule = "- {view: {predicate: 'rect.x < 2 AND index < 900'}, expect: {width: 1.., height: 1..}}\n"
        #expect(throws: RuleError.self) {
            try AssertionGuide.report("rules:\n" + String(repeating: rule, count: 28), of: dump)
        }
    }

    @Test("dumps without views are checked too")
    func empty() throws {
        let dump = Dump(format: .vitrineJSON, tree: ViewTree())
        let report = try AssertionGuide.report(
            "devices: [dump, iphone-8]\nrules:\n- {view: {id: a}, expect: {absent: true, spacing: {axis: x}, width: 4}}",
            of: dump
        )
        #expect(report.results.map(\.outcome) == [.passed, .failed, .failed, .passed, .failed, .failed])
    }

    @Test("where the safe area is not known, that is said")
    func safeArea() throws {
        let odd = try dump(
            #"{"vitrine": 1, "windows": [{"class": "UIWindow", "frame": [0, 0, 333, 444], "subviews": [{"class": "UIView", "frame": [0, 0, 10, 10]}]}]}"#
        )
        let report = try AssertionGuide.report(
            "rules:\n- {view: {where: 'class:UIView'}, expect: {inside: safeArea}}",
            of: odd
        )
        #expect(report.results.map(\.outcome) == [.unknown])
    }
}
