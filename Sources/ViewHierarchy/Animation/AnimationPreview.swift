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
