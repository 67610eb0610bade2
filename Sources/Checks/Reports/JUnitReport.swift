import ViewHierarchy
import Diagnostics

/// Writes a report as JUnit's XML: a suite for everything that was checked, a test case for each check.
///
/// GitLab and the schema of Jenkins’ xUnit plugin agree on little more than what stands here: every case has `classname`,
/// `name` and `time`, no two have both names alike, and what was found is the text of `failure`. A case fails when
/// something was found that is an error or a warning; notes are the output of a case that passed.
enum JUnitReport {
    /// GitLab reads reports of up to 30 MB: suites behind these bytes are left out, and a case that fails says so.
    static let maximumBytes = 25 << 20
    /// From here on the findings of a case are only counted.
    static let maximumToldBytes = 15 << 20
    /// The most findings of a case that are told.
    static let maximumFindings = 1_000

    static func bytes(of report: FindingsReport, maximumBytes: Int = maximumBytes) -> [UInt8] {
        let found = Dictionary(grouping: report.findings, by: \.suiteName)
        let suites = report.suites.map { suite in
            // What was found is told, also by a rule that nobody announced.
            let own = found[suite.name] ?? []
            let byRule = Dictionary(grouping: own, by: \.rule)
            var seen: Set<String> = []
            let checks = ((suite.checks ?? report.rules.map(\.id)) + own.map(\.rule))
                .filter { seen.insert($0).inserted }
            return (name: suite.name, cases: checks.map { ($0, byRule[$0] ?? []) })
        }
        let titles = Dictionary(report.rules.map { ($0.id, $0.title) }) { first, _ in first }
        var writer = JUnitWriter()
        var written: [[ReportedFinding]] = []
        var left = suites.count
        for suite in suites {
            let before = writer.bytes.count
            writer.open("testsuite", ("name", suite.name), counts: suite.cases.map(\.1))
            for (rule, findings) in suite.cases {
                writer.write(findings, of: rule, titled: titles[rule], in: suite.name)
            }
            writer.raw("</testsuite>\n")
            guard writer.bytes.count <= maximumBytes else {
                writer.bytes.removeLast(writer.bytes.count - before)
                break
            }
            written += suite.cases.map(\.1)
            left -= 1
        }
        if left > 0 {
            let words = "\(left.counted("further suite")) would make the report larger than its readers take."
            let cut = [ReportedFinding("report.cut", .error, words)]
            // No file has a name of this kind.
            let name = "vitrine: left out"
            writer.open("testsuite", ("name", name), counts: [cut])
            writer.write(cut, of: "report.cut", titled: nil, in: name)
            writer.raw("</testsuite>\n")
            written.append(cut)
        }
        var all = JUnitWriter()
        all.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        all.open("testsuites", ("name", "vitrine"), counts: written)
        all.raw(writer.bytes)
        all.raw("</testsuites>\n")
        return all.bytes
    }
}

/// The elements of JUnit's XML.
private struct JUnitWriter {
    var bytes: [UInt8] = []

    mutating func raw(_ markup: String) { bytes.append(contentsOf: markup.utf8) }

    mutating func raw(_ markup: [UInt8]) { bytes.append(contentsOf: markup) }

    mutating func attribute(_ name: String, _ value: String) {
        raw(" \(name)=\"")
        value.appendMarkup(to: &bytes)
        raw("\"")
    }

    /// The start of a suite, or of all suites, with how many cases it has and how many of them fail. No case is skipped,
    /// which Jenkins’ schema lets no more than a suite say.
    mutating func open(_ element: String, _ name: (String, String), counts cases: [[ReportedFinding]]) {
        raw("<\(element)")
        attribute(name.0, name.1)
        raw(" tests=\"\(cases.count)\" failures=\"\(cases.count { Self.fails($0) })\"")
        raw(" errors=\"0\" time=\"0\">\n")
    }

    private static func fails(_ findings: [ReportedFinding]) -> Bool {
        findings.contains { $0.severity.isAtLeast(.warning) }
    }

    mutating func write(_ findings: [ReportedFinding], of rule: String, titled title: String?, in suite: String) {
        raw("<testcase")
        attribute("classname", suite)
        attribute("name", rule.isEmpty ? "unknown" : rule)
        raw(" time=\"0\"")
        guard !findings.isEmpty else { return raw("/>\n") }
        let fails = Self.fails(findings)
        raw(fails ? "><failure" : "><system-out")
        if fails {
            let words =
                findings.count == 1 ? findings.first?.message : title.map { "\($0): \(findings.count) findings" }
            attribute("message", String((words ?? "\(findings.count) findings").prefix(1_000)))
            attribute("type", findings.contains { $0.severity == .error } ? "error" : "warning")
        }
        raw(">")
        tell(findings)
        raw(fails ? "</failure></testcase>\n" : "</system-out></testcase>\n")
    }

    private mutating func tell(_ findings: [ReportedFinding]) {
        var told = 0
        for finding in findings.prefix(JUnitReport.maximumFindings) where bytes.count < JUnitReport.maximumToldBytes {
            "\(finding.text)\n".appendMarkup(to: &bytes, blanks: .kept)
            told += 1
        }
        if let cure = findings.first?.cure, bytes.count < JUnitReport.maximumToldBytes {
            "Cure: \(cure)\n".appendMarkup(to: &bytes, blanks: .kept)
        }
        if told < findings.count { raw("and \(findings.count - told) more\n") }
    }
}
