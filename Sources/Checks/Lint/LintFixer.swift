public import AutoLayout
public import ViewHierarchy

/// Looks for edits that mend what a check found.
///
/// A rule only proposes. What is offered has been tried: after it the check finds the same no more, and nothing new.
public struct LintFixer {
    /// So many views are checked again for all findings together, those of dumps with constraints once for each screen
    /// and ``solving`` times.
    static let maximumWork = 20_000
    private static let solving = 10
    /// So many proposals are tried for a finding, and so many views of a finding mended together.
    private static let (maximumTrials, maximumViews) = (24, 40)

    /// What is found of a view, or of the dump.
    private struct Place: Hashable {
        let rule: String
        let view: Int?
    }

    private let dump: Dump
    private let parts: LintParts?
    private let configuration: LintConfiguration
    private let devices: [Device]?
    private let screens: [HeldDevice]
    /// The one screen on which the dump was judged; nil for the canvas.
    private let screen: HeldDevice?
    private let assumptions: LayoutAssumptions
    private let known: [Place: Int]
    private var left = maximumWork
    // The dump as the rules saw it: laid out once more only where a finding may be mended.
    private lazy var layout = LaidOutInterface(dump, screens, assumptions)
    private lazy var scene =
        screen.flatMap { layout.placed(of: dump, on: $0)?.scene } ?? layout.scene(of: dump, parts)
    /// What is found on the canvas of a dump that was judged on another screen.
    private lazy var knownOnCanvas = check(dump, isOnCanvas: true).map(Self.places) ?? [:]
    /// How many views are checked for one trial.
    private var cost: Int { dump.tree.count * (dump.tree.saysConstraints ? Self.solving * (screens.count + 1) : 1) }

    /// Gets ready to mend what ``HierarchyLint/check(_:parts:configuration:devices:assuming:)`` found with the same
    /// arguments.
    public init(
        _ dump: Dump,
        _ outcome: LintOutcome,
        parts: LintParts? = nil,
        configuration: LintConfiguration = LintConfiguration(),
        devices: [Device]? = nil,
        assuming assumptions: LayoutAssumptions = LayoutAssumptions()
    ) {
        (self.dump, self.parts, self.configuration, self.devices) = (dump, parts, configuration, devices)
        screens = devices.map { HeldDevice.all($0) } ?? HeldDevice.extremes(for: dump.tree)
        screen = nil
        self.assumptions = assumptions
        known = Self.places(outcome)
    }

    /// Gets ready to mend what ``HierarchyLint/check(_:on:configuration:assuming:)`` found with the same arguments. What is
    /// offered brings nothing new on the canvas either.
    public init(
        _ dump: Dump,
        _ outcome: LintOutcome,
        on screen: HeldDevice,
        assuming assumptions: LayoutAssumptions = LayoutAssumptions()
    ) {
        (self.dump, parts, configuration, devices) = (dump, nil, LintConfiguration(), nil)
        (screens, self.screen, self.assumptions) = ([screen], screen, assumptions)
        known = Self.places(outcome)
    }

    /// The edits that mend a finding, in their order; nil where none is known, and where too much was tried already.
    public mutating func edits(mending finding: ReportedFinding) -> [TreeEdit]? {
        let views = finding.views.compactMap { dump.tree.index(ofID: $0) }
        guard !views.isEmpty, views.count <= Self.maximumViews, let ways = LintProposals.ways[finding.rule] else {
            return nil
        }
        // Nothing is proposed that could not be tried.
        guard left >= cost else { return nil }
        let (scene, layout) = (scene, layout)
        let own = screen == nil ? scene.tree : dump.tree
        let proposals = views.map { ways(LintProposals(scene, layout, $0, own)) }
        for place in 0..<min(proposals.map(\.count).min() ?? 0, Self.maximumTrials) {
            left -= cost
            guard left >= 0, !Task.isCancelled else { return nil }
            let edits = Self.together(proposals.flatMap { $0[place] })
            if mends(finding, views, edits) { return edits }
        }
        return nil
    }

    /// Changes of several views as one edit.
    private static func together(_ edits: [TreeEdit]) -> [TreeEdit] {
        let changes = edits.compactMap { edit -> ViewChange? in
            guard case .change(let view, let changes) = edit else { return nil }
            return ViewChange(view: view, changes)
        }
        return changes.count == edits.count && edits.count > 1 ? [.changes(changes)] : edits
    }

    private mutating func mends(_ finding: ReportedFinding, _ views: [Int], _ edits: [TreeEdit]) -> Bool {
        var edited = dump
        var changed: Set<Int> = []
        var isReordered = false
        for edit in edits {
            if case .bringToFront = edit { isReordered = true }
            // try?: what cannot be made is not offered.
            guard let applied = try? edited.tree.apply(edit), !applied.isEmpty else { return false }
            changed.formUnion(applied.changed)
        }
        guard let outcome = check(edited), !Task.isCancelled else { return false }
        let found = Self.places(outcome)
        let isMended =
            finding.views.allSatisfy { view in
                let place = Place(rule: finding.rule, view: view)
                return (found[place] ?? 0) < (known[place] ?? 0)
            } && found.allSatisfy { $1 <= known[$0] ?? 0 } && (isReordered || keepsPlaces(edited.tree, changed))
        guard isMended, screen != nil else { return isMended }
        let others = knownOnCanvas
        guard let outcome = check(edited, isOnCanvas: true), !Task.isCancelled else { return false }
        return Self.places(outcome).allSatisfy { $1 <= others[$0] ?? 0 }
    }

    /// The check that is asked for, or that of the canvas alone.
    private func check(_ dump: Dump, isOnCanvas: Bool = false) -> LintOutcome? {
        // try?: what cannot be checked is not offered.
        if isOnCanvas { return try? HierarchyLint.check(dump, devices: []) }
        if let screen { return try? HierarchyLint.check(dump, on: screen, assuming: assumptions) }
        return try? HierarchyLint.check(dump, configuration: configuration, devices: devices, assuming: assumptions)
    }

    /// Whether what shows something is as whole, and lies as free of others, as before.
    private mutating func keepsPlaces(_ tree: ViewTree, _ changed: Set<Int>) -> Bool {
        let result = LayoutResult(
            tree: tree,
            changed: changed.compactMap { tree.index(ofID: $0) }.sorted(),
            warnings: [],
            certainties: Array(repeating: .masks, count: tree.count)
        )
        let scene = scene
        return result.regressions(from: dump.tree) { scene.hasContent[$0] && !scene.isSystem[$0] }.isEmpty
    }

    /// How often each rule tells of each view, by itself or as like another one.
    private static func places(_ outcome: LintOutcome) -> [Place: Int] {
        outcome.findings.reduce(into: [:]) { places, finding in
            let views: [Int?] = finding.view == nil ? [nil] : finding.views
            for view in views { places[Place(rule: finding.rule, view: view), default: 0] += 1 }
        }
    }
}
