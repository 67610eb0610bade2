import AppBundles
import AutoLayout
import Catalog
import Checks
import Diagnostics
import DumpFormats
import HTTP
import HTTPTypes
import JSON
import Services
import Shapes
import Synchronization
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
            let everything = question.everything(in: snapshot)
            let outcome = question.outcome(of: everything)
            let findings = outcome.findings.filter { view == nil || $0.isAbout(view) }
            var fixer = hasFixes ? question.fixer(of: snapshot, finding: everything) : nil
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
    static let parameters = LayoutAssumptions.textParameters.union([
        "rules", "devices", "severity", "device", "orientation",
    ])

    /// The rules that are asked for; empty for all.
    private(set) var rules: Set<String> = []
    /// The least that is told.
    private(set) var severity: Diagnostic.Severity?
    /// The devices that the dump is laid out on; nil where the request leaves the choice to the check.
    private(set) var devices: [Device]?
    /// Whether those are all there are.
    private(set) var isEveryDevice = false
    /// The one screen on which the dump is judged; nil for the canvas.
    private(set) var screen: HeldDevice?
    /// What is assumed of texts on the devices, or on the screen.
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
        let isAssumed = !assumptions.isEmpty && ids.isEmpty
        let given = ["device", "orientation"].first { query.string($0) != nil }
        guard let name = given ?? (isAssumed ? "device" : nil) else { return }
        if given != nil { query.refuse(["devices"], besides: name) }
        var asked = AskedScreen()
        asked.situation.device = query.string("device").flatMap { query.device($0, in: "device") }
        asked.situation.orientation = query.choice("orientation")
        asked.assumptions = assumptions
        screen = asked.judged(of: snapshot.dump.tree)
        guard screen == nil, !asked.isCanvas else { return }
        query.refuse(name, "No known device has a screen of this size; “device” names one.")
    }

    /// What every rule finds, the worst first, and what could not be judged.
    func everything(in snapshot: DumpSnapshot) -> LintOutcome {
        let onScreen = screen.map { snapshot.lint(on: $0, assuming: assumptions).outcome }
        return onScreen ?? devices.map { snapshot.checked(on: $0, assuming: assumptions) } ?? snapshot.lint.outcome
    }

    /// What is asked for of everything, however little it matters.
    func everySeverity(of everything: LintOutcome) -> LintOutcome {
        rules.isEmpty ? everything : everything.ofRules(rules.contains)
    }

    /// What is asked for of everything.
    func outcome(of everything: LintOutcome) -> LintOutcome {
        let least = severity ?? .info
        return everySeverity(of: everything).filtered { $0.severity.isAtLeast(least) }
    }

    /// What mends what is found.
    func fixer(of snapshot: DumpSnapshot, finding everything: LintOutcome) -> LintFixer {
        if let screen { return LintFixer(snapshot.dump, everything, on: screen, assuming: assumptions) }
        return LintFixer(
            snapshot.dump,
            everything,
            parts: snapshot.lintParts,
            devices: devices,
            assuming: assumptions
        )
    }
}

/// What checks find on screens, each worked out when it is first asked for; those that were asked for last are kept.
final class CheckedScreens: Sendable {
    private struct Place: Hashable {
        let screen: HeldDevice
        let assumptions: LayoutAssumptions
    }

    private let known = OnceValues<Place, DumpLint>(budget: 60)

    init(_: ViewTree) {}

    func checked(on screen: HeldDevice, assuming assumptions: LayoutAssumptions, _ dump: Dump) -> DumpLint {
        known.value(Place(screen: screen, assumptions: assumptions)) {
            // try?: only a configuration can be wrong, and there is none.
            DumpLint((try? HierarchyLint.check(dump, on: screen, assuming: assumptions)) ?? LintOutcome())
        }
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

    /// What is wrong with the dump on a screen, kept with this revision.
    func lint(on screen: HeldDevice, assuming assumptions: LayoutAssumptions) -> DumpLint {
        let screens: CheckedScreens = derived { CheckedScreens($0) }
        return screens.checked(on: screen, assuming: assumptions, dump)
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

/// `/api/v1/dumps/{dump}/assert`: whether a layout is what rules ask for. Nothing is stored.
struct AssertionRoutes: RouteGroup {
    /// The media types of a rule document; which of the grammars it has shows in its first letter.
    private static let mediaTypes: Set = [
        "application/json", "application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml", "text/plain",
    ]

    let services: Services

    func add(to router: inout Router) {
        router.on(.post, "/api/v1/dumps/{dump}/assert", query: ["devices", "failed", "limit", "after"]) {
            try check(try $1.required("dump"), $0)
        }
    }

    private func check(_ id: String, _ request: Request) throws -> Response {
        let dump = try services.snapshot(of: id).dump
        var query = QueryReader(request)
        let devices = devices(&query)
        let isOnlyFailed = query.bool("failed") ?? false
        let range = PageRange(&query)
        try query.finish()
        if let type = request.mediaType, !Self.mediaTypes.contains(type) {
            throw Problem.unsupportedMediaType("Rules are application/json or application/yaml, not \(type).")
        }
        guard request.body.count <= RuleDocument.maximumBytes else {
            throw Problem(
                "rules-too-large",
                title: "Rules too large",
                status: .contentTooLarge,
                detail: "The rules are larger than \(RuleDocument.maximumBytes >> 10) KiB."
            )
        }
        let report: AssertionReport
        let rules = try request.body.bytes()
        do throws(RuleError) {
            report = try RuleDocument(parsing: rules).check(dump, on: devices)
        } catch {
            throw Problem(error)
        }
        let results = isOnlyFailed ? report.results.filter { !$0.isPassed } : report.results
        var writer = JSONWriter(reservingCapacity: min(results.count, range.limit) * 200 + 1_000)
        writer.beginObject()
        writer.member("passed", report.isPassed)
        let next = writer.part("results", of: results, range) { $1.write(to: &$0) }
        report.writeSummary(to: &writer)
        writer.end(total: results.count, next: next)
        return .json(writer.finish())
    }

    /// The devices of the query, which stand for those of the document; nil for none.
    private func devices(_ query: inout QueryReader) -> [RuleDevice]? {
        let names = query.names("devices")
        guard !names.isEmpty else { return nil }
        var devices: [RuleDevice] = []
        for name in names.prefix(RuleDocument.maximumDevices) {
            if let device = RuleDevice(name) {
                devices.append(device)
            } else {
                query.refuse("devices", RuleDevice.refusal(of: name))
            }
        }
        if names.count > RuleDocument.maximumDevices {
            query.refuse("devices", "There are more than \(RuleDocument.maximumDevices) devices.")
        }
        return devices
    }
}

extension Problem {
    /// 422 that names every fault of a rule document with its place.
    init(_ error: RuleError) {
        let items = error.faults.map { fault in
            let line = fault.line.map { " (line \($0))" } ?? ""
            let place: Item.Place? = fault.pointer.isEmpty ? fault.line.map { .line($0) } : .pointer(fault.pointer)
            return Item(fault.message + (fault.pointer.isEmpty ? "" : line), at: place)
        }
        self = .unprocessable(
            "impossible-rules",
            title: "Impossible rules",
            items.count == 1 ? items[0].detail : "\(items.count) errors in the rules.",
            errors: items
        )
    }
}
