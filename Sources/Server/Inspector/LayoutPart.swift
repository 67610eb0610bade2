import ViewHierarchy

/// What the panel tells of Auto Layout: the constraints of a view in words, how a stack arranges, hugging and resistance.
struct LayoutPart: PageModel {
    /// More constraints than this are only counted.
    private static let maximumRows = 100

    private let lines: [Line]
    private let rows: [Row]
    private let total: Int

    /// Nil where the dump says nothing of the view's layout.
    init?(_ view: Int, _ state: InspectorState) {
        let tree = state.tree
        let constraints = tree.constraints(involving: view)
        let traits = tree.layoutTraits(of: view)
        guard !constraints.isEmpty || traits != nil else { return nil }
        lines = traits.map { LayoutWords.lines(of: $0).map { Line(name: $0.name, text: $0.text) } } ?? []
        rows = constraints.prefix(Self.maximumRows).map { Row($0, of: view, state) }
        total = constraints.count
    }

    static let members: Members<Self> = [
        "lines": .list { $0.lines }, "rows": .list { $0.rows }, "hasRows": .flag { !$0.rows.isEmpty },
        "more": .number { $0.total > $0.rows.count ? $0.total - $0.rows.count : nil },
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
}
