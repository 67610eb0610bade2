import ViewHierarchy
import Diagnostics
import JSON

/// Writes a report as a SARIF 2.1.0 log, with what GitHub's code scanning asks of one besides the standard: no empty
/// text, a first location with a line, a fingerprint, paths that are relative to where the report is made, and no more
/// results and bytes than it takes.
enum SARIFLog {
    /// GitHub takes no more results of a run than these, and as many rules.
    static let maximumResults = 25_000
    /// GitHub takes 10 MB, compressed. What all results have in common takes a few bytes of each then; more than the bytes of
    /// what differs, its texts, cannot be left.
    static let maximumTextBytes = 9_000_000
    /// What a result takes besides its texts, compressed.
    private static let bytesPerResult = 40
    /// Of so many files it is said what could not be judged.
    private static let maximumNotifications = 100
    /// Longer messages are cut, in characters.
    private static let maximumMessage = 1_000

    /// - Parameter folder: Where the report is made; nil leaves absolute paths as they are.
    static func bytes(of report: FindingsReport, in folder: String? = nil) -> [UInt8] {
        let indexes = Dictionary(report.rules.enumerated().map { ($1.id, $0) }) { first, _ in first }
        let shown = shown(report.findings)
        let log = JSONWriter.object { writer in
            writer.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
            writer.member("version", "2.1.0")
            writer.list("runs", CollectionOfOne(report)) { writer, report in
                writer.object("tool") { $0.object("driver") { write(report, to: &$0) } }
                writer.member("columnKind", "utf16CodeUnits")
                writer.object("automationDetails") { $0.member("id", "vitrine/") }
                writer.list("invocations", CollectionOfOne(notifications(report, shown))) { writer, notes in
                    writer.member("executionSuccessful", true)
                    guard !notes.isEmpty else { return }
                    writer.list("toolExecutionNotifications", notes) { writer, note in
                        writer.member("level", note.level)
                        writer.object("message") { $0.member("text", note.text) }
                    }
                }
                var seen: [String: Int] = [:]
                writer.list("results", shown) { writer, finding in
                    let times = seen[finding.fingerprint, default: 0] + 1
                    seen[finding.fingerprint] = times
                    write(finding, rule: indexes[finding.rule], times, in: folder, to: &writer)
                }
            }
        }
        return log + [10]
    }

    /// What is said of the run: what was left out, and what could not be judged.
    private static func notifications(
        _ report: FindingsReport,
        _ shown: [ReportedFinding]
    ) -> [(level: String, text: String)] {
        let left = report.findings.count - shown.count
        let cut = left > 0 ? [("warning", "\(left) further results are left out.")] : []
        let unjudged = report.suites.filter { !$0.unjudged.isEmpty }.prefix(maximumNotifications).map { suite in
            let words = suite.unjudged.missing.listed
            let rules = suite.unjudged.map(\.rule).joined(separator: ", ")
            return ("note", "\(suite.name) never says \(words), so these rules could not judge it: \(rules).")
        }
        return cut + unjudged
    }

    /// The findings that are written: what matters most where there are too many.
    private static func shown(_ findings: [ReportedFinding]) -> [ReportedFinding] {
        let taken = fitting(findings)
        guard taken < findings.count else { return findings }
        let sorted = Diagnostic.Severity.allCases.flatMap { severity in findings.filter { $0.severity == severity } }
        return Array(sorted.prefix(fitting(sorted)))
    }

    /// How many of the first findings there is room for.
    private static func fitting(_ findings: [ReportedFinding]) -> Int {
        var room = maximumTextBytes
        for (count, finding) in findings.prefix(maximumResults).enumerated() {
            room -= bytesPerResult + message(of: finding).utf8.count + (finding.path ?? "").utf8.count
            room -= (finding.file ?? finding.suiteName).utf8.count + finding.rule.utf8.count
            guard room >= 0 else { return count }
        }
        return min(findings.count, maximumResults)
    }

    private static func message(of finding: ReportedFinding) -> String {
        let message = filled(finding.message, finding.rule)
        return message.count > maximumMessage ? message.prefix(maximumMessage - 1) + "…" : message
    }

    private static func write(_ report: FindingsReport, to writer: inout JSONWriter) {
        writer.member("name", "vitrine")
        writer.member("version", report.version)
        writer.list("rules", report.rules) { writer, rule in
            writer.member("id", rule.id)
            writer.object("shortDescription") { $0.member("text", filled(rule.title, rule.id)) }
            writer.object("fullDescription") { $0.member("text", filled(rule.explanation, rule.title, rule.id)) }
            writer.object("help") { $0.member("text", filled(rule.cure, rule.title, rule.id)) }
            writer.object("defaultConfiguration") { $0.member("level", level(rule.severity)) }
        }
    }

    private static func write(
        _ finding: ReportedFinding,
        rule: Int?,
        _ times: Int,
        in folder: String?,
        to writer: inout JSONWriter
    ) {
        writer.member("ruleId", filled(finding.rule, "unknown"))
        if let rule { writer.member("ruleIndex", rule) }
        writer.member("level", level(finding.severity))
        writer.object("message") { $0.member("text", message(of: finding)) }
        if finding.isNew { writer.member("baselineState", "new") }
        writer.list("locations", CollectionOfOne(finding)) { writer, finding in
            writer.object("physicalLocation") { writer in
                let file = finding.file.flatMap { $0.isEmpty ? nil : $0 } ?? finding.suiteName
                writer.object("artifactLocation") { $0.member("uri", reference(to: file, in: folder)) }
                // What is about a file as a whole stands at its first line.
                writer.object("region") { $0.member("startLine", max(finding.line ?? 1, 1)) }
            }
            guard let path = finding.path, !path.isEmpty else { return }
            writer.list("logicalLocations", CollectionOfOne(path)) { writer, path in
                writer.member("fullyQualifiedName", path)
                writer.member("kind", "element")
            }
        }
        writer.object("partialFingerprints") {
            $0.member("primaryLocationLineHash", "\(finding.fingerprint):\(times)")
        }
        if let view = finding.view { writer.object("properties") { $0.member("view", view) } }
    }

    /// The first text that is not empty.
    private static func filled(_ texts: String...) -> String { texts.first { !$0.isEmpty } ?? "–" }

    /// SARIF's word for a severity (section 3.27.10).
    private static func level(_ severity: Diagnostic.Severity) -> String {
        switch severity {
        case .error: "error"
        case .warning: "warning"
        case .info: "note"
        }
    }

    /// A path as a URI reference (RFC 3986): unreserved characters and slashes as they are, all else in percent. What lies
    /// in the folder is relative to it, as GitHub finds it in a repository.
    static func reference(to path: String, in folder: String? = nil) -> String {
        let digits = Array("0123456789ABCDEF")
        let root = folder.map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? ""
        let isInside = !root.isEmpty && path.hasPrefix(root) && path.utf8.count > root.utf8.count
        let path = isInside ? String(path.dropFirst(root.count)) : path
        var reference = path.hasPrefix("/") ? "file://" : ""
        for byte in path.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E:
                reference.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                reference += "%" + String([digits[Int(byte >> 4)], digits[Int(byte & 15)]])
            }
        }
        return reference
    }
}
