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
            return "\(finding.file ?? "")\(line): \(finding.severity.rawValue): \(message) [\(finding.rule)]\n"
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
    static func json(_ findings: [BundleFinding]) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256 * findings.count + 256)
        writer.beginObject()
        writer.key("findings")
        writer.beginArray()
        for finding in findings { write(finding, to: &writer) }
        writer.endArray()
        writer.key("summary")
        writer.beginObject()
        for severity in Diagnostic.Severity.allCases {
            writer.member(severity.rawValue + "s", findings.count { $0.severity == severity })
        }
        writer.endObject()
        writer.endObject()
        return writer.finish()
    }

    private static func write(_ finding: BundleFinding, to writer: inout JSONWriter) {
        writer.beginObject()
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
        writer.endObject()
    }
}
