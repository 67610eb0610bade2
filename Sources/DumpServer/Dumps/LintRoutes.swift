import AppBundles
import AutoLayout
import Catalog
import Checks
import Diagnostics
import DumpFormats
import HTTP
import JSON
import Services
import Shapes
import ViewHierarchy
import Web

/// `/api/v1/dumps/{dump}/lint` and `/api/v1/lint/rules`: what is wrong with a view hierarchy, and what is checked.
struct LintRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.get(
            "/api/v1/dumps/{dump}/lint",
            query: LintQuestion.parameters.union(["view", "fixes", "limit", "after"])
        ) { request, path in
            let snapshot = try services.snapshot(of: try path.required("dump"))
            var query = QueryReader(request)
            let question = LintQuestion(&query, for: snapshot)
            let view = query.view("view", in: snapshot.dump.tree).flatMap { snapshot.dump.tree.id(at: $0) }
            let hasFixes = query.bool("fixes") ?? true
            let range = PageRange(&query)
            try query.finish()
            let outcome = question.outcome(in: snapshot)
            let findings = outcome.findings.filter { view == nil || $0.isAbout(view) }
            var fixer = hasFixes ? question.fixer(of: snapshot) : nil
            return .json(
                FindingsWriter.json(findings, range, unjudged: outcome.unjudged) { finding in
                    fixer?.mended(finding, in: snapshot.dump.tree) ?? finding
                }
            )
        }
        router.get("/api/v1/lint/rules", query: []) { _, _ in .json(Self.catalogue) }
    }

    private static let catalogue = JSONWriter.object { writer in
        let rules = HierarchyLint.rules.map { ("dump", $0) } + BundleLint.rules.map { ("bundle", $0) }
        writer.list("rules", rules) { writer, entry in
            writer.member("id", entry.1.id)
            writer.member("about", entry.0)
            writer.member("severity", entry.1.severity.rawValue)
            writer.member("title", entry.1.title)
            writer.member("explanation", entry.1.explanation)
            writer.member("cure", entry.1.cure)
            writer.member("needs", HierarchyLint.needs(of: entry.1.id).map(\.words))
        }
    }
}

/// What a request wants to know of a check: which rules, how severe, on which devices.
struct LintQuestion: Sendable {
    /// The query parameters that it reads.
    static let parameters = LayoutAssumptions.textParameters.union(["rules", "devices", "severity"])

    /// The rules that are asked for; empty for all.
    private(set) var rules: Set<String> = []
    /// The least that is told.
    private(set) var severity: Diagnostic.Severity?
    /// The devices that the dump is laid out on; nil where the request leaves the choice to the check.
    private(set) var devices: [Device]?
    /// Whether those are all there are.
    private(set) var isEveryDevice = false
    /// What is assumed of texts on the devices.
    private(set) var assumptions = LayoutAssumptions()

    /// Reads `rules`, `severity`, `devices` and what is assumed of texts on those; faults are noted in the query.
    init(_ query: inout QueryReader, for snapshot: DumpSnapshot) {
        for id in query.names("rules") {
            if HierarchyLint.rule(id) == nil {
                query.refuse("rules", "There is no rule “\(id.prefix(60))”; /api/v1/lint/rules lists them.")
            }
            rules.insert(id)
        }
        severity = query.choice("severity")
        let ids = query.names("devices")
        isEveryDevice = ids == ["all"]
        if !ids.isEmpty {
            let named = ids == ["none"] ? [] : ids
            devices = isEveryDevice ? Device.all : named.compactMap { query.device($0, in: "devices") }
        }
        assumptions = LayoutAssumptions(texts: &query, for: snapshot)
        guard let name = LayoutAssumptions.textParameter(in: query) else { return }
        if ids.isEmpty {
            query.refuse(name, "Other texts are tried on devices: “devices” names them.")
        } else if !snapshot.dump.tree.saysConstraints {
            LayoutAssumptions.refuseTexts(&query, as: name)
        }
    }

    /// What is found, the worst first, and what could not be judged.
    func outcome(in snapshot: DumpSnapshot) -> LintOutcome {
        let least = severity ?? .info
        return everySeverity(in: snapshot).filtered { $0.severity.isAtLeast(least) }
    }

    /// What mends what is found.
    func fixer(of snapshot: DumpSnapshot) -> LintFixer {
        let all = devices.map { snapshot.checked(on: $0, assuming: assumptions) } ?? snapshot.lint.outcome
        return LintFixer(snapshot.dump, all, parts: snapshot.lintParts, devices: devices, assuming: assumptions)
    }

    /// What is found however little it matters, the worst first.
    func everySeverity(in snapshot: DumpSnapshot) -> LintOutcome {
        let all = devices.map { snapshot.checked(on: $0, assuming: assumptions) } ?? snapshot.lint.outcome
        return rules.isEmpty ? all : all.ofRules(rules.contains)
    }
}

/// What is wrong with a dump as it is now, and which of its views that is about.
struct DumpLint: Sendable {
    /// How many views a dump may have whose pages check it without being asked: a page waits a fiftieth of a second for
    /// it as a rule, and a tenth where views are tangled (Benchmarks/README.md).
    static let maximumViewsOfPages = 6_000

    let outcome: LintOutcome
    /// The places of the findings about a view, by its id; those of views that are only told as like another one too.
    let byView: [Int: [Int]]
    /// The views that are warned about.
    let warned: Set<Int>

    init(_ outcome: LintOutcome) {
        self.outcome = outcome
        let findings = outcome.findings
        var byView: [Int: [Int]] = [:]
        for (place, finding) in findings.enumerated() {
            for view in Set(finding.views) { byView[view, default: []].append(place) }
        }
        self.byView = byView
        warned = Set(findings.lazy.filter { $0.severity.isAtLeast(.warning) }.flatMap(\.views))
    }

    /// The findings, the worst first.
    var findings: [ReportedFinding] { outcome.findings }

    /// The findings about a view, the worst first. One about another view that holds for this one too says so.
    func findings(about view: Int) -> [ReportedFinding] {
        (byView[view] ?? []).map { place in
            var finding = findings[place]
            if let other = finding.view, other != view { finding.message = "Like view \(other): \(finding.message)" }
            return finding
        }
    }

    func count(_ severity: Diagnostic.Severity) -> Int { findings.count { $0.severity == severity } }
}

extension DumpSnapshot {
    /// What a check needs, as far as others have worked it out already.
    var lintParts: LintParts {
        LintParts(geometry: geometry, drawing: drawing, touchable: touchableArea, visible: visibleArea)
    }

    /// What is wrong with the dump, worked out once for each revision.
    var lint: DumpLint {
        let parts = lintParts
        return derived { _ in DumpLint(Self.checked(dump, parts)) }
    }

    /// What is wrong with the dump, which is laid out on devices too.
    func checked(on devices: [Device], assuming assumptions: LayoutAssumptions) -> LintOutcome {
        Self.checked(dump, lintParts, devices, assumptions)
    }

    private static func checked(
        _ dump: Dump,
        _ parts: LintParts,
        _ devices: [Device]? = nil,
        _ assumptions: LayoutAssumptions = LayoutAssumptions()
    ) -> LintOutcome {
        // Only a configuration can be wrong, and there is none.
        (try? HierarchyLint.check(dump, parts: parts, devices: devices, assuming: assumptions)) ?? LintOutcome()
    }
}
