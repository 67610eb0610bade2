import Diagnostics

/// Collects what a reader wants to say, up to a limit.
struct DumpReport: Sendable {
    private(set) var entries: [Diagnostic] = []
    private let limit: Int
    private var dropped = 0

    init(limits: DumpLimits) {
        limit = max(limits.maximumDiagnostics, 1)
    }

    /// Whether further entries are only counted. A message that costs time need not be made then.
    var isFull: Bool { entries.count >= limit }

    /// Adds an entry, or counts it.
    mutating func add(
        _ severity: Diagnostic.Severity,
        _ code: String,
        _ message: @autoclosure () -> String,
        view: Int? = nil,
        line: Int? = nil
    ) {
        guard !isFull else {
            dropped &+= 1
            return
        }
        entries.append(Diagnostic(severity, code, message(), view: view, line: line))
    }

    /// The entries, the general ones first, and a last one for those that were only counted.
    func finished(general: [Diagnostic] = []) -> [Diagnostic] {
        var all = general + entries
        if dropped > 0 {
            all.append(
                Diagnostic(
                    .warning,
                    "limit.maximumDiagnostics",
                    "\(dropped) more findings are not listed; fix the first ones."
                )
            )
        }
        return all
    }
}
