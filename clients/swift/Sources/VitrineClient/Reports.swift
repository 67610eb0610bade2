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
