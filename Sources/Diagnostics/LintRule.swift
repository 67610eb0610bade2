/// One thing that bundles or view hierarchies are checked for.
public struct LintRule: Sendable, Hashable, Identifiable {
    /// A stable, machine-readable name with dots between its parts; it is the code of notes about the same thing.
    public let id: String
    /// How much breaking it usually matters.
    public let severity: Diagnostic.Severity
    /// What it asks for, in a few words.
    public let title: String
    /// Why it matters, and on which iOS.
    public let explanation: String
    /// What to do.
    public let cure: String

    /// Creates a rule; none of its texts may be empty.
    public init(id: String, severity: Diagnostic.Severity, title: String, explanation: String, cure: String) {
        self.id = id
        self.severity = severity
        self.title = title
        self.explanation = explanation
        self.cure = cure
    }

    /// Reads rules from text: severity and id, title, explanation and cure, a line each, with empty lines between rules.
    public static func table(_ text: String) -> [LintRule] {
        text.split(separator: "\n\n").compactMap { rule in
            let lines = rule.split(separator: "\n").map(String.init)
            let words = lines.first?.split(separator: " ").map(String.init) ?? []
            guard lines.count == 4, words.count == 2, let severity = Diagnostic.Severity(rawValue: words[0]) else {
                return nil
            }
            return LintRule(
                id: words[1],
                severity: severity,
                title: lines[1],
                explanation: lines[2],
                cure: lines[3]
            )
        }
    }
}

extension Diagnostic.Severity {
    /// Whether it matters as much as another severity, or more.
    public func isAtLeast(_ least: Diagnostic.Severity) -> Bool {
        let order = Self.allCases
        return (order.firstIndex(of: self) ?? 0) <= (order.firstIndex(of: least) ?? 0)
    }
}
