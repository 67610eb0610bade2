/// What is seen of one view.
public struct VisibleRegion: Sendable, Hashable {
    /// The part of the view's window frame that is seen, 0 to 1; nil for a view without area or place.
    public private(set) var fraction: Double?
    /// What is seen, as disjoint upright rectangles in window coordinates, top to bottom.
    public private(set) var rects: [Rect] = []
    /// False when less than that may be seen: the view or a superview that clips it is rotated, or a limit was reached.
    public private(set) var isExact = true
    /// The index of the front-most view that by itself covers all that clipping leaves of the view.
    public private(set) var coveredBy: Int?

    /// Measures one view, by the rules of ``VisibleArea``, looking only at what lies in front of it.
    public init(of index: Int, in tree: ViewTree, limits: ExposureLimits = .standard) {
        guard tree.indices.contains(index) else { return }
        let scene = VisibleScene(tree)
        guard let frame = scene.frame(of: index) else { return }
        fraction = 0
        guard let rect = scene.rect(of: index) else { return }
        let covers = covers(over: rect, in: front(of: index, in: scene), of: scene)
        guard coveredBy == nil else { return }
        isExact = scene.isExact(index)

        let grid = Grid([rect] + covers)
        let sheets = covers.map { Sheet(rect: grid($0), layer: 0) }.filter { !$0.rect.isEmpty }
        let map = TopmostMap(sheets, on: grid, limits: limits)
        let open = map.pieces.filter { $0.layer == Sheet.ground }.map(\.rect)
        let whole = grid.area(of: grid(rect))
        let area = open.reduce(0) { $0 + grid.area(of: $1) }
        fraction = whole > 0 ? (rect.share(of: frame) * (area / whole)).asShare : 0
        isExact = isExact && map.isComplete || open.isEmpty
        describe(GridRect.merged(open), on: grid, atMost: limits.maximumRects)
    }

    /// Ranges of the views in front of a view, itself excluded.
    private func front(of index: Int, in scene: VisibleScene) -> [Range<Int>] {
        let tree = scene.tree
        guard let root = tree.root(of: index) else { return [] }
        let place = tree.toSuperview(of: root)
        let later = tree.roots.filter { $0 > root && tree.toSuperview(of: $0) == place }
        return [index + 1..<tree.subtree(of: root).upperBound] + later.map { tree.subtree(of: $0) }
    }

    /// The covers over a rectangle, cut to it; finds the one that covers all of it.
    private mutating func covers(over rect: Rect, in ranges: [Range<Int>], of scene: VisibleScene) -> [Rect] {
        var covers: [Rect] = []
        for index in ranges.joined() {
            guard let cover = scene.rect(of: index), let common = cover.intersection(rect), !common.isThin,
                scene.isCover(index)
            else { continue }
            covers.append(common)
            if cover.nearlyContains(rect) { coveredBy = index }
        }
        return covers
    }

    private mutating func describe(_ open: [GridRect], on grid: Grid, atMost limit: Int) {
        guard open.count > limit, let first = open.first else {
            rects = open.map { grid.rect($0) }
            return
        }
        rects = [grid.rect(open.reduce(first) { $0.union($1) })]
        isExact = false
    }
}
