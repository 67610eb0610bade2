import ViewHierarchy
public import Diagnostics
public import JSON

/// What came of one check: one word of one rule, on one device and one view.
public struct AssertionResult: Sendable, Hashable {
    /// How a check ends.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// It is as expected.
        case passed
        /// It is not.
        case failed
        /// The dump does not say it.
        case unknown
        /// A layout by masks does not tell it.
        case uncertain
        /// A layout by masks does not tell it, and the rule does not mind.
        case skipped
    }

    /// Where the rule stands in the document, from 0.
    public var rule: Int
    /// A name of the rule that no other has: `2 Pay`.
    public var title: String
    /// What the document calls the rule.
    public var name: String?
    /// What was checked: `width`.
    public var word: String
    /// The device on which it was checked; nil for the dump as it is.
    public var device: String?
    /// How it ended.
    public var outcome: Outcome
    /// The id of the view; nil for a word about all that are found, and where none is.
    public var view: Int?
    /// The way to the view from its window, or what was looked for.
    public var path: String
    /// `path: width is 38, expected at least 44`; of a check that passed `path: width 44..`.
    public var message: String
    /// The place of the device among all.
    var order = 0

    /// Whether it is no fault.
    public var isPassed: Bool { outcome == .passed || outcome == .skipped }

    /// Writes the members of the result as the API gives them.
    public func write(to writer: inout JSONWriter) {
        writer.member("rule", rule)
        if let name { writer.member("name", name) }
        writer.member("word", word)
        if let device { writer.member("device", device) }
        writer.member("passed", isPassed)
        writer.member("outcome", outcome.rawValue)
        if let view { writer.member("view", view) }
        writer.member("path", path)
        writer.member("message", message)
    }

    /// The check in one line: `iphone-8 · UIWindow/PayButton: width is 38, expected at least 44`.
    public var line: String {
        let place = device.map { "\($0) · " } ?? ""
        return (place + message).split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}

/// What came of all checks of a dump.
public struct AssertionReport: Sendable {
    /// Every check, in the order of rules, devices, views and words.
    public let results: [AssertionResult]
    /// The rules, as reports list them.
    public let rules: [LintRule]

    /// Whether nothing is wrong.
    public var isPassed: Bool { results.allSatisfy(\.isPassed) }

    /// How many checks ended in a way.
    public func count(_ outcome: AssertionResult.Outcome) -> Int { results.count { $0.outcome == outcome } }

    /// How many there are of each outcome, in words: `12 passed, 1 failed`.
    public var summary: String {
        let words = AssertionResult.Outcome.allCases.map { (count($0), $0.rawValue) }
        let told = words.filter { $0.0 > 0 || $0.1 == "passed" }
        return told.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }

    /// Writes how many checks ended in which way.
    public func writeSummary(to writer: inout JSONWriter) {
        writer.object("summary") { writer in
            for outcome in AssertionResult.Outcome.allCases { writer.member(outcome.rawValue, count(outcome)) }
        }
    }

    /// The checks that did not pass, as findings about a dump in a file.
    public func findings(in file: String) -> [ReportedFinding] {
        results.filter { !$0.isPassed }.map { result in
            var finding = ReportedFinding(result.title, .error, result.line)
            finding.file = file
            finding.view = result.view
            finding.path = result.path
            finding.identity = [result.title, result.device ?? "", result.word, result.path].joined(separator: "\n")
            finding.details = [
                .init("word", .text(result.word)), .init("outcome", .text(result.outcome.rawValue)),
                .init("device", .text(result.device ?? RuleDevice.dump.name)),
            ]
            return finding
        }
    }

    /// The report of one dump as the API gives it, and with the file's name as the command line does.
    public func write(to writer: inout JSONWriter, file: String? = nil) {
        if let file { writer.member("file", file) }
        writer.member("passed", isPassed)
        writer.list("results", results) { $1.write(to: &$0) }
        writeSummary(to: &writer)
        writer.member("total", results.count)
    }
}
