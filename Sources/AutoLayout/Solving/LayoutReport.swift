import Diagnostics
import LinearSolver
import ViewHierarchy

/// Puts the answer of the solver into the words of the tree: frames on pixels, what became of each constraint, conflicts.
final class LayoutReport {
    private let solver: AutoLayoutSolver
    private let unit: LayoutUnit
    private let doubts: LayoutDoubts?

    init(_ solver: AutoLayoutSolver) {
        self.solver = solver
        unit = solver.unit
        doubts = unit.target.findsCertainty ? LayoutDoubts(solver) : nil
    }

    /// What has a choice, by place; nil where that was not to be found out.
    var free: [LayoutDoubts.Parts]? { doubts?.free }

    func result() -> AutoLayoutResult {
        let exact = solver.frames(solver.answer)
        return AutoLayoutResult(
            root: unit.views.lowerBound,
            views: unit.views,
            frames: frames(exact),
            certainties: (0..<unit.count).map(certainty),
            ambiguous: ambiguous(),
            contentSizes: contentSizes(),
            constraints: outcomes(),
            conflicts: conflicts(),
            safeArea: solver.rootInsets,
            omissions: omissions()
        )
    }

    // MARK: Frames

    /// Rounds the edges in the root's space to pixels, halves up; lengths are what lies between.
    private func frames(_ exact: [Rect]) -> [Rect] {
        let root = unit.storedFrames.first?.origin ?? .zero
        func edge(_ value: Double) -> Double {
            guard let scale = unit.target.scale, scale > 0, scale.isFinite else { return value }
            return (value * scale + 0.5 + 1e-6).rounded(.down) / scale
        }
        return exact.enumerated().map { place, frame in
            let (x, y) = (edge(frame.minX), edge(frame.minY))
            let size = Size(width: edge(frame.maxX) - x, height: edge(frame.maxY) - y)
            guard place > 0 else { return Rect(origin: root, size: size) }
            let around = exact[unit.superviews[place]].origin
            let frame = Rect(origin: Point(x: x - edge(around.x), y: y - edge(around.y)), size: size)
            let stored = unit.storedFrames[place]
            guard unit.isSymbol(place), !frame.isOther(than: stored, by: Self.mostAroundSymbol), isAsDrawn else {
                return frame
            }
            return stored
        }
    }

    /// How far a symbol's frame lies from what constraints see of it, at most.
    private static let mostAroundSymbol = 5.0

    /// Whether the unit is laid out as its file says it, so that what symbols have around them is that of the file.
    private lazy var isAsDrawn =
        unit.target.isCanvas && unit.target.assumptions.isEmpty
        && unit.constraints.allSatisfy { unit.tree.layout.original(at: $0) == unit.tree.constraint(at: $0) }

    private func contentSizes() -> [Int: Size] {
        var sizes: [Int: Size] = [:]
        for (place, first) in solver.system.items.contentVariables {
            guard let width = solver.answer.values[safe: first] ?? nil,
                let height = solver.answer.values[safe: first + 1] ?? nil
            else { continue }
            sizes[unit.index(place)] = Size(width: max(width, 0), height: max(height, 0))
        }
        return sizes
    }

    // MARK: Certainty

    private func certainty(_ place: Int) -> SolvedCertainty {
        switch unit.placements[place] {
        case .absent: return .undetermined("It is not in the hierarchy in these size classes, or nowhere.")
        case .unknown: return .undetermined("UIKit places it in a way that the file does not say.")
        default: break
        }
        guard solver.answer.isComplete else { return .undetermined("The layout was cancelled before it was solved.") }
        guard let doubts else { return .certain }
        if let words = words(of: doubts.free[place], place) { return .undetermined(words) }
        if let guess = doubts.guesses[place] { return .undetermined(words(of: guess, place, doubts)) }
        // Where a symbol lies around what constraints see of it depends on the font.
        guard let leaves = doubts.leaves[place] ?? (unit.isSymbol(place) ? [place] : nil) else { return .certain }
        let ids = leaves.prefix(AutoLayoutResult.maximumNamed).compactMap { unit.tree.id(at: unit.index($0)) }
        return .dependsOnText(ids)
    }

    private func ambiguous() -> [Int] {
        guard solver.answer.isComplete, let doubts else { return [] }
        return doubts.free.indices.filter { place in
            [.constraints, .stack].contains(unit.placements[place]) && !doubts.free[place].isEmpty
                && !isRounding(place)
        }.map(unit.index)
    }

    /// Whether all of a view's choice is less than a point, which rounding in the file makes.
    private func isRounding(_ place: Int) -> Bool {
        let ranges = [2, 3].compactMap { solver.ranges[LayoutItems.variable(place, $0)] }
        return !ranges.isEmpty
            && ranges.allSatisfy { range in range.upper.flatMap { upper in range.lower.map { upper - $0 < 1 } } ?? false
            }
    }

    /// What has a choice, for people: `The width may be anything from 135 to 200 points.`
    private func words(of parts: LayoutDoubts.Parts, _ place: Int) -> String? {
        guard !parts.isEmpty else { return nil }
        var sentences: [String] = []
        for (number, part, name) in [(2, LayoutDoubts.Parts.width, "width"), (3, .height, "height")]
        where parts.contains(part) {
            let range = solver.ranges[LayoutItems.variable(place, number)]
            if let lower = range?.lower, let upper = range?.upper, upper - lower > 0.01 {
                let words = "from \(NumberText.told(lower)) to \(NumberText.told(upper)) points"
                sentences.append("The \(name) may be anything \(words)\(others(part, place)).")
            } else {
                sentences.append("Nothing decides the \(name).")
            }
        }
        for (part, name) in [(LayoutDoubts.Parts.x, "horizontal"), (.y, "vertical")] where parts.contains(part) {
            let length: LayoutDoubts.Parts = part == .x ? .width : .height
            guard !parts.contains(length) else { continue }
            sentences.append("Nothing decides the \(name) position.")
        }
        if sentences.isEmpty { sentences.append("Nothing decides its position.") }
        return sentences.joined(separator: " ") + " It is shown where the file has it."
    }

    /// What is guessed, for people.
    private func words(of guess: LayoutDoubts.Guess, _ place: Int, _ doubts: LayoutDoubts) -> String {
        switch guess {
        case .conflict: return "It depends on constraints that conflict: UIKit may leave out another one of them."
        case .share: return "Nothing decides its share of its stack view (fillProportionally), as it has no content."
        case .margins: return "It depends on the margins of a cell, which the file does not say."
        case .insets: return "It depends on the safe area of the canvas, which no view of the file shows."
        case .size: break
        }
        guard let parts = doubts.unsized[place] else {
            return "It depends on the size of a view that nothing sizes."
        }
        let isWidth = parts.contains(.width)
        let name = isWidth ? "width" : "height"
        guard unit.target.isCanvas else { return "Nothing decides the \(name): UIKit makes it 0 in its stack view." }
        let drawn = NumberText.told(isWidth ? IntrinsicSize.drawn.width : IntrinsicSize.drawn.height)
        return "Nothing decides the \(name): Interface Builder draws \(drawn) points where there is room; "
            + "UIKit makes it 0 on a device."
    }

    /// The views whose lengths depend on each other's choice.
    private func others(_ part: LayoutDoubts.Parts, _ place: Int) -> String {
        guard let doubts else { return "" }
        let superview = unit.superviews[place]
        let names = doubts.free.indices
            .filter { $0 != place && doubts.free[$0].contains(part) && unit.superviews[$0] == superview }
            .prefix(2).map { unit.tree.name(of: unit.index($0)) }
        return names.isEmpty ? "" : ", as \(names.joined(separator: " and ")) may"
    }

    // MARK: Constraints

    private func outcomes() -> [ConstraintOutcome] {
        var outcomes = solver.system.outcomes
        let dropped = Set(solver.answer.conflicts.map(\.dropped))
        let refused = Set(solver.answer.refused)
        for (row, violation) in solver.answer.violations.enumerated() {
            guard case .constraint(let place) = solver.equations.rows[row].source else { continue }
            let isRequired = solver.equations.rows[row].priority >= LayoutPriority.required
            if refused.contains(row) {
                outcomes[place] = ConstraintOutcome(place: place, state: .inactive, reason: .numbers)
            } else if dropped.contains(row) || (isRequired && abs(violation) > 0.01) {
                outcomes[place]?.state = .broken
                outcomes[place]?.violation = violation
            } else if abs(violation) > 0.01 {
                outcomes[place]?.violation = violation
            }
        }
        return outcomes.values.sorted { $0.place < $1.place }
    }

    private func conflicts() -> [ConstraintConflict] {
        let words = ConflictWords(unit, solver.system.items, solver.frames(solver.answer))
        return solver.answer.conflicts.map { conflict in
            words.conflict(conflict.rows.map { (solver.equations.rows[$0], $0 == conflict.dropped) })
        }
    }

    // MARK: What was left out

    private func omissions() -> [String] {
        var omissions: [String] = []
        if unit.leftOut > 0 {
            omissions.append("\(unit.leftOut) views beyond the maximum of \(LayoutUnit.maximumViews) were not moved.")
        }
        if solver.system.leftOut > 0 {
            omissions.append(
                "\(solver.system.leftOut) constraints were left out: a layout takes \(LayoutSystem.maximumConstraints), "
                    + "and \(LayoutSystem.maximumOnOne) on one length."
            )
        }
        if !solver.answer.isComplete {
            omissions.append(
                "The solver stopped after \(AutoLayoutSolver.pivotLimit) steps. The frames are not a solution."
            )
        }
        if let doubts, !doubts.isComplete || !solver.isFreedomKnown {
            omissions.append("Not every ambiguity or dependency on contents was found: it took too many steps.")
        }
        if let id = unit.tree.id(at: unit.index(0)), let bars = unit.canvas.bars[id], unit.target.screen != nil,
            !bars.room(since: unit.canvas.build, on: unit.target.screen).isKnown
        {
            omissions.append(
                "How high the bars around the scene are on this device is not known: as high as on the canvas."
            )
        }
        return omissions
    }
}

/// How well the frames of a layout by constraints are known, counted.
public struct LayoutTally: Sendable, Hashable {
    /// A view of which something is not decided.
    public struct Undecided: Sendable, Hashable {
        /// The index of the view.
        public let view: Int
        /// What is not decided, for people.
        public let words: String
    }

    /// How many frames follow from numbers that the file says.
    public private(set) var certain = 0
    /// How many depend on what contents need.
    public private(set) var byContents = 0
    /// The views of which something is not decided, in the tree's order.
    public private(set) var undecided: [Undecided] = []

    init(_ result: AutoLayoutResult) {
        for index in result.views {
            switch result.certainty(of: index) {
            case .dependsOnText: byContents += 1
            case .undetermined(let words): undecided.append(Undecided(view: index, words: words))
            default: certain += 1
            }
        }
    }
}

extension AutoLayoutResult {
    /// How well the frames are known, counted.
    public var tally: LayoutTally { LayoutTally(self) }
}
