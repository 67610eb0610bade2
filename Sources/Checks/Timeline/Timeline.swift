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
        /// The format of the dump, where it was said.
        let format: DumpFormat?
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
    public var isEmpty: Bool { steps.allSatisfy { $0.changes.isEmpty && $0.diff?.isEmpty ?? true } }

    /// Adds a dump behind the others. Who adds them keeps to ``maximumSteps`` and ``maximumViews``.
    ///
    /// - Parameters:
    ///   - geometry: Where the views lie, when it is known already.
    ///   - area: How much of them is seen, when it is known already.
    ///   - format: The format of the dump: what only one of two formats says is not compared.
    public mutating func append(
        _ tree: ViewTree,
        _ geometry: WindowGeometry? = nil,
        _ area: VisibleArea? = nil,
        format: DumpFormat? = nil
    ) {
        let geometry = geometry ?? WindowGeometry(tree)
        let states = ViewVisibility.all(of: tree, geometry, area ?? VisibleArea(tree))
        let outline = TreeOutline(tree)
        guard let last = steps.last else {
            trackCount = Int32(truncatingIfNeeded: tree.count)
            steps = [
                Step(
                    tree: tree,
                    format: format,
                    geometry: geometry,
                    diff: nil,
                    changes: [],
                    states: states,
                    tracks: Array(0..<trackCount)
                )
            ]
            return
        }
        let isOneFormat = last.format == format
        let diff = TreeDiff(from: last.tree, to: tree, tolerance: tolerance, isOneFormat: isOneFormat)
        let (tracks, returned) = follow(diff, from: last.tracks, outline)
        steps.append(
            Step(
                tree: tree,
                format: format,
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

/// One view over all steps of a timeline.
public struct ViewTrack: Sendable {
    /// The view in one step.
    public struct Moment: Sendable {
        /// Which step it is, counted from 0.
        public let step: Int
        /// The view's index in the tree of the step; nil where it is not there.
        public let index: Int?
        /// Its frame in its superview; nil where it is not there, and for one at no finite place.
        public let frame: Rect?
        /// The upright rectangle around it in the window; nil where it is not there, and for one at no finite place.
        public let windowFrame: Rect?
        /// Whether it is seen, or why not; nil where it is not there.
        public let visibility: ViewVisibility?
        /// Its text; nil for none.
        public let text: String?
        /// What became of it since the step before, in the order of ``Timeline/Kind``. Here a view that is hidden along
        /// with its superview is hidden.
        public let kinds: [Timeline.Kind]
        /// What is not the same as in the step before; nil where nothing is, and where it was and is not there.
        public let difference: TreeDiff.Change?
    }

    /// A moment for each step.
    public let moments: [Moment]

    /// The first moment in which the view is there.
    public var first: Moment? { moments.first { $0.index != nil } }

    /// The last moment in which the view is there.
    public var last: Moment? { moments.last { $0.index != nil } }

    /// The steps in which something became of the view, counted from 0.
    public func steps(_ kind: Timeline.Kind) -> [Int] { moments.filter { $0.kinds.contains(kind) }.map(\.step) }

    /// Whether nothing becomes of it from any step to the next.
    public var isEmpty: Bool { moments.allSatisfy(\.kinds.isEmpty) }
}

extension Timeline {
    /// The history of a view of one of the steps; nil when there is no such step or view.
    ///
    /// - Parameters:
    ///   - index: The view's index in the tree of the step.
    ///   - step: Which step, counted from 0.
    public func track(of index: Int, in step: Int) -> ViewTrack? {
        guard steps.indices.contains(step), steps[step].tracks.indices.contains(index) else { return nil }
        let track = steps[step].tracks[index]
        var moments: [ViewTrack.Moment] = []
        var before: Int?
        for (number, step) in steps.enumerated() {
            let index = step.tracks.firstIndex(of: track)
            let change =
                index == nil && before == nil
                ? nil : step.changes.first { $0.before == before && $0.after == index }
            var kinds = change?.kinds ?? []
            if let before, let index, let former = steps[number - 1].visibility(of: before),
                let turn = Self.turn(from: former, to: step.states[index]), !kinds.contains(turn)
            {
                kinds.append(turn)
            }
            let frame = index.map(step.tree.frame)
            moments.append(
                ViewTrack.Moment(
                    step: number,
                    index: index,
                    frame: frame.flatMap { $0.isFinite ? $0 : nil },
                    windowFrame: index.flatMap(step.geometry.windowFrame),
                    visibility: index.flatMap(step.visibility),
                    text: index.flatMap(step.tree.text),
                    kinds: Kind.allCases.filter(kinds.contains),
                    difference: change?.difference
                )
            )
            before = index
        }
        return ViewTrack(moments: moments)
    }
}

extension Timeline.Kind {
    /// The kind as a label: `Added`, `Hidden`.
    public var label: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

extension Timeline.Step {
    /// How many views of each kind there are, and how many constraints differ, in words: `2 added, 1 hidden, 1 constraint
    /// changed`. Where nothing differs it says what that goes for.
    public var summary: String {
        let parts = Timeline.Kind.allCases.compactMap { kind in
            let count = count(kind)
            return count > 0 ? "\(count) \(kind.rawValue)" : nil
        }
        let all = parts + (diff?.otherCounts ?? []).map { "\($0.count) \($0.words)" }
        return all.isEmpty ? diff?.summary ?? "nothing differs" : all.joined(separator: ", ")
    }
}

/// Whether a view is seen on the screen, or why not.
///
/// What covers it counts by the rules of `VisibleArea`: a view is never said to be covered when it is not.
public enum ViewVisibility: String, Sendable, Hashable, CaseIterable {
    /// Something of it is seen.
    case visible
    /// It is hidden.
    case hidden
    /// A superview is hidden.
    case hiddenAbove
    /// It or a superview has no opacity.
    case transparent
    /// Superviews that clip and the window leave nothing of it.
    case outside
    /// Others in front cover all of it.
    case covered
    /// It has no area.
    case empty
    /// It is at no finite place.
    case nowhere

    /// Whether something of it is seen.
    public var isSeen: Bool { self == .visible }

    /// In a few words: `Visible`, `In a hidden view`.
    public var label: String {
        switch self {
        case .visible: "Visible"
        case .hidden: "Hidden"
        case .hiddenAbove: "In a hidden view"
        case .transparent: "Transparent"
        case .outside: "Clipped away or off screen"
        case .covered: "Covered"
        case .empty: "Without area"
        case .nowhere: "At no finite place"
        }
    }

    /// Those of all views of a tree, in its order.
    static func all(of tree: ViewTree, _ geometry: WindowGeometry, _ area: VisibleArea) -> [ViewVisibility] {
        var found: [ViewVisibility] = []
        found.reserveCapacity(tree.count)
        /// Whether each view or one that it is in is hidden.
        var isHidden: [Bool] = []
        isHidden.reserveCapacity(tree.count)
        for index in tree.indices {
            let isHiddenAbove = tree.superview(of: index).map { isHidden[$0] } ?? false
            let isHiddenItself = tree.flags(of: index).contains(.hidden)
            isHidden.append(isHiddenItself || isHiddenAbove)
            let visibility: ViewVisibility =
                if isHiddenItself {
                    .hidden
                } else if isHiddenAbove {
                    .hiddenAbove
                } else if let frame = geometry.windowFrame(of: index) {
                    if frame.isEmpty {
                        .empty
                    } else if geometry.visibleFrame(of: index) == nil {
                        .outside
                    } else if !geometry.isVisible(index) {
                        .transparent
                    } else {
                        area.fraction(of: index) == 0 ? .covered : .visible
                    }
                } else {
                    .nowhere
                }
            found.append(visibility)
        }
        return found
    }
}
