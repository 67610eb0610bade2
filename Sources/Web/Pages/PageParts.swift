import Diagnostics
import FoundationEssentials
import PropertyList
import ViewHierarchy

/// A finding as pages list it.
struct FindingRow: PageModel {
    let finding: Diagnostic
    /// Where the thing is that it is about.
    let target: String?

    init(_ finding: Diagnostic, target: String? = nil) {
        self.finding = finding
        self.target = target
    }

    /// A finding about a dump; one about a view links to it.
    init(_ finding: Diagnostic, in state: InspectorState) {
        let view = finding.view.flatMap { state.tree.index(ofID: $0) }
        self.init(finding, target: view.map(state.address(selecting:)))
    }

    static let members: Members<Self> = [
        "severity": .text { $0.finding.severity.rawValue }, "message": .text { $0.finding.message },
        "target": .text { $0.target }, "file": .text { $0.finding.file }, "line": .number { $0.finding.line },
        "hasPlace": .flag { $0.finding.file != nil || $0.finding.line != nil },
    ]
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
        default: return String((Instant.text(Instant.nearest(date)) ?? "").prefix(10))
        }
    }
}
