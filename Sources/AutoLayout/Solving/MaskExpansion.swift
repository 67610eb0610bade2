public import ViewHierarchy

/// What holds a view that no constraints place: its autoresizing mask, or the rule of the list or cell that it is in.
struct MaskExpansion {
    /// A list that is wider or narrower than a row by more than this was drawn at another time than the row.
    private static let staleRow = 64.0

    private let items: LayoutItems
    private let place: Int
    private(set) var rows: [LayoutRow] = []

    /// - Parameter place: The view's place in the unit; of what constraints or a stack place there are no rows.
    init(_ items: LayoutItems, _ place: Int) {
        (self.items, self.place) = (items, place)
        switch items.unit.placements[place] {
        case .mask:
            if let frame = items.unit.systemFrame(place) { keep(frame) } else { followMask() }
        case .row: hold(follows: (true, false))
        case .fixed:
            let isContent = items.unit.roles[place] != .collectionCell
            hold(follows: (isContent, isContent))
        case .unknown: hold(follows: (false, false))
        case .root, .constraints, .stack, .absent: break
        }
    }

    private var unit: LayoutUnit { items.unit }

    private mutating func require(_ expression: LayoutExpression, isHorizontal: Bool) {
        rows.append(
            LayoutRow(
                expression: expression,
                relation: .equal,
                priority: LayoutPriority.required,
                source: .mask(place),
                isHorizontal: isHorizontal
            )
        )
    }

    /// Holds a view where it is in its superview; on an axis that it follows it keeps its distance from both edges.
    private mutating func hold(follows: (width: Bool, height: Bool)) {
        let superview = unit.superviews[place]
        let (own, around) = (items.frame(place), items.frame(superview))
        let old = unit.sizesAround[place]
        var frame = unit.storedFrames[place]
        // A file may leave out the frame of what fills its superview, but for the point of a separator below a row.
        if frame.size == .zero, unit.placements[place] == .fixed {
            let separator = unit.roles[superview] == .tableCell ? 1.0 : 0
            frame.size = Size(width: old.width, height: max(old.height - separator, 0))
        }
        var (dx, dy) = (frame.size.width - old.width, frame.size.height - old.height)
        if unit.placements[place] == .row, abs(dx) > Self.staleRow { dx = 0 }
        if unit.placements[place] == .fixed, abs(dx) > Self.staleRow || old == .zero { (dx, dy) = (0, 0) }
        require(own.x - around.x - frame.origin.x, isHorizontal: true)
        require(own.y - around.y - frame.origin.y, isHorizontal: false)
        require(
            follows.width ? own.width - around.width - dx : own.width - frame.size.width,
            isHorizontal: true
        )
        require(
            follows.height ? own.height - around.height - dy : own.height - frame.size.height,
            isHorizontal: false
        )
    }

    /// Puts a view where iOS does.
    private mutating func keep(_ frame: Rect) {
        let (own, around) = (items.frame(place), items.frame(unit.superviews[place]))
        require(own.x - around.x - frame.origin.x, isHorizontal: true)
        require(own.width - frame.size.width, isHorizontal: true)
        require(own.y - around.y - frame.origin.y, isHorizontal: false)
        require(own.height - frame.size.height, isHorizontal: false)
    }

    /// Springs and struts as equations: every flexible part takes its share of the superview's growth.
    private mutating func followMask() {
        let superview = unit.superviews[place]
        let (own, around) = (items.frame(place), items.frame(superview))
        let (frame, old) = (unit.storedFrames[place], unit.sizesAround[place])
        let isFollowing = unit.tree.flags(of: unit.index(superview)).autoresizesSubviews
        let mask = isFollowing ? unit.tree.autoresizingMask(of: unit.index(place)) : []
        let x = Self.shares(AxisSpan(position: frame.origin.x, length: frame.size.width), mask.horizontal, old.width)
        let y = Self.shares(AxisSpan(position: frame.origin.y, length: frame.size.height), mask.vertical, old.height)
        let (wider, higher) = (around.width - old.width, around.height - old.height)
        require(own.x - around.x - frame.origin.x - wider * x.position, isHorizontal: true)
        require(own.width - frame.size.width - wider * x.length, isHorizontal: true)
        require(own.y - around.y - frame.origin.y - higher * y.position, isHorizontal: false)
        require(own.height - frame.size.height - higher * y.length, isHorizontal: false)
    }

    /// What position and length take of one point more.
    private static func shares(_ span: AxisSpan, _ flexible: AxisFlexibility, _ old: Double) -> AxisSpan {
        let next = Autoresizing().resize(span, flexible, from: old, to: old + 1).span
        return AxisSpan(position: next.position - span.position, length: next.length - span.length)
    }
}

/// Why a view is where it is that its autoresizing mask places.
///
/// Of dumps without constraints no more is known, and not even that where they say no mask or show signs of constraints.
public struct MaskExplanation: Sendable {
    private let tree: ViewTree
    private let signs: ConstraintSigns

    /// Looks at what a tree says of masks, and for signs of constraints.
    public init(_ tree: ViewTree) {
        self.tree = tree
        signs = ConstraintSigns(in: tree)
    }

    /// Explains a view, and how well that is known; nil out of range.
    public func explanation(of index: Int) -> (explanation: LayoutExplanation, certainty: LayoutCertainty)? {
        guard tree.indices.contains(index), let root = tree.root(of: index) else { return nil }
        func made(_ words: String) -> LayoutExplanation {
            LayoutExplanation(view: index, root: root, frame: tree.frame(of: index), words: words)
        }
        guard root != index else {
            var explanation = made("The screen gives it its size.")
            explanation.edges = Self.screenEdges(explanation.frame)
            return (explanation, .masks)
        }
        if signs.arePlacing(index) {
            return (made("Constraints seem to place it, but the dump has none of them."), .none)
        }
        guard tree.says(.autoresizingMask, of: index) || signs.saysMasks else {
            return (made("The dump has neither its mask nor its constraints."), .none)
        }
        var explanation = made(Self.words(of: index, in: tree))
        explanation.edges = Self.edges(of: index, explanation.frame, in: tree)
        return (explanation, .masks)
    }

    /// Which parts of a root its screen holds: all.
    static func screenEdges(_ frame: Rect) -> [LayoutExplanation.Edge] {
        [LayoutExplanation.Part.left, .width, .top, .height].map { part in
            var edge = LayoutExplanation.Edge(part, LayoutExplanation.value(part, of: frame), .decided)
            edge.holds = [.init(kind: .screen, text: "the canvas or the screen", priority: nil, decides: true)]
            return edge
        }
    }

    /// The mask in words: `Its mask places it: width flexible; all else keeps its size.`
    static func words(of index: Int, in tree: ViewTree) -> String {
        if let superview = tree.superview(of: index), !tree.flags(of: superview).contains(.autoresizesSubviews) {
            return "Its superview does not resize its subviews, so it keeps its frame."
        }
        let mask = tree.autoresizingMask(of: index)
        let flexible = parts.filter { mask.contains($0.flag) }.map(\.name)
        guard !flexible.isEmpty else {
            return "Its mask places it: nothing is flexible, so it keeps left, top and size."
        }
        return "Its mask places it: flexible \(flexible.joined(separator: ", ")); the rest is fixed."
    }

    private static let parts: [(flag: AutoresizingMask, part: LayoutExplanation.Part, name: String)] = [
        (.flexibleLeftMargin, .left, "left margin"), (.flexibleRightMargin, .right, "right margin"),
        (.flexibleWidth, .width, "width"), (.flexibleTopMargin, .top, "top margin"),
        (.flexibleBottomMargin, .bottom, "bottom margin"), (.flexibleHeight, .height, "height"),
    ]

    /// Both margins and the length of each axis, flexible or fixed. A mask without a flexible part holds left and top.
    static func edges(of index: Int, _ frame: Rect, in tree: ViewTree) -> [LayoutExplanation.Edge] {
        let resizes = tree.superview(of: index).map { tree.flags(of: $0).contains(.autoresizesSubviews) } ?? true
        let mask = resizes ? tree.autoresizingMask(of: index) : []
        return parts.map { flag, part, name in
            var edge = LayoutExplanation.Edge(part, LayoutExplanation.value(part, of: frame), .decided)
            let axis = part.isHorizontal ? mask.horizontal : mask.vertical
            let isFar = part == .right || part == .bottom
            let isKept = !axis.isEmpty || !isFar
            let text = isKept ? "\(name) is \(mask.contains(flag) ? "flexible" : "fixed")" : ""
            if isKept {
                edge.holds = [.init(kind: .mask, text: text, priority: nil, decides: true)]
            } else {
                edge.follows = part.isHorizontal ? [.left, .width] : [.top, .height]
            }
            return edge
        }
    }
}
