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
    private var check: AssertionCheck
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
    private mutating func missing(_ locator: Locator) -> AssertionVerdict {
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
