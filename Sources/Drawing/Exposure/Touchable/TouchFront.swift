import ViewHierarchy

/// What of one view's area goes to itself, to its subviews, and to each of the views in front of it.
struct TouchFront {
    private(set) var ownArea = 0.0
    private(set) var subviewArea = 0.0
    /// The views in front that take touches, with the area that they take.
    private(set) var covers: [(view: Int, area: Double)] = []
    /// False when a rotated view takes part or a limit was reached.
    private(set) var isExact: Bool

    /// The views whose areas matter: a view takes touches wherever its bounds are, so that what is below it matters
    /// only when it leaves touches to what lies behind.
    private struct Blocker {
        var view: Int
        /// What is named as the reason: the outermost such view.
        var named: Int
        var isSubview: Bool
    }

    /// - Parameter strips: The part of the view inside its superviews, as disjoint upright rectangles.
    init(of index: Int, in scene: TouchScene, strips: [Rect], stripCount: Int, _ limits: ExposureLimits) {
        isExact = scene.isUpright(index)
        guard !strips.isEmpty else { return }
        let blockers = Self.blockers(of: index, in: scene)
        let tilted = blockers.count { !scene.isUpright($0.view) }
        isExact = isExact && tilted == 0
        let count = min(max(TouchScene.stripsOfTree / max(tilted, 1), 1), stripCount)

        let outline = scene.rects[index]
        // The lowest sheets are the view itself, then come its subviews, then each view in front of it.
        var layers: [Int: Int32] = [:]
        var named: [Int] = []
        var rects: [(rect: Rect, layer: Int32)] = strips.map { ($0, Self.ownLayer) }
        for blocker in blockers {
            var layer = Self.subviewLayer
            if !blocker.isSubview {
                layer = layers[blocker.named] ?? Int32(truncatingIfNeeded: named.count) &+ Self.frontLayer
                if layers.updateValue(layer, forKey: blocker.named) == nil { named.append(blocker.named) }
            }
            scene.forEachPiece(of: blocker.view, strips: count, near: outline) { rects.append(($0, layer)) }
        }
        rects = rects.compactMap { entry in
            entry.rect.intersection(outline).flatMap { $0.isThin ? nil : ($0, entry.layer) }
        }
        let grid = Grid(rects.map(\.rect))
        let sheets = rects.map { Sheet(rect: grid($0.rect), layer: $0.layer) }.filter { !$0.rect.isEmpty }
        let map = TopmostMap(sheets, on: grid, limits: limits)
        isExact = isExact && map.isComplete
        sum(map, inside: strips, named)
    }

    private static let ownLayer: Int32 = 0
    private static let subviewLayer: Int32 = 1
    private static let frontLayer: Int32 = 2

    /// Adds up the pieces. Of a rotated view only what is inside its strips counts.
    private mutating func sum(_ map: TopmostMap, inside strips: [Rect], _ named: [Int]) {
        var areas = [Double](repeating: 0, count: named.count)
        for piece in map.pieces where piece.layer >= Self.ownLayer {
            let rect = map.grid.rect(piece.rect)
            let area =
                strips.count == 1 || piece.layer == Self.ownLayer
                ? map.grid.area(of: piece.rect)
                : strips.reduce(0) { $0 + ($1.intersection(rect).map { $0.size.width * $0.size.height } ?? 0) }
            switch piece.layer {
            case Self.ownLayer: ownArea += area
            case Self.subviewLayer: subviewArea += area
            default: areas[Int(piece.layer - Self.frontLayer)] += area
            }
        }
        for (view, area) in zip(named, areas) where area > 0 { covers.append((view, area)) }
    }

    private static func blockers(of index: Int, in scene: TouchScene) -> [Blocker] {
        let tree = scene.tree
        let outline = scene.rects[index]
        let end = tree.subtree(of: index).upperBound
        var blockers: [Blocker] = []
        var next = index + 1
        // The end of the last view in front that is named for all below it.
        var named = (view: index, end: end)
        // A view of which nothing is left takes no touches, and neither does anything below it.
        while let present = scene.placed(from: next) {
            next = present
            if next >= named.end { named = (next, tree.subtree(of: next).upperBound) }
            // Superviews that both have in common do not matter here: the view is measured as if they let touches in.
            guard scene.isOpen(next), scene.rects[next].intersection(outline) != nil else {
                next = tree.subtree(of: next).upperBound
                continue
            }
            guard !tree.leavesTouchesBehind(next) else {
                next += 1
                continue
            }
            blockers.append(Blocker(view: next, named: named.view, isSubview: next < end))
            next = tree.subtree(of: next).upperBound
        }
        return blockers
    }
}
