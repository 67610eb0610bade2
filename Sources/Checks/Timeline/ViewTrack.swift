public import ViewHierarchy

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
    /// How many views of each kind there are, in words: `2 added, 1 hidden`; `nothing differs`.
    public var summary: String {
        let parts = Timeline.Kind.allCases.compactMap { kind in
            let count = count(kind)
            return count > 0 ? "\(count) \(kind.rawValue)" : nil
        }
        return parts.isEmpty ? "nothing differs" : parts.joined(separator: ", ")
    }
}
