/// How much of every view of a tree is really seen: the part inside its clipping superviews and its window that no
/// opaque view in front of it covers.
///
/// In front of a view lie its own subviews, later siblings with theirs, and later windows: every view that follows it
/// in depth-first order. What counts as covering is said at `CoverRule` and proven by the dump; rotated views never
/// cover and are themselves taken for the rectangle around them. Time is O((n + pieces) log² n) for n views that cut
/// the window into so many pieces.
public struct VisibleArea: Sendable {
    private let tree: ViewTree
    private var fractions: [Double?]
    private var exact: [Bool]
    private let limits: ExposureLimits

    /// Measures all views of a tree.
    public init(_ tree: ViewTree, limits: ExposureLimits = .standard) {
        self.tree = tree
        self.limits = limits
        fractions = Array(repeating: nil, count: tree.count)
        exact = Array(repeating: true, count: tree.count)
        let scene = VisibleScene(tree)
        for group in scene.windowGroups { measure(group, in: scene) }
    }

    /// The part of the view's window frame that is seen, 0 to 1: 0 for one that is hidden or transparent.
    ///
    /// - Returns: nil for a view without area, one that is at no finite place, and out of range.
    public func fraction(of index: Int) -> Double? { fractions.indices.contains(index) ? fractions[index] : nil }

    /// Whether the fraction is right under the rule. False means that less than that may be seen: the view or a
    /// superview that clips it is rotated, or the views are too tangled for the limits.
    public func isExact(_ index: Int) -> Bool { exact.indices.contains(index) && exact[index] }

    /// What is seen of the view, as disjoint upright rectangles in window coordinates; one sweep over the covers.
    public func rects(of index: Int) -> [Rect] { region(of: index).rects }

    /// The index of the front-most view that by itself covers all that clipping leaves of the view; nil when none does.
    public func coveredBy(of index: Int) -> Int? { region(of: index).coveredBy }

    /// Everything about one view.
    public func region(of index: Int) -> VisibleRegion { VisibleRegion(of: index, in: tree, limits: limits) }

    private mutating func measure(_ roots: [Int], in scene: VisibleScene) {
        var members: [Int] = []
        var rects: [Rect] = []
        var covers: [Int] = []
        for index in roots.lazy.flatMap({ scene.tree.subtree(of: $0) }) {
            guard let frame = scene.frame(of: index) else { continue }
            fractions[index] = 0
            guard let rect = scene.rect(of: index) else { continue }
            fractions[index] = rect.share(of: frame).asShare
            exact[index] = scene.isExact(index)
            if scene.isCover(index) { covers.append(members.count) }
            members.append(index)
            rects.append(rect)
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
            let fraction = ((fractions[index] ?? 0) * (area / whole)).asShare
            fractions[index] = fraction
            exact[index] = fraction == 0 || exact[index] && map.isComplete
        }
    }
}
