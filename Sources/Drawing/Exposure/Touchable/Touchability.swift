public import ViewHierarchy

/// Whether a tap can reach one view, over how much of it, and what is in the way.
public struct Touchability: Sendable, Hashable {
    /// How many obstacles of one kind are named at the most.
    static let maximumObstacles = 20
    /// Into how many strips a rotated view is cut, fewer when many rotated views are involved.
    static let stripCount = 64

    /// Whether a tap somewhere reaches the view or one of its subviews.
    public private(set) var isTouchable = false
    /// The part of the view's area, 0 to 1, where a tap reaches the view or one of its subviews; nil for a view without
    /// area or place.
    public private(set) var fraction: Double?
    /// The part of the view's area, 0 to 1, where a tap reaches the view itself; nil for a view without area or place.
    public private(set) var ownFraction: Double?
    /// False when rotated views had to be approximated, or a limit was reached.
    public private(set) var isExact = true
    /// What keeps taps away, the states of the view and its superviews first, then what cuts it off, then what covers
    /// it, the largest first. They are named too where a state alone keeps all taps away.
    public private(set) var obstacles: [TouchObstacle] = []

    /// Measures one view by the rules of ``TouchableArea``.
    public init(of index: Int, in tree: ViewTree, limits: ExposureLimits = .standard) {
        self.init(of: index, in: TouchScene(tree), limits: limits)
    }

    /// Measures one view, looking only at what can lie in front of it.
    public init(of index: Int, in scene: TouchScene, limits: ExposureLimits = .standard) {
        let tree = scene.tree
        guard tree.indices.contains(index) else { return }
        let wording = ObstacleWording(tree: tree, view: index)
        guard scene.geometry.windowFrame(of: index) != nil else {
            obstacles = [wording.notPlaced]
            return
        }
        obstacles = wording.states(atMost: Self.maximumObstacles)
        guard let whole = scene.area(of: index) else {
            obstacles.append(wording.zeroSize)
            return
        }
        if tree.leavesTouchesBehind(index) { obstacles.append(wording.passThrough) }
        let strips = scene.pieces(of: index, strips: Self.stripCount)
        obstacles += wording.cuts(in: scene, whole: whole, left: strips, atMost: Self.maximumObstacles)
        let front = TouchFront(of: index, in: scene, strips: strips, stripCount: Self.stripCount, limits)
        obstacles += front.covers.sorted { $0.area > $1.area }.prefix(Self.maximumObstacles)
            .map { wording.covered(by: $0.view, share: $0.area / whole) }
        let isReachable = scene.isReachable(index)
        let own = tree.leavesTouchesBehind(index) ? 0 : front.ownArea
        fraction = isReachable ? ((own + front.subviewArea) / whole).asShare : 0
        ownFraction = isReachable ? (own / whole).asShare : 0
        isTouchable = fraction.map { $0 > 0 } ?? false
        isExact = !isReachable || strips.isEmpty || front.isExact
    }
}

/// Something that keeps taps from a view, over all of it or over a part.
public struct TouchObstacle: Sendable, Hashable {
    /// What it is that keeps them away.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The view or a superview is hidden.
        case hidden
        /// The alpha of the view or of a superview is less than 0.01.
        case transparent
        /// The view or a superview has `userInteractionEnabled` off.
        case interactionDisabled
        /// The view reaches out of a superview, whose bounds no touch of its subviews can leave.
        case outsideSuperview
        /// The class leaves touches that no subview takes to what lies behind it.
        case passThrough
        /// A view in front takes the touches.
        case covered
        /// The view has no area.
        case zeroSize
        /// The view is at no finite place.
        case notPlaced
    }

    /// What keeps taps away.
    public var kind: Kind
    /// The id of the view that is to blame: the view itself, a superview, or what lies in front.
    public var view: Int
    /// A sentence for people.
    public var message: String

    /// Creates an obstacle.
    init(_ kind: Kind, view: Int, message: String) {
        self.kind = kind
        self.view = view
        self.message = message
    }
}

/// Says what keeps taps from a view.
struct ObstacleWording {
    /// The most characters of a class's name in a sentence.
    private static let longestName = 200

    let tree: ViewTree
    let view: Int

    /// The view is at no finite place.
    var notPlaced: TouchObstacle {
        let culprit = ([view] + tree.superviews(of: view)).first { tree.flags(of: $0).contains(.nonFinite) } ?? view
        return obstacle(
            .notPlaced,
            culprit,
            "\(subject(culprit)) is at an infinite position, so no touch can hit the view."
        )
    }

    /// The view has no area.
    var zeroSize: TouchObstacle {
        obstacle(.zeroSize, view, "The view has no area in the window, so no touch can hit it.")
    }

    /// The view takes no touches itself.
    var passThrough: TouchObstacle {
        let message = "\(name(view)) passes touches that none of its subviews takes to the views behind it."
        return obstacle(.passThrough, view, message)
    }

    /// What the properties of the view and its superviews do, from the view out.
    func states(atMost limit: Int) -> [TouchObstacle] {
        var obstacles: [TouchObstacle] = []
        var next: Int? = view
        while let index = next, obstacles.count < limit {
            obstacles += ViewTree.TouchState.allCases.compactMap { state in
                tree.closes(index, by: state) ? closed(index, by: state) : nil
            }
            next = tree.superview(of: index)
        }
        return obstacles
    }

    /// A property of the view or of a superview keeps touches away.
    func closed(_ index: Int, by state: ViewTree.TouchState) -> TouchObstacle {
        switch state {
        case .hidden: obstacle(.hidden, index, "\(subject(index)) is hidden.")
        case .transparent:
            obstacle(
                .transparent,
                index,
                "\(subject(index)) has alpha \(tree.alpha(of: index)); below 0.01, a view takes no touches."
            )
        case .disabled:
            obstacle(.interactionDisabled, index, "\(subject(index)) has userInteractionEnabled = NO.")
        }
    }

    /// The superviews that the view reaches out of, from the nearest out.
    ///
    /// - Parameter whole: The view's area.
    /// - Parameter left: What the superviews leave of it, all together.
    func cuts(in scene: TouchScene, whole: Double, left: [Rect], atMost limit: Int) -> [TouchObstacle] {
        guard scene.isUpright(view) else { return roughCut(in: scene, whole: whole, left: left) }
        var obstacles: [TouchObstacle] = []
        var rest = scene.geometry.windowFrame(of: view)
        var next = tree.superview(of: view)
        while let index = next, let frame = rest, obstacles.count < limit {
            let inside = scene.geometry.windowFrame(of: index).flatMap { frame.intersection($0) }
            let lost = frame.size.width * frame.size.height - (inside.map { $0.size.width * $0.size.height } ?? 0)
            if lost > Axis.tolerance * whole { obstacles.append(outside(index, share: lost / whole)) }
            rest = inside
            next = tree.superview(of: index)
        }
        return obstacles
    }

    /// With rotated views only the sum is known. The first superview whose surroundings the view leaves is named.
    private func roughCut(in scene: TouchScene, whole: Double, left: [Rect]) -> [TouchObstacle] {
        let superviews = tree.superviews(of: view)
        let lost = 1 - left.reduce(0) { $0 + $1.size.width * $1.size.height } / whole
        guard lost > Self.roughness, let frame = scene.geometry.windowFrame(of: view), let nearest = superviews.first
        else { return [] }
        let culprit = superviews.first { scene.geometry.windowFrame(of: $0)?.nearlyContains(frame) == false }
        return [outside(culprit ?? nearest, share: lost)]
    }

    /// Strips are not exact: less than this share may be nothing.
    private static let roughness = 0.01

    private func outside(_ index: Int, share: Double) -> TouchObstacle {
        obstacle(
            .outsideSuperview,
            index,
            "\(amount(share)) is outside the bounds of \(relation(index)) \(name(index)), where no touch reaches it."
        )
    }

    /// A view in front takes the touches.
    func covered(by index: Int, share: Double) -> TouchObstacle {
        obstacle(.covered, index, "\(name(index)) in front of the view takes the touches on \(amount(share)).")
    }

    private func obstacle(_ kind: TouchObstacle.Kind, _ index: Int, _ message: String) -> TouchObstacle {
        TouchObstacle(
            kind,
            view: tree.id(at: index) ?? index,
            message: message.prefix(1).uppercased() + message.dropFirst()
        )
    }

    /// The class may be as long as the dump; a sentence is told for every view.
    private func name(_ index: Int) -> String {
        let className = tree.className(of: index)
        let shown = String(className.prefix(Self.longestName))
        return "\(shown)\(shown.utf8.count < className.utf8.count ? "…" : "") (id \(tree.id(at: index) ?? index))"
    }

    private func subject(_ index: Int) -> String {
        index == view ? "The view" : "\(relation(index)) \(name(index))"
    }

    private func relation(_ index: Int) -> String {
        tree.superview(of: view) == index ? "its superview" : "its ancestor"
    }

    /// `all of it`, `35 % of it`.
    private func amount(_ share: Double) -> String {
        let percent = share * 100
        if percent >= 99.9999 { return "all of it" }
        if percent < 1 { return "less than 1 % of it" }
        if percent > 99 { return "more than 99 % of it" }
        return "\(Int(exactly: percent.rounded()) ?? 0) % of it"
    }
}

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
