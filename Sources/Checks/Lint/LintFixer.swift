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
    private let assumptions: LayoutAssumptions
    private let known: [Place: Int]
    private var left = maximumWork
    // The dump as the rules saw it: laid out once more only where a finding may be mended.
    private lazy var layout = LaidOutInterface(dump, screens, assumptions)
    private lazy var scene = layout.scene(of: dump, parts)
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
        self.assumptions = assumptions
        known = Self.places(outcome)
    }

    /// The edits that mend a finding, in their order; nil where none is known, and where too much was tried already.
    public mutating func edits(mending finding: ReportedFinding) -> [TreeEdit]? {
        let views = finding.views.compactMap { dump.tree.index(ofID: $0) }
        guard !views.isEmpty, views.count <= Self.maximumViews, let ways = LintProposals.ways[finding.rule] else {
            return nil
        }
        let (scene, layout) = (scene, layout)
        let proposals = views.map { ways(LintProposals(scene, layout, $0)) }
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
        guard
            let outcome = try? HierarchyLint.check(
                edited,
                configuration: configuration,
                devices: devices,
                assuming: assumptions
            ), !Task.isCancelled
        else { return false }
        let found = Self.places(outcome)
        return finding.views.allSatisfy { view in
            let place = Place(rule: finding.rule, view: view)
            return (found[place] ?? 0) < (known[place] ?? 0)
        } && found.allSatisfy { $1 <= known[$0] ?? 0 } && (isReordered || keepsPlaces(edited.tree, changed))
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
