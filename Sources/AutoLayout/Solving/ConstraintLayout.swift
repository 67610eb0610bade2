public import ViewHierarchy
import Diagnostics

/// Who lays a tree out anew.
public enum LayoutSolver: String, Sendable, Hashable, CaseIterable {
    /// Autoresizing masks alone; of what constraints place nothing is known then.
    case masks
    /// Constraints, stacks and masks together, as far as the dump says them.
    case constraints
}

extension ViewTree {
    /// What becomes of the tree below a root in a situation: by constraints where the dump says any, else by masks.
    public func rearranged(_ root: Int, in surroundings: Surroundings) -> LayoutResult {
        saysConstraints ? laidOutByConstraints(root, in: surroundings) : laidOut(root, in: surroundings)
    }

    /// What constraints, stacks and masks make of the tree below a root in a situation.
    ///
    /// It is the same as ``autoLayout(of:for:)`` in the shape of a layout by masks. Warnings: `layout.conflict` for each set
    /// of constraints that cannot hold together, `layout.undecided` for views that nothing decides, `layout.contents` where
    /// frames depend on what contents need, `layout.incomplete` for what was left out.
    /// - Parameters:
    ///   - surroundings: The situation; nil for the canvas or the screen that the tree comes from.
    ///   - scale: Pixels for each point, to which edges are rounded; nil takes those of the screen.
    public func laidOutByConstraints(_ root: Int, in surroundings: Surroundings?, scale: Double? = nil) -> LayoutResult
    {
        laidOut(autoLayout(of: root, for: LayoutTarget(surroundings, of: self, scale: scale)))
    }

    /// A layout of this tree by constraints in the shape of one by masks, as ``laidOutByConstraints(_:in:scale:)`` has it.
    ///
    /// - Parameters:
    ///   - canvas: The layout of the same root on its canvas, where only what an assumption changes there is to move: what
    ///     lies there as it did without it stays where the dump has it.
    ///   - texts: The texts that the layout assumes.
    public func laidOut(
        _ solved: AutoLayoutResult,
        besides canvas: AutoLayoutResult? = nil,
        saying texts: TextAssumptions = TextAssumptions()
    ) -> LayoutResult {
        ConstraintLayout(self, [solved], canvas, texts).result
    }

    /// Layouts of several roots of this tree by constraints, together; other roots stay as they are.
    ///
    /// - Parameter texts: The texts that the layouts assume.
    public func laidOut(
        _ solved: [AutoLayoutResult],
        saying texts: TextAssumptions = TextAssumptions()
    ) -> LayoutResult {
        ConstraintLayout(self, solved.sorted { $0.root < $1.root }, nil, texts).result
    }
}

/// The result of layouts by constraints as that of one by masks.
private struct ConstraintLayout {
    /// So many warnings of a kind are listed.
    private static let maximumOfAKind = LayoutComparison.usualMaximum

    private let before: ViewTree
    /// In the order of the roots.
    private let solved: [AutoLayoutResult]
    private let canvas: AutoLayoutResult?
    private let texts: TextAssumptions

    init(_ before: ViewTree, _ solved: [AutoLayoutResult], _ canvas: AutoLayoutResult?, _ texts: TextAssumptions) {
        (self.before, self.solved, self.canvas, self.texts) = (before, solved, canvas, texts)
    }

    var result: LayoutResult {
        var tree = before
        var changed: [Int] = []
        // Other roots stay as they are.
        var certainties = Array(repeating: LayoutCertainty.masks, count: before.count)
        for layout in solved {
            tree = tree.worded(texts, below: layout.root)
            for (index, frame) in zip(layout.views, layout.frames) {
                certainties[index] = layout.certainty(of: index)?.certainty ?? .masks
                if let drawn = canvas?.frame(of: index), !frame.isOther(than: drawn, by: 0.01) { continue }
                if index == layout.root {
                    tree.setBoundsSize(frame.size, at: index)
                } else if frame.isOther(than: before.frame(of: index)), frame.isFinite {
                    tree.setFrame(frame, at: index)
                    tree.knowPlace(of: index)
                }
                if tree.frame(of: index).isOther(than: before.frame(of: index)) { changed.append(index) }
            }
        }
        return LayoutResult(tree: tree, changed: changed, warnings: warnings, certainties: certainties)
    }

    private var warnings: [Diagnostic] {
        var warnings: [Diagnostic] = []
        for conflict in solved.flatMap(\.conflicts).prefix(Self.maximumOfAKind) {
            let view = before.subject(of: conflict).flatMap { before.id(at: $0) }
            warnings.append(Diagnostic(.warning, "layout.conflict", conflict.sentence, view: view))
        }
        var leaves = Set<Int>()
        var depending = 0
        var undecided = 0
        for (layout, index) in solved.flatMap({ layout in layout.views.map { (layout, $0) } }) {
            switch layout.certainty(of: index) {
            case .dependsOnText(let views):
                depending += 1
                leaves.formUnion(views)
            case .undetermined(let words):
                undecided += 1
                guard undecided <= Self.maximumOfAKind else { continue }
                let message = "\(before.name(of: index)): \(words)"
                warnings.append(Diagnostic(.info, "layout.undecided", message, view: before.id(at: index)))
            default: break
            }
        }
        if depending > 0 {
            let named = leaves.sorted().prefix(AutoLayoutResult.maximumNamed)
                .compactMap { before.index(ofID: $0).map(before.name) }
            let names = named.isEmpty ? "" : ", such as \(named.joined(separator: ", "))"
            let message =
                "\(depending.counted("view")) may be elsewhere: their places depend on the size of their contents\(names)."
            warnings.append(Diagnostic(.info, "layout.contents", message))
        }
        return warnings + before.textWarnings(texts)
            + solved.flatMap(\.omissions).map { Diagnostic(.warning, "layout.incomplete", $0) }
    }
}
