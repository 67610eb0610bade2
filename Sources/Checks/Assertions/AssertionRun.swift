public import Diagnostics
public import JSON
import Locators
public import ViewHierarchy

extension RuleDocument {
    /// The most checks of a run.
    public static let maximumChecks = 50_000
    /// On all devices together so many views are laid out.
    public static let maximumLaidOutViews = 8_000_000
    /// How much searching all locators together may take.
    private static let work = 8 * WorkBudget.usual

    /// Checks a dump.
    ///
    /// - Parameter devices: Where it is checked, in place of what the document says; a rule that says it itself stays.
    /// - Returns: What came of each rule, in the order of rules, devices, views and words.
    /// - Throws: Why that takes too much, or cannot be done.
    public func check(_ dump: Dump, on devices: [RuleDevice]? = nil) throws(RuleError) -> AssertionReport {
        let usual = devices ?? self.devices
        let standard = usual.isEmpty ? [RuleDevice.dump] : usual
        var all: [RuleDevice] = []
        for device in rules.flatMap({ $0.devices ?? standard }) where !all.contains(device) { all.append(device) }
        guard all.count <= max(1, Self.maximumLaidOutViews / max(dump.tree.count, 1)) else {
            throw RuleError(
                "A dump of \(dump.tree.count) views is too large for \(all.count) devices; name fewer of them.",
                at: "/devices"
            )
        }
        let budget = WorkBudget(Self.work)
        var results: [AssertionResult] = []
        for (order, device) in all.enumerated() {
            let scene = AssertionScene(dump, on: device)
            var run = AssertionRun(AssertionCheck(scene: scene, tolerance: tolerance, budget: budget), results.count)
            for rule in rules where (rule.devices ?? standard).contains(device) {
                do throws(LocatorError) {
                    try run.check(rule)
                } catch {
                    throw RuleError(error.sentence, at: rule.view.pointer)
                }
                guard run.count <= Self.maximumChecks else {
                    throw RuleError(
                        "There are more than \(Self.maximumChecks) checks; let the locators find fewer views.",
                        at: rule.view.pointer
                    )
                }
            }
            results += run.results.map { result in
                var result = result
                result.order = order
                return result
            }
        }
        // Stable: of one rule on one device views and words stay in their order.
        let sorted = results.enumerated().sorted {
            ($0.element.rule, $0.element.order, $0.offset) < ($1.element.rule, $1.element.order, $1.offset)
        }
        return AssertionReport(results: sorted.map(\.element), rules: checks)
    }
}

/// The checks of one device.
private struct AssertionRun {
    private(set) var results: [AssertionResult] = []
    private let check: AssertionCheck
    private let before: Int

    init(_ check: AssertionCheck, _ before: Int) {
        self.check = check
        self.before = before
    }

    /// How many checks there were, with those of the devices before.
    var count: Int { before + results.count }

    mutating func check(_ rule: Rule) throws(LocatorError) {
        guard case .locator(let locator) = rule.view.target else { return }
        let views = try check.scene.views(locator, budget: check.budget)
        for word in rule.checks where word.word.isAboutAll {
            let isTooMany = word.word == .spacing && views.count > RuleDocument.maximumHits
            let verdict = isTooMany ? Self.tooMany(views) : check.verdict(word.expectation, onAll: views)
            add(verdict, rule, word, view: nil)
        }
        let single = rule.checks.filter { !$0.word.isAboutAll }
        guard !single.isEmpty else { return }
        guard !views.isEmpty, views.count <= RuleDocument.maximumHits else {
            let verdict = views.isEmpty ? missing(locator) : Self.tooMany(views)
            for word in single { add(verdict, rule, word, view: nil) }
            return
        }
        for view in views {
            guard count <= RuleDocument.maximumChecks else { return }
            for word in single {
                add(try check.verdict(word.expectation, on: view), rule, word, view: view)
            }
        }
    }

    /// No view is found, with why where the dump never has what the locator asks for.
    private func missing(_ locator: Locator) -> AssertionVerdict {
        let notes = check.scene.notes(onNothingFoundBy: locator, budget: check.budget)
        return .failed((["0 hits, expected at least 1"] + notes.map(\.message)).joined(separator: ". "))
    }

    private static func tooMany(_ views: [Int]) -> AssertionVerdict {
        .failed("\(views.count) hits, expected at most \(RuleDocument.maximumHits)")
    }

    private mutating func add(_ verdict: AssertionVerdict, _ rule: Rule, _ word: Rule.Check, view: Int?) {
        let scene = check.scene
        let path = view.map { scene.tree.path(to: $0) } ?? rule.view.name
        let outcome: AssertionResult.Outcome
        let words: String
        switch verdict {
        case .passed: (outcome, words) = (.passed, word.summary)
        case .failed(let message): (outcome, words) = (.failed, message)
        case .unknown(let message): (outcome, words) = (.unknown, message)
        case .uncertain(let message): (outcome, words) = (rule.skipsUncertain ? .skipped : .uncertain, message)
        }
        results.append(
            AssertionResult(
                rule: rule.number,
                title: rule.title,
                name: rule.name,
                word: word.word.rawValue,
                device: scene.device == .dump ? nil : scene.device.name,
                outcome: outcome,
                view: view.flatMap { scene.tree.id(at: $0) },
                path: path,
                message: "\(path): \(words)"
            )
        )
    }
}

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
