import Diagnostics
import ViewHierarchy

/// Findings as pages list them.
enum FindingsModel {
    /// Findings about a dump; those about a view link to it.
    static func make(_ findings: [Diagnostic], _ state: InspectorState) -> TemplateModel {
        .list(
            findings.map { finding in
                row(finding, target: finding.view.flatMap { state.tree.index(ofID: $0) }.map(state.address(selecting:)))
            }
        )
    }

    /// Findings about anything else.
    static func make(_ findings: [Diagnostic]) -> TemplateModel { .list(findings.map { row($0, target: nil) }) }

    private static func row(_ finding: Diagnostic, target: String?) -> TemplateModel {
        let place = [finding.file, finding.line.map { "line \($0)" }].compactMap { $0 }.joined(separator: ", ")
        return [
            "severity": .text(finding.severity.rawValue), "message": .text(finding.message),
            "target": .optional(target), "advice": .absent, "place": .text(place),
        ]
    }
}
