import FoundationEssentials
import PropertyList

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
        default: return String((Instant.text(date) ?? "").prefix(10))
        }
    }
}
