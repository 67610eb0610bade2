import Drawing
public import Diagnostics
public import AutoLayout
public import ViewHierarchy

/// Checks a view hierarchy: sizes and places, touches, accessibility, looks, layout.
///
/// Every rule asks only what the dump said; where it did not, the rule is silent. Estimates say that they are such.
public enum HierarchyLint {
    /// The most findings of one rule that are listed; one more counts the others.
    public static let maximumPerRule = 100

    /// Everything that is checked, in the order of a reader's interest.
    public static let rules: [LintRule] =
        declared.flatMap(\.rules)

    private static let declared = [
        placeRules, touchRules, accessibilityRules, lookRules, layoutRules, interfaceRules, constraintRules,
        deviceRules,
    ]

    /// What is wrong with the declarations; nothing, which a test asks for.
    static let faults = declared.flatMap(\.faults)

    private static let needs = declared.reduce(into: [:]) { $0.merge($1.needs) { first, _ in first } }

    /// What a dump has to say so that a rule can judge it.
    public static func needs(of rule: String) -> [LintNeed] { needs[rule] ?? [] }

    private static let rulesByID = Dictionary(rules.map { ($0.id, $0) }) { first, _ in first }

    /// A rule by its id.
    public static func rule(_ id: String) -> LintRule? { rulesByID[id] }

    private static let idsOfDeviceRules = Set(deviceRules.rules.map(\.id))

    /// Whether a rule is about other devices than the one of the dump.
    public static func isAboutDevices(_ rule: String) -> Bool { idsOfDeviceRules.contains(rule) }

    /// The checks, each for one rule or for a few that look at the same thing.
    private static let checks: [@Sendable (LintScene, inout LintCollector) -> Void] = [
        PlaceRules.sizes, PlaceRules.places, PlaceRules.lostContent, PlaceRules.pixels, PlaceRules.unsafeArea,
        TouchRules.small, TouchRules.reach, TouchRules.overlaps,
        AccessibilityRules.identifiers, AccessibilityRules.duplicates, AccessibilityRules.labels,
        LookRules.contrast, LookRules.truncated, LookRules.opaque, LookRules.overdraw, LookRules.hidden,
        LayoutRules.constraints, LayoutRules.masks, LayoutRules.transforms, LayoutRules.scrolling, LayoutRules.depth,
        InterfaceRules.check,
    ]

    /// What is wrong with a dump, the worst first, and what could not be judged. In a cancelled task it ends midway, and
    /// finds less.
    ///
    /// Interface files are judged as their constraints lay them out.
    /// - Parameters:
    ///   - dump: What to check.
    ///   - parts: What was worked out of its tree already; nil works it out.
    ///   - configuration: What to leave out and how much rules matter.
    ///   - devices: Lays the dump out on these devices, upright and sideways, and says what breaks there. Nil lays
    ///     interface files out on the smallest and the largest device, held as their canvas is, and other dumps on none.
    ///   - assumptions: What is assumed on the devices, where constraints are solved; masks ask for none of it.
    /// - Throws: ``LintConfigurationError`` when the configuration names views by words that cannot be understood.
    public static func check(
        _ dump: Dump,
        parts: LintParts? = nil,
        configuration: LintConfiguration = LintConfiguration(),
        devices: [Device]? = nil,
        assuming assumptions: LayoutAssumptions = LayoutAssumptions()
    ) throws(LintConfigurationError) -> LintOutcome {
        let screens = devices.map { HeldDevice.all($0) } ?? HeldDevice.extremes(for: dump.tree)
        let layout = LaidOutInterface(dump, screens, assumptions)
        let scene = layout.scene(of: dump, parts)
        let filter = try configuration.filter(for: scene)
        var collector = LintCollector(scene, filter)
        for check in checks where !Task.isCancelled { check(scene, &collector) }
        ConstraintRules.check(scene, layout, &collector)
        DeviceRules.check(scene, layout, isAsked: devices != nil, &collector)
        var outcome = LintOutcome(collector.findings)
        let asked = rules.filter { !filter.off.contains($0.id) && (!screens.isEmpty || !isAboutDevices($0.id)) }
        outcome.judge(asked, scene)
        return outcome
    }

    /// What is wrong with a dump on another screen: the same rules, of the views as they are laid out there, and what breaks
    /// on the way. Rules about places leave out views of which it is not known where they are there.
    ///
    /// - Parameters:
    ///   - screen: The screen; nil checks the dump itself.
    ///   - devices: As of ``check(_:parts:configuration:devices:assuming:)``, for the dump itself.
    /// - Throws: ``LintConfigurationError`` when the configuration names views by words that cannot be understood.
    public static func check(
        _ dump: Dump,
        on screen: HeldDevice?,
        configuration: LintConfiguration = LintConfiguration(),
        devices: [Device]? = nil,
        assuming assumptions: LayoutAssumptions = LayoutAssumptions()
    ) throws(LintConfigurationError) -> LintOutcome {
        guard let screen else {
            return try check(dump, configuration: configuration, devices: devices, assuming: assumptions)
        }
        let layout = LaidOutInterface(dump, [screen], assumptions)
        let canvas = layout.scene(of: dump, nil)
        let there = layout.placed(of: dump, on: screen)
        let scene = there?.scene ?? canvas
        var filter = try configuration.filter(for: scene)
        // What masks make of frames is not rounded to the pixels of another screen, as a device would.
        if layout.matrix == nil { filter.off.insert("place.halfPixel") }
        var collector = LintCollector(scene, filter)
        if let there { collector.isSure = there.isSure }
        for check in checks where !Task.isCancelled { check(scene, &collector) }
        ConstraintRules.check(scene, layout, isOnScreen: there != nil, &collector)
        DeviceRules.check(canvas, layout, isAsked: true, &collector)
        var outcome = LintOutcome(collector.findings)
        outcome.judge(rules.filter { !filter.off.contains($0.id) }, scene)
        return outcome
    }

    /// What is wrong with a dump, as ``check(_:parts:configuration:devices:assuming:)`` finds it.
    public static func findings(
        in dump: Dump,
        configuration: LintConfiguration = LintConfiguration(),
        devices: [Device]? = nil,
        assuming assumptions: LayoutAssumptions = LayoutAssumptions()
    ) throws(LintConfigurationError) -> [ReportedFinding] {
        try check(dump, configuration: configuration, devices: devices, assuming: assumptions).findings
    }
}

/// Gathers what rules find: like findings are one, and of each rule only so many are listed.
struct LintCollector {
    private struct Entry {
        var index: Int?
        var message: String
        var others: [Int] = []
        var otherCount = 0
        var details: [ReportedFinding.Detail] = []
        var line: Int?
    }

    /// What like findings have in common.
    private struct Likeness: Hashable {
        let rule: String
        let text: String
        /// The classes of the view and of some above it, by their numbers; -1 above the root.
        let classes: SIMD8<Int32>
    }

    private let scene: LintScene
    private let filter: LintFilter
    private var entries: [String: [Entry]] = [:]
    private var places: [Likeness: Int] = [:]
    private var unlisted: [String: Int] = [:]
    /// The views that each rule has told of.
    private var told: [String: Set<Int>] = [:]
    /// Whether like findings are one.
    private var folds = true
    /// Whether it is known where a view is.
    var isSure: (Int) -> Bool = { _ in true }

    init(_ scene: LintScene, _ filter: LintFilter) {
        self.scene = scene
        self.filter = filter
    }

    /// One for the same dump laid out otherwise, in which every finding stands for itself.
    func emptied(for scene: LintScene) -> LintCollector {
        var other = LintCollector(scene, filter)
        other.folds = false
        return other
    }

    /// Whether a rule has told of a view, by itself or as one like another.
    func hasTold(_ rule: String, of index: Int) -> Bool { told[rule]?.contains(index) ?? false }

    /// The findings about a view each, as far as they are listed.
    var single: [(rule: String, view: Int, message: String)] {
        entries.flatMap { rule, entries in
            entries.compactMap { entry in entry.index.map { (rule, $0, entry.message) } }
        }
    }

    /// Whether a rule is to be checked at all.
    func isWanted(_ rule: String) -> Bool { !filter.off.contains(rule) }

    /// Adds a finding about a view.
    ///
    /// - Parameters:
    ///   - likeness: What findings have in common that are told as one: those of the rows of a list about the same part of
    ///     each row. Nil for a finding that stands for itself.
    ///   - line: The line of the file that it is about.
    mutating func add(
        _ rule: String,
        _ index: Int?,
        likeness: String? = nil,
        line: Int? = nil,
        details: [ReportedFinding.Detail] = [],
        _ message: @autoclosure () -> String
    ) {
        if let index, filter.leavesOut(rule, index) { return }
        if let index, !isSure(index), HierarchyLint.needs(of: rule).contains(.frames) { return }
        guard isWanted(rule) else { return }
        if let index { told[rule, default: []].insert(index) }
        if folds, let likeness, let index {
            let key = Likeness(rule: rule, text: likeness, classes: Self.classes(above: index, in: scene))
            if let place = places[key] {
                if entries[rule]?[place].others.count ?? 0 < HierarchyLint.maximumPerRule {
                    entries[rule]?[place].others.append(index)
                }
                entries[rule]?[place].otherCount += 1
                return
            }
            guard count(rule) < HierarchyLint.maximumPerRule else {
                unlisted[rule, default: 0] += 1
                return
            }
            places[key] = count(rule)
        }
        guard count(rule) < HierarchyLint.maximumPerRule else {
            unlisted[rule, default: 0] += 1
            return
        }
        entries[rule, default: []].append(Entry(index: index, message: message(), details: details, line: line))
    }

    private func count(_ rule: String) -> Int { entries[rule]?.count ?? 0 }

    /// The findings, the worst first, of equal weight in the order of the rules.
    var findings: [ReportedFinding] {
        var findings: [ReportedFinding] = []
        for rule in HierarchyLint.rules {
            let severity = filter.severity(of: rule)
            for entry in entries[rule.id] ?? [] {
                var finding = ReportedFinding(rule.id, severity, entry.message)
                if entry.otherCount > 0 {
                    let others = entry.otherCount == 1 ? "another view" : "\(entry.otherCount) other views"
                    finding.message += " The same applies to \(others) like it."
                    finding.details.append(.init("alike", .numbers(entry.others.compactMap { scene.tree.id(at: $0) })))
                }
                (finding.reason, finding.cure, finding.line) = (rule.explanation, rule.cure, entry.line)
                if entry.line != nil { finding.identity = Self.withoutLines(entry.message) }
                if let index = entry.index {
                    finding.view = scene.tree.id(at: index)
                    finding.path = scene.tree.path(to: index) { scene.drawing.roles[$0] == .cell }
                } else if entry.line == nil {
                    finding.identity = "dump"
                }
                finding.details += entry.details
                findings.append(finding)
            }
            if let more = unlisted[rule.id] {
                var finding = ReportedFinding(rule.id, severity, "\(more) more are not listed.")
                (finding.reason, finding.cure, finding.identity) = (rule.explanation, rule.cure, "more")
                findings.append(finding)
            }
        }
        return Diagnostic.Severity.allCases.flatMap { severity in findings.filter { $0.severity == severity } }
    }

    /// What stays of a sentence when its lines move.
    private static func withoutLines(_ sentence: String) -> String {
        sentence.split(separator: " on line ").map { $0.drop { $0.isNumber } }.joined()
    }

    /// The classes of a view and of the five above it.
    private static func classes(above index: Int, in scene: LintScene) -> SIMD8<Int32> {
        var numbers = SIMD8<Int32>(repeating: -1)
        var next: Int? = index
        for place in 0..<6 {
            guard let view = next else { break }
            numbers[place] = scene.tree.classIDs[view]
            next = scene.tree.superview(of: view)
        }
        return numbers
    }
}
