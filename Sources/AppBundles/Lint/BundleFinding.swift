public import Diagnostics

/// Something that is wrong, doubtful or worth knowing about a bundle, with its place and its cure.
public struct BundleFinding: Sendable, Hashable {
    /// How much it matters.
    public var severity: Diagnostic.Severity
    /// The ``LintRule/id`` of the rule that was broken.
    public var rule: String
    /// One sentence for people: what, where, what to do.
    public var message: String
    /// The file it is about, relative to the bundle.
    public var file: String?
    /// The line in that file, counted from 1.
    public var line: Int?
    /// The pane it is about.
    public var pane: String?
    /// The place of the specifier among those of the pane, from 0.
    public var row: Int?
    /// The key of the row it is about.
    public var key: String?
    /// What to do about it.
    public var cure: String?
    /// Why it matters, and on which iOS.
    public var reason: String?

    /// Creates a finding; cure and reason are those of its rule, and so is how much it matters unless that is given.
    init(
        _ rule: String,
        _ message: String,
        severity: Diagnostic.Severity? = nil,
        file: String? = nil,
        line: Int? = nil,
        pane: String? = nil,
        row: Int? = nil,
        key: String? = nil
    ) {
        let known = BundleLint.rule(rule)
        self.severity = severity ?? known?.severity ?? .warning
        self.rule = rule
        self.message = message
        self.file = file
        self.line = line
        self.pane = pane
        self.row = row
        self.key = key
        cure = known?.cure
        reason = known?.explanation
    }

    /// A note about a bundle as a finding.
    init(_ note: Diagnostic, pane: String? = nil) {
        self.init(note.code, note.message, severity: note.severity, file: note.file, line: note.line, pane: pane)
    }

    /// The finding as a note about the bundle.
    public var diagnostic: Diagnostic { Diagnostic(severity, rule, message, line: line, file: file) }
}

extension BundleFinding {
    /// Whether it matters as much as a severity, or more.
    public func isAtLeast(_ least: Diagnostic.Severity) -> Bool { severity.isAtLeast(least) }
}

extension Diagnostic {
    /// A note that a rule was broken, which matters as much as the rule says.
    init(_ rule: String, _ message: String, line: Int? = nil, file: String? = nil) {
        self = BundleFinding(rule, message, file: file, line: line).diagnostic
    }
}
