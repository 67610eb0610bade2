import Diagnostics
import LinearSolver
public import ViewHierarchy

extension ViewTree {
    /// What constraints, stacks and masks make of the views below a root, on the canvas or another screen.
    ///
    /// It follows Auto Layout's rules as the documentation of `NSLayoutConstraint` and `UIStackView` and the frames in
    /// interface files show them. Of stored frames it uses the sizes of what has a content of its own, the places of what
    /// masks hold, and, on the canvas, the insets that nothing else tells. A root out of range gives an empty result.
    public func autoLayout(of root: Int, for target: LayoutTarget = .canvas) -> AutoLayoutResult {
        LayoutReport(AutoLayoutSolver(self, root: root, target: target)).result()
    }
}

/// One layout of a unit: solves, takes safe areas, margins and line breaks from the solution, and solves again.
struct AutoLayoutSolver {
    /// How often what depends on the solution is taken from it. Three times suffice for real files.
    private static let maximumRounds = 4
    /// How many steps the solver may take for one solution.
    static let pivotLimit = 20_000
    /// How many steps it may take when only some numbers are others than before.
    private static let probeLimit = 4_000
    /// Of so many variables that have a choice the ranges are found out.
    private static let maximumRanges = 60
    /// What has a choice stays where the file has it, by a wish that is weaker than all others.
    private static let keepingPriority = 0.001

    let unit: LayoutUnit
    let canvasInsets: CanvasInsets
    /// The insets of the root.
    var rootInsets: EdgeInsets { canvasInsets.insets }
    private(set) var system: LayoutSystem
    private(set) var equations: LayoutEquations
    private(set) var answer: LayoutEquations.Answer
    private(set) var guides: LayoutGuides
    /// The variables that nothing decides, and the words for them where that was looked for.
    private(set) var free: Set<Int> = []
    private(set) var ranges: [Int: LinearRange] = [:]
    private(set) var isFreedomKnown = true
    /// The margins that the canvas shows.
    private let shownMargins: [Int: ShownInsets]
    /// The unit with the constants of the dump.
    private let drawn: LayoutUnit
    /// The equations without the wishes for what has a choice, where such wishes were added.
    private var decided: LayoutEquations?
    private var widths: [Double]?

    /// - Parameter former: A layout of the same root of the same tree for another target: where that has the same views and
    ///   constraints, what it knows is taken from it. The result is the same.
    init(_ tree: ViewTree, root: Int, target: LayoutTarget, after former: AutoLayoutSolver? = nil) {
        let former = former.flatMap { former in former.unit.aimed(at: target).map { (solver: former, unit: $0) } }
        let constants = target.assumptions.constants
        drawn = former?.solver.drawn.aimed(at: target) ?? LayoutUnit(tree, root: root, target: target)
        // What the canvas shows of safe areas goes with the constants that it was drawn with.
        canvasInsets = CanvasInsets(drawn)
        shownMargins = drawn.shownMargins
        unit =
            former?.unit
            ?? (constants.isEmpty ? drawn : LayoutUnit(tree.assuming(constants), root: root, target: target))
        guides = LayoutGuides(unit, rootInsets: canvasInsets.insets, shown: shownMargins, frames: nil)
        if let solver = former?.solver {
            (system, equations) = (solver.system, solver.decided ?? solver.equations)
            Self.move(&system, &equations, to: unit, guides, widths: nil)
        } else {
            system = LayoutSystem(unit, guides, widths: nil)
            equations = LayoutEquations(system, limit: Self.pivotLimit)
        }
        answer = equations.solve()
        for _ in 1..<Self.maximumRounds {
            guard answer.isComplete else { break }
            let frames = self.frames(answer)
            let next = LayoutGuides(unit, rootInsets: rootInsets, shown: shownMargins, frames: frames)
            let isStored = target.isCanvas && target.assumptions.texts.isEmpty
            let widths: [Double]? = isStored ? nil : frames.map(\.size.width)
            guard next != guides || (widths != nil && self.breaksLines(widths)) else { break }
            (guides, self.widths) = (next, widths)
            Self.move(&system, &equations, to: unit, guides, widths: widths)
            answer = equations.solve()
        }
        findFreedom(former?.solver)
    }

    /// Takes other insets and widths, or the numbers of another screen.
    private static func move(
        _ system: inout LayoutSystem,
        _ equations: inout LayoutEquations,
        to unit: LayoutUnit,
        _ guides: LayoutGuides,
        widths: [Double]?
    ) {
        if !system.move(to: unit, guides, widths: widths) { system = LayoutSystem(unit, guides, widths: widths) }
        if !equations.take(system) { equations = LayoutEquations(system, limit: pivotLimit) }
    }

    /// Whether some text breaks its lines at these widths in another way than in the last solution.
    private func breaksLines(_ widths: [Double]?) -> Bool {
        system.contents.contains { place, size in
            guard IntrinsicSize.varies(unit, place) else { return false }
            let other = IntrinsicSize(unit, place, width: widths.flatMap { $0[safe: place] })
            return other.height?.points != size.height?.points
        }
    }

    // MARK: Frames

    /// Where the views lie in the root's space, exactly.
    func frames(_ answer: LayoutEquations.Answer) -> [Rect] { frames(answer.values) }

    private func frames(_ values: [Double?]) -> [Rect] {
        var frames: [Rect] = []
        frames.reserveCapacity(unit.count)
        for place in 0..<unit.count {
            let stored = unit.storedFrames[place]
            let origin = place == 0 ? .zero : frames[unit.superviews[place]].origin
            func value(_ part: Int, _ usual: Double) -> Double {
                let value = values[LayoutItems.variable(place, part)]
                return unit.isPresent(place) ? value.flatMap { $0.isFinite ? $0 : nil } ?? usual : usual
            }
            frames.append(
                Rect(
                    x: value(0, place == 0 ? 0 : origin.x + stored.origin.x),
                    y: value(1, place == 0 ? 0 : origin.y + stored.origin.y),
                    width: max(value(2, stored.size.width), 0),
                    height: max(value(3, stored.size.height), 0)
                )
            )
        }
        return frames
    }

    // MARK: What is not decided

    /// The variables of views that constraints place.
    private var placed: [Int] {
        (0..<unit.count).filter { [.constraints, .stack].contains(unit.placements[$0]) }
            .flatMap { place in (0..<4).map { LayoutItems.variable(place, $0) } }
    }

    private mutating func findFreedom(_ former: AutoLayoutSolver?) {
        guard answer.isComplete else { return }
        let found = equations.undetermined()
        isFreedomKnown = found?.isComplete ?? false
        let views = unit.count * 4
        free = Set((found?.variables ?? []).filter { $0 < views })
        for variable in placed where answer.values[variable] == nil { free.insert(variable) }
        guard !free.isEmpty else { return }
        for variable in free.sorted().prefix(Self.maximumRanges) { ranges[variable] = equations.range(of: variable) }
        decided = equations
        let keeps = unit.target.keepsUndecided
        let isSame = former.map { $0.free == free && $0.unit.target.keepsUndecided == keeps } ?? false
        if let former, isSame { equations = former.equations }
        if !isSame || !equations.take(system) {
            let wishes = keeps ? free.sorted().map(keep) : drawnLengths()
            equations = LayoutEquations(system, extra: wishes, limit: Self.pivotLimit)
        }
        let kept = equations.solve()
        if kept.isComplete { answer = kept }
    }

    /// The wish that a variable stays what it is in the file, in its superview.
    private func keep(_ variable: Int) -> LayoutRow {
        let (place, part) = (variable / 4, variable % 4)
        let (own, around) = (items(place), items(unit.superviews[place]))
        let stored = unit.storedFrames[place]
        let expression: LayoutExpression =
            switch part {
            case 0: own.x - around.x - stored.origin.x
            case 1: own.y - around.y - stored.origin.y
            case 2: own.width - stored.size.width
            default: own.height - stored.size.height
            }
        return wish(expression, variable)
    }

    /// The wishes that views without contents are as long as Interface Builder draws them, where they have a choice in the
    /// content of what scrolls, which has room for them; the innermost ones, around which others follow.
    private func drawnLengths() -> [LayoutRow] {
        let lengths = free.filter { variable in
            let (place, part) = (variable / 4, variable % 4)
            return part >= 2 && IntrinsicSize.isNone(unit, place, isHorizontal: part == 2)
                && unit.tree.superviews(of: unit.index(place)).contains { unit.scrolls($0 - unit.views.lowerBound) }
        }
        var around = Set<Int>()
        for variable in lengths {
            var place = variable / 4
            while place > 0, around.insert(unit.superviews[place] * 4 + variable % 4).inserted {
                place = unit.superviews[place]
            }
        }
        return lengths.subtracting(around).sorted().map { variable in
            let own = items(variable / 4)
            let isWidth = variable % 4 == 2
            return wish(
                isWidth ? own.width - IntrinsicSize.drawn.width : own.height - IntrinsicSize.drawn.height,
                variable
            )
        }
    }

    /// Wishes have different weights, so that two of them never leave a choice.
    private func wish(_ expression: LayoutExpression, _ variable: Int) -> LayoutRow {
        LayoutRow(
            expression: expression * (1 + Double(variable &* 7 % 101) / 128),
            relation: .equal,
            priority: Self.keepingPriority,
            source: .stored(variable / 4),
            isHorizontal: variable % 2 == 0
        )
    }

    private func items(_ place: Int) -> LayoutBox { system.items.frame(place) }

    // MARK: The same with other wishes

    /// Where the views would lie if all contents asked for something else; nil where that is too much work.
    func frames(changing leaf: @escaping @Sendable (Int, IntrinsicSize.Length) -> Double) -> [Rect]? {
        guard system.sharesByContents else {
            return frames(replacing: { row in
                guard case .content(let place) = row.source, let size = system.contents[place] else { return nil }
                return (row.isHorizontal ? size.width : size.height).map { -leaf(place, $0) }
            })
        }
        var target = unit.target
        target.leaf = leaf
        guard let changed = unit.aimed(at: target) else { return nil }
        return frames(of: LayoutSystem(changed, guides, widths: widths))
    }

    /// Where the views would lie if what the file does not say and Interface Builder has a rule for were other: insets of the
    /// root, or margins of cells. Nil where that is too much work; the same frames where nothing is guessed.
    func frames(guessing guess: LayoutDoubts.Guess, shiftedBy points: Double) -> [Rect]? {
        let own = frames(answer)
        let other = LayoutGuides(
            unit,
            rootInsets: guess == .insets ? canvasInsets.shifted(by: points) : rootInsets,
            shown: shownMargins,
            frames: own,
            shift: guess == .margins ? points : 0
        )
        guard other != LayoutGuides(unit, rootInsets: rootInsets, shown: shownMargins, frames: own) else { return own }
        var system = system
        guard system.move(to: unit, other, widths: widths) else {
            return frames(of: LayoutSystem(unit, other, widths: widths))
        }
        var equations = equations
        guard equations.take(system) else { return frames(of: system) }
        let answer = equations.solve()
        return answer.isComplete ? frames(answer) : nil
    }

    private func frames(of system: LayoutSystem) -> [Rect]? {
        var equations = LayoutEquations(system, extra: self.equations.addedRows, limit: Self.pivotLimit)
        let answer = equations.solve()
        return answer.isComplete ? frames(answer) : nil
    }

    /// Where the views would lie if some rows asked for another number; nil where that is too much work.
    func frames(replacing constant: (LayoutRow) -> Double?) -> [Rect]? {
        equations.values(replacing: constant, limit: Self.probeLimit).map { frames($0) }
    }
}
