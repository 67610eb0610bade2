import AutoLayout
import Catalog
import Checks
import Diagnostics
import HTTP
import Services
import Shapes
import ViewHierarchy
import Web

/// The page of the findings about a dump.
struct DumpLintPage: Page {
    static let template = "pages/dump-lint"
    private static let mostFindings = 500

    let state: InspectorState
    let question: LintQuestion
    /// That of every severity.
    let outcome: LintOutcome
    /// The findings that are shown, with what mends them.
    private let shown: [ReportedFinding]
    /// How many there are that are not.
    private let others: Int
    private var findings: [ReportedFinding] { outcome.findings }

    static let members: Members<Self> = [
        "name": .text { $0.state.summary.name }, "dumpPath": .text { $0.state.path },
        "count": .number { $0.findings.count }, "isClean": .flag { $0.findings.isEmpty },
        "errors": .number { $0.count(.error) }, "warnings": .number { $0.count(.warning) },
        "infos": .number { $0.count(.info) }, "isFound": .flag { !$0.shown.isEmpty },
        "isAll": .flag { $0.question.severity == nil }, "isError": .flag { $0.question.severity == .error },
        "isWarning": .flag { $0.question.severity == .warning }, "isInfo": .flag { $0.question.severity == .info },
        "onDevices": .flag { $0.question.devices?.isEmpty == false },
        "judgement": .text { $0.outcome.words }, "isPartial": .flag { !$0.outcome.unjudged.isEmpty },
        "unjudged": .list { $0.outcome.unjudged.map(UnjudgedLine.init) },
        "devicesItem": .text { $0.devicesItem }, "textWords": .text { $0.question.assumptions.textWords },
        "screen": .text { page in page.question.screen.map { "\($0.device.name), \($0.orientation.rawValue)" } },
        "jsonHref": .text { "/api/v1\($0.state.path)/lint" + $0.question.items },
        "ruleGroups": .list { $0.groups },
        "more": .number { $0.others > 0 ? $0.others : nil },
    ]

    init(_ state: InspectorState, _ question: LintQuestion, _ snapshot: DumpSnapshot) {
        (self.state, self.question) = (state, question)
        let everything = question.everything(in: snapshot)
        outcome = question.everySeverity(of: everything)
        let wanted = outcome.findings.filter { question.severity == nil || $0.severity == question.severity }
        var fixer = question.fixer(of: snapshot, finding: everything)
        shown = wanted.prefix(Self.mostFindings).map { fixer.mended($0, in: snapshot.dump.tree) }
        others = wanted.count - shown.count
    }

    /// The devices and the texts that are tried there, before another parameter.
    private var devicesItem: String { question.deviceItems.map { $0 + "&" }.joined() }

    private func count(_ severity: Diagnostic.Severity) -> Int { findings.count { $0.severity == severity } }

    /// The findings by rule, in the order in which they come, which is the worst first.
    private var groups: [RuleGroup] {
        var groups: [RuleGroup] = []
        var places: [String: Int] = [:]
        for finding in shown {
            if let place = places[finding.rule] {
                groups[place].lines.append(LintLine(finding, in: state))
            } else {
                places[finding.rule] = groups.count
                groups.append(RuleGroup(first: finding, lines: [LintLine(finding, in: state)]))
            }
        }
        return groups
    }

    /// A rule that could not judge the dump.
    private struct UnjudgedLine: PageModel {
        let unjudged: LintOutcome.Unjudged

        static let members: Members<Self> = [
            "rule": .text { $0.unjudged.rule }, "missing": .text { $0.unjudged.missing.listed },
            "title": .text { HierarchyLint.rule($0.unjudged.rule)?.title },
        ]
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

extension InspectorState {
    /// Whether a check warns about a view.
    func hasWarning(_ id: Int) -> Bool { lint?.warned.contains(id) ?? false }
}

/// What a check found, as the panel of a dump and the page of its findings list it.
struct LintLine: PageModel {
    let finding: ReportedFinding
    /// Where the view is shown; nil for what is about the dump.
    let target: String?

    init(_ finding: ReportedFinding, in state: InspectorState) {
        self.finding = finding
        let view = finding.view.flatMap { state.tree.index(ofID: $0) }
        target = view.map(state.address(selecting:))
    }

    static let members: Members<Self> = [
        "severity": .text { $0.finding.severity.rawValue }, "message": .text { $0.finding.message },
        "rule": .text { $0.finding.rule }, "target": .text { $0.target }, "cure": .text { $0.finding.cure },
        "path": .text { $0.finding.path }, "pathParts": .pieces { $0.finding.path },
        "line": .number { $0.finding.line },
        "fix": .text { $0.finding.fix?.summary },
    ]
}

/// The findings of a dump in short: how many there are, and the worst of them.
struct LintSummary: PageModel {
    /// How many findings are listed.
    private static let maximumLines = 12

    private let state: InspectorState
    private let lint: DumpLint?

    init(_ state: InspectorState) {
        self.state = state
        lint = state.lint
    }

    /// How many there are of each severity that there is.
    private var counts: [Count] {
        Diagnostic.Severity.allCases.compactMap { severity in
            let count = lint?.count(severity) ?? 0
            let href = state.lintAddress.adding("severity", severity.rawValue).text
            return count == 0 ? nil : Count(severity: severity, count: count, href: href)
        }
    }

    private var others: Int? {
        let count = lint?.findings.count ?? 0
        return count > Self.maximumLines ? count - Self.maximumLines : nil
    }

    static let members: Members<Self> = [
        "judgement": .text { $0.lint?.outcome.words },
        "isPartial": .flag { !($0.lint?.outcome.unjudged.isEmpty ?? true) },
        "silent": .text { $0.lint.map { $0.outcome.silent.count.counted("rule") + " found nothing" } },
        "unjudged": .number { $0.lint?.outcome.unjudged.count },
        "total": .text { $0.lint.map { "\($0.findings.count)" } },
        "isChecked": .flag { $0.lint != nil }, "isClean": .flag { $0.lint?.findings.isEmpty ?? false },
        "counts": .list { $0.counts }, "others": .number { $0.others },
        "href": .text { $0.state.lintAddress.text },
        "lines": .list { summary in
            (summary.lint?.findings ?? []).prefix(maximumLines).map { LintLine($0, in: summary.state) }
        },
    ]

    private struct Count: PageModel {
        let severity: Diagnostic.Severity
        let count: Int
        let href: String

        private var words: String {
            switch severity {
            case .error: count == 1 ? "error" : "errors"
            case .warning: count == 1 ? "warning" : "warnings"
            case .info: "info"
            }
        }

        static let members: Members<Self> = [
            "severity": .text { $0.severity.rawValue }, "count": .number { $0.count }, "words": .text { $0.words },
            "href": .text { $0.href },
        ]
    }
}

/// `/dumps/{dump}/lint`: everything that a check finds, by rule, each with the way to its view.
struct DumpLintPages: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.get("/dumps/{dump}/lint", query: LintQuestion.parameters) { request, path in
            var bare = request
            bare.query = []
            let state = try InspectorState(bare, dump: try path.required("dump"), in: services.catalog)
            let snapshot = try services.snapshot(of: try path.required("dump"))
            var query = QueryReader(request)
            let question = LintQuestion(&query, for: snapshot)
            try query.finish()
            return try services.pages.page(
                DumpLintPage(state, question, snapshot),
                title: "Findings · \(state.summary.name) · Vitrine",
                for: request,
                alternate: "/api/v1\(state.path)/lint" + question.items,
                crumbs: [.init(name: state.summary.name, address: state.path), .init(name: "Findings")]
            )
        }
    }
}

extension LintQuestion {
    /// The parameters that ask the same again.
    var items: String {
        let items = (severity.map { ["severity=\($0.rawValue)"] } ?? []) + deviceItems
        return items.isEmpty ? "" : "?" + items.joined(separator: "&")
    }

    /// Those that name the same devices, or the same screen, and what is assumed of texts there.
    var deviceItems: [String] {
        if let screen {
            return ["device=" + screen.device.id, "orientation=" + screen.orientation.rawValue]
                + assumptions.textItems.map { "\($0.name)=\($0.value.pathSegment)" }
        }
        guard let devices else { return [] }
        let named = devices.isEmpty ? "none" : devices.map(\.id).joined(separator: ",")
        let ids = isEveryDevice ? "all" : named
        return ["devices=" + ids] + assumptions.textItems.map { "\($0.name)=\($0.value.pathSegment)" }
    }
}

extension FindingRow {
    /// A finding about a dump; one about a view links to it.
    init(_ finding: Diagnostic, in state: InspectorState) {
        let view = finding.view.flatMap { state.tree.index(ofID: $0) }
        self.init(finding, target: view.map(state.address(selecting:)))
    }
}
