public import Diagnostics
import ViewHierarchy
import JSON

/// What checks found in one run, to be printed in one of the forms that people and other programs read.
///
///     var report = FindingsReport(version: "1.0", rules: rules)
///     report.add(findings, suite: "checkout.txt")
///     let bytes = report.written(as: .sarif)
public struct FindingsReport: Sendable {
    /// The forms of a report.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// A line for each finding, as compilers write them: `file:line: severity: message [rule]`.
        case text
        /// The findings and how many there are, as the API gives them.
        case json
        /// SARIF 2.1.0 (OASIS, “Static Analysis Results Interchange Format”).
        case sarif
        /// JUnit's XML, as GitLab and Jenkins read it.
        case junit
    }

    /// Something that was checked as a whole: a dump, a bundle.
    public struct Suite: Sendable, Hashable {
        /// What it is called, usually a file; no two of a report have the same name.
        public var name: String
        /// The ids of what it was checked for, each a test case of JUnit; nil for every rule of the report.
        public var checks: [String]?
    }

    /// The version of the program that reports.
    public let version: String
    /// The rules that were checked, each once.
    public var rules: [LintRule]
    /// What was checked, with or without findings.
    public private(set) var suites: [Suite] = []
    /// Everything that was found.
    public private(set) var findings: [ReportedFinding] = []

    /// Creates an empty report.
    public init(version: String, rules: [LintRule] = []) {
        self.version = version
        self.rules = []
        add(rules: rules)
    }

    /// Adds rules that are not in the report yet.
    public mutating func add(rules more: [LintRule]) {
        var known = Set(rules.map(\.id))
        rules += more.filter { known.insert($0.id).inserted }
    }

    /// Adds what was found in something that was checked, also when that is nothing.
    ///
    /// - Parameters:
    ///   - suite: What was checked; a name that is taken gets a number.
    ///   - checks: The ids of what it was checked for; nil for every rule of the report.
    public mutating func add(_ found: [ReportedFinding], suite: String, checks: [String]? = nil) {
        let name = freeName(suite.isEmpty ? "vitrine" : suite)
        suites.append(Suite(name: name, checks: checks))
        for var finding in found {
            finding.suite = name
            findings.append(finding)
        }
    }

    /// Of two test cases with the same name GitLab shows only one.
    private func freeName(_ name: String) -> String {
        let taken = Set(suites.map(\.name))
        var free = name
        var number = 2
        while taken.contains(free) {
            free = "\(name) (\(number))"
            number += 1
        }
        return free
    }

    /// The number of findings of a severity.
    public func count(_ severity: Diagnostic.Severity) -> Int { findings.count { $0.severity == severity } }

    /// The report with those findings only that are wanted.
    public func filtered(_ isWanted: (ReportedFinding) -> Bool) -> FindingsReport {
        var report = self
        report.findings = findings.filter(isWanted)
        return report
    }

    /// Leaves out what matters less than a severity.
    public func filtered(atLeast severity: Diagnostic.Severity) -> FindingsReport {
        filtered { $0.severity.isAtLeast(severity) }
    }

    /// The report in one of its forms, with a line break at the end.
    ///
    /// - Parameter folder: Where it is made, an absolute path: SARIF tells files in it relative to it.
    public func written(as format: Format, in folder: String? = nil) -> [UInt8] {
        switch format {
        case .text: Array(findings.lazy.map { $0.text + "\n" }.joined().utf8)
        case .json: json
        case .sarif: SARIFLog.bytes(of: self, in: folder)
        case .junit: JUnitReport.bytes(of: self)
        }
    }

    private var json: [UInt8] {
        let object = JSONWriter.object { writer in
            writer.list("findings", findings) { $1.write(to: &$0) }
            writer.object("summary") { writer in
                for severity in Diagnostic.Severity.allCases { writer.member(severity.rawValue + "s", count(severity)) }
            }
            writer.member("total", findings.count)
            writer.key("next")
            writer.null()
        }
        return object + [10]
    }

    /// How many there are, in words.
    public var summary: String {
        [count(.error).counted("error"), count(.warning).counted("warning"), count(.info).counted("note")]
            .joined(separator: ", ")
    }
}
