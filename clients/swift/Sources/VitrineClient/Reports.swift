/// Whether a layout keeps rules, and what came of each.
public struct RuleReport: Decodable, Sendable, Hashable {
    /// What came of one rule.
    public struct Result: Decodable, Sendable, Hashable {
        /// The name of the rule.
        public var rule: String
        /// Whether all is as it should be.
        public var passed: Bool
        /// The view that it is about, where there is one.
        public var view: Int?
        /// What was measured and what was expected.
        public var message: String

        private enum CodingKeys: CodingKey { case rule, passed, view, message }

        /// Reads a result; a rule goes by its name, or by its number.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            if let number = try? values.decode(Int.self, forKey: .rule) {
                rule = String(number)
            } else {
                rule = try values.decode(String.self, forKey: .rule)
            }
            passed = try values.decode(Bool.self, forKey: .passed)
            view = try values.decodeIfPresent(Int.self, forKey: .view)
            message = try values.decode(String.self, forKey: .message)
        }
    }

    /// Whether all is as it should be.
    public var passed: Bool
    /// What came of each rule.
    public var results: [Result]

    /// The rules that are broken.
    public var failures: [Result] { results.filter { !$0.passed } }
}

/// Something that is wrong with a layout.
public struct Finding: Decodable, Sendable, Hashable {
    /// How much a finding matters.
    public enum Severity: String, Decodable, Sendable, Hashable, CaseIterable, Comparable {
        case info, warning, error

        /// The more severe is the greater.
        public static func < (one: Severity, other: Severity) -> Bool { one.rank < other.rank }

        private var rank: Int {
            switch self {
            case .info: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    /// The rule that found it, such as `touch.small`.
    public var rule: String
    /// How much it matters.
    public var severity: Severity
    /// The view that it is about, where there is one.
    public var view: Int?
    /// One sentence.
    public var message: String
}

/// What a check found, and what it could not judge.
public struct LintReport: Sendable, Hashable {
    /// A rule that could not judge a dump.
    public struct Unjudged: Decodable, Sendable, Hashable {
        /// The rule, such as `contrast.low`.
        public var rule: String
        /// What it needs and the dump never says.
        public var missing: [String]

        /// Creates one.
        public init(rule: String, missing: [String]) {
            self.rule = rule
            self.missing = missing
        }
    }

    /// The findings, the worst first.
    public var findings: [Finding]
    /// The rules that could not judge.
    public var unjudged: [Unjudged]
}

/// How many findings there are of each severity.
public struct FindingCounts: Decodable, Sendable, Hashable {
    /// How many errors.
    public var error: Int
    /// How many warnings.
    public var warning: Int
    /// How many others.
    public var info: Int
}

/// A scene of a storyboard.
public struct StoryboardScene: Decodable, Sendable, Hashable {
    /// A way from one scene to another.
    public struct Segue: Decodable, Sendable, Hashable {
        /// The id of the scene that it leads to; nil where it unwinds, or leads to nothing in the file.
        public var to: String?
        /// As the file has it, such as `show`.
        public var kind: String
        /// Its identifier.
        public var identifier: String?
    }

    /// The id of the controller in the file.
    public var id: String
    /// The controller's label, or its title, identifier or class.
    public var name: String
    /// The id of its view; nil where the file has none.
    public var root: Int?
    /// Whether the storyboard begins with it.
    public var initial: Bool
    /// Whether the app can come to it.
    public var reachable: Bool
    /// The segues that begin at it.
    public var segues: [Segue]
    /// How much is found in it.
    public var findings: FindingCounts
}

/// A screen on a device.
public struct MatrixCell: Decodable, Sendable, Hashable {
    /// The id of the root view.
    public var scene: Int
    /// The id of the device.
    public var device: String
    /// `portrait` or `landscape`.
    public var orientation: String
    /// The language of the texts; nil for the dump's own.
    public var language: String?
    /// The text size; nil for that of the dump.
    public var textSize: String?
    /// How much is found there.
    public var findings: FindingCounts
}
