/// Something a reader wants to say about what it read: what was lost, guessed, or wrong.
public struct Diagnostic: Sendable, Hashable {
    /// How much a finding matters to the person who loaded the input.
    public enum Severity: String, Sendable, Hashable, CaseIterable {
        /// Part of the input could not be used.
        case error
        /// The input was used, but probably not as its author meant.
        case warning
        /// Something the format could not say, or that was guessed.
        case info
    }

    /// How much it matters.
    public var severity: Severity
    /// A stable, machine-readable name with dots between its parts, such as `lost.bounds`.
    public var code: String
    /// One sentence for people: what, where, what to do.
    public var message: String
    /// The view it is about, by its id in the tree, when it is about one.
    public var view: Int?
    /// The line of the input it is about, counted from 1, when it is about one.
    public var line: Int?
    /// The file inside a bundle that it is about, relative to the bundle, when it is about one.
    public var file: String?
    /// The properties that no dump of the format says, in a few words between commas, when it is about these.
    public var neverSaid: String?

    /// Creates a finding.
    public init(
        _ severity: Severity,
        _ code: String,
        _ message: String,
        view: Int? = nil,
        line: Int? = nil,
        file: String? = nil
    ) {
        self.severity = severity
        self.code = code
        self.message = message
        self.view = view
        self.line = line
        self.file = file
    }
}

extension Int {
    /// So many of something, in words: `1 view`, `3 views`.
    /// - Parameters:
    ///   - one: what one of them is called.
    ///   - many: what several are called, where that is not the same with an s.
    public func counted(_ one: String, _ many: String? = nil) -> String {
        "\(self) \(self == 1 ? one : many ?? one + "s")"
    }
}

/// What a reader had to say about single views.
public struct NotesByView: Sendable {
    private var notes: [Int: [Diagnostic]] = [:]

    /// Sorts a report.
    public init(_ report: [Diagnostic]) {
        for note in report { if let view = note.view { notes[view, default: []].append(note) } }
    }

    /// The notes on the view with an id, in their order.
    public subscript(view: Int) -> [Diagnostic] { notes[view] ?? [] }
}

/// A report in the order in which people need it: what is wrong, what is odd, what was guessed, and apart from these what
/// the dump cannot say.
public struct SortedReport: Sendable {
    /// What was found: errors, then warnings, then the rest, each in their order.
    public let findings: [Diagnostic]
    /// What the dump cannot say, a sentence for each thing.
    public let losses: [Diagnostic]

    /// Sorts a report.
    public init(_ report: [Diagnostic]) {
        losses = report.filter(\.isLoss)
        findings = Diagnostic.Severity.allCases.flatMap { severity in
            report.filter { $0.severity == severity && !$0.isLoss }
        }
    }

    /// The losses with one sentence for all that no dump of the format says:
    /// `This format never says: alpha, hidden, constraints.`
    public var foldedLosses: [Diagnostic] {
        let folded = losses.compactMap(\.neverSaid)
        guard !folded.isEmpty else { return losses }
        let sentence = "This format never says: \(folded.joined(separator: ", "))."
        return losses.filter { $0.neverSaid == nil } + [Diagnostic(.info, "lost.properties", sentence)]
    }
}

extension Diagnostic {
    /// Whether it tells what the dump cannot say, and nothing that is wrong with it.
    fileprivate var isLoss: Bool { severity == .info && code.hasPrefix("lost.") }
}

/// What Vitrine is, told to those who ask: by the server, by reports, by the command line.
package enum ServerVersion {
    /// Semantic version.
    package static let current = "0.1.0"
}

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
