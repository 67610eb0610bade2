import Diagnostics
import Foundation
import Testing

@testable import Checks

@Suite("JUnit reports")
struct JUnitReportTests {
    private func text(_ report: FindingsReport) -> String {
        String(decoding: report.written(as: .junit), as: UTF8.self)
    }

    @Test("every suite has a case for each rule; errors and warnings fail, notes are output, the rest passes")
    func cases() {
        let text = text(FindingsReportTests.report())
        #expect(
            text.contains(
                "<testsuites name=\"vitrine\" tests=\"6\" failures=\"2\" errors=\"0\" time=\"0\">"
            )
        )
        #expect(text.contains("<testsuite name=\"some folder/a.txt\" tests=\"3\" failures=\"2\""))
        #expect(text.contains("<testsuite name=\"b.txt\" tests=\"3\" failures=\"0\""))
        #expect(text.contains("<testcase classname=\"b.txt\" name=\"a.broken\" time=\"0\"/>"))
        #expect(
            text.contains(
                "<testcase classname=\"some folder/a.txt\" name=\"b.doubtful\" time=\"0\">"
                    + "<failure message=\"Pay is 30 × 20 points.\" type=\"warning\">some folder/a.txt: warning: "
            )
        )
        #expect(text.contains("<system-out>some folder/a.txt: info: Hm. [c.remark]\nFix: Look at it.\n</system-out>"))
    }

    @Test("a rule that could not judge is a case that is skipped, with the reason, and counted")
    func skipped() {
        var report = FindingsReport(version: "1", rules: FindingsReportTests.rules)
        let unjudged = LintOutcome.Unjudged(rule: "c.remark", missing: [.masks, .labels])
        report.add([], suite: "a", checks: ["a.broken"], unjudged: [unjudged])
        let text = text(report)
        #expect(text.contains("<testsuites name=\"vitrine\" tests=\"2\" failures=\"0\" errors=\"0\" time=\"0\">"))
        #expect(
            text.contains("<testsuite name=\"a\" tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"1\" time=\"0\">")
        )
        let reason = "The dump never says autoresizing masks or accessibility labels."
        #expect(
            text.contains(
                "<testcase classname=\"a\" name=\"c.remark\" time=\"0\"><skipped message=\"\(reason)\"/></testcase>"
            )
        )
    }

    @Test("what XML forbids is left out, and what it means something to is escaped")
    func escapes() {
        let text = text(FindingsReportTests.report())
        #expect(text.contains("message=\"A &lt; B &amp; &quot;C&quot; next\" type=\"error\""))
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        #expect(!text.contains("\u{FFFF}"))
    }

    @Test("no two cases have the same names, also where the same suite or rule comes twice")
    func unique() {
        var report = FindingsReport(version: "1", rules: FindingsReportTests.rules + FindingsReportTests.rules)
        for _ in 0..<3 { report.add([FindingsReportTests.finding("new.rule", "x")], suite: "a") }
        let names = text(report).matches(of: /classname="([^"]*)" name="([^"]*)"/).map { "\($0.1) \($0.2)" }
        #expect(names.count == 12 && Set(names).count == 12)
        #expect(names.contains("a (3) new.rule"))
    }

    @Test("findings of one case are bounded and counted")
    func bounded() {
        var report = FindingsReport(version: "1", rules: FindingsReportTests.rules)
        report.add((0..<1_003).map { FindingsReportTests.finding("a.broken", "\($0)") }, suite: "a")
        let text = text(report)
        #expect(text.contains("message=\"Nothing is broken: 1003 findings\"") && text.contains("and 3 more\n"))
        #expect(text.components(separatedBy: "\n").count < 1_030)
    }

    @Test("suites that would make the report too large are left out, and a case that fails says how many")
    func cut() {
        var report = FindingsReport(version: "1", rules: FindingsReportTests.rules)
        for number in 0..<9 { report.add([], suite: "suite \(number)") }
        let text = String(decoding: JUnitReport.bytes(of: report, maximumBytes: 1_000), as: UTF8.self)
        #expect(text.utf8.count < 1_500 && text.hasSuffix("</testsuite>\n</testsuites>\n"))
        let kept = text.matches(of: /<testsuite name="suite/).count
        #expect(kept > 0 && text.contains("\(9 - kept) further suites would make the report larger"))
        #expect(text.contains("<testsuites name=\"vitrine\" tests=\"\(kept * 3 + 1)\" failures=\"1\""))
    }
}
