import Diagnostics
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

/// Where each view of a tree shows at the most, and which of them hide what is behind them.
public struct VisibleScene: Sendable {
    let tree: ViewTree
    let geometry: WindowGeometry
    private let rule: CoverRule
    private var states: [State] = []
    /// The roots in groups that share a coordinate space. A window at another place does not lie where its
    /// coordinates seem to say, so windows of different groups do not cover one another.
    let windowGroups: [[Int]]
    /// The window group of each view, by its place in ``windowGroups``; none where there is one group.
    private var groups: [Int32] = []
    /// The views that show and may hide what is behind them, for all that does not depend on their looks, in tree order.
    private var candidates: [Int32] = []

    private struct State: OptionSet {
        let rawValue: UInt8
        /// The view lies upright in its window.
        static let upright = State(rawValue: 1)
        /// So do all superviews that clip it.
        static let clippedUpright = State(rawValue: 2)
        /// It is opaque as far as flags and alphas tell.
        static let solid = State(rawValue: 4)
        /// All that a cover has to be beside painting its bounds.
        static let covering: State = [.upright, .clippedUpright, .solid]
    }

    /// Looks at all views once.
    /// - Parameter geometry: where they lie, where that is known already.
    public init(_ tree: ViewTree, _ geometry: WindowGeometry? = nil) {
        self.tree = tree
        self.geometry = geometry ?? WindowGeometry(tree)
        rule = CoverRule(tree)
        windowGroups = Self.windowGroups(of: tree)
        if windowGroups.count > 1 {
            groups = Array(repeating: 0, count: tree.count)
            for (number, roots) in windowGroups.enumerated() {
                for root in roots {
                    for index in tree.subtree(of: root) { groups[index] = Int32(truncatingIfNeeded: number) }
                }
            }
        }
        let isPlain = self.geometry.isStraight && self.geometry.range == tree.indices
        if isPlain, !tree.numbers.mayContain(where: { !($0.alpha >= 1) }) {
            lookAtPlainViews()
        } else {
            lookAtAnyViews()
        }
    }

    /// Of views none of which is turned or lets anything through by its alpha, the flags tell everything.
    private mutating func lookAtPlainViews() {
        var states = [State](repeating: [], count: tree.count)
        for index in tree.indices where geometry.isPlaced(index) {
            let isSolid = tree.flagSets[index].contains(.opaque)
            states[index] = isSolid ? .covering : [.upright, .clippedUpright]
            if isSolid, geometry.measurableRect(of: index) != nil {
                candidates.append(Int32(truncatingIfNeeded: index))
            }
        }
        self.states = states
    }

    private mutating func lookAtAnyViews() {
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
            if state.isSuperset(of: .covering), rect(of: index) != nil {
                candidates.append(Int32(truncatingIfNeeded: index))
            }
        }
    }

    /// The bounding rectangle of the view in its window; nil when it has none that can be measured.
    @inline(__always)
    func frame(of index: Int) -> Rect? {
        guard let frame = geometry.windowFrame(of: index), frame.isMeasurable else { return nil }
        return frame
    }

    /// What clipping superviews and the window leave of the frame; nil when that is nothing or the view is not shown.
    @inline(__always)
    func rect(of index: Int) -> Rect? { geometry.measurableRect(of: index) }

    /// Whether the view and its clips are the rectangles that they are taken for.
    func isExact(_ index: Int) -> Bool { states[index].isSuperset(of: [.upright, .clippedUpright]) }

    /// Whether the view hides what is behind its rectangle.
    package func isCover(_ index: Int) -> Bool {
        states[index].isSuperset(of: .covering) && rule.fillsBounds(index)
    }

    /// The views in front of a view that may cover something of it, from the back to the front: those of its own window
    /// and of later ones at the same place.
    func candidates(inFrontOf index: Int) -> some BidirectionalCollection<Int> {
        let group = group(of: index)
        return candidates[candidates.firstPlace(past: Int32(truncatingIfNeeded: index))...].lazy.map(Int.init).filter {
            self.group(of: $0) == group
        }
    }

    /// The front-most view that by itself covers all that clipping leaves of a view, as ``VisibleRegion/coveredBy``.
    package func coveredBy(of index: Int) -> Int? {
        guard frame(of: index) != nil, let rect = rect(of: index) else { return nil }
        return candidates(inFrontOf: index).last { other in
            self.rect(of: other)?.nearlyContains(rect) == true && isCover(other)
        }
    }

    private func group(of index: Int) -> Int32 { groups.isEmpty ? 0 : groups[index] }

    private static func windowGroups(of tree: ViewTree) -> [[Int]] {
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

extension WindowGeometry {
    /// The part of the visible frame that can be measured; nil where there is none or the view is not shown.
    @inline(__always)
    fileprivate func measurableRect(of index: Int) -> Rect? {
        isVisible(index) ? visibleFrame(of: index)?.measurablePart : nil
    }
}

/// Which views hide what is behind them, as far as a dump can prove it.
///
/// `opaque` alone proves nothing: it is YES by default and stays so on a view without any background. A view counts as
/// a cover when all of this is so:
/// - its `opaque` is YES, it is not hidden, itself or through a superview, and its alpha times that of all its
///   superviews is at least 0.999;
/// - it lies upright in its window (quarter turns and scales count) and so does every superview that clips it;
/// - the dump shows that it paints all of its bounds: it names a `backgroundColor` that is known to be opaque, or the
///   class (or `baseClass`) is one that fills its bounds with content of its own when it is opaque;
/// - the dump names no rounded corners, no mask, no layer that draws no background, and the class is not a part of a
///   `UIVisualEffectView`, whose colours are blended.
///
/// Everything else is looked through. So a view is never said to be covered when it is not, but may be said to be seen
/// when it is not: dumps of iOS 12 and earlier name no background colours.
struct CoverRule {
    /// The least product of alphas that counts as opaque.
    static let leastOpacity = 0.999

    /// Web and map views draw on a ground of their own unless `opaque` is NO.
    private static let fillingClasses: Set = ["WKWebView", "UIWebView", "MKMapView"]

    private enum Attribute: String, CaseIterable {
        case backgroundColor, baseClass, cornerRadius, mask, maskView, layer
        case layerCornerRadius = "layer.cornerRadius"
        case layerMask = "layer.mask"
    }

    private let tree: ViewTree
    private var attributes: [Int32: Attribute] = [:]

    /// Looks up the names that matter.
    init(_ tree: ViewTree) {
        self.tree = tree
        for attribute in Attribute.allCases {
            if let number = tree.attributeColumn.number(ofName: attribute.rawValue) { attributes[number] = attribute }
        }
    }

    /// Whether the dump shows that the view paints all of its bounds, given that it is opaque.
    func fillsBounds(_ index: Int) -> Bool {
        let className = tree.className(of: index)
        guard !className.hasPrefix("_UIVisualEffect") else { return false }
        var hasOpaqueBackground: Bool?
        var isFillingClass = Self.fillingClasses.contains(className)
        var isCut = false
        tree.attributeColumn.forEach(of: index) { name, value in
            switch attributes[name] {
            case .backgroundColor: hasOpaqueBackground = ColorText.isOpaque(value)
            case .baseClass:
                if Self.fillingClasses.contains(String(decoding: value, as: UTF8.self)) { isFillingClass = true }
            case .cornerRadius, .layerCornerRadius:
                if Double(String(decoding: value, as: UTF8.self)) != 0 { isCut = true }
            case .mask, .maskView, .layerMask:
                if !Self.nothing.contains(String(decoding: value, as: UTF8.self)) { isCut = true }
            // A transform layer draws its sublayers only (`CATransformLayer`).
            case .layer: if value.starts(with: "<CATransformLayer".utf8) { isCut = true }
            case nil: break
            }
        }
        return !isCut && (hasOpaqueBackground ?? isFillingClass)
    }

    private static let nothing: Set = ["nil", "null", "(null)", "(nil)"]
}
