import Diagnostics
import AutoLayout
import ViewHierarchy

/// Rules about other devices: what autoresizing breaks there, as far as masks are known.
enum DeviceRules {
    private static let codes: Set = [
        "layout.offScreen", "layout.newlyClipped", "layout.newOverlap", "layout.negativeSize",
    ]
    /// How many views, over all screens, are laid out; a larger dump is laid out on fewer screens.
    static let maximumViews = 6_000_000

    /// Lays the dump out on each device, upright and sideways, and groups what breaks by view.
    /// - Parameter assumptions: What is assumed where constraints are solved.
    static func check(
        _ scene: LintScene,
        _ devices: [Device],
        _ assumptions: LayoutAssumptions,
        _ found: inout LintCollector
    ) {
        guard !devices.isEmpty, !Task.isCancelled else { return }
        let tree = scene.tree
        guard !tree.saysConstraints else { return SolvedRules.check(scene, devices, assumptions, &found) }
        guard let root = tree.firstScene ?? tree.roots.first, tree.isScreen(root) else {
            found.add("layout.unknown", nil, "The outermost view is not a screen, so it was not tried on others.")
            return
        }
        guard tree.indices.contains(where: { tree.says(.autoresizingMask, of: $0) }) else {
            found.add(
                "layout.unknown",
                nil,
                "The dump has no autoresizing masks, so other screens are unknown."
            )
            return
        }
        let sizes = Dictionary(grouping: HeldDevice.all(devices)) { $0.size }
        let most = max(1, maximumViews / max(tree.count, 1))
        var breakages = DeviceBreakages()
        var uncertain = 0
        let ordered = sizes.sorted { ($0.key.width, $0.key.height) < ($1.key.width, $1.key.height) }
        for (size, screens) in ordered.prefix(most) where !Task.isCancelled {
            let surroundings = Situation(size: size).surroundings(of: tree.bounds(of: root).size)
            let result = tree.laidOut(root, in: surroundings)
            uncertain = max(uncertain, result.uncertain.count)
            for note in result.regressions(from: tree) + result.warnings where codes.contains(note.code) {
                guard let id = note.view, let index = tree.index(ofID: id), result.certainty(of: index) == .masks,
                    !scene.isSystem[index], isPlacedByMask(index, scene),
                    note.code == "layout.negativeSize" || !scene.isInScrollView(index)
                else { continue }
                breakages.add(note.code, index, on: screens, note.message)
            }
        }
        breakages.tell(&found)
        note(uncertain, of: tree, left: ordered.count - most, &found)
    }

    /// Whether the mask is what places a view. In dumps of running apps a view without one may as well be placed by
    /// constraints or by code; interface files say which it is.
    private static func isPlacedByMask(_ index: Int, _ scene: LintScene) -> Bool {
        let isFile = [.xib, .storyboard, .nib, .vitrineJSON].contains(scene.dump.format)
        let mask = scene.tree.autoresizingMask(of: index)
        return isFile || !mask.isSubset(of: [.flexibleRightMargin, .flexibleBottomMargin])
    }

    private static func note(_ uncertain: Int, of tree: ViewTree, left: Int, _ found: inout LintCollector) {
        if uncertain > 0 {
            found.add(
                "layout.unknown",
                nil,
                "Constraints place \(uncertain) of \(tree.count) views, or may: nothing is known of these on other screens."
            )
        }
        if left > 0 {
            found.add("layout.unknown", nil, "The dump is large, so \(left) screen sizes were left out.")
        }
    }
}
