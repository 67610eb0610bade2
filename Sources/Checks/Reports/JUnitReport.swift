import Diagnostics
import ViewHierarchy

/// Writes a report as JUnit's XML: a suite for everything that was checked, a test case for each check.
///
/// GitLab and the schema of Jenkins’ xUnit plugin agree on little more than what stands here: every case has `classname`,
/// `name` and `time`, no two have both names alike, and what was found is the text of `failure`. A case fails when
/// something was found that is an error or a warning; notes are the output of a case that passed. A rule that could not
/// judge is a case that is skipped, with the reason.
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
            let unjudged = suite.unjudged.filter { seen.insert($0.rule).inserted }
            return (name: suite.name, cases: checks.map { ($0, byRule[$0] ?? []) }, unjudged: unjudged)
        }
        let titles = Dictionary(report.rules.map { ($0.id, $0.title) }) { first, _ in first }
        var writer = JUnitWriter()
        var written: [[ReportedFinding]] = []
        var skipped = 0
        var left = suites.count
        for suite in suites {
            let before = writer.bytes.count
            writer.open("testsuite", ("name", suite.name), counts: suite.cases.map(\.1), skipped: suite.unjudged.count)
            for (rule, findings) in suite.cases {
                writer.write(findings, of: rule, titled: titles[rule], in: suite.name)
            }
            for rule in suite.unjudged { writer.write(rule, in: suite.name) }
            writer.raw("</testsuite>\n")
            guard writer.bytes.count <= maximumBytes else {
                writer.bytes.removeLast(writer.bytes.count - before)
                break
            }
            written += suite.cases.map(\.1)
            skipped += suite.unjudged.count
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
        all.open("testsuites", ("name", "vitrine"), counts: written, skipped: skipped)
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

    /// The start of a suite, or of all suites, with how many cases it has, how many of them fail and, of a suite, how many
    /// are skipped: Jenkins’ schema lets no more than a suite say that.
    mutating func open(
        _ element: String,
        _ name: (String, String),
        counts cases: [[ReportedFinding]],
        skipped: Int = 0
    ) {
        raw("<\(element)")
        attribute(name.0, name.1)
        raw(" tests=\"\(cases.count + skipped)\" failures=\"\(cases.count { Self.fails($0) })\" errors=\"0\"")
        if skipped > 0, element == "testsuite" { raw(" skipped=\"\(skipped)\"") }
        raw(" time=\"0\">\n")
    }

    /// The case of a rule that could not judge.
    mutating func write(_ unjudged: LintOutcome.Unjudged, in suite: String) {
        raw("<testcase")
        attribute("classname", suite)
        attribute("name", unjudged.rule)
        raw(" time=\"0\"><skipped")
        attribute("message", "The dump never says \(unjudged.missing.listed).")
        raw("/></testcase>\n")
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
            "Fix: \(cure)\n".appendMarkup(to: &bytes, blanks: .kept)
        }
        if told < findings.count { raw("and \(findings.count - told) more\n") }
    }
}

/// Writes what came of checks in the Test Anything Protocol (testanything.org): a test point for each check.
///
/// All that is said is the same in the versions 13 and 14. The report says 13: those who know 14 read it, and `prove`
/// fails a report of a version that it does not know. The plan stands at the top, so that a report that was cut off is
/// seen to be. `#` and `\` in descriptions are escaped, as version 14 has it; what a point has to say besides follows it
/// as a block of YAML.
public struct TAPReport: Sendable {
    private var points: [Point] = []

    private struct Point: Sendable {
        var result: AssertionResult
        var file: String
    }

    /// Creates a report without points.
    public init() {}

    /// Adds the checks of a dump.
    public mutating func add(_ report: AssertionReport, of file: String) {
        points += report.results.map { Point(result: $0, file: file) }
    }

    /// The report, with a line break at the end.
    public var bytes: [UInt8] {
        var lines = ["TAP version 13", "1..\(points.count)"]
        if points.isEmpty { lines[1] += " # SKIP There are no rules." }
        for (number, point) in points.enumerated() {
            let result = point.result
            let status = result.isPassed ? "ok" : "not ok"
            let directive = result.outcome == .skipped ? " # SKIP uncertain" : ""
            lines.append("\(status) \(number + 1) - \(Self.escaped("\(result.title): \(result.line)"))\(directive)")
            guard result.outcome != .passed else { continue }
            lines.append("  ---")
            lines.append("  message: \(Self.quoted(result.message))")
            lines.append("  severity: \(result.isPassed ? "comment" : "fail")")
            lines.append("  outcome: \(result.outcome.rawValue)")
            lines.append("  file: \(Self.quoted(point.file))")
            if let device = result.device { lines.append("  device: \(Self.quoted(device))") }
            if let view = result.view { lines.append("  view: \(view)") }
            lines.append("  ...")
        }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    /// A description on one line, without what begins a directive.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.terminalSafe.unicodeScalars {
            if scalar == "#" || scalar == "\\" { escaped.append("\\") }
            escaped.unicodeScalars.append(scalar.properties.isWhitespace ? " " : scalar)
        }
        return escaped
    }

    /// A text in the double quotes of YAML, on one line.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\" + String(scalar)
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _
            where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar == "\u{2028}"
                || scalar == "\u{2029}" || scalar == "\u{FEFF}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
