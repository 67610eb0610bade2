import Catalog
import Checks
import Diagnostics
import Web

/// The page of the findings about a dump.
struct DumpLintPage: Page {
    static let template = "pages/dump-lint"
    private static let mostFindings = 500

    let state: InspectorState
    let question: LintQuestion
    /// Those of every severity.
    let findings: [ReportedFinding]

    static let members: Members<Self> = [
        "name": .text { $0.state.summary.name }, "dumpPath": .text { $0.state.path },
        "count": .number { $0.findings.count }, "isClean": .flag { $0.findings.isEmpty },
        "errors": .number { $0.count(.error) }, "warnings": .number { $0.count(.warning) },
        "infos": .number { $0.count(.info) }, "isFound": .flag { !$0.shown.isEmpty },
        "isAll": .flag { $0.question.severity == nil }, "isError": .flag { $0.question.severity == .error },
        "isWarning": .flag { $0.question.severity == .warning }, "isInfo": .flag { $0.question.severity == .info },
        "onDevices": .flag { !$0.question.devices.isEmpty },
        "devicesItem": .text { $0.devicesItem }, "textWords": .text { $0.question.assumptions.textWords },
        "jsonHref": .text { "/api/v1\($0.state.path)/lint" + $0.question.items },
        "ruleGroups": .list { $0.groups }, "ruleTotal": .number { _ in HierarchyLint.rules.count },
        "more": .number { $0.shown.count > mostFindings ? $0.shown.count - mostFindings : nil },
    ]

    /// The devices and the texts that are tried there, before another parameter.
    private var devicesItem: String { question.deviceItems.map { $0 + "&" }.joined() }

    private func count(_ severity: Diagnostic.Severity) -> Int { findings.count { $0.severity == severity } }

    private var shown: [ReportedFinding] {
        findings.filter { question.severity == nil || $0.severity == question.severity }
    }

    /// The findings by rule, in the order in which they come, which is the worst first.
    private var groups: [RuleGroup] {
        var groups: [RuleGroup] = []
        var places: [String: Int] = [:]
        for finding in shown.prefix(Self.mostFindings) {
            if let place = places[finding.rule] {
                groups[place].lines.append(LintLine(finding, in: state))
            } else {
                places[finding.rule] = groups.count
                groups.append(RuleGroup(first: finding, lines: [LintLine(finding, in: state)]))
            }
        }
        return groups
    }

    /// The findings of one rule.
    struct RuleGroup: PageModel {
        let first: ReportedFinding
        var lines: [LintLine]

        static let members: Members<Self> = [
            "rule": .text { $0.first.rule },
            "title": .text { HierarchyLint.rule($0.first.rule)?.title ?? $0.first.rule },
            "severity": .text { $0.first.severity.rawValue }, "ruleCount": .number { $0.lines.count },
            "why": .text { $0.first.reason }, "cure": .text { $0.first.cure }, "lines": .list { $0.lines },
        ]
    }
}
