import Catalog
import Diagnostics
import Locators
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
            let tree = state.tree
            return !tree.subtree(of: view).dropFirst().isEmpty
                && !SystemViews.areAside(tree.classTitle(of: view).readable)
        }
    }

    /// Whether a row begins open: it is on the way to what is on the screen, not beside it. Elements of test tools lie deep
    /// in elements that hold one other alone, as UIKit's views lie in its containers. The page's script opens alike.
    private func beginsOpen(_ view: Int, beside content: Bool) -> Bool {
        let tree = state.tree
        if content, SystemViews.areAside(tree.classTitle(of: view).readable) { return false }
        let around = tree.superviews(of: view).lazy.filter { superview in
            let name = tree.classTitle(of: superview).readable
            let holdsOne = tree.subtree(of: superview + 1).upperBound == tree.subtree(of: superview).upperBound
            return !SystemViews.contains(name) && !(holdsOne && SystemViews.areElements(name))
        }
        return Array(around.prefix(Self.openDepth)).count < Self.openDepth
    }

    private static func indent(_ depth: Int) -> Int { min(depth, maximumIndent) }
}

/// What a line about a view says: icon, class, text, remarks and badges.
struct ViewRow: PageModel {
    /// Longer texts are cut: a line is for recognising, the panel for reading.
    private static let maximumText = 60
    /// How far into a control or a cell its words are looked for.
    private static let maximumInnerViews = 16

    let view: Int
    let state: InspectorState
    let kind: ViewKind
    let name: ClassName
    /// The words on the view.
    let text: String?
    /// What tells it apart when it has no words.
    let note: String?

    var address: String { state.address(selecting: view) }

    static let members: Members<Self> = [
        "id": .number { $0.state.id(of: $0.view) }, "href": .text { $0.address }, "icon": .text { $0.kind.icon },
        "class": .text { $0.name.shown }, "prefix": .text { $0.prefix },
        "shortClass": .text { String($0.name.shown.dropFirst($0.prefix?.count ?? 0)) }, "text": .text { $0.text },
        "title": .text { $0.title },
        "note": .text { $0.note },
        "badges": .list { $0.badges }, "noted": .flag { $0.state.notes[$0.state.id(of: $0.view)] != nil },
        "selected": .flag { $0.view == $0.state.selected },
        "dimmed": .flag { !$0.state.geometry.isVisible($0.view) },
    ]

    init(_ view: Int, _ state: InspectorState) {
        self.view = view
        self.state = state
        let tree = state.tree
        name = tree.classTitle(of: view)
        kind = ViewKind(className: name.readable)
        text = Self.short(tree.text(of: view) ?? tree.label(of: view) ?? Self.innerText(of: view, kind, in: tree))
        note = text == nil ? Self.note(of: view, in: tree) : nil
    }

    /// What the classes of elements all begin with, and Android's packages: a narrow tree leaves it out of sight.
    private var prefix: String? {
        let className = name.shown
        if className.hasPrefix(Self.elementPrefix), className != Self.elementPrefix { return Self.elementPrefix }
        guard className.hasPrefix("android"), let dot = className.lastIndex(of: ".") else { return nil }
        return String(className[...dot])
    }

    /// The whole name and the one that the dump has, where another one is shown.
    private var title: String? {
        guard name.shown != name.raw else { return nil }
        return name.isDemangled ? "\(name.readable)\n\(name.raw)" : name.raw
    }

    private static let elementPrefix = "XCUIElementType"

    /// What is written on a control or a cell, whose words are in a label inside it.
    private static func innerText(of view: Int, _ kind: ViewKind, in tree: ViewTree) -> String? {
        guard kind == .button || kind == .cell else { return nil }
        return tree.subtree(of: view).prefix(maximumInnerViews).lazy.compactMap { tree.text(of: $0) }.first
    }

    /// The first words of a text on one line; nil for none.
    static func short(_ text: String?) -> String? {
        guard let text else { return nil }
        let scalars = String(String.UnicodeScalarView(text.unicodeScalars.prefix(maximumText * 4)))
        let line = scalars.onOneLine(atMost: maximumText)
        return line.isEmpty ? nil : line
    }

    private static func note(of view: Int, in tree: ViewTree) -> String? {
        if let identifier = short(tree.identifier(of: view)) { return identifier }
        if let controller = tree.controller(of: view) { return short(ClassName(controller).shown) }
        if let offset = tree.contentOffset(of: view), offset.x != 0 || offset.y != 0 {
            return "contentOffset \(NumberText.told(offset.x)), \(NumberText.told(offset.y))"
        }
        let transform = tree.transform(of: view)
        guard !transform.isIdentity else { return nil }
        let rotation = transform.rotationInDegrees
        return rotation == 0 ? "transformed" : "rotate \(NumberText.told(rotation.rounded()))°"
    }

    private var badges: [Badge] {
        let tree = state.tree
        let flags = tree.flags(of: view)
        var badges: [Badge] = []
        if flags.contains(.hidden) {
            badges.append(.hidden)
        } else if tree.alpha(of: view) < 0.01 {
            badges.append(.transparent)
        } else if tree.bounds(of: view).isEmpty {
            badges.append(.zero)
        } else if state.geometry.visibleFrame(of: view) == nil {
            badges.append(.clipped)
        }
        if !flags.contains(.userInteractionEnabled), !SystemViews.contains(name.readable), !kind.isUntouchedByDefault {
            badges.append(.untouchable)
        }
        let issues = tree.layoutIssues(of: view)
        if !issues.isEmpty {
            badges.append(.layout(issues.words))
        } else if !tree.diagnostics(of: view).isEmpty || state.hasWarning(state.id(of: view)) {
            badges.append(.findings)
        }
        let id = state.id(of: view)
        if state.notes[id] != nil { badges.append(.note) }
        if state.pinned.contains(id) { badges.append(.pin) }
        return badges
    }

    /// A remark about a view: the name of its icon, and words.
    private struct Badge: PageModel {
        let icon: String
        let label: String

        static let hidden = Badge(icon: "hidden", label: "Hidden")
        static let transparent = Badge(icon: "transparent", label: "Transparent")
        static let zero = Badge(icon: "zero", label: "Without area")
        static let clipped = Badge(icon: "clipped", label: "Clipped away or off screen")
        static let untouchable = Badge(icon: "touch-off", label: "Not touchable")
        static let findings = Badge(icon: "warning", label: "Has findings")
        static let note = Badge(icon: "note", label: "Has a note")
        static let pin = Badge(icon: "pin", label: "Pinned")

        /// What Auto Layout has against the layout.
        static func layout(_ words: String) -> Badge { Badge(icon: "layout-issue", label: words) }

        static let members: Members<Self> = ["badge": .text { $0.icon }, "label": .text { $0.label }]
    }
}

/// The views that a search in the inspector finds; the page's script finds the same.
struct Search: PageModel {
    /// How many are listed.
    private static let maximumResults = 200

    let query: String
    let found: [Int]
    /// What is wrong with the query, and its beginning up to there.
    let fault: (message: String, before: String)?
    let state: InspectorState
    /// What is to be told of a locator that is valid.
    private let notes: [LocatorNote]

    /// Nil where nothing is searched for.
    init?(_ state: InspectorState) {
        let search = ViewSearch(state.query)
        guard !state.query.isEmpty, Locator.typed(state.query) != nil || !search.isEmpty else { return nil }
        self.state = state
        query = state.query
        if let typed = Locator.typed(query) {
            do throws(LocatorError) {
                let answer = try typed.locator.answer(in: state.elements(typed.locator))
                (found, notes, fault) = (answer.views, answer.notes, nil)
            } catch {
                let place = error.offset.map { typed.start + $0 } ?? 0
                let before = String(decoding: query.utf16.prefix(place), as: UTF16.self)
                (found, notes, fault) = ([], [], (error.message, before))
            }
            return
        }
        notes = []
        do throws(ViewSearchError) {
            (found, fault) = (try search.indexes(in: state.tree, state.geometry), nil)
        } catch {
            let before = String(decoding: query.utf16.prefix(error.offset), as: UTF16.self)
            (found, fault) = ([], (error.message, before))
        }
    }

    static let members: Members<Self> = [
        "wanted": .text { String($0.query.prefix(80)) }, "count": .number { $0.found.count },
        "fault": .text { $0.fault?.message }, "notes": .texts { $0.notes.map(\.sentence) },
        "before": .text { search in search.fault.flatMap { $0.before.isEmpty ? nil : String($0.before.suffix(80)) } },
        "isNone": .flag { $0.found.isEmpty && $0.fault == nil }, "isFound": .flag { !$0.found.isEmpty },
        "isOne": .flag { $0.found.count == 1 },
        "listed": .number { $0.found.count > maximumResults ? maximumResults : nil },
        "results": .list { search in search.found.prefix(maximumResults).map { ViewRow($0, search.state) } },
    ]
}

/// The subviews of one view, or the windows, for readers without scripts: a tree's page shows only so many rows.
struct SubviewsPage: Page {
    static let template = "pages/subviews"

    let parent: ViewRow?
    let count: Int
    let rows: [TreeRow]
    let more: MoreRows?

    /// - Parameter after: the place of the last subview that the page before had.
    init(parent: Int?, after: Int?, _ state: InspectorState) {
        self.parent = parent.map { ViewRow($0, state) }
        count = (parent.map(state.tree.subviews) ?? state.tree.roots).count
        (rows, more) = TreeRows.below(parent, after: after, state)
    }

    static let members: Members<Self> = [
        "parentName": .text { $0.parent?.name.shown }, "count": .number { $0.count }, "isOne": .flag { $0.count == 1 },
        "rows": .list { $0.rows }, "more": .part { $0.more },
    ]
}
