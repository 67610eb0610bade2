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
