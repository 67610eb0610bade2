/// Where every view of a tree, or of one subtree, lies in its window and how much of it can be seen.
///
/// Window coordinates are those of the root's bounds. One pass over the flat tree makes the whole value.
public struct WindowGeometry: Sendable {
    /// The views that have been placed.
    public let range: Range<Int>
    private var transforms: [Transform]
    private var windowFrames: [Rect]
    private var visibleFrames: [Rect]
    private var states: [State]

    private struct State: OptionSet {
        let rawValue: UInt8

        /// The view has a place in the window: its numbers and those of all its superviews are finite.
        static let placed = State(rawValue: 1)
        /// Something of the view is inside all clipping superviews and the window.
        static let inside = State(rawValue: 2)
        /// Neither the view nor a superview is hidden or transparent.
        static let shown = State(rawValue: 4)
    }

    /// Places the views of a tree.
    ///
    /// - Parameter root: Places only this view and those below it, as if it were the window: its bounds are the
    ///   coordinate space, its own clipping superviews do not count, nor do their `hidden` and `alpha`.
    public init(_ tree: ViewTree, root: Int? = nil) {
        range = root.map(tree.subtree(of:)) ?? tree.indices
        transforms = Array(repeating: .identity, count: range.count)
        windowFrames = Array(repeating: .zero, count: range.count)
        visibleFrames = windowFrames
        states = Array(repeating: [], count: range.count)
        place(tree)
    }

    private mutating func place(_ tree: ViewTree) {
        // What superviews leave of the window for the subviews of each view; an empty rectangle leaves nothing.
        var clips = windowFrames
        for index in range {
            let slot = index - range.lowerBound
            let parent = tree.superviewIndexes[index]
            let parentSlot = parent < range.lowerBound ? nil : Int(parent) - range.lowerBound
            let flags = tree.flagSets[index]
            let superviewState = parentSlot.map { states[$0] } ?? [.placed, .shown]
            var state: State = []
            if superviewState.contains(.shown), !flags.contains(.hidden), !(tree.alpha(of: index) <= 0) {
                state.insert(.shown)
            }
            defer { states[slot] = state }
            guard superviewState.contains(.placed), !flags.contains(.nonFinite) else { continue }

            let transform = parentSlot.map { tree.toSuperview(of: index).then(transforms[$0]) } ?? .identity
            let frame = transform.apply(to: tree.bounds(of: index)).standardized
            guard frame.isFinite, transform.isFinite else { continue }
            state.insert(.placed)
            transforms[slot] = transform
            windowFrames[slot] = frame
            let clip = parentSlot.map { clips[$0] } ?? frame
            let visible = frame.intersection(clip)
            if let visible {
                state.insert(.inside)
                visibleFrames[slot] = visible
            }
            clips[slot] = flags.contains(.clipsToBounds) ? visible ?? .zero : clip
        }
    }

    private func slot(_ index: Int, _ state: State) -> Int? {
        guard range.contains(index) else { return nil }
        let slot = index - range.lowerBound
        return states[slot].isSuperset(of: state) ? slot : nil
    }

    /// The smallest upright rectangle in window coordinates that holds the view's bounds.
    ///
    /// - Returns: nil out of range and for a view that, itself or through a superview, is not at a finite place.
    public func windowFrame(of index: Int) -> Rect? { slot(index, .placed).map { windowFrames[$0] } }

    /// The window frame cut by every clipping superview and by the root's bounds; nil when nothing is left.
    ///
    /// A rotated clipping view cuts by its bounding box, so that the answer is never too small.
    public func visibleFrame(of index: Int) -> Rect? { slot(index, .inside).map { visibleFrames[$0] } }

    /// Whether the view can be seen: false when it or a superview is hidden or has no opacity, or nothing of it is left.
    public func isVisible(_ index: Int) -> Bool { slot(index, [.inside, .shown]) != nil }

    /// From the view's bounds space to the window; nil where there is no window frame.
    public func toWindow(of index: Int) -> Transform? { slot(index, .placed).map { transforms[$0] } }
}
