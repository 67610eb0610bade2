import AppBundles
package import AutoLayout
import Catalog
import Diagnostics
import DumpFormats
import HTTP
import Synchronization
import ViewHierarchy
import Web

/// The roots of a dump as their constraints lay them out, on the canvas and on other screens, each solved when it is first
/// asked for.
///
/// It belongs to a revision of the dump (``DumpSnapshot/solvedScreens``): who goes from view to view waits once for each
/// scene and screen. Those asked for last are kept, as far as there is room.
package final class SolvedScreens: Sendable {
    /// The views of all layouts that are kept together.
    static let maximumViews = 20_000
    /// A page does not wait for roots with more views than this; the API does.
    static let maximumViewsOfPages = 2_000

    /// What a layout is kept under.
    private struct Place: Hashable {
        let root: Int
        let target: LayoutTarget
    }

    private let tree: ViewTree
    private let layouts = Mutex(LeastRecentlyUsed<Place, OnceValue<SolvedLayout>>(budget: SolvedScreens.maximumViews))

    init(_ tree: ViewTree) { self.tree = tree }

    /// A root on a screen, kept.
    package func solved(_ root: Int, for target: LayoutTarget) -> SolvedLayout {
        let place = Place(root: root, target: target)
        let layout = layouts.withLock { layouts in
            if let layout = layouts.use(place) { return layout }
            let layout = OnceValue<SolvedLayout>()
            layouts.insert(layout, for: place, cost: max(tree.subtree(of: root).count, 1))
            layouts.trim(sparing: place)
            return layout
        }
        return layout.value { tree.solvedLayout(of: root, for: target) }
    }

    /// The frames of a root on a screen: of the layout that is kept, else of one that is not, which is made faster.
    package func result(of root: Int, for target: LayoutTarget) -> AutoLayoutResult {
        let layout = layouts.withLock { $0.use(Place(root: root, target: target)) }
        return layout?.known?.result ?? tree.autoLayout(of: root, for: target)
    }
}

extension DumpSnapshot {
    /// The roots as constraints lay them out, kept with this revision.
    package var solvedScreens: SolvedScreens { derived { SolvedScreens($0) } }

    /// What masks hold, where the dump says no constraints, kept with this revision.
    var maskExplanation: MaskExplanation { derived { MaskExplanation($0) } }
}

/// Why a view is where it is, and how well its frame is known.
struct ExplainedView: Sendable {
    let explanation: LayoutExplanation
    let certainty: LayoutCertainty
    /// The views on whose contents the frame depends, by their ids.
    private(set) var dependsOn: [Int] = []
    /// What is not decided, in words.
    private(set) var undecided: String?
    /// Who laid it out.
    let solver: LayoutSolver

    /// Nil for a view that is not laid out: one behind the limit of a root.
    init?(_ index: Int, of snapshot: DumpSnapshot, on screen: AskedScreen) {
        let tree = snapshot.dump.tree
        guard tree.saysConstraints else {
            var masks = snapshot.maskExplanation
            var certainty: LayoutCertainty?
            if let root = tree.root(of: index), let surroundings = screen.surroundings(of: root, in: tree) {
                let result = tree.laidOut(root, in: surroundings)
                masks = MaskExplanation(result.tree)
                certainty = result.certainty(of: index)
            }
            guard let found = masks.explanation(of: index) else { return nil }
            (explanation, solver) = (found.explanation, .masks)
            self.certainty = certainty ?? found.certainty
            return
        }
        guard let root = tree.root(of: index) else { return nil }
        let solved = screen.solved(root, of: snapshot)
        guard let found = solved.explanation(of: index), let certainty = solved.result.certainty(of: index) else {
            return nil
        }
        (explanation, solver) = (found, .constraints)
        self.certainty = certainty.certainty
        switch certainty {
        case .certain: break
        case .dependsOnText(let ids): dependsOn = ids
        case .undetermined(let words): undecided = words
        }
    }
}
