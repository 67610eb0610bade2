public import ViewHierarchy

/// Over how much of every view of a tree a tap reaches it, by the rules of ``ViewTree/hitTest(_:)``.
///
/// At each point the hit is the front-most view whose bounds, cut by those of all its superviews, hold the point and
/// that with all its superviews takes touches: in depth-first order, the last such view. So one sweep over those
/// rectangles finds every share. Rotated views are swept as strips; what they can take part in is marked as not exact.
public struct TouchableArea: Sendable {
    private var fractions: [Double?]
    private var ownFractions: [Double?]
    private var exact: [Bool]

    /// Measures all views of a tree.
    public init(_ tree: ViewTree, limits: ExposureLimits = .standard) {
        self.init(TouchScene(tree), limits: limits)
    }

    /// Measures all views of a tree that has been looked at.
    public init(_ scene: TouchScene, limits: ExposureLimits = .standard) {
        self.init(TouchSweep(scene, limits: limits))
    }

    /// Measures all views of a tree whose tops are known.
    public init(_ sweep: TouchSweep) {
        let count = sweep.scene.tree.count
        fractions = Array(repeating: nil, count: count)
        ownFractions = fractions
        exact = Array(repeating: true, count: count)
        measure(sweep)
    }

    /// The part of the view's area, 0 to 1, where a tap reaches the view or one of its subviews.
    ///
    /// - Returns: nil for a view without area, one that is at no finite place, and out of range.
    public func fraction(of index: Int) -> Double? { fractions.indices.contains(index) ? fractions[index] : nil }

    /// The part of the view's area, 0 to 1, where a tap reaches the view itself.
    public func ownFraction(of index: Int) -> Double? {
        ownFractions.indices.contains(index) ? ownFractions[index] : nil
    }

    /// Whether `fraction` is right; false when rotated views had to be approximated, or the views are too tangled for
    /// the limits.
    public func isExact(_ index: Int) -> Bool { exact.indices.contains(index) && exact[index] }

    private mutating func measure(_ sweep: TouchSweep) {
        let (scene, map, limits) = (sweep.scene, sweep.map, sweep.limits)
        let tree = scene.tree
        let areas = map.isComplete ? Self.totals(of: map, in: tree) : Self.estimates(of: map, in: scene, limits)
        for index in tree.indices {
            guard let whole = scene.area(of: index) else { continue }
            fractions[index] = scene.isReachable(index) ? (areas.reached[index] / whole).asShare : 0
            ownFractions[index] = scene.isReachable(index) ? (areas.own[index] / whole).asShare : 0
            exact[index] = map.isComplete || fractions[index] == 0
        }
        markTilted(scene)
    }

    private typealias Areas = (reached: [Double], own: [Double])

    /// What lies on top belongs to its view, and with it to every superview.
    private static func totals(of map: TopmostMap, in tree: ViewTree) -> Areas {
        var own = [Double](repeating: 0, count: tree.count)
        for piece in map.pieces where piece.layer >= 0 { own[Int(piece.layer)] += map.grid.area(of: piece.rect) }
        var reached = own
        for index in tree.indices.reversed() {
            let parent = Int(tree.superviewIndexes[index])
            if parent >= 0 { reached[parent] += reached[index] }
        }
        return (reached, own)
    }

    /// With some of the views left out, what the others leave of each.
    private static func estimates(of map: TopmostMap, in scene: TouchScene, _ limits: ExposureLimits) -> Areas {
        let tree = scene.tree
        var questions: [TopmostMap.Question] = []
        for index in tree.indices {
            let rect = map.grid(scene.rects[index])
            let end = tree.subtree(of: index).upperBound
            questions.append(.init(rect: rect, layer: Int32(truncatingIfNeeded: end - 1)))
            questions.append(.init(rect: rect, layer: Int32(truncatingIfNeeded: index)))
        }
        let answers = map.areas(questions, limits: limits)
        func area(_ number: Int) -> Double { answers[number] ?? map.grid.area(of: questions[number].rect) }
        return (
            reached: tree.indices.map { area($0 * 2) },
            own: tree.indices.map { tree.leavesTouchesBehind($0) ? 0 : area($0 * 2 + 1) }
        )
    }

    /// A view is not exact when it is rotated, or overlaps the surroundings of rotated views in front of it.
    private mutating func markTilted(_ scene: TouchScene) {
        let tree = scene.tree
        // For each view the rectangle around all rotated views from it on.
        var around = [Rect?](repeating: nil, count: tree.count + 1)
        for index in tree.indices.reversed() {
            around[index] = around[index + 1]
            guard scene.isReachable(index), !scene.isUpright(index), !scene.rects[index].isEmpty else { continue }
            around[index] = around[index]?.union(scene.rects[index]) ?? scene.rects[index]
        }
        for index in tree.indices where fractions[index] != 0 {
            let end = tree.subtree(of: index).upperBound
            if !scene.isUpright(index) || around[end]?.intersection(scene.rects[index]) != nil { exact[index] = false }
        }
    }
}
