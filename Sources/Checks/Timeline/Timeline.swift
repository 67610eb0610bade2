public import Drawing
public import ViewHierarchy

/// Dumps of one app in order, and what became of every view from each of them to the next.
///
/// Neighbours are compared as ``TreeDiff`` does. A view that is the same in both is on one track; one that is gone and comes
/// back is found again by what ``GoneViews`` knows of it. The time grows with the number of views of all steps together.
public struct Timeline: Sendable {
    /// The most steps that one timeline takes.
    public static let maximumSteps = 100
    /// The most views that the trees of one timeline have together.
    public static let maximumViews = 250_000

    /// What becomes of a view from one step to the next.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// It is in this step and not in the one before.
        case added
        /// It was in an earlier step, was gone, and is here again; it is ``added``, too.
        case returned
        /// It was in the step before and is gone.
        case removed
        /// It has another superview.
        case reparented
        /// It lies in another order among its siblings.
        case reordered
        /// The corner of its frame is elsewhere.
        case moved
        /// Its frame has another size.
        case resized
        /// It looks or says something else.
        case changed
        /// It was seen in the step before and is not any more, although it is there.
        case hidden
        /// It was there in the step before without being seen, and is seen now.
        case shown

        init(_ kind: TreeDiff.Kind) {
            switch kind {
            case .added: self = .added
            case .removed: self = .removed
            case .reparented: self = .reparented
            case .reordered: self = .reordered
            case .moved: self = .moved
            case .resized: self = .resized
            case .changed: self = .changed
            }
        }
    }

    /// A view that is not as it was in the step before.
    public struct Change: Sendable, Hashable {
        /// Its place in the merged tree of the step's ``Step/diff``.
        public let node: Int
        /// Its index in the tree of the step before; nil for one that was not there.
        public let before: Int?
        /// Its index in the tree of the step; nil for one that is gone.
        public let after: Int?
        /// What became of it, in the order of ``Kind``. A view that is hidden or shown along with its superview has
        /// neither ``Kind/hidden`` nor ``Kind/shown``.
        public let kinds: [Kind]
        /// What is not the same about it; nil where only more or less of it is seen.
        public let difference: TreeDiff.Change?
    }

    /// One dump.
    public struct Step: Sendable {
        /// Its views.
        public let tree: ViewTree
        /// Where they lie.
        public let geometry: WindowGeometry
        /// What differs from the step before; nil for the first.
        public let diff: TreeDiff?
        /// The views that are not as they were in the step before, in the order of the merged tree.
        public let changes: [Change]
        /// What is seen of each view.
        let states: [ViewVisibility]
        /// The number of each view's track.
        let tracks: [Int32]

        /// How many views something became of.
        public func count(_ kind: Kind) -> Int { changes.count { $0.kinds.contains(kind) } }

        /// Whether a view is seen, or why not; nil out of range.
        public func visibility(of index: Int) -> ViewVisibility? {
            states.indices.contains(index) ? states[index] : nil
        }
    }

    /// Differences of places and sizes up to this count as none, in points.
    public let tolerance: Double
    /// The dumps in order.
    public private(set) var steps: [Step] = []
    private var gone = GoneViews()
    private var trackCount: Int32 = 0

    /// Creates a timeline without steps.
    public init(tolerance: Double = TreeDiff.standardTolerance) { self.tolerance = tolerance }

    /// Creates a timeline of trees.
    public init(_ trees: [ViewTree], tolerance: Double = TreeDiff.standardTolerance) {
        self.init(tolerance: tolerance)
        for tree in trees { append(tree) }
    }

    /// How many views all steps have together.
    public var viewCount: Int { steps.reduce(0) { $0 + $1.tree.count } }

    /// Whether nothing differs from any step to the next.
    public var isEmpty: Bool { steps.allSatisfy(\.changes.isEmpty) }

    /// Adds a dump behind the others. Who adds them keeps to ``maximumSteps`` and ``maximumViews``.
    ///
    /// - Parameters:
    ///   - geometry: Where the views lie, when it is known already.
    ///   - area: How much of them is seen, when it is known already.
    public mutating func append(_ tree: ViewTree, _ geometry: WindowGeometry? = nil, _ area: VisibleArea? = nil) {
        let geometry = geometry ?? WindowGeometry(tree)
        let states = ViewVisibility.all(of: tree, geometry, area ?? VisibleArea(tree))
        let outline = TreeOutline(tree)
        guard let last = steps.last else {
            trackCount = Int32(truncatingIfNeeded: tree.count)
            steps = [
                Step(
                    tree: tree,
                    geometry: geometry,
                    diff: nil,
                    changes: [],
                    states: states,
                    tracks: Array(0..<trackCount)
                )
            ]
            return
        }
        let diff = TreeDiff(from: last.tree, to: tree, tolerance: tolerance)
        let (tracks, returned) = follow(diff, from: last.tracks, outline)
        steps.append(
            Step(
                tree: tree,
                geometry: geometry,
                diff: diff,
                changes: Self.changes(diff, returned, last.states, states),
                states: states,
                tracks: tracks
            )
        )
    }

    // MARK: Tracks

    /// The tracks of the views of a step, and which of its views were gone before.
    private mutating func follow(
        _ diff: TreeDiff,
        from former: [Int32],
        _ outline: TreeOutline
    ) -> (tracks: [Int32], returned: Set<Int>) {
        var tracks = [Int32](repeating: -1, count: diff.new.count)
        var added: [Int] = []
        var removed: [Int] = []
        for node in diff.merged.nodes {
            switch (node.before, node.after) {
            case (let before?, let after?): tracks[after] = former[before]
            case (nil, let after?): added.append(after)
            case (let before?, nil): removed.append(before)
            case (nil, nil): break
            }
        }
        let returned = gone.takeBack(added, in: outline, &tracks) {
            defer { trackCount += 1 }
            return trackCount
        }
        if !removed.isEmpty { gone.add(removed, in: TreeOutline(diff.former), former) }
        return (tracks, returned)
    }

    private static func changes(
        _ diff: TreeDiff,
        _ returned: Set<Int>,
        _ former: [ViewVisibility],
        _ new: [ViewVisibility]
    ) -> [Change] {
        var changes: [Change] = []
        var next = 0
        /// Whether each view of the step came into sight or went out of it.
        var turns = [Kind?](repeating: nil, count: diff.new.count)
        for (place, node) in diff.merged.nodes.enumerated() {
            var difference: TreeDiff.Change?
            if next < diff.changes.count, diff.changes[next].before == node.before,
                diff.changes[next].after == node.after
            {
                difference = diff.changes[next]
                next += 1
            }
            var kinds = (difference?.kinds ?? []).map(Kind.init)
            if let after = node.after {
                if returned.contains(after) { kinds.append(.returned) }
                if let before = node.before {
                    let turn = turn(from: former[before], to: new[after])
                    turns[after] = turn
                    let above = diff.new.superview(of: after).flatMap { turns[$0] }
                    if let turn, turn != above { kinds.append(turn) }
                }
            }
            guard !kinds.isEmpty else { continue }
            changes.append(
                Change(node: place, before: node.before, after: node.after, kinds: kinds, difference: difference)
            )
        }
        return changes
    }

    /// Whether a view that is in two steps came into sight or went out of it.
    static func turn(from former: ViewVisibility, to new: ViewVisibility) -> Kind? {
        former.isSeen == new.isSeen ? nil : new.isSeen ? .shown : .hidden
    }
}
