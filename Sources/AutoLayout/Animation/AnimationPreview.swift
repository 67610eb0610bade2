public import ViewHierarchy

/// Changes that are animated together, as between `beginAnimations` and `commitAnimations` or in an `animate` closure.
///
/// A nested block starts when the outermost one does and has parameters of its own; a duration or curve that it does
/// not state is that of the block around it (View Programming Guide, “Nesting Animation Blocks”).
public struct AnimationBlock: Sendable, Hashable {
    /// How long one way takes, in seconds; nil is that of the block around it, 0.2 for the outermost.
    public var duration: Double?
    /// How long the old values stay first, in seconds from the start of the outermost block.
    public var delay = 0.0
    /// How the way is divided over the time; nil is that of the block around it, `easeInOut` for the outermost.
    public var curve: AnimationCurve?
    /// How often the animation runs; fractions count, and infinity never ends. 0 is once.
    public var repeatCount = 0.0
    /// Whether each run goes there and back again.
    public var autoreverses = false
    /// What is set, in this order.
    public var changes: [AnimationChange] = []
    /// The blocks inside, whose changes come after the block's own.
    public var blocks: [AnimationBlock] = []

    /// Creates a block without changes.
    public init() {}

    /// When the block's own changes run.
    /// - Parameter outer: That of the block around it.
    func timing(inside outer: AnimationTiming) -> AnimationTiming {
        AnimationTiming(
            duration: duration ?? outer.duration,
            delay: delay,
            curve: curve ?? outer.curve,
            repeatCount: repeatCount,
            autoreverses: autoreverses
        )
    }
}

/// One property that an animation block sets.
public struct AnimationChange: Sendable, Hashable {
    /// A property that can be animated, with its new value.
    public enum Property: Sendable, Hashable {
        /// `frame`: animates position and bounds' size.
        case frame(Rect)
        /// `bounds`.
        case bounds(Rect)
        /// `center`.
        case center(Point)
        /// `transform`.
        case transform(Transform)
        /// `alpha`.
        case alpha(Double)
    }

    /// The index of the view; one out of range changes nothing.
    public var view: Int
    /// What is set.
    public var property: Property

    /// Creates a change.
    public init(view: Int, _ property: Property) {
        self.view = view
        self.property = property
    }
}

/// What an animation block does to a tree: the new values at once, and what the layers show until they get there.
///
/// Setters work as UIKit's do inside a block: the model has the new value immediately, and subviews that follow their
/// autoresizing masks are animated with the timing of the change that they follow.
public struct AnimationPreview: Sendable {
    /// How many changes of single views are kept, those of followers included.
    public static let maximumChanges = 200_000

    /// The tree with every new value: what UIKit's getters return as soon as the block has run.
    public private(set) var model: ViewTree
    /// The indexes of the views that a change names or moves, in tree order.
    public private(set) var views: [Int] = []
    private var tracks: [Int: LayerTrack] = [:]

    /// Runs a block.
    ///
    /// - Parameter autoresizing: How subviews follow.
    /// - Throws: When the changes move so many views so often that the preview would not fit in memory.
    public init(
        _ block: AnimationBlock,
        of tree: ViewTree,
        autoresizing: Autoresizing = Autoresizing()
    ) throws(AnimationError) {
        model = tree
        var count = 0
        // A stack instead of recursion: blocks can be nested as deep as a caller likes.
        var open = [(block: block, timing: block.timing(inside: AnimationTiming()))]
        while let (block, timing) = open.popLast() {
            for change in block.changes where tree.indices.contains(change.view) {
                count += apply(change, timing, autoresizing, to: tree)
                guard count <= Self.maximumChanges else {
                    throw AnimationError(
                        .tooManyViews,
                        "The changes move views more than \(Self.maximumChanges) times in all. Leave some changes out."
                    )
                }
            }
            for inner in block.blocks.reversed() { open.append((inner, inner.timing(inside: timing))) }
        }
        views = tracks.keys.sorted()
    }

    /// When the last animation is removed, in seconds; infinite when one repeats forever.
    public var end: Double { tracks.values.reduce(0) { max($0, $1.end) } }

    /// What the views show at a time, in seconds from the start of the block; in tree order.
    public func presentation(at time: Double) -> [PresentedView] {
        views.compactMap { tracks[$0]?.presentation(at: time, index: $0) }
    }

    /// - Parameter tree: The tree before the block; views that nothing has touched are still as they are there.
    /// - Returns: How many views are not as they were.
    private mutating func apply(
        _ change: AnimationChange,
        _ timing: AnimationTiming,
        _ autoresizing: Autoresizing,
        to tree: ViewTree
    ) -> Int {
        let view = change.view
        if tracks[view] == nil { tracks[view] = LayerTrack(LayerState(of: view, in: tree)) }
        var changed = [view]
        switch change.property {
        case .frame(let frame): changed += model.setFrame(frame, at: view, autoresizing: autoresizing)
        case .bounds(let bounds): changed += model.setBounds(bounds, at: view, autoresizing: autoresizing)
        case .center(let center): model.setCenter(center, at: view)
        case .transform(let transform): model.setTransform(transform, at: view)
        case .alpha(let alpha): model.setAlpha(alpha, at: view)
        }
        for index in changed {
            let state = LayerState(of: index, in: model)
            tracks[index, default: LayerTrack(LayerState(of: index, in: tree))].change(to: state, timing)
        }
        return changed.count
    }
}

/// What a view shows at one moment of an animation (`CALayer.presentation()`).
public struct PresentedView: Sendable, Hashable {
    /// The view's index.
    public let index: Int
    /// The frame that bounds, center and transform give at this moment.
    public let frame: Rect
    /// The bounds.
    public let bounds: Rect
    /// The center.
    public let center: Point
    /// The transform.
    public let transform: Transform
    /// The opacity.
    public let alpha: Double
}

/// Why an animation cannot be previewed.
public struct AnimationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure it is; the raw value is a stable slug.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The changes move more views than a preview holds.
        case tooManyViews = "too-many-views"
    }

    /// What kind of failure it is.
    public var code: Code
    /// One sentence for people: what, where, what to do.
    public var message: String

    /// Creates an error.
    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The sentence for people.
    public var description: String { message }
}
