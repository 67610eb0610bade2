/// When an animation runs, and how far it is at any time. Times are seconds from the moment the block is committed.
public struct AnimationTiming: Sendable, Hashable {
    /// How long one way takes. With 0 or less nothing is animated, and no delay counts.
    public var duration: Double
    /// How long the old values stay first.
    public var delay: Double
    /// How the way is divided over the time.
    public var curve: AnimationCurve
    /// How often the animation runs; fractions count, and infinity never ends. 0 is once.
    public var repeatCount: Double
    /// Whether each run goes there and back again.
    public var autoreverses: Bool

    /// Creates a timing with the defaults of an animation block (`UIView.setAnimationDuration(_:)` and its neighbours).
    public init(
        duration: Double = 0.2,
        delay: Double = 0,
        curve: AnimationCurve = .easeInOut,
        repeatCount: Double = 0,
        autoreverses: Bool = false
    ) {
        self.duration = duration
        self.delay = delay
        self.curve = curve
        self.repeatCount = repeatCount
        self.autoreverses = autoreverses
    }

    /// When the animation is removed and the view's own values show: the delay and all runs, each with its way back.
    public var end: Double {
        guard duration > 0 else { return 0 }
        return delay + runningTime
    }

    private var runningTime: Double { duration * (autoreverses ? 2 : 1) * (repeatCount > 0 ? repeatCount : 1) }

    /// How much of the way from the old value to the new one is done.
    ///
    /// Before and during the delay it is 0: the old value shows, because UIKit's animations fill backwards. The way back
    /// is the way there in reverse, the curve included. From `end` on it is 1, even where the last run came back: the
    /// view then jumps to the new value (`UIView.setAnimationRepeatAutoreverses(_:)`).
    public func progress(at time: Double) -> Double {
        guard duration > 0, time < end else { return 1 }
        let running = time - delay
        guard running > 0 else { return 0 }
        let ways = running / duration
        guard ways.isFinite else { return 1 }
        let finished = ways.rounded(.down)
        let share = ways - finished
        let isWayBack = autoreverses && finished.truncatingRemainder(dividingBy: 2) == 1
        return curve.progress(at: isWayBack ? 1 - share : share)
    }
}
