package import AppBundles
package import AutoLayout
import Catalog
package import Checks
import Diagnostics
package import DumpFormats
package import JSON
package import ViewHierarchy

extension FindingsReport {
    /// A report of `vitrine lint`, without anything checked yet.
    package static func ofLint() -> FindingsReport { FindingsReport(version: ServerVersion.current) }

    /// Checks a bundle and adds what was found.
    ///
    /// - Parameter path: where the bundle is; the files of its findings begin with it.
    package mutating func add(
        _ app: AppBundle,
        at path: String,
        _ configuration: LintConfiguration = LintConfiguration()
    ) {
        add(rules: BundleLint.rules)
        let findings = BundleLint.findings(of: app).compactMap { finding in
            var reported = ReportedFinding(finding)
            reported.file = finding.file.map { path + "/" + $0 } ?? path
            return configuration.applied(to: reported)
        }
        add(findings, suite: path, checks: BundleLint.rules.map(\.id))
    }

    /// Checks a dump and adds what was found.
    ///
    /// - Parameters:
    ///   - path: The file of the dump.
    ///   - devices: Lays the dump out on these devices too; nil leaves the choice to the check.
    ///   - screen: Judges the dump on this screen, and looks for no edits; nil for the dump itself.
    ///   - assumptions: What is assumed there.
    ///   - withFixes: Whether edits are looked for that mend the findings.
    package mutating func add(
        _ dump: Dump,
        at path: String,
        _ configuration: LintConfiguration = LintConfiguration(),
        devices: [Device]? = nil,
        on screen: HeldDevice? = nil,
        assuming assumptions: LayoutAssumptions = LayoutAssumptions(),
        withFixes: Bool = false
    ) throws(LintConfigurationError) {
        let outcome = try HierarchyLint.check(
            dump,
            on: screen,
            configuration: configuration,
            devices: devices,
            assuming: assumptions
        )
        let asked = Set(outcome.judged + outcome.unjudged.map(\.rule))
        add(rules: HierarchyLint.rules.filter { asked.contains($0.id) })
        var fixer =
            withFixes && screen == nil
            ? LintFixer(dump, outcome, configuration: configuration, devices: devices, assuming: assumptions) : nil
        let findings = outcome.findings.map { found in
            var finding = fixer?.mended(found, in: dump.tree) ?? found
            finding.file = path
            return finding
        }
        add(findings, suite: path, checks: outcome.judged, unjudged: outcome.unjudged)
    }
}

extension FindingsReport {
    /// Adds that a file cannot be read as a merge of it is not finished. It cannot be turned off: nothing else is checked.
    package mutating func add(_ conflict: DumpError, at path: String) {
        guard let rule = HierarchyLint.rule(HierarchyLint.mergeConflict) else { return }
        add(rules: [rule])
        var finding = ReportedFinding(rule.id, rule.severity, conflict.message)
        (finding.reason, finding.cure, finding.file, finding.line) = (rule.explanation, rule.cure, path, conflict.line)
        add([finding], suite: path, checks: [rule.id])
    }
}

extension ReportedFinding {
    /// A finding about a bundle, with its file as a path in the bundle.
    package init(_ finding: BundleFinding) {
        self.init(finding.rule, finding.severity, finding.message)
        reason = finding.reason
        cure = finding.cure
        file = finding.file
        line = finding.line
        identity = [finding.file ?? "", finding.message].joined(separator: "\n")
        if let pane = finding.pane { details.append(Detail("pane", .text(pane))) }
        if let row = finding.row { details.append(Detail("row", .number(row))) }
        if let key = finding.key { details.append(Detail("key", .text(key))) }
    }
}

/// Writes findings as the API's object: a part of them, and how many there are of each severity.
package enum FindingsWriter {
    /// - Parameters:
    ///   - range: The part that is asked for; the summary counts all of them.
    ///   - unjudged: The rules that could not judge the dump.
    ///   - complete: Adds to a finding what only those that are written need.
    package static func json(
        _ findings: [ReportedFinding],
        _ range: PageRange,
        unjudged: [LintOutcome.Unjudged]? = nil,
        complete: (ReportedFinding) -> ReportedFinding = { $0 }
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        let next = writer.part("findings", of: findings, range) { complete($1).write(to: &$0) }
        FindingsReport.writeSummary(of: findings, to: &writer)
        if let unjudged { writer.list("unjudged", unjudged) { $1.write(to: &$0) } }
        writer.end(total: findings.count, next: next)
        return writer.finish()
    }
}

extension ReportedFinding.Fix {
    /// Edits with what they change, told before they are made.
    init(_ edits: [TreeEdit], in tree: ViewTree) {
        self.init(
            summary: edits.map { EditDescription($0, in: tree).summary }.joined(separator: "; "),
            edits: edits.map(TreeEditDocument.bytes)
        )
    }
}

extension LintFixer {
    /// The finding with the edits that mend it, where some are known.
    package mutating func mended(_ finding: ReportedFinding, in tree: ViewTree) -> ReportedFinding {
        var finding = finding
        finding.fix = edits(mending: finding).map { ReportedFinding.Fix($0, in: tree) }
        return finding
    }
}
