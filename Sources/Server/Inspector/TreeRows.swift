import ViewHierarchy

/// The rows of the tree as the page shows them: nested to a point, the rest behind links that bring it.
struct TreeRows {
    /// Rows of a whole page, beyond which subviews wait behind a link.
    static let maximumRows = 600
    /// Subviews of one view shown at once.
    static let maximumSiblings = 300
    /// Views whose depth is less than this are shown open.
    static let openDepth = 4
    /// The deepest indent that the style sheet has.
    static let maximumIndent = 24
    /// Rows below this depth wait behind a link: a row takes three nested elements, and browsers nest only 512.
    static let maximumPathDepth = 120

    private let state: InspectorState
    private var rows: [TemplateModel] = []
    /// Views whose subviews are open because the selected view is below them.
    private var path: Set<Int> = []
    private var budget: Int

    /// One list of siblings that is being written.
    private struct Level {
        var siblings: [Int]
        var next = 0
        var setSize: Int
        var more: TemplateModel = .absent
        /// The position of the first sibling, counted from 0.
        var offset = 0
    }

    /// The rows of a whole page.
    static func page(_ state: InspectorState) -> TemplateModel {
        var rows = TreeRows(state, budget: maximumRows)
        if let selected = state.selected, state.tree.depth(of: selected) <= maximumPathDepth {
            rows.path = Set(state.tree.superviews(of: selected))
        }
        rows.write(Level(siblings: state.tree.roots, setSize: state.tree.roots.count))
        return .list(rows.rows)
    }

    /// The rows below one view, and what follows them.
    static func below(_ view: Int, after: Int?, _ state: InspectorState) -> [String: TemplateModel] {
        var rows = TreeRows(state, budget: maximumSiblings)
        let level = rows.level(below: view, from: after.map { $0 + 1 } ?? 0)
        rows.write(level)
        return ["rows": .list(rows.rows), "more": level.more]
    }

    private init(_ state: InspectorState, budget: Int) {
        self.state = state
        self.budget = budget
    }

    private func level(below view: Int, from start: Int) -> Level {
        let all = state.tree.subviews(of: view)
        let first = min(max(start, 0), all.count)
        var siblings = Array(all[first...].prefix(Self.maximumSiblings))
        let rest = all.count - first - siblings.count
        var more: TemplateModel = .absent
        if rest > 0 {
            let last = first + siblings.count - 1
            if let onPath = all[(last + 1)...].first(where: { path.contains($0) || $0 == state.selected }) {
                siblings.append(onPath)
            }
            more = [
                "indent": .number(Self.indent(state.tree.depth(of: view) + 1)),
                "address": .text(state.rowsAddress(below: view, after: last)),
                "label": .text("\(rest) more"),
            ]
        }
        return Level(siblings: siblings, setSize: all.count, more: more, offset: first)
    }

    private mutating func write(_ top: Level) {
        var levels = [top]
        while var level = levels.popLast() {
            guard level.next < level.siblings.count else {
                if !levels.isEmpty { close(level) }
                continue
            }
            let view = level.siblings[level.next]
            let position = level.offset + level.next + 1
            level.next += 1
            levels.append(level)
            let isParent = !state.tree.subtree(of: view).dropFirst().isEmpty
            let isShown = isParent && (path.contains(view) || (budget > 0 && levels.count <= Self.maximumPathDepth))
            append(view, position: position, of: level.setSize, isParent: isShown, isLazy: isParent && !isShown)
            if isShown { levels.append(self.level(below: view, from: 0)) }
        }
    }

    /// Ends the list of a view's subviews behind its last row.
    private mutating func close(_ level: Level) {
        guard let last = rows.popLast(), case .object(var members) = last else { return }
        var closes: [TemplateModel] = []
        if case .list(let earlier) = members["closes"] { closes = earlier }
        closes.append(.object(["more": level.more, "close": true]))
        members["closes"] = .list(closes)
        rows.append(.object(members))
    }

    private mutating func append(_ view: Int, position: Int, of count: Int, isParent: Bool, isLazy: Bool) {
        budget -= 1
        let tree = state.tree
        let depth = tree.depth(of: view)
        let row = ViewRow(view, state)
        rows.append([
            "id": .number(tree.id(at: view) ?? view), "level": .number(depth + 1), "position": .number(position),
            "count": .number(count), "indent": .number(Self.indent(depth)), "href": .text(row.address),
            "lazy": isLazy ? .text(state.rowsAddress(below: view)) : .absent,
            "selected": .flag(view == state.selected), "dimmed": .flag(!state.geometry.isVisible(view)),
            "icon": .text(row.kind.icon), "class": .text(row.className), "text": .optional(row.text),
            "note": .optional(row.note), "badges": .list(row.badges), "parent": .flag(isParent),
            "expanded": .flag(isParent && (depth < Self.openDepth || path.contains(view))), "closes": .list([]),
        ])
    }

    private static func indent(_ depth: Int) -> Int { min(depth, maximumIndent) }
}
