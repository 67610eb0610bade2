public import ViewHierarchy

/// How much of every view of a tree is really seen: the part inside its clipping superviews and its window that no
/// opaque view in front of it covers.
///
/// In front of a view lie its own subviews, later siblings with theirs, and later windows: every view that follows it
/// in depth-first order. What counts as covering is said at `CoverRule` and proven by the dump; rotated views never
/// cover and are themselves taken for the rectangle around them. Time is O((n + pieces) log² n) for n views that cut
/// the window into so many pieces.
public struct VisibleArea: Sendable {
    private let scene: VisibleScene
    /// Not a number for views without area or place.
    private var fractions: [Double]
    private var exact: [Bool]
    private let limits: ExposureLimits

    /// Measures all views of a tree.
    public init(_ tree: ViewTree, limits: ExposureLimits = .standard) {
        self.init(VisibleScene(tree), limits: limits)
    }

    /// Measures all views of a tree that has been looked at.
    public init(_ scene: VisibleScene, limits: ExposureLimits = .standard) {
        self.scene = scene
        self.limits = limits
        fractions = Array(repeating: .nan, count: scene.tree.count)
        exact = Array(repeating: true, count: scene.tree.count)
        for group in scene.windowGroups { measure(group) }
    }

    /// The part of the view's window frame that is seen, 0 to 1: 0 for one that is hidden or transparent.
    ///
    /// - Returns: nil for a view without area, one that is at no finite place, and out of range.
    public func fraction(of index: Int) -> Double? {
        guard fractions.indices.contains(index), !fractions[index].isNaN else { return nil }
        return fractions[index]
    }

    /// Whether the fraction is right under the rule. False means that less than that may be seen: the view or a
    /// superview that clips it is rotated, or the views are too tangled for the limits.
    public func isExact(_ index: Int) -> Bool { exact.indices.contains(index) && exact[index] }

    /// What is seen of the view, as disjoint upright rectangles in window coordinates; one sweep over the covers.
    public func rects(of index: Int) -> [Rect] { region(of: index).rects }

    /// The index of the front-most view that by itself covers all that clipping leaves of the view; nil when none does.
    public func coveredBy(of index: Int) -> Int? { region(of: index).coveredBy }

    /// Everything about one view.
    public func region(of index: Int) -> VisibleRegion { VisibleRegion(of: index, in: scene, limits: limits) }

    private mutating func measure(_ roots: [Int]) {
        var members: [Int] = []
        var rects: [Rect] = []
        var covers: [Int] = []
        for root in roots {
            for index in scene.tree.subtree(of: root) {
                guard let frame = scene.frame(of: index) else { continue }
                fractions[index] = 0
                guard let rect = scene.rect(of: index) else { continue }
                fractions[index] = rect.share(of: frame).asShare
                exact[index] = scene.isExact(index)
                if scene.isCover(index) { covers.append(members.count) }
                members.append(index)
                rects.append(rect)
            }
        }
        guard !covers.isEmpty else { return }

        let grid = Grid(rects)
        let places = rects.map { grid($0) }
        let sheets = covers.compactMap { member -> Sheet? in
            let place = places[member]
            return place.isEmpty ? nil : Sheet(rect: place, layer: Int32(truncatingIfNeeded: member))
        }
        let map = TopmostMap(sheets, on: grid, limits: limits)
        var seen = [Double?](repeating: nil, count: members.count)
        if map.isComplete {
            // A cover is seen where it lies on top; the pieces say that at once.
            for member in covers { seen[member] = 0 }
            for piece in map.pieces where piece.layer >= 0 {
                let member = Int(piece.layer)
                seen[member] = (seen[member] ?? 0) + grid.area(of: piece.rect)
            }
        }
        let asked = members.indices.filter { seen[$0] == nil }
        let questions = asked.map {
            TopmostMap.Question(rect: places[$0], layer: Int32(truncatingIfNeeded: $0))
        }
        for (member, answer) in zip(asked, map.areas(questions, limits: limits)) { seen[member] = answer }
        for (member, index) in members.enumerated() {
            let whole = grid.area(of: places[member])
            guard let area = seen[member], whole > 0 else {
                exact[index] = false
                continue
            }
            let fraction = (fractions[index] * (area / whole)).asShare
            fractions[index] = fraction
            exact[index] = fraction == 0 || exact[index] && map.isComplete
        }
    }
}

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

    /// Measures one view, by the rules of ``VisibleArea``.
    public init(of index: Int, in tree: ViewTree, limits: ExposureLimits = .standard) {
        self.init(of: index, in: VisibleScene(tree), limits: limits)
    }

    /// Measures one view, looking only at what lies in front of it.
    public init(of index: Int, in scene: VisibleScene, limits: ExposureLimits = .standard) {
        guard scene.tree.indices.contains(index), let frame = scene.frame(of: index) else { return }
        fraction = 0
        guard let rect = scene.rect(of: index) else { return }
        let covers = covers(over: rect, of: index, in: scene)
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

    /// The covers over a rectangle, cut to it; finds the one that covers all of it.
    private mutating func covers(over rect: Rect, of view: Int, in scene: VisibleScene) -> [Rect] {
        var covers: [Rect] = []
        for index in scene.candidates(inFrontOf: view) {
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
