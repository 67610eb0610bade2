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
