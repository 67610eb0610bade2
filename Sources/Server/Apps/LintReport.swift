public import AppBundles
public import Diagnostics
import JSON

/// The findings about one or several bundles, to be printed in one of the forms that the command line offers.
public struct LintReport: Sendable {
    /// The findings, with the files as paths from where the bundles were found.
    public private(set) var findings: [BundleFinding] = []

    /// Creates an empty report.
    public init() {}

    /// Checks a bundle and adds what was found.
    ///
    /// - Parameter path: where the bundle is; the files of its findings begin with it.
    public mutating func add(_ app: AppBundle, at path: String) {
        for finding in BundleLint.findings(of: app) {
            var finding = finding
            finding.file = finding.file.map { path + "/" + $0 } ?? path
            findings.append(finding)
        }
    }

    /// The number of findings of a severity.
    public func count(_ severity: Diagnostic.Severity) -> Int { findings.count { $0.severity == severity } }

    /// Leaves out what matters less than a severity.
    public func filtered(atLeast severity: Diagnostic.Severity) -> LintReport {
        var report = self
        report.findings = findings.filter { $0.isAtLeast(severity) }
        return report
    }

    /// A line for each finding, as compilers write them: `file:line: severity: message [rule]`.
    public var text: [UInt8] {
        let lines = findings.map { finding in
            let line = finding.line.map { ":\($0)" } ?? ""
            let message = finding.message.split(whereSeparator: \.isNewline).joined(separator: " ")
            let text = "\(finding.file ?? "")\(line): \(finding.severity.rawValue): \(message) [\(finding.rule)]"
            return text.terminalSafe + "\n"
        }
        return Array(lines.joined().utf8)
    }

    /// The findings as the API gives them, with a line break at the end.
    public var json: [UInt8] { FindingsWriter.json(findings) + [10] }

    /// How many there are, in words.
    public var summary: String {
        func words(_ count: Int, _ one: String) -> String { "\(count) \(one)\(count == 1 ? "" : "s")" }
        return [words(count(.error), "error"), words(count(.warning), "warning"), words(count(.info), "note")]
            .joined(separator: ", ")
    }
}

/// Writes findings about a bundle as the API's object: the findings and how many there are.
enum FindingsWriter {
    /// The part of the findings that is asked for; the summary counts all of them.
    static func json(_ findings: [BundleFinding], _ range: PageRange = .everything) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        let next = writer.part("findings", of: findings, range) { writer, finding in
            writer.member("rule", finding.rule)
            writer.member("severity", finding.severity.rawValue)
            if let file = finding.file { writer.member("file", file) }
            if let line = finding.line { writer.member("line", line) }
            if let pane = finding.pane { writer.member("pane", pane) }
            if let row = finding.row { writer.member("row", row) }
            if let key = finding.key { writer.member("key", key) }
            writer.member("message", finding.message)
            if let cure = finding.cure { writer.member("cure", cure) }
            if let reason = finding.reason { writer.member("reason", reason) }
        }
        writer.object("summary") { writer in
            for severity in Diagnostic.Severity.allCases {
                writer.member(severity.rawValue + "s", findings.count { $0.severity == severity })
            }
        }
        writer.end(total: findings.count, next: next)
        return writer.finish()
    }
}

extension LintReport {
    /// The findings as a SARIF 2.1.0 log (OASIS, “Static Analysis Results Interchange Format”), with a line break at
    /// the end.
    public var sarif: [UInt8] {
        let indexes = Dictionary(BundleLint.rules.enumerated().map { ($1.id, $0) }) { first, _ in first }
        let log = JSONWriter.object { writer in
            writer.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
            writer.member("version", "2.1.0")
            writer.list("runs", CollectionOfOne(self)) { writer, report in
                writer.object("tool") { $0.object("driver", Self.writeDriver) }
                writer.member("columnKind", "utf16CodeUnits")
                writer.list("results", report.findings) { writer, finding in
                    Self.write(finding, rule: indexes[finding.rule], to: &writer)
                }
            }
        }
        return log + [10]
    }

    private static func writeDriver(to writer: inout JSONWriter) {
        writer.member("name", "vitrine")
        writer.member("version", ServerVersion.current)
        writer.list("rules", BundleLint.rules) { writer, rule in
            writer.member("id", rule.id)
            writer.object("shortDescription") { $0.member("text", rule.title) }
            writer.object("fullDescription") { $0.member("text", rule.explanation) }
            writer.object("help") { $0.member("text", rule.cure) }
            writer.object("defaultConfiguration") { $0.member("level", level(rule.severity)) }
        }
    }

    private static func write(_ finding: BundleFinding, rule: Int?, to writer: inout JSONWriter) {
        writer.member("ruleId", finding.rule)
        if let rule { writer.member("ruleIndex", rule) }
        writer.member("level", level(finding.severity))
        writer.object("message") { $0.member("text", finding.message) }
        writer.list("locations", CollectionOfOne(finding)) { writer, finding in
            writer.object("physicalLocation") { writer in
                writer.object("artifactLocation") { $0.member("uri", reference(to: finding.file ?? "")) }
                if let line = finding.line { writer.object("region") { $0.member("startLine", line) } }
            }
        }
    }

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
