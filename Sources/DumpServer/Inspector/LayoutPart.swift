import AutoLayout
import Checks
import ViewHierarchy
import Web

/// What the panel tells of Auto Layout: what holds each edge of a view, what gave way and what is broken, the other
/// constraints in words, how a stack arranges, hugging and resistance.
struct LayoutPart: PageModel {
    /// More constraints than this are only counted.
    private static let maximumRows = 100

    private let lines: [Line]
    private let rows: [Row]
    private let total: Int
    private let why: Why?

    /// Nil where the dump says nothing of the view's layout.
    init?(_ view: Int, _ state: InspectorState) {
        let tree = state.tree
        var constraints = tree.constraints(involving: view)
        let traits = tree.layoutTraits(of: view)
        guard !constraints.isEmpty || traits != nil else { return nil }
        lines = traits.map { LayoutWords.lines(of: $0).map { Line(name: $0.name, text: $0.text) } } ?? []
        why = state.explained(view).map { Why($0, state) }
        if let told = why?.told {
            constraints.removeAll { told.contains(ConstraintWords($0, of: view, in: tree).text) }
        }
        rows = constraints.prefix(Self.maximumRows).map { Row($0, of: view, state) }
        total = constraints.count
    }

    static let members: Members<Self> = [
        "lines": .list { $0.lines }, "rows": .list { $0.rows }, "hasRows": .flag { !$0.rows.isEmpty },
        "more": .number { $0.total > $0.rows.count ? $0.total - $0.rows.count : nil }, "why": .part { $0.why },
        "isRest": .flag { $0.why != nil },
    ]

    private struct Line: PageModel {
        let name: String
        let text: String

        static let members: Members<Self> = ["name": .text { $0.name }, "text": .text { $0.text }]
    }

    private struct Row: PageModel {
        let text: String
        let isInactive: Bool
        let other: ViewRow?

        init(_ constraint: LayoutConstraint, of view: Int, _ state: InspectorState) {
            let words = ConstraintWords(constraint, of: view, in: state.tree)
            text = words.text
            isInactive = !constraint.isActive || constraint.isPlaceholder
            other = words.other.flatMap { state.tree.index(ofID: $0) }.map { ViewRow($0, state) }
        }

        static let members: Members<Self> = [
            "words": .text { $0.text }, "inactive": .flag { $0.isInactive }, "other": .part { $0.other },
        ]
    }

    /// Why the view is where it is.
    private struct Why: PageModel {
        let explained: ExplainedView
        let state: InspectorState

        init(_ explained: ExplainedView, _ state: InspectorState) { (self.explained, self.state) = (explained, state) }

        private var explanation: LayoutExplanation { explained.explanation }

        /// The edges that something else than the mask holds: that has a picture of its own.
        private var edges: [LayoutExplanation.Edge] {
            explanation.edges.filter { edge in !edge.holds.contains { $0.kind == .mask || $0.kind == .screen } }
        }

        /// The conflicts, but for those that the check of the dump tells of the view already.
        private var conflicts: [String] {
            let id = state.tree.id(at: explanation.view)
            let found = (id.flatMap { state.lint?.findings(about: $0) } ?? []).map(\.message)
            return explanation.conflicts.map(\.sentence).filter { !found.contains($0) }
        }

        /// The words of the constraints that it tells.
        var told: Set<String> {
            Set(edges.flatMap { $0.holds.map(\.text) } + (explanation.gaveWay + explanation.out).map(\.text))
        }

        static let members: Members<Self> = [
            "edges": .list { why in why.edges.map { Edge(edge: $0, state: why.state) } },
            "hasEdges": .flag { !$0.edges.isEmpty }, "undecided": .text { $0.explained.undecided },
            "hasFailures": .flag { !$0.explanation.gaveWay.isEmpty || !$0.explanation.out.isEmpty },
            "failures": .list { why in
                (why.explanation.gaveWay + why.explanation.out).map { Failure(failure: $0, state: why.state) }
            },
            "conflicts": .texts { $0.conflicts }, "hasConflicts": .flag { !$0.conflicts.isEmpty },
            "leftOut": .number { $0.explanation.leftOut > 0 ? $0.explanation.leftOut : nil },
        ]
    }

    private struct Edge: PageModel {
        let edge: LayoutExplanation.Edge
        let state: InspectorState

        static let members: Members<Self> = [
            "name": .text { $0.edge.part.name }, "value": .decimal { $0.edge.value },
            "holds": .list { row in row.edge.holds.map { Hold(hold: $0, state: row.state) } },
            "remark": .text { $0.edge.remark }, "undetermined": .flag { $0.edge.standing == .undetermined },
        ]
    }

    private struct Hold: PageModel {
        let hold: LayoutExplanation.Hold
        let state: InspectorState

        static let members: Members<Self> = [
            "words": .text { $0.hold.text }, "code": .flag { $0.hold.kind == .constraint },
            "also": .flag { !$0.hold.decides },
            "other": .part { row in
                row.hold.other.flatMap { row.state.tree.index(ofID: $0) }.map { ViewRow($0, row.state) }
            },
        ]
    }

    private struct Failure: PageModel {
        let failure: LayoutExplanation.Failure
        let state: InspectorState

        static let members: Members<Self> = [
            "words": .text { $0.failure.text }, "code": .flag { $0.failure.kind == .constraint },
            "what": .text { $0.failure.words }, "broken": .flag { $0.failure.state == .broken },
            "inactive": .flag { $0.failure.state == .inactive || $0.failure.state == .placeholder },
            "other": .part { row in
                row.failure.other.flatMap { row.state.tree.index(ofID: $0) }.map { ViewRow($0, row.state) }
            },
        ]
    }
}
