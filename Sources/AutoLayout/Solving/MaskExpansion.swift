import ViewHierarchy

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
        case .mask: followMask()
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
        // A file may leave out the frame of what fills its superview.
        if frame.size == .zero, unit.placements[place] == .fixed { frame.size = old }
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
