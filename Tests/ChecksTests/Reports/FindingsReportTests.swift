import Diagnostics
import JSON
import Markup
import Testing

@testable import Checks

@Suite("Reports of findings")
struct FindingsReportTests {
    static let rules = LintRule.table(
        """
        error a.broken
        Nothing is broken
        Broken things do not work.
        Mend it.

        warning b.doubtful
        Nothing is doubtful
        Doubt costs time.
        Make it certain.

        info c.remark
        Nothing is remarkable
        It may be meant.
        Look at it.
        """
    )

    static func finding(_ rule: String, _ message: String, file: String? = nil, line: Int? = nil) -> ReportedFinding {
        let known = rules.first { $0.id == rule }
        var finding = ReportedFinding(rule, known?.severity ?? .warning, message)
        (finding.file, finding.line, finding.reason, finding.cure) = (file, line, known?.explanation, known?.cure)
        return finding
    }

    static func report() -> FindingsReport {
        var report = FindingsReport(version: "1.2", rules: rules)
        var seen = finding("b.doubtful", "Pay is 30 × 20 points.", file: "some folder/a.txt")
        (seen.view, seen.path) = (17, "UIWindow/PayButton[2]")
        let broken = finding("a.broken", "A < B & \"C\"\u{1}\u{FFFF}\nnext", file: "some folder/a.txt", line: 6)
        report.add([broken, seen, finding("c.remark", "Hm.", file: "some folder/a.txt")], suite: "some folder/a.txt")
        report.add([], suite: "b.txt")
        return report
    }

    private func text(_ report: FindingsReport, _ format: FindingsReport.Format) -> String {
        String(decoding: report.written(as: format), as: UTF8.self)
    }

    @Test("text has a line for each finding, as compilers write them")
    func lines() {
        let lines = text(Self.report(), .text).split(whereSeparator: \.isNewline)
        #expect(
            lines == [
                "some folder/a.txt:6: error: A < B & \"C\"·\u{FFFF} next [a.broken]",
                "some folder/a.txt: warning: Pay is 30 × 20 points. (view 17) [b.doubtful]",
                "some folder/a.txt: info: Hm. [c.remark]",
            ]
        )
    }

    @Test("JSON has the members of each finding and counts them")
    func json() throws {
        let json = try JSONValue(parsing: Self.report().written(as: .json))
        let findings = json["findings"]?.arrayValue ?? []
        #expect(findings.count == 3 && json["total"]?.integerValue == 3 && json["next"] == .null)
        #expect(json["summary"]?["errors"]?.integerValue == 1 && json["summary"]?["infos"]?.integerValue == 1)
        #expect(findings[1]["view"]?.integerValue == 17 && findings[1]["path"]?.stringValue == "UIWindow/PayButton[2]")
        #expect(findings[0]["line"]?.integerValue == 6 && findings[0]["cure"]?.stringValue == "Mend it.")
    }

    @Test("SARIF names each rule once and each finding's rule, level, place and fingerprint")
    func sarif() throws {
        let log = try JSONValue(parsing: Self.report().written(as: .sarif))
        #expect(log["version"]?.stringValue == "2.1.0" && log["$schema"]?.stringValue?.contains("sarif-2.1.0") == true)
        let run = try #require(log["runs"]?.arrayValue?.first)
        let rules = run["tool"]?["driver"]?["rules"]?.arrayValue ?? []
        #expect(rules.map { $0["id"]?.stringValue } == Self.rules.map(\.id))
        let results = run["results"]?.arrayValue ?? []
        #expect(results.map { $0["level"]?.stringValue } == ["error", "warning", "note"])
        for result in results {
            let index = Int(result["ruleIndex"]?.integerValue ?? -1)
            #expect(rules.indices.contains(index) && rules[index]["id"] == result["ruleId"])
            let place = result["locations"]?.arrayValue?.first?["physicalLocation"]
            #expect(place?["artifactLocation"]?["uri"]?.stringValue == "some%20folder/a.txt")
            #expect((place?["region"]?["startLine"]?.integerValue ?? 0) > 0)
            #expect(result["partialFingerprints"]?["primaryLocationLineHash"]?.stringValue?.hasSuffix(":1") == true)
        }
        let logical = results[1]["locations"]?.arrayValue?.first?["logicalLocations"]?.arrayValue?.first
        #expect(logical?["fullyQualifiedName"]?.stringValue == "UIWindow/PayButton[2]")
    }

    @Test(
        "SARIF has no empty text and no more results than GitHub takes, the worst of them, and says how many are left"
    )
    func sarifLimits() throws {
        var report = FindingsReport(version: "1", rules: [])
        let many = (0..<25_010).map { Self.finding($0 == 25_009 ? "a.broken" : "c.remark", "\($0)") }
        report.add(many + [ReportedFinding("", .info, "")], suite: "")
        let limits = JSONLimits(maximumBytes: 1 << 25, maximumDepth: 100, maximumContainers: 1_000_000)
        let log = try JSONValue(parsing: report.written(as: .sarif), limits: limits)
        let run = try #require(log["runs"]?.arrayValue?.first)
        let results = run["results"]?.arrayValue ?? []
        #expect(results.count == 25_000 && results.first?["level"]?.stringValue == "error")
        let notes = run["invocations"]?.arrayValue?.first?["toolExecutionNotifications"]?.arrayValue
        #expect(notes?.first?["message"]?["text"]?.stringValue == "11 further results are left out.")
        var empty = FindingsReport(
            version: "1",
            rules: [LintRule(id: "x", severity: .info, title: "", explanation: "", cure: "")]
        )
        empty.add([ReportedFinding("", .info, "")], suite: "")
        #expect(!text(empty, .sarif).contains("\"\""))
    }

    @Test("SARIF leaves results out whose texts would not be small when compressed, and cuts long messages")
    func sarifBytes() throws {
        var report = FindingsReport(version: "1", rules: [])
        let long = String(repeating: "ä", count: 2_000)
        report.add((0..<12_000).map { Self.finding("c.remark", "\($0) \(long)") }, suite: "a")
        let bytes = report.written(as: .sarif)
        #expect(bytes.count < 20_000_000)
        #expect(String(decoding: bytes.prefix(3_000), as: UTF8.self).contains("further results are left out."))
        #expect(!String(decoding: bytes, as: UTF8.self).contains(String(repeating: "ä", count: 1_000)))
    }

    @Test("the same thing found twice has one fingerprint, numbered in SARIF; names of files do not matter")
    func fingerprints() throws {
        var (one, other) = (Self.finding("a.broken", "x", file: "a"), Self.finding("a.broken", "x", file: "b"))
        #expect(one.fingerprint == other.fingerprint && one.fingerprint.count == 16)
        #expect(one.fingerprint != Self.finding("b.doubtful", "x").fingerprint)
        (one.path, other.path) = ("UIView/A", "UIView/A")
        other.message = "y"
        #expect(one.fingerprint == other.fingerprint)
        other.identity = "z"
        #expect(one.fingerprint != other.fingerprint)
        var report = FindingsReport(version: "1")
        report.add([one, one], suite: "a")
        #expect(text(report, .sarif).contains("\(one.fingerprint):2"))
    }

    @Test(
        "paths become references",
        arguments: [
            ("a/b.plist", "a/b.plist"), ("a b/ü#?%.plist", "a%20b/%C3%BC%23%3F%25.plist"), ("c:d", "c%3Ad"),
            ("/tmp/x", "file:///tmp/x"), ("./a~b", "./a~b"), ("/home/app/a/b c", "a/b%20c"),
            ("/home/application", "file:///home/application"), ("/home/app", "file:///home/app"),
        ]
    )
    func references(path: String, reference: String) {
        #expect(SARIFLog.reference(to: path, in: "/home/app") == reference)
    }

    @Test("what matters less can be left out, and is counted in words")
    func filter() {
        let errors = Self.report().filtered(atLeast: .error)
        #expect(errors.findings.map(\.rule) == ["a.broken"] && errors.suites.count == 2)
        #expect(errors.summary == "1 error, 0 warnings, 0 info")
    }
}
