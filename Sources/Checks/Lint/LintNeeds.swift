import Diagnostics
import Drawing
import ViewHierarchy

/// What a dump has to say so that a rule can judge it. Every rule declares its needs in the table that declares the rule.
public enum LintNeed: String, Sendable, Hashable, CaseIterable {
    case frames, clips, scale, screen, touches, identifiers, labels, elements, colours, texts, opaque, hidden, masks
    case bounds, contentSizes, verdicts, constraints, interface, resizing

    /// What the dump never says, for people.
    public var words: String {
        switch self {
        case .frames: "where views are"
        case .clips: "clipsToBounds"
        case .scale: "the screen's scale"
        case .screen: "a screen of a known device"
        case .touches: "userInteractionEnabled"
        case .identifiers: "accessibility identifiers"
        case .labels: "accessibility labels"
        case .elements: "isAccessibilityElement"
        case .colours: "background colours"
        case .texts: "texts"
        case .opaque: "opaque"
        case .hidden: "hidden"
        case .masks: "autoresizing masks"
        case .bounds: "bounds apart from frames"
        case .contentSizes: "content sizes"
        case .verdicts: "Auto Layout's own findings"
        case .constraints: "constraints"
        case .interface: "the source of an interface file"
        case .resizing: "constraints or masks of a screen"
        }
    }

    /// Whether a dump says it. Interface files say a property by leaving it out.
    func isMet(by scene: LintScene) -> Bool {
        let tree = scene.tree
        func says(_ name: String) -> Bool { ViewProperty.named(name).map(tree.saidByAny.contains) ?? false }
        var holdsViews: Bool { tree.indices.contains { !scene.isElement($0) } }
        switch self {
        case .frames: return says("frame")
        case .clips: return holdsViews && (tree.isInterface || says("clipsToBounds"))
        case .scale: return scene.scale != nil
        case .screen: return tree.roots.contains { scene.device(of: $0) != nil }
        case .touches: return holdsViews && (tree.isInterface || says("userInteractionEnabled"))
        case .identifiers: return tree.isInterface || says("identifier")
        case .labels: return scene.saysLabels
        case .elements: return tree.isInterface || AccessibilityRules.attributesOfElements.contains(where: scene.keeps)
        case .colours: return scene.drawing.namesBackgrounds
        case .texts: return says("text") && holdsViews
        case .opaque: return says("opaque")
        case .hidden: return says("hidden")
        case .masks: return says("autoresizingMask")
        case .bounds:
            // Readers work bounds out where the format never says them.
            let isWorkedOut = scene.dump.report.contains { $0.neverSaid?.hasPrefix("bounds") ?? false }
            return holdsViews && says("bounds") && !isWorkedOut
        case .contentSizes:
            return says("contentSize")
                && (tree.isInterface || tree.indices.contains { tree.contentSize(of: $0) != nil })
        case .verdicts: return tree.saysConstraints || tree.indices.contains { !tree.layoutIssues(of: $0).isEmpty }
        case .constraints: return tree.saysConstraints
        case .interface: return [.xib, .storyboard].contains(scene.dump.format)
        case .resizing: return tree.saysConstraints || says("autoresizingMask")
        }
    }
}

/// Rules with what each of them needs.
struct DeclaredRules {
    /// The rules in their order.
    let rules: [LintRule]
    /// The needs, by the ids of the rules.
    let needs: [String: [LintNeed]]
    /// What is wrong with the text, with its line: needs that there are not, and rules that cannot be read. A test asks for
    /// none, as a rule without its needs would judge what it cannot.
    let faults: [String]

    /// Reads ``LintRule/table(_:)`` with the needs behind each id: `warning touch.cut frames touches`.
    init(_ text: String) {
        var (needs, rules, faults): ([String: [LintNeed]], [LintRule], [String]) = ([:], [], [])
        var line = 1
        for block in text.split(separator: "\n\n", omittingEmptySubsequences: false) {
            let end = block.firstIndex(of: "\n") ?? block.endIndex
            let words = block[..<end].split(separator: " ").map(String.init)
            let found = LintRule.table(words.prefix(2).joined(separator: " ") + block[end...])
            if found.isEmpty {
                faults.append("Line \(line): “\(block[..<end])” begins no rule of four lines.")
            }
            for rule in found {
                needs[rule.id] = words.dropFirst(2).compactMap { word in
                    let need = LintNeed(rawValue: word)
                    if need == nil { faults.append("Line \(line): “\(rule.id)” needs “\(word)”, which is no need.") }
                    return need
                }
            }
            rules += found
            line += block.count { $0 == "\n" } + 2
        }
        (self.rules, self.needs, self.faults) = (rules, needs, faults)
    }
}

/// What a check found, and what it could not judge: a dump without findings is only as good as what was looked at.
public struct LintOutcome: Sendable {
    /// A rule that could not judge the dump.
    public struct Unjudged: Sendable, Hashable {
        /// The ``LintRule/id`` of the rule.
        public let rule: String
        /// What of its needs the dump never says.
        public let missing: [LintNeed]
    }

    /// What is wrong, the worst first.
    public internal(set) var findings: [ReportedFinding] = []
    /// The rules that could not judge, in the order of the rules.
    public internal(set) var unjudged: [Unjudged] = []
    /// The ids of the rules that judged, those that found something among them.
    public internal(set) var judged: [String] = []

    /// Creates the outcome of a check of which only the findings are known.
    public init(_ findings: [ReportedFinding] = []) { self.findings = findings }

    /// The ids of the rules that judged and found nothing, whatever of the findings is listed.
    public internal(set) var silent: [String] = []

    /// What the dump never says that rules need, each once, in the order of the needs.
    public var missing: [LintNeed] { unjudged.missing }

    /// `41 rules found nothing; 12 could not judge, because the dump never says accessibility labels or masks.`
    public var words: String {
        guard !judged.isEmpty || !unjudged.isEmpty else { return "" }
        let found = silent.count.counted("rule") + " found nothing"
        guard !unjudged.isEmpty else { return found + "." }
        return "\(found); \(unjudged.count) could not judge, because the dump never says \(missing.listed)."
    }

    /// The outcome for some of the rules only.
    public func ofRules(_ isWanted: (String) -> Bool) -> LintOutcome {
        var outcome = LintOutcome(findings.filter { isWanted($0.rule) })
        outcome.unjudged = unjudged.filter { isWanted($0.rule) }
        outcome.judged = judged.filter(isWanted)
        outcome.silent = silent.filter(isWanted)
        return outcome
    }

    /// The outcome with the findings only that are wanted.
    public func filtered(_ isWanted: (ReportedFinding) -> Bool) -> LintOutcome {
        var outcome = self
        outcome.findings = findings.filter(isWanted)
        return outcome
    }

    /// The outcome without the findings that a baseline accepts.
    public func without(_ baseline: LintBaseline) -> LintOutcome {
        filtered { !baseline.accepts($0) }
    }

    /// Notes which of the rules can judge a dump. What found something has judged.
    mutating func judge(_ rules: [LintRule], _ scene: LintScene) {
        let broken = Set(findings.map(\.rule))
        let unmet = Set(LintNeed.allCases.filter { !$0.isMet(by: scene) })
        for rule in rules {
            let missing = HierarchyLint.needs(of: rule.id).filter(unmet.contains)
            if missing.isEmpty || broken.contains(rule.id) {
                judged.append(rule.id)
                if !broken.contains(rule.id) { silent.append(rule.id) }
            } else {
                unjudged.append(Unjudged(rule: rule.id, missing: missing))
            }
        }
    }
}

extension Sequence<LintOutcome.Unjudged> {
    /// What rules lack, each once, in the order of the needs.
    var missing: [LintNeed] {
        let missing = Set(flatMap(\.missing))
        return LintNeed.allCases.filter(missing.contains)
    }
}

extension [LintNeed] {
    /// Their words with commas, and “or” before the last.
    public var listed: String {
        let words = map(\.words)
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}
