import Diagnostics
import FoundationEssentials
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

/// How long ago something was, as people say it.
enum Age {
    /// In the largest unit that is at least one: `5 min ago`.
    /// - Parameter least: what is not so many seconds ago is just now.
    static func text(of date: Date, now: Date, least: TimeInterval = 10) -> String {
        let seconds = now.timeIntervalSince(date)
        switch seconds {
        case ..<least: return "just now"
        case ..<60: return "\(Int(seconds)) s ago"
        case ..<3_600: return "\(Int(seconds / 60)) min ago"
        case ..<86_400: return "\(Int(seconds / 3_600)) h ago"
        case ..<(86_400 * 365): return "\(Int(seconds / 86_400)) d ago"
        default: return String(date.formatted(.iso8601).prefix(10))
        }
    }
}
