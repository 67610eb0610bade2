import Diagnostics
public import ViewHierarchy

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
