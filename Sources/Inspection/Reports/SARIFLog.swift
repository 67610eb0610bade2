import Diagnostics
import JSON

/// Writes a report as a SARIF 2.1.0 log, with what GitHub's code scanning asks of one besides the standard: no empty
/// text, a first location with a line, a fingerprint, and no more results than it takes.
enum SARIFLog {
    /// GitHub takes no more results of a run than these.
    static let maximumResults = 25_000

    static func bytes(of report: FindingsReport) -> [UInt8] {
        let indexes = Dictionary(report.rules.enumerated().map { ($1.id, $0) }) { first, _ in first }
        let shown = shown(report.findings)
        let log = JSONWriter.object { writer in
            writer.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
            writer.member("version", "2.1.0")
            writer.list("runs", CollectionOfOne(report)) { writer, report in
                writer.object("tool") { $0.object("driver") { write(report, to: &$0) } }
                writer.member("columnKind", "utf16CodeUnits")
                writer.object("automationDetails") { $0.member("id", "vitrine/") }
                writer.list("invocations", CollectionOfOne(report.findings.count - shown.count)) { writer, left in
                    writer.member("executionSuccessful", true)
                    guard left > 0 else { return }
                    writer.list("toolExecutionNotifications", CollectionOfOne(left)) { writer, left in
                        writer.member("level", "warning")
                        writer.object("message") { $0.member("text", "\(left) further results are left out.") }
                    }
                }
                var seen: [String: Int] = [:]
                writer.list("results", shown) { writer, finding in
                    let times = seen[finding.fingerprint, default: 0] + 1
                    seen[finding.fingerprint] = times
                    write(finding, rule: indexes[finding.rule], times, to: &writer)
                }
            }
        }
        return log + [10]
    }

    /// The findings that are written: what matters most where there are too many.
    private static func shown(_ findings: [ReportedFinding]) -> [ReportedFinding] {
        guard findings.count > maximumResults else { return findings }
        let sorted = Diagnostic.Severity.allCases.flatMap { severity in findings.filter { $0.severity == severity } }
        return Array(sorted.prefix(maximumResults))
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

    private static func write(_ finding: ReportedFinding, rule: Int?, _ times: Int, to writer: inout JSONWriter) {
        writer.member("ruleId", filled(finding.rule, "unknown"))
        if let rule { writer.member("ruleIndex", rule) }
        writer.member("level", level(finding.severity))
        writer.object("message") { $0.member("text", filled(finding.message, finding.rule, "–")) }
        writer.list("locations", CollectionOfOne(finding)) { writer, finding in
            writer.object("physicalLocation") { writer in
                writer.object("artifactLocation") { $0.member("uri", reference(to: finding.file ?? finding.suiteName)) }
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

    /// A path as a URI reference (RFC 3986): unreserved characters and slashes as they are, all else in percent.
    static func reference(to path: String) -> String {
        let digits = Array("0123456789ABCDEF")
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
