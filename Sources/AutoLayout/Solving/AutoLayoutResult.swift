import Diagnostics
public import ViewHierarchy

/// How well a frame that constraints give is known.
public enum SolvedCertainty: Sendable, Hashable {
    /// It follows from numbers that the file says.
    case certain
    /// It depends on what the contents of some views need, of which the file says only what fitted on its canvas: texts,
    /// and pictures that are not in it. The ids of those views, at most ``AutoLayoutResult/maximumNamed``.
    case dependsOnText([Int])
    /// Something of it is not decided: what, for people.
    case undetermined(String)

    /// The same for layouts of every kind.
    public var certainty: LayoutCertainty {
        switch self {
        case .certain: .certain
        case .dependsOnText: .dependsOnText
        case .undetermined: .undetermined
        }
    }
}

/// What became of a constraint.
public struct ConstraintOutcome: Sendable, Hashable {
    /// What a constraint is to a layout.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// It takes part. An optional one may still be violated.
        case active
        /// It takes no part.
        case inactive
        /// It is required and had to be left out, as it cannot hold together with others.
        case broken
        /// Interface Builder uses it on its canvas only.
        case placeholder
    }

    /// Why a constraint takes no part.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// It is switched off, or not there in these size classes.
        case notActive
        /// An edit took it away.
        case removed
        /// A view of it is not inside the view that holds it.
        case notInstalled
        /// It names what is not there, or not in these size classes.
        case unknownItem
        /// Its sides cannot be compared: places along different axes, a place and a length, or a place and a number.
        case mixedAxes
        /// Its numbers are not finite or beyond all screens.
        case numbers
        /// It asks for a length of a view that is hidden in its stack.
        case hiddenInStack
        /// It is for the canvas only.
        case placeholder
        /// UIKit made it for the screen that the app was on, or a stack view for what it arranges; the layout has rules of its
        /// own for that.
        case madeByUIKit
        /// There are more constraints than a layout takes.
        case tooMany

        /// The reason for people.
        public var words: String {
            switch self {
            case .notActive: "inactive"
            case .removed: "removed by an edit"
            case .notInstalled: "inactive: one of its views is in another tree"
            case .unknownItem: "inactive: it refers to a view or guide that does not exist"
            case .mixedAxes: "inactive: its two attributes cannot be compared"
            case .numbers: "inactive: its constant or multiplier is invalid"
            case .hiddenInStack: "inactive: its view is hidden in its stack view"
            case .placeholder: "only on Interface Builder’s canvas"
            case .madeByUIKit: "made by UIKit: the layout has a rule of its own for it"
            case .tooMany: "left out: there are too many"
            }
        }
    }

    /// Its place in ``ViewTree/allConstraints``.
    public let place: Int
    /// What it is to the layout.
    public var state: State
    /// Why it takes no part; nil where it does.
    public var reason: Reason?
    /// By how many points it does not hold: left side less right side; 0 where it holds.
    public var violation = 0.0

    init(place: Int, state: State, reason: Reason? = nil) {
        (self.place, self.state, self.reason) = (place, state, reason)
    }
}

/// Required constraints that cannot hold together, each of which is needed for that.
public struct ConstraintConflict: Sendable, Hashable {
    /// The places of the constraints in ``ViewTree/allConstraints``, in order.
    public let constraints: [Int]
    /// What takes part besides: masks, stacks, contents, in words.
    public let others: [String]
    /// The place of the one that was left out to go on; nil where it is one of `others`.
    public let dropped: Int?
    /// Whether it is about x.
    public let isHorizontal: Bool
    /// Whether it follows from numbers that the file says: no contents or baselines, whose lengths depend on fonts, no
    /// views that a stack hides, and no frames that cells and bars keep take part.
    public let isCertain: Bool
    /// All of it for people.
    public let sentence: String
}

/// What constraints make of the views below a root.
public struct AutoLayoutResult: Sendable {
    /// So many views are named at most where a frame depends on their contents.
    public static let maximumNamed = 12

    /// The index of the root.
    public let root: Int
    /// The indexes of the views that were laid out, the root first. Views behind them were left out for their number.
    public let views: Range<Int>
    /// The frames in the superviews' spaces, by places in `views`; edges lie on the pixels of the target's scale.
    public let frames: [Rect]
    /// How well the frames are known, by places in `views`.
    public let certainties: [SolvedCertainty]
    /// The views that constraints place and leave a choice, in the tree's order. Those that UIKit places in a way that no
    /// file says are undetermined as well, and not among them, nor those whose choice is less than a point.
    public let ambiguous: [Int]
    /// The sizes of the contents of what scrolls, by indexes in the tree, where constraints say them.
    public let contentSizes: [Int: Size]
    /// What became of the constraints of the unit, in the tree's order.
    public let constraints: [ConstraintOutcome]
    /// What cannot hold together.
    public let conflicts: [ConstraintConflict]
    /// What was taken from the root's edges: the safe area of the target, or as the file shows it.
    public let safeArea: EdgeInsets
    /// What was left out, and why; empty for a whole answer.
    public let omissions: [String]

    /// The frame of a view in its superview; nil for one that was not laid out.
    public func frame(of index: Int) -> Rect? { views.contains(index) ? frames[index - views.lowerBound] : nil }

    /// How well a view's frame is known; nil for one that was not laid out.
    public func certainty(of index: Int) -> SolvedCertainty? {
        views.contains(index) ? certainties[index - views.lowerBound] : nil
    }

    /// The optional constraints that do not hold, in the tree's order.
    public var unsatisfied: [ConstraintOutcome] { constraints.filter { $0.state == .active && $0.violation != 0 } }
}

/// A root as constraints lay it out, with what it takes to say why each of its views is where it is.
public struct SolvedLayout: Sendable {
    /// Frames, certainties, constraints and conflicts.
    public let result: AutoLayoutResult
    private let reasons: LayoutReasons
    private let outcomes: [Int: ConstraintOutcome]

    init(_ solver: AutoLayoutSolver) {
        let report = LayoutReport(solver)
        result = report.result()
        reasons = LayoutReasons(solver, free: report.free)
        outcomes = Dictionary(result.constraints.map { ($0.place, $0) }) { first, _ in first }
    }

    /// What became of a constraint of the unit, by its place in ``ViewTree/allConstraints``; nil for one of another root.
    public func outcome(of constraint: Int) -> ConstraintOutcome? { outcomes[constraint] }

    /// Why a view is where it is; nil for one that was not laid out.
    public func explanation(of index: Int) -> LayoutExplanation? {
        guard let frame = result.frame(of: index) else { return nil }
        let unit = reasons.unit
        let place = index - unit.views.lowerBound
        let words = ExplanationWords(unit, place)
        var explanation = LayoutExplanation(view: index, root: result.root, frame: frame, words: words.placement)
        switch unit.placements[place] {
        case .root: explanation.edges = MaskExplanation.screenEdges(frame)
        case .mask: explanation.edges = MaskExplanation.edges(of: index, frame, in: unit.tree)
        case .constraints, .stack, .row, .fixed:
            explanation.edges = reasons.edges(of: place, frame, maximum: LayoutExplanation.maximumListed * 4)
            followChoices(&explanation.edges)
            explanation.extremes = extremes(explanation)
        case .unknown, .absent: break
        }
        addFailures(to: &explanation, place, words)
        explanation.conflicts = reasons.conflicts(of: place).compactMap { result.conflicts[safe: $0] }
        explanation.cut()
        return explanation
    }

    // MARK: Choices

    /// What follows from something that has a choice has one, and may lie where that leads it.
    private func followChoices(_ edges: inout [LayoutExplanation.Edge]) {
        func isOpen(_ part: LayoutExplanation.Part) -> Bool {
            edges.first { $0.part == part }?.standing == .undetermined
        }
        for place in edges.indices
        where edges[place].standing == .decided && edges[place].follows.contains(where: isOpen) {
            edges[place].standing = .undetermined
        }
    }

    /// The frames at both ends of what has a choice; empty where an end is not known.
    private func extremes(_ explanation: LayoutExplanation) -> [Rect] {
        let spans = [
            ends(explanation, .left, .width, .right), ends(explanation, .top, .height, .bottom),
        ]
        guard let x = spans[0], let y = spans[1], x.0 != x.1 || y.0 != y.1 else { return [] }
        return [
            Rect(x: x.0.position, y: y.0.position, width: x.0.length, height: y.0.length),
            Rect(x: x.1.position, y: y.1.position, width: x.1.length, height: y.1.length),
        ]
    }

    private func ends(
        _ explanation: LayoutExplanation,
        _ near: LayoutExplanation.Part,
        _ length: LayoutExplanation.Part,
        _ far: LayoutExplanation.Part
    ) -> (AxisSpan, AxisSpan)? {
        guard let a = explanation.edge(near), let w = explanation.edge(length), let b = explanation.edge(far) else {
            return nil
        }
        func span(_ position: Double, _ length: Double) -> AxisSpan {
            AxisSpan(position: position, length: max(length, 0))
        }
        if let range = w.range {
            if a.standing == .decided { return (span(a.value, range.lowerBound), span(a.value, range.upperBound)) }
            guard b.standing == .decided else { return nil }
            return (
                span(b.value - range.lowerBound, range.lowerBound), span(b.value - range.upperBound, range.upperBound)
            )
        }
        guard w.standing != .undetermined else { return nil }
        if let range = a.range { return (span(range.lowerBound, w.value), span(range.upperBound, w.value)) }
        return a.standing == .undetermined ? nil : (span(a.value, w.value), span(a.value, w.value))
    }

    // MARK: What does not hold

    private func addFailures(to explanation: inout LayoutExplanation, _ place: Int, _ words: ExplanationWords) {
        let tree = reasons.unit.tree
        guard let id = tree.id(at: explanation.view) else { return }
        for number in tree.layout.places(of: id).map(Int.init) {
            let constraint = tree.layout.constraints[number]
            guard !constraint.isRemoved, constraint.views.contains(id) else { continue }
            let outcome = outcomes[number] ?? ConstraintOutcome(place: number, state: .inactive, reason: .notInstalled)
            guard outcome.state != .active || outcome.violation != 0 else { continue }
            let (text, priority, other) = words.constraint(at: number)
            let failure = LayoutExplanation.Failure(
                kind: .constraint,
                text: text,
                priority: priority,
                state: outcome.state,
                reason: outcome.reason,
                points: outcome.violation.magnitude,
                constraint: number,
                other: other
            )
            if outcome.state == .active { explanation.gaveWay.append(failure) } else { explanation.out.append(failure) }
        }
        // What is broken is looked for first.
        explanation.out =
            explanation.out.filter { $0.state == .broken } + explanation.out.filter { $0.state != .broken }
        for number in reasons.rows(of: place) {
            let (row, violation) = (reasons.rows[number], reasons.violations[safe: number] ?? 0)
            guard row.source == .content(place), violation.magnitude > LayoutReasons.tolerance else { continue }
            explanation.gaveWay.append(
                .init(
                    kind: .content,
                    text: words.content(row),
                    priority: row.priority,
                    state: .active,
                    points: violation.magnitude
                )
            )
        }
    }
}

extension ViewTree {
    /// The same layout as ``autoLayout(of:for:)``, kept so that it can be asked why views are where they are.
    public func solvedLayout(of root: Int, for target: LayoutTarget = .canvas) -> SolvedLayout {
        SolvedLayout(AutoLayoutSolver(self, root: root, target: target))
    }
}
