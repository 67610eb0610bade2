import Shapes
import ViewHierarchy
import Web

/// A row of the tree, and the lists that end behind it.
struct TreeRow: PageModel {
    let view: ViewRow
    /// How far it is indented, as far as the style sheet goes.
    let indent: Int
    /// Where its subviews are, when they are not on this page.
    let lazy: String?
    /// Whether its subviews follow.
    let isParent: Bool
    let isExpanded: Bool
    fileprivate(set) var ends: [ListEnd] = []

    static let members: Members<Self> = [
        "view": .part { $0.view }, "indent": .number { $0.indent }, "lazy": .text { $0.lazy },
        "parent": .flag { $0.isParent }, "expanded": .flag { $0.isExpanded }, "ends": .list { $0.ends },
    ]

    /// The end of a list of subviews.
    struct ListEnd: PageModel {
        /// What is left out of it.
        let more: MoreRows?

        static let members: Members<Self> = ["more": .part { $0.more }]
    }
}

/// A link to rows that are not on the page.
struct MoreRows: PageModel {
    let count: Int
    let indent: Int
    let address: String

    static let members: Members<Self> = [
        "count": .number { $0.count }, "indent": .number { $0.indent }, "address": .text { $0.address },
    ]
}

/// The rows of the tree as the page shows them: nested to a point, the rest behind links that bring it.
struct TreeRows {
    /// Rows of a whole page, beyond which subviews wait behind a link.
    private static let maximumRows = 600
    /// Subviews of one view shown at once.
    private static let maximumSiblings = 300
    /// Views with fewer superviews than this are shown open; UIKit's own containers do not count.
    private static let openDepth = 3
    /// The deepest indent that the style sheet has.
    private static let maximumIndent = 24
    /// Rows below this depth wait behind a link: a row takes three nested elements, and browsers nest only 512.
    private static let maximumPathDepth = 120

    private let state: InspectorState
    private var rows: [TreeRow] = []
    /// Views whose subviews are open because the selected view is below them.
    private var path: Set<Int> = []
    private var budget: Int

    /// One list of siblings that is being written.
    private struct Level {
        var siblings: [Int]
        var next = 0
        var more: MoreRows?
        /// Whether one of the siblings holds more of what is on the screen, so that bars beside it stay closed.
        var hasContent = false
    }

    /// The rows of a whole page, and the roots that it leaves out.
    static func page(_ state: InspectorState) -> (rows: [TreeRow], more: MoreRows?) {
        var rows = TreeRows(state: state, budget: maximumRows)
        if let selected = state.selected, state.tree.depth(of: selected) <= maximumPathDepth {
            rows.path = Set(state.tree.superviews(of: selected))
        }
        let level = rows.level(below: nil, from: 0)
        rows.write(level)
        return (rows.rows, level.more)
    }

    /// The rows below one view, or of the roots, and what follows them.
    static func below(_ view: Int?, after: Int?, _ state: InspectorState) -> (rows: [TreeRow], more: MoreRows?) {
        var rows = TreeRows(state: state, budget: maximumSiblings)
        let level = rows.level(below: view, from: after.map { $0 < Int.max ? $0 + 1 : $0 } ?? 0)
        rows.write(level)
        return (rows.rows, level.more)
    }

    private init(state: InspectorState, budget: Int) {
        self.state = state
        self.budget = budget
    }

    private func level(below view: Int?, from start: Int) -> Level {
        let all = view.map(state.tree.subviews) ?? state.tree.roots
        let first = min(max(start, 0), all.count)
        var siblings = Array(all[first...].prefix(Self.maximumSiblings))
        let last = first + siblings.count - 1
        let rest = all.count - last - 1
        guard rest > 0 else { return Level(siblings: siblings, hasContent: holdContent(all)) }
        if let onPath = all[(last + 1)...].first(where: { path.contains($0) || $0 == state.selected }) {
            siblings.append(onPath)
        }
        let indent = view.map { Self.indent(state.tree.depth(of: $0) + 1) } ?? 0
        let more = MoreRows(count: rest, indent: indent, address: state.rowsAddress(below: view, after: last))
        return Level(siblings: siblings, more: more, hasContent: holdContent(all))
    }

    private mutating func write(_ top: Level) {
        var levels = [top]
        while var level = levels.popLast() {
            guard level.next < level.siblings.count else {
                if !levels.isEmpty, !rows.isEmpty {
                    rows[rows.count - 1].ends.append(TreeRow.ListEnd(more: level.more))
                }
                continue
            }
            let view = level.siblings[level.next]
            level.next += 1
            levels.append(level)
            let hasSubviews = !state.tree.subtree(of: view).dropFirst().isEmpty
            let isOnPath = path.contains(view)
            let isShown = hasSubviews && (isOnPath || (budget > 0 && levels.count <= Self.maximumPathDepth))
            let depth = state.tree.depth(of: view)
            budget -= 1
            rows.append(
                TreeRow(
                    view: ViewRow(view, state),
                    indent: Self.indent(depth),
                    lazy: hasSubviews && !isShown ? state.rowsAddress(below: view) : nil,
                    isParent: isShown,
                    isExpanded: isShown && (isOnPath || beginsOpen(view, beside: level.hasContent))
                )
            )
            if isShown { levels.append(self.level(below: view, from: 0)) }
        }
    }

    /// Whether one of the views holds others and is no bar or private view.
    private func holdContent(_ views: some Sequence<Int>) -> Bool {
        views.contains { view in
            !state.tree.subtree(of: view).dropFirst().isEmpty && !SystemViews.areAside(state.tree.className(of: view))
        }
    }

    /// Whether a row begins open: it is on the way to what is on the screen, not beside it. Elements of test tools lie deep
    /// in elements that hold one other alone, as UIKit's views lie in its containers. The page's script opens alike.
    private func beginsOpen(_ view: Int, beside content: Bool) -> Bool {
        let tree = state.tree
        if content, SystemViews.areAside(tree.className(of: view)) { return false }
        let around = tree.superviews(of: view).lazy.filter { superview in
            let name = tree.className(of: superview)
            let holdsOne = tree.subtree(of: superview + 1).upperBound == tree.subtree(of: superview).upperBound
            return !SystemViews.contains(name) && !(holdsOne && SystemViews.areElements(name))
        }
        return Array(around.prefix(Self.openDepth)).count < Self.openDepth
    }

    private static func indent(_ depth: Int) -> Int { min(depth, maximumIndent) }
}
