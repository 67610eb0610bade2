public import Diagnostics

/// One thing that bundles are checked for.
public struct LintRule: Sendable, Hashable, Identifiable {
    /// A stable, machine-readable name with dots between its parts; it is the code of the notes about panes.
    public let id: String
    /// How much breaking it usually matters.
    public let severity: Diagnostic.Severity
    /// What it asks for, in a few words.
    public let title: String
    /// Why it matters, and on which iOS.
    public let explanation: String
    /// What to do.
    public let cure: String

    init(_ severity: Diagnostic.Severity, _ id: String, _ title: String, _ explanation: String, cure: String) {
        self.id = id
        self.severity = severity
        self.title = title
        self.explanation = explanation
        self.cure = cure
    }
}
