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
        let covers = covers(over: rect, in: scene.front(of: index), of: scene)
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

/// Where each view of a tree shows at the most, and which of them hide what is behind them.
package struct VisibleScene {
    let tree: ViewTree
    let geometry: WindowGeometry
    private let rule: CoverRule
    private var states: [State]

    private struct State: OptionSet {
        let rawValue: UInt8
        /// The view lies upright in its window.
        static let upright = State(rawValue: 1)
        /// So do all superviews that clip it.
        static let clippedUpright = State(rawValue: 2)
        /// It is opaque as far as flags and alphas tell.
        static let solid = State(rawValue: 4)
    }

    package init(_ tree: ViewTree) {
        self.tree = tree
        geometry = WindowGeometry(tree)
        rule = CoverRule(tree)
        states = Array(repeating: [], count: tree.count)
        var opacities = [Double](repeating: 1, count: tree.count)
        for index in tree.indices {
            let parent = Int(tree.superviewIndexes[index])
            let alpha = tree.alpha(of: index)
            opacities[index] = (parent < 0 ? 1 : opacities[parent]) * (alpha < 1 ? alpha : alpha.isNaN ? 0 : 1)
            guard let transform = geometry.toWindow(of: index) else { continue }
            var state: State = transform.keepsUpright ? .upright : []
            if parent < 0 {
                state.insert(.clippedUpright)
            } else if states[parent].contains(.clippedUpright),
                states[parent].contains(.upright) || !tree.flagSets[parent].contains(.clipsToBounds)
            {
                state.insert(.clippedUpright)
            }
            if tree.flagSets[index].contains(.opaque), opacities[index] >= CoverRule.leastOpacity {
                state.insert(.solid)
            }
            states[index] = state
        }
    }

    /// The bounding rectangle of the view in its window; nil when it has none that can be measured.
    func frame(of index: Int) -> Rect? {
        guard let frame = geometry.windowFrame(of: index), frame.measurablePart != nil else { return nil }
        return frame
    }

    /// What clipping superviews and the window leave of the frame; nil when that is nothing or the view is not shown.
    func rect(of index: Int) -> Rect? {
        geometry.isVisible(index) ? geometry.visibleFrame(of: index)?.measurablePart : nil
    }

    /// Whether the view and its clips are the rectangles that they are taken for.
    func isExact(_ index: Int) -> Bool { states[index].isSuperset(of: [.upright, .clippedUpright]) }

    /// Whether the view hides what is behind its rectangle.
    package func isCover(_ index: Int) -> Bool {
        states[index].isSuperset(of: [.upright, .clippedUpright, .solid]) && rule.fillsBounds(index)
    }

    /// Ranges of the views in front of a view, itself excluded.
    func front(of index: Int) -> [Range<Int>] {
        guard let root = tree.root(of: index) else { return [] }
        let place = tree.toSuperview(of: root)
        let later = tree.roots.filter { $0 > root && tree.toSuperview(of: $0) == place }
        return [index + 1..<tree.subtree(of: root).upperBound] + later.map { tree.subtree(of: $0) }
    }

    /// The front-most view that by itself covers all that clipping leaves of a view, as ``VisibleRegion/coveredBy``.
    package func coveredBy(of index: Int) -> Int? {
        guard frame(of: index) != nil, let rect = rect(of: index) else { return nil }
        for range in front(of: index).reversed() {
            for other in range.reversed() {
                if let cover = self.rect(of: other), cover.nearlyContains(rect), isCover(other) { return other }
            }
        }
        return nil
    }

    /// The roots in groups that share a coordinate space. A window at another place does not lie where its
    /// coordinates seem to say, so windows of different groups do not cover one another.
    var windowGroups: [[Int]] {
        var groups: [[Int]] = []
        var numbers: [Transform: Int] = [:]
        for root in tree.roots {
            let place = tree.toSuperview(of: root)
            if let number = numbers[place] {
                groups[number].append(root)
            } else {
                numbers[place] = groups.count
                groups.append([root])
            }
        }
        return groups
    }
}
