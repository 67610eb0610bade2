import Diagnostics
public import ViewHierarchy

/// Where a tap could reach each view of a tree, as far as the view and its superviews are concerned.
public struct TouchScene: Sendable {
    /// How many rotated superviews of a view are looked at, from the nearest out.
    private static let maximumTilts = 8

    let tree: ViewTree
    let geometry: WindowGeometry
    /// The view's frame inside the bounds of all its superviews; empty when nothing is left.
    private(set) var rects: [Rect]
    /// The nearest rotated view among the view and its superviews; -1 when all are upright.
    private var tilts: [Int32]
    private var states: [State]
    /// The views of which something is left, in tree order.
    private var placed: [Int32] = []

    private struct State: OptionSet {
        let rawValue: UInt8
        /// The view by itself takes touches: not hidden, not transparent, interaction enabled.
        static let open = State(rawValue: 1)
        /// So do all its superviews.
        static let reachable = State(rawValue: 2)
    }

    /// Looks at all views once.
    /// - Parameter geometry: where they lie, where that is known already.
    public init(_ tree: ViewTree, _ geometry: WindowGeometry? = nil) {
        let geometry = geometry ?? WindowGeometry(tree)
        self.tree = tree
        self.geometry = geometry
        rects = Array(repeating: .zero, count: tree.count)
        tilts = Array(repeating: -1, count: tree.count)
        states = Array(repeating: [], count: tree.count)
        for index in tree.indices {
            let parent = Int(tree.superviewIndexes[index])
            let flags = tree.flagSets[index]
            var state: State = []
            if !flags.contains(.hidden), flags.contains(.userInteractionEnabled),
                !(tree.alpha(of: index) < ViewTree.touchableAlpha)
            {
                state.insert(.open)
                if parent < 0 || states[parent].contains(.reachable) { state.insert(.reachable) }
            }
            states[index] = state
            guard let frame = geometry.windowFrame(of: index), let transform = geometry.toWindow(of: index) else {
                continue
            }
            let rect = parent < 0 ? frame : frame.intersection(rects[parent])
            rects[index] = rect?.measurablePart ?? .zero
            if !rects[index].isEmpty { placed.append(Int32(truncatingIfNeeded: index)) }
            let isUpright = transform.keepsUpright
            tilts[index] = isUpright ? parent < 0 ? -1 : tilts[parent] : Int32(truncatingIfNeeded: index)
        }
    }

    /// The first view from an index on of which something is left; nil when there is none.
    func placed(from index: Int) -> Int? {
        let place = placed.firstPlace(past: Int32(truncatingIfNeeded: index - 1))
        return place < placed.endIndex ? Int(placed[place]) : nil
    }

    /// Whether neither the view's own properties nor those of its superviews keep touches away.
    func isReachable(_ index: Int) -> Bool { states[index].contains(.reachable) }

    /// Whether the view's own properties let touches in.
    func isOpen(_ index: Int) -> Bool { states[index].contains(.open) }

    /// Whether the view and all its superviews are the rectangles that their frames are.
    func isUpright(_ index: Int) -> Bool { tilts[index] < 0 }

    /// The area of the view's bounds in its window; nil when it has none that can be measured.
    func area(of index: Int) -> Double? {
        guard let frame = geometry.windowFrame(of: index), frame.measurablePart != nil,
            let transform = geometry.toWindow(of: index)
        else { return nil }
        guard !transform.keepsUpright else { return frame.size.width * frame.size.height }
        let size = tree.bounds(of: index).size
        let area = abs(transform.determinant * size.width * size.height)
        return area > 0 ? area : nil
    }

    /// The part of the view inside all its superviews, as disjoint upright rectangles: one, or for a rotated view so
    /// many strips, each as wide as the view is at the middle of the strip.
    func pieces(of index: Int, strips count: Int) -> [Rect] {
        var pieces: [Rect] = []
        forEachPiece(of: index, strips: count) { pieces.append($0) }
        return pieces
    }

    /// Hands over each of the rectangles.
    ///
    /// - Parameter area: What of the view matters: strips above and below it are left out.
    func forEachPiece(of index: Int, strips count: Int, near area: Rect? = nil, _ body: (Rect) -> Void) {
        let rect = rects[index]
        guard !rect.isEmpty else { return }
        guard !isUpright(index) else { return body(rect) }
        guard let outlines = outlines(of: index) else { return }
        let height = rect.size.height / Double(max(count, 1))
        strips: for number in Self.strips(of: rect, height, max(count, 1), near: area) {
            let top = rect.minY + height * Double(number)
            var left = rect.minX
            var right = rect.maxX
            for outline in outlines {
                guard let chord = outline.chord(at: top + height / 2) else { continue strips }
                left = max(left, chord.left)
                right = min(right, chord.right)
            }
            let strip = Rect(x: left, y: top, width: right - left, height: height)
            if right > left, !strip.isThin { body(strip) }
        }
    }

    /// The numbers of the strips that come near an area, with one to spare on either side.
    private static func strips(of rect: Rect, _ height: Double, _ count: Int, near area: Rect?) -> Range<Int> {
        guard let area, height > 0 else { return 0..<count }
        func number(_ y: Double) -> Int { Int(min(max((y - rect.minY) / height, 0), Double(count))) }
        return max(number(area.minY) - 1, 0)..<min(number(area.maxY) + 2, count)
    }

    /// The rotated views among the view and its superviews; nil when one of them is flat.
    private func outlines(of index: Int) -> [Parallelogram]? {
        var outlines: [Parallelogram] = []
        var next = tilts[index]
        while next >= 0, outlines.count < Self.maximumTilts {
            let view = Int(next)
            guard let transform = geometry.toWindow(of: view),
                let outline = Parallelogram(bounds: tree.bounds(of: view), toWindow: transform)
            else { return nil }
            outlines.append(outline)
            let parent = Int(tree.superviewIndexes[view])
            next = parent < 0 ? -1 : tilts[parent]
        }
        return outlines
    }
}

extension TouchScene {
    /// Into how many strips one rotated view is cut, and all of them together when there are many.
    private static let stripsOfView = 32
    static let stripsOfTree = 65_536

    /// Which view gets the touches where: its layers are the indexes of views. Its grid has the edges of all ``rects``.
    fileprivate func map(_ limits: ExposureLimits) -> TopmostMap {
        let tilted = tree.indices.count { isReachable($0) && !isUpright($0) }
        let strips = min(max(Self.stripsOfTree / max(tilted, 1), 1), Self.stripsOfView)
        var pieces: [(rect: Rect, view: Int)] = []
        // The piece of an upright view is its rectangle.
        var edges = rects.filter { !$0.isThin }
        for index in tree.indices where isReachable(index) && !tree.leavesTouchesBehind(index) {
            let isTilted = !isUpright(index)
            forEachPiece(of: index, strips: strips) {
                pieces.append(($0, index))
                if isTilted { edges.append($0) }
            }
        }
        let grid = Grid(edges)
        let sheets = pieces.map { Sheet(rect: grid($0.rect), layer: Int32(truncatingIfNeeded: $0.view)) }
        return TopmostMap(sheets.filter { !$0.rect.isEmpty }, on: grid, limits: limits)
    }
}

/// Which view gets the touches where, found in one sweep over a tree, for all who ask about its touches.
public final class TouchSweep: Sendable {
    let scene: TouchScene
    let limits: ExposureLimits
    let map: TopmostMap

    /// Sweeps over a tree that has been looked at.
    public init(_ scene: TouchScene, limits: ExposureLimits = .standard) {
        self.scene = scene
        self.limits = limits
        map = scene.map(limits)
    }
}

/// The area of a view in its window.
struct Parallelogram {
    private let toView: Transform
    private let bounds: Rect

    /// Creates the area that the transform makes of the bounds; nil when it is flat.
    init?(bounds: Rect, toWindow: Transform) {
        guard toWindow.determinant != 0 else { return nil }
        toView = toWindow.inverted
        self.bounds = bounds.standardized
        guard toView.isFinite else { return nil }
    }

    /// Where a horizontal line enters and leaves; nil when it passes by.
    func chord(at y: Double) -> (left: Double, right: Double)? {
        // Along the line both coordinates in the view are linear in x.
        var chord = (left: -Double.infinity, right: Double.infinity)
        let start = toView.apply(to: Point(x: 0, y: y))
        guard Self.cut(&chord, from: start.x, slope: toView.a, to: bounds.minX, bounds.maxX),
            Self.cut(&chord, from: start.y, slope: toView.b, to: bounds.minY, bounds.maxY)
        else { return nil }
        return chord
    }

    private static func cut(
        _ chord: inout (left: Double, right: Double),
        from start: Double,
        slope: Double,
        to low: Double,
        _ high: Double
    ) -> Bool {
        guard slope != 0 else { return low <= start && start <= high }
        let (first, second) = ((low - start) / slope, (high - start) / slope)
        chord.left = max(chord.left, min(first, second))
        chord.right = min(chord.right, max(first, second))
        return chord.left < chord.right
    }
}

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
