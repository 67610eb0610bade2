/// Where every view of a tree, or of one subtree, lies in its window and how much of it can be seen.
///
/// Window coordinates are those of the root's bounds. One pass over the flat tree makes the whole value.
public struct WindowGeometry: Sendable {
    /// The views that have been placed.
    public let range: Range<Int>
    private let ways: WindowWays
    @usableFromInline let frames: [Rect]
    @usableFromInline let states: [State]
    /// The number of the clip that holds for the subviews of each view.
    @usableFromInline let clipNumbers: [Int32]
    @usableFromInline let clips: [Clip]

    /// Asked once or more for each view by loops of other modules.
    @usableFromInline struct State: OptionSet, Sendable {
        @usableFromInline let rawValue: UInt8

        @inlinable init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The view has a place in the window: its numbers and those of all its superviews are finite.
        @inlinable static var placed: State { State(rawValue: 1) }
        /// Something of the view is inside all clipping superviews and the window.
        @inlinable static var inside: State { State(rawValue: 2) }
        /// Neither the view nor a superview is hidden or transparent.
        @inlinable static var shown: State { State(rawValue: 4) }
        /// The clip of its subviews is its own.
        @inlinable static var clips: State { State(rawValue: 8) }
        /// The dump says where in its superview the view is. One that it says nothing of is passed through.
        @inlinable static var known: State { State(rawValue: 16) }
    }

    /// What superviews leave of the window, in its coordinates. Few views clip, so that one is kept for each that does,
    /// and no visible frame for each view.
    @usableFromInline struct Clip: Sendable {
        /// Empty where nothing is left.
        @usableFromInline var rect: Rect
        /// The number of the clip that holds for the view that clips.
        @usableFromInline var outer: Int32
    }

    /// Places the views of a tree.
    ///
    /// - Parameter root: Places only this view and those below it, as if it were the window: its bounds are the
    ///   coordinate space, its own clipping superviews do not count, nor do their `hidden` and `alpha`.
    public init(_ tree: ViewTree, root: Int? = nil) {
        let range = root.map(tree.subtree(of:)) ?? tree.indices
        if tree.geometries.mayContain(where: { !$0.transform.isIdentity }) {
            self.init(range, of: tree, by: Transform.self)
        } else {
            self.init(range, of: tree, by: Translation.self)
        }
    }

    /// Places the views of a range, superviews first.
    private init<Way: WindowWay>(_ range: Range<Int>, of tree: ViewTree, by _: Way.Type) {
        var ways = [Way](repeating: .identity, count: range.count)
        var frames = [Rect](repeating: .zero, count: range.count)
        var states = [State](repeating: [], count: range.count)
        var clipNumbers = [Int32](repeating: 0, count: range.count)
        var clips: [Clip] = []
        let superviews = tree.superviewIndexes.span
        let flagSets = tree.flagSets.span
        let said = tree.saidColumn.span
        for index in range {
            let slot = index - range.lowerBound
            let superview = Int(superviews[index])
            let isTop = superview < range.lowerBound
            let superviewSlot = isTop ? slot : superview - range.lowerBound
            let flags = flagSets[index]
            let superviewState: State = isTop ? [.placed, .shown] : states[superviewSlot]
            var state: State = []
            if superviewState.contains(.shown), !flags.contains(.hidden), !tree.isTransparent(index) {
                state.insert(.shown)
            }
            guard superviewState.contains(.placed), !flags.contains(.nonFinite) else {
                states[slot] = state
                continue
            }
            let way = isTop ? .identity : Way(toSuperviewOf: index, in: tree).then(ways[superviewSlot])
            let frame = way.apply(to: tree.plainBounds(of: index)).standardized
            guard frame.isFinite, way.isFinite else {
                states[slot] = state
                continue
            }
            state.insert(.placed)
            ways[slot] = way
            frames[slot] = frame
            if isTop { clips.append(Clip(rect: frame, outer: 0)) }
            var number = isTop ? Int32(truncatingIfNeeded: clips.count - 1) : clipNumbers[superviewSlot]
            let clip = clips[Int(number)].rect
            if isTop || said[index].contains(.frame) {
                state.insert(.known)
                if frame.sharesArea(with: clip) { state.insert(.inside) }
            }
            if flags.contains(.clipsToBounds) {
                state.insert(.clips)
                clips.append(Clip(rect: frame.intersection(clip) ?? .zero, outer: number))
                number = Int32(truncatingIfNeeded: clips.count - 1)
            }
            clipNumbers[slot] = number
            states[slot] = state
        }
        self.range = range
        self.ways = Way.together(ways)
        (self.frames, self.states, self.clipNumbers, self.clips) = (frames, states, clipNumbers, clips)
    }

    @inlinable @inline(__always)
    func slot(_ index: Int, _ state: State) -> Int? {
        guard range.contains(index) else { return nil }
        let slot = index - range.lowerBound
        return states[slot].isSuperset(of: state) ? slot : nil
    }

    /// The smallest upright rectangle in window coordinates that holds the view's bounds.
    ///
    /// - Returns: nil out of range, for a view that, itself or through a superview, is not at a finite place, and for one of
    ///   which the dump does not say where it is.
    @inlinable public func windowFrame(of index: Int) -> Rect? { slot(index, [.placed, .known]).map { frames[$0] } }

    /// The window frame cut by every clipping superview and by the root's bounds; nil when nothing is left.
    ///
    /// A rotated clipping view cuts by its bounding box, so that the answer is never too small.
    @inlinable public func visibleFrame(of index: Int) -> Rect? {
        guard let slot = slot(index, .inside) else { return nil }
        let clip = clips[Int(clipNumbers[slot])]
        let outer = states[slot].contains(.clips) ? clips[Int(clip.outer)] : clip
        return frames[slot].intersection(outer.rect)
    }

    /// Whether the view can be seen: false when it or a superview is hidden or has no opacity, or nothing of it is left.
    @inlinable public func isVisible(_ index: Int) -> Bool { slot(index, [.inside, .shown]) != nil }

    /// From the view's bounds space to the window; nil where there is no window frame.
    public func toWindow(of index: Int) -> Transform? { slot(index, .placed).map { ways[$0] } }

    /// Whether the view has a window frame.
    @inlinable
    package func isPlaced(_ index: Int) -> Bool { slot(index, .placed) != nil }

    /// Whether no view is turned or scaled: every way to the window is a translation.
    package var isStraight: Bool { ways.areTranslations }
}

/// The way from a view's bounds space to the window: a whole transform, or less where less says the same.
protocol WindowWay {
    /// The way of a view that is the window.
    static var identity: Self { get }

    /// The way from the view's bounds space to its superview's.
    init(toSuperviewOf index: Int, in tree: ViewTree)

    /// This way first, then `next`.
    func then(_ next: Self) -> Self

    /// The smallest upright rectangle that holds the four moved corners.
    func apply(to rect: Rect) -> Rect

    /// Whether every number is finite.
    var isFinite: Bool { get }

    /// The ways of many views, kept as they are.
    static func together(_ ways: [Self]) -> WindowWays
}

extension Transform: WindowWay {
    @inline(__always)
    init(toSuperviewOf index: Int, in tree: ViewTree) { self = tree.toSuperview(of: index) }

    static func together(_ ways: [Transform]) -> WindowWays { .transforms(ways) }
}

/// The way from a view that is not turned or scaled, nor any of its superviews: a third of the memory of a transform.
struct Translation: WindowWay, Sendable {
    private var x: Double
    private var y: Double

    static let identity = Translation(x: 0, y: 0)

    private init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    @inline(__always)
    init(toSuperviewOf index: Int, in tree: ViewTree) {
        let origin = tree.frames[index].origin
        guard tree.geometries.has(index) else {
            self.init(x: origin.x, y: origin.y)
            return
        }
        let translation = tree.toSuperview(of: index).translation
        self.init(x: translation.x, y: translation.y)
    }

    /// What ``Transform/then(_:)`` gives: products with zero count, as they are no numbers of what is not finite.
    @inline(__always)
    func then(_ next: Translation) -> Translation {
        Translation(x: x + y * 0 + next.x, y: x * 0 + y + next.y)
    }

    @inline(__always)
    func apply(to rect: Rect) -> Rect {
        Rect(origin: Point(x: rect.origin.x + x, y: rect.origin.y + y), size: rect.size)
    }

    @inline(__always)
    var isFinite: Bool { x.isFinite && y.isFinite }

    static func together(_ ways: [Translation]) -> WindowWays { .translations(ways) }

    /// The same as a transform.
    var transform: Transform { Transform(translation: Point(x: x, y: y)) }
}

/// The ways of many views to the window.
enum WindowWays: Sendable {
    /// Of views none of which is turned or scaled.
    case translations([Translation])
    /// Of any views.
    case transforms([Transform])

    /// The way of the view at a place.
    subscript(slot: Int) -> Transform {
        switch self {
        case .translations(let translations): translations[slot].transform
        case .transforms(let transforms): transforms[slot]
        }
    }

    /// Whether all of them are known to be translations.
    var areTranslations: Bool {
        if case .translations = self { true } else { false }
    }
}
