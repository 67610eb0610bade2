public import ViewHierarchy

/// What keeps taps from views, for those who ask about many of one tree: the same as ``Touchability/obstacles``, found
/// with one sweep over the tree for all of them. It counts what it looks at, so each is for one thread.
public final class TouchObstacles {
    /// What becomes of an obstacle in a search.
    public enum Judgement: Sendable {
        /// It is the one.
        case take
        /// Another one may be.
        case pass
        /// None is.
        case stop

        /// What a search comes to by it; nil where it goes on.
        fileprivate func answer(_ obstacle: @autoclosure () -> TouchObstacle) -> Answer? {
            switch self {
            case .take: .obstacle(obstacle())
            case .stop: .nothing
            case .pass: nil
            }
        }
    }

    /// What a search comes to.
    public enum Answer: Sendable, Hashable {
        /// The obstacle that was taken.
        case obstacle(TouchObstacle)
        /// There is none that was taken.
        case nothing
        /// All searches together took too long.
        case unknown
    }

    /// How many views are looked at for those around which views are rotated or too tangled, and how many nodes and
    /// superviews for all others.
    private static let maximumLooks = 2_000_000
    private static let maximumSteps = 20_000_000

    private let tree: ViewTree
    private let scene: TouchScene
    private let limits: ExposureLimits
    private let ancestors: AncestorJumps
    /// The nearest view, itself included, whose own properties keep touches away; -1 where none does.
    private var closers: [Int32]
    private lazy var cover = TouchCover(sweep ?? TouchSweep(scene, limits: limits), ancestors)
    /// What is known of the tops already.
    private let sweep: TouchSweep?
    private var remainingLooks: Int
    private var remainingSteps = TouchObstacles.maximumSteps

    /// Looks at a tree.
    public convenience init(_ tree: ViewTree, limits: ExposureLimits = .standard) {
        self.init(TouchScene(tree), nil, limits)
    }

    /// Looks at a tree whose tops are known.
    public convenience init(_ sweep: TouchSweep) { self.init(sweep.scene, sweep, sweep.limits) }

    private init(_ scene: TouchScene, _ sweep: TouchSweep?, _ limits: ExposureLimits) {
        let tree = scene.tree
        self.tree = tree
        self.limits = limits
        self.scene = scene
        self.sweep = sweep
        ancestors = AncestorJumps(tree)
        remainingLooks = max(Self.maximumLooks, tree.count)
        closers = Array(repeating: -1, count: tree.count)
        for index in tree.indices {
            let parent = Int(tree.superviewIndexes[index])
            closers[index] = !scene.isOpen(index) ? Int32(truncatingIfNeeded: index) : parent < 0 ? -1 : closers[parent]
        }
    }

    /// The first obstacle of a view that is taken, in the order of ``Touchability/obstacles``.
    ///
    /// - Parameters:
    ///   - skipsCuts: Leaves out what cuts the view off, which asks all superviews.
    ///   - judge: Is told the kind of each obstacle and the index of the view that is to blame.
    public func first(
        of index: Int,
        skipsCuts: Bool = false,
        where judge: (TouchObstacle.Kind, Int) -> Judgement
    ) -> Answer {
        guard tree.indices.contains(index) else { return .nothing }
        func wording() -> ObstacleWording { ObstacleWording(tree: tree, view: index) }
        guard scene.geometry.windowFrame(of: index) != nil else {
            let obstacle = wording().notPlaced
            return judge(obstacle.kind, tree.index(ofID: obstacle.view) ?? index).answer(obstacle) ?? .nothing
        }
        if let answer = closer(of: index, judge) { return answer }
        guard let whole = scene.area(of: index) else {
            return judge(.zeroSize, index).answer(wording().zeroSize) ?? .nothing
        }
        if tree.leavesTouchesBehind(index), let answer = judge(.passThrough, index).answer(wording().passThrough) {
            return answer
        }
        if !skipsCuts {
            remainingSteps -= tree.depth(of: index)
            guard remainingSteps > 0 else { return .unknown }
            let strips = scene.pieces(of: index, strips: Touchability.stripCount)
            let cuts = wording().cuts(in: scene, whole: whole, left: strips, atMost: Touchability.maximumObstacles)
            for cut in cuts {
                if let answer = judge(cut.kind, tree.index(ofID: cut.view) ?? index).answer(cut) { return answer }
            }
        }
        guard let covers = covers(of: index) else { return .unknown }
        for (view, area) in covers.sorted(by: { $0.area > $1.area }).prefix(Touchability.maximumObstacles) {
            let judgement = judge(.covered, view)
            if let answer = judgement.answer(wording().covered(by: view, share: area / whole)) { return answer }
        }
        return .nothing
    }

    /// What the properties of the view and its superviews do, from the view out; nil where nothing is decided by that.
    private func closer(
        of index: Int,
        _ judge: (TouchObstacle.Kind, Int) -> Judgement
    ) -> Answer? {
        var next = Int(closers[index])
        var count = 0
        while next >= 0, count < Touchability.maximumObstacles {
            for state in ViewTree.TouchState.allCases where tree.closes(next, by: state) {
                count += 1
                let judgement = judge(state.kind, next)
                if let answer = judgement.answer(ObstacleWording(tree: tree, view: index).closed(next, by: state)) {
                    return answer
                }
            }
            next = tree.superview(of: next).map { Int(closers[$0]) } ?? -1
        }
        return nil
    }

    /// The views in front that take touches, with the area that they take; nil where that takes too long.
    private func covers(of index: Int) -> [(view: Int, area: Double)]? {
        if closers[index] < 0, scene.isUpright(index) {
            if let found = cover.areas(over: index, steps: &remainingSteps) { return found }
            guard remainingSteps > 0 else { return nil }
        }
        // Where views are rotated, each is cut into as many strips as there is time for.
        remainingLooks -= tree.count
        guard remainingLooks >= 0 else { return nil }
        let strips = scene.pieces(of: index, strips: Touchability.stripCount)
        return TouchFront(of: index, in: scene, strips: strips, stripCount: Touchability.stripCount, limits).covers
    }
}

/// Which views take the touches over others, looked up in the pieces of one sweep.
private final class TouchCover {
    private let scene: TouchScene
    private let ancestors: AncestorJumps
    private let map: TopmostMap
    private let pieces: RectTree

    init(_ sweep: TouchSweep, _ ancestors: AncestorJumps) {
        (scene, map) = (sweep.scene, sweep.map)
        self.ancestors = ancestors
        pieces = RectTree(map.pieces.map(\.rect))
    }

    /// The area of each view in front of an upright one, by the outermost views that do not hold both; nil where
    /// rotated views take part, or the pieces do not tell.
    func areas(over index: Int, steps: inout Int) -> [(view: Int, area: Double)]? {
        guard map.isComplete else { return nil }
        let end = scene.tree.subtree(of: index).upperBound
        let outline = scene.rects[index]
        guard !outline.isEmpty else { return [] }
        let rect = map.grid(outline)
        var areas: [Int: Double] = [:]
        var isUpright = true
        let isDone = pieces.forEach(overlapping: rect, steps: &steps) { number in
            let piece = map.pieces[number]
            let view = Int(piece.layer)
            guard view >= end else { return true }
            isUpright = scene.isUpright(view)
            areas[ancestors.outermost(from: view, notHolding: index), default: 0] += map.grid.area(
                of: piece.rect.intersection(rect)
            )
            return isUpright
        }
        guard isDone, isUpright else { return nil }
        return areas.sorted { $0.key < $1.key }.map { (view: $0.key, area: $0.value) }
    }
}

/// Finds superviews far above a view in few steps.
private struct AncestorJumps: Sendable {
    private let tree: ViewTree
    /// A superview of each view, the farther away the deeper the view is; its own index for roots.
    private var jumps: [Int32]

    init(_ tree: ViewTree) {
        self.tree = tree
        jumps = []
        jumps.reserveCapacity(tree.count)
        for index in tree.indices {
            guard let parent = tree.superview(of: index) else {
                jumps.append(Int32(truncatingIfNeeded: index))
                continue
            }
            // Two jumps of the same length become one (Myers, “An applicative random-access stack”).
            let first = Int(jumps[parent])
            let second = Int(jumps[first])
            let isPair =
                tree.depth(of: parent) - tree.depth(of: first) == tree.depth(of: first) - tree.depth(of: second)
            jumps.append(Int32(truncatingIfNeeded: isPair ? second : parent))
        }
    }

    /// The outermost view that holds a view, itself included, and does not hold another one.
    func outermost(from view: Int, notHolding other: Int) -> Int {
        var view = view
        while let parent = tree.superview(of: view), !tree.subtree(of: parent).contains(other) {
            let jump = Int(jumps[view])
            view = tree.subtree(of: jump).contains(other) ? parent : jump
        }
        return view
    }
}

extension ViewTree {
    /// What of a view's own properties keeps touches from it and from all in it.
    enum TouchState: CaseIterable {
        case hidden, transparent, disabled

        var kind: TouchObstacle.Kind {
            switch self {
            case .hidden: .hidden
            case .transparent: .transparent
            case .disabled: .interactionDisabled
            }
        }
    }

    /// Whether a property of a view keeps touches away.
    func closes(_ index: Int, by state: TouchState) -> Bool {
        switch state {
        case .hidden: flags(of: index).contains(.hidden)
        case .transparent: alpha(of: index) < Self.touchableAlpha
        case .disabled: !flags(of: index).contains(.userInteractionEnabled)
        }
    }
}
