import AppBundles
import Catalog
import DumpFormats
import HTTP
import Synchronization
import ViewHierarchy

/// The roots of a dump as their constraints lay them out on the canvas, each solved when it is first asked for.
///
/// It belongs to a revision of the dump (``DumpSnapshot/solvedCanvas``): who goes from view to view waits once for each
/// scene. Those asked for last are kept, as far as there is room.
final class SolvedCanvas: Sendable {
    /// The views of all roots that are kept together.
    static let maximumViews = 20_000
    /// A page does not wait for roots with more views than this; the API does.
    static let maximumViewsOfPages = 2_000

    /// One root, solved by the first who locks it.
    private final class Place: Sendable {
        let solved = Mutex<SolvedLayout?>(nil)
    }

    private let tree: ViewTree
    private let places = Mutex(LeastRecentlyUsed<Place>(budget: SolvedCanvas.maximumViews))

    init(_ tree: ViewTree) { self.tree = tree }

    /// A root on the canvas.
    func solved(_ root: Int) -> SolvedLayout {
        let place = places.withLock { places in
            let name = String(root)
            if let place = places.use(name) { return place }
            let place = Place()
            places.insert(place, for: name, cost: max(tree.subtree(of: root).count, 1))
            places.trim(sparing: name)
            return place
        }
        return place.solved.withLock { kept in
            if let kept { return kept }
            let solved = tree.solvedLayout(of: root, for: .canvas(of: tree))
            kept = solved
            return solved
        }
    }
}

extension DumpSnapshot {
    /// The roots as constraints lay them out on the canvas, kept with this revision.
    var solvedCanvas: SolvedCanvas { derived { SolvedCanvas($0) } }

    /// What masks hold, where the dump says no constraints, kept with this revision.
    var maskExplanation: MaskExplanation { derived { MaskExplanation($0) } }
}

/// For which screen a request wants constraints solved: the canvas unless it names one.
struct SolvedScreen: Sendable {
    /// The query parameters it reads.
    static let parameters: Set = ["device", "orientation", "width", "height", "statusBar", "keyboard"]

    private let situation: Situation

    /// A situation; one that changes nothing for the canvas.
    init(_ situation: Situation) { self.situation = situation }

    /// Reads the parameters; faults are noted in the query.
    init(_ query: inout QueryReader, for tree: ViewTree) {
        situation = LayoutRequest(situationAndRule: &query, for: tree).situation
        let (width, height) = (query.string("width"), query.string("height"))
        if (width == nil) != (height == nil) {
            let (given, missing) = width == nil ? ("height", "width") : ("width", "height")
            query.refuse(missing, "“\(missing)” is missing: “\(given)” alone is no size.")
        }
    }

    /// Whether nothing is asked for but the canvas.
    var isCanvas: Bool { !situation.isChange }

    /// The device and how it is held; nil on the canvas, and where no device has that screen.
    func surroundings(of root: Int, in tree: ViewTree) -> Surroundings? {
        isCanvas ? nil : situation.surroundings(of: tree.bounds(of: root).size)
    }

    /// A root of a dump on this screen.
    func solved(_ root: Int, of snapshot: DumpSnapshot) -> SolvedLayout {
        let tree = snapshot.dump.tree
        guard let surroundings = surroundings(of: root, in: tree) else { return snapshot.solvedCanvas.solved(root) }
        var target = LayoutTarget(surroundings)
        target.scale = target.scale ?? tree.layoutCanvas?.scale
        return tree.solvedLayout(of: root, for: target)
    }
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
    init?(_ index: Int, of snapshot: DumpSnapshot, on screen: SolvedScreen) {
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
