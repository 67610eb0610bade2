import DumpFormats
import Testing

@testable import Checks

@Suite("TAP reports")
struct TAPReportTests {
    private func lines(_ rules: String) throws -> [String] {
        var tap = TAPReport()
        tap.add(try AssertionGuide.report(rules, of: try AssertionGuide.page.dump()), of: "check #1.json")
        return String(decoding: tap.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test("the plan comes first and once, each check is a point, and what failed has a block of YAML")
    func points() throws {
        let lines = try lines("rules:\n- {name: Pay, view: {id: pay}, expect: {width: 44.., height: 44}}\n")
        #expect(
            lines == [
                "TAP version 13", "1..2",
                "not ok 1 - 1 Pay: UIWindow/UIView\\#screen/UIButton\\#pay: width is 38, expected at least 44", "  ---",
                "  message: \"UIWindow/UIView#screen/UIButton#pay: width is 38, expected at least 44\"",
                "  severity: fail", "  outcome: failed", "  file: \"check #1.json\"", "  view: 7", "  ...",
                "ok 2 - 1 Pay: UIWindow/UIView\\#screen/UIButton\\#pay: height 44",
            ]
        )
    }

    @Test("no rules are a plan that is skipped; a point that does not count says why")
    func skips() throws {
        #expect(try lines("rules: []") == ["TAP version 13", "1..0 # SKIP There are no rules."])
        var result = AssertionResult(
            rule: 0,
            title: "1 a",
            name: nil,
            word: "width",
            device: "iphone-8",
            outcome: .skipped,
            view: nil,
            path: "a",
            message: "a: cannot be known"
        )
        result.order = 0
        var tap = TAPReport()
        tap.add(AssertionReport(results: [result], rules: []), of: "a")
        #expect(
            String(decoding: tap.bytes, as: UTF8.self).contains(
                "ok 1 - 1 a: iphone-8 · a: cannot be known # SKIP uncertain\n"
            )
        )
    }

    @Test("what begins a directive or ends a line is escaped")
    func escapes() {
        #expect(TAPReport.escaped("a # SKIP \\ b\nc\u{2028}d") == "a \\# SKIP \\\\ b c d")
        #expect(TAPReport.quoted("a\"b\\c\nd\u{1}\u{85}") == "\"a\\\"b\\\\c\\nd\\u0001\\u0085\"")
    }

    @Test("failures are findings of the other reports: a case for each rule, told by its words")
    func findings() throws {
        let rules =
            "rules:\n- {name: Pay, view: {id: pay}, expect: {width: 44..}}\n- {view: {id: title}, expect: {text: Order}}\n"
        let report = try AssertionGuide.report(rules, of: try AssertionGuide.page.dump())
        var findings = FindingsReport(version: "1", rules: report.rules)
        findings.add(report.findings(in: "checkout.json"), suite: "checkout.json")
        let junit = String(decoding: findings.written(as: .junit), as: UTF8.self)
        #expect(junit.contains("tests=\"2\" failures=\"1\""))
        #expect(junit.contains("<testcase classname=\"checkout.json\" name=\"1 Pay\""))
        #expect(junit.contains("width is 38, expected at least 44"))
        #expect(junit.contains("<testcase classname=\"checkout.json\" name=\"2 id title\" time=\"0\"/>"))
        #expect(report.summary == "1 passed, 1 failed")
    }
}
