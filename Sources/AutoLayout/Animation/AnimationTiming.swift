import ViewHierarchy

/// When an animation runs, and how far it is at any time. Times are seconds from the moment the block is committed.
struct AnimationTiming: Sendable, Hashable {
    /// How long one way takes. With 0 or less nothing is animated, and no delay counts.
    var duration: Double
    /// How long the old values stay first.
    var delay: Double
    /// How the way is divided over the time.
    var curve: AnimationCurve
    /// How often the animation runs; fractions count, and infinity never ends. 0 is once.
    var repeatCount: Double
    /// Whether each run goes there and back again.
    var autoreverses: Bool

    /// Creates a timing with the defaults of an animation block (`UIView.setAnimationDuration(_:)` and its neighbours).
    init(
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
    var end: Double {
        guard duration > 0 else { return 0 }
        return delay + runningTime
    }

    private var runningTime: Double { duration * (autoreverses ? 2 : 1) * (repeatCount > 0 ? repeatCount : 1) }

    /// How much of the way from the old value to the new one is done.
    ///
    /// Before and during the delay it is 0: the old value shows, because UIKit's animations fill backwards. The way back
    /// is the way there in reverse, the curve included. From `end` on it is 1, even where the last run came back: the
    /// view then jumps to the new value (`UIView.setAnimationRepeatAutoreverses(_:)`).
    func progress(at time: Double) -> Double {
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

/// How an animation speeds up and slows down (`UIViewAnimationCurve`).
public enum AnimationCurve: String, Sendable, Hashable, CaseIterable {
    /// Slow, fast, slow.
    case easeInOut
    /// Slow at first.
    case easeIn
    /// Slow at last.
    case easeOut
    /// The same speed throughout.
    case linear

    /// How much of the way is done when a share of the time has passed; both run from 0 to 1.
    ///
    /// The control points are those of Core Animation's functions of the same names (`CAMediaTimingFunctionName`).
    public func progress(at time: Double) -> Double {
        switch self {
        case .easeInOut: CubicTiming(x1: 0.42, y1: 0, x2: 0.58, y2: 1).value(at: time)
        case .easeIn: CubicTiming(x1: 0.42, y1: 0, x2: 1, y2: 1).value(at: time)
        case .easeOut: CubicTiming(x1: 0, y1: 0, x2: 0.58, y2: 1).value(at: time)
        case .linear: min(max(time, 0), 1)
        }
    }
}

/// A cubic Bézier curve from (0, 0) to (1, 1) that says where an animation is at which time, as
/// `CAMediaTimingFunction(controlPoints:)`.
struct CubicTiming: Sendable {
    /// How near x(t) comes to the time asked for. A curve is at most three times as steep, so a movement over 10,000
    /// points is exact to less than a ten-thousandth of a point.
    static let tolerance = 1e-9

    private let x: Cubic
    private let y: Cubic

    /// - Parameters x1, x2: within 0...1, so that every time has one value.
    init(x1: Double, y1: Double, x2: Double, y2: Double) {
        x = Cubic(x1, x2)
        y = Cubic(y1, y2)
    }

    /// The share of the way at a share of the time; times outside 0...1 count as the nearer end.
    func value(at time: Double) -> Double {
        guard time > 0 else { return 0 }
        guard time < 1 else { return 1 }
        return y.value(at: parameter(at: time))
    }

    /// Solves x(t) = time: by Newton's method and, where that does not converge, by bisection.
    private func parameter(at time: Double) -> Double {
        var t = time
        for _ in 0..<8 {
            let miss = x.value(at: t) - time
            if abs(miss) < Self.tolerance { return t }
            let slope = x.slope(at: t)
            guard abs(slope) > 1e-6 else { break }
            t -= miss / slope
        }
        var low = 0.0
        var high = 1.0
        t = time
        while high - low > Self.tolerance {
            let miss = x.value(at: t) - time
            if abs(miss) < Self.tolerance { return t }
            if miss < 0 { low = t } else { high = t }
            t = (low + high) / 2
        }
        return t
    }

    /// One coordinate: a Bézier polynomial whose ends are 0 and 1.
    private struct Cubic: Sendable {
        private let a: Double
        private let b: Double
        private let c: Double

        init(_ first: Double, _ second: Double) {
            c = 3 * first
            b = 3 * (second - first) - c
            a = 1 - c - b
        }

        func value(at t: Double) -> Double { ((a * t + b) * t + c) * t }

        func slope(at t: Double) -> Double { (3 * a * t + 2 * b) * t + c }
    }
}

/// Everything that happens to one layer during an animation.
struct LayerTrack: Sendable {
    private let start: LayerState
    private var model: LayerState
    private var runs: [LayerRun] = []

    init(_ state: LayerState) {
        start = state
        model = state
    }

    /// When the last of its animations is removed.
    var end: Double { runs.reduce(0) { max($0, $1.timing.end) } }

    /// Notes what one change has made of the layer.
    mutating func change(to state: LayerState, _ timing: AnimationTiming) {
        guard state != model else { return }
        let run = LayerRun(timing, from: model, to: state)
        if let last = runs.indices.last, runs[last].timing == timing {
            runs[last].append(run)
        } else {
            runs.append(run)
        }
        model = state
    }

    /// What the layer shows at a time.
    func presentation(at time: Double, index: Int) -> PresentedView {
        let shares = runs.map { $0.timing.progress(at: time) }
        if shares.allSatisfy({ $0 >= 1 }) { return PresentedView(index, model, frame: model.frame) }
        if shares.allSatisfy({ $0 <= 0 }) { return PresentedView(index, start, frame: start.frame) }
        var shown = model
        for (run, share) in zip(runs, shares) {
            let rest = 1 - share
            shown.geometry.bounds.origin.x += run.origin.x * rest
            shown.geometry.bounds.origin.y += run.origin.y * rest
            shown.geometry.bounds.size.width += run.size.x * rest
            shown.geometry.bounds.size.height += run.size.y * rest
            shown.geometry.center.x += run.center.x * rest
            shown.geometry.center.y += run.center.y * rest
            shown.alpha += run.alpha * rest
        }
        shown.geometry.transform = transform(shares)
        return PresentedView(index, shown, frame: shown.geometry.frame)
    }

    /// The last run goes straight from its old transform to the new one. What is left of each earlier one is put before
    /// it, so that the layer starts where it was and ends where it belongs.
    private func transform(_ shares: [Double]) -> Transform {
        var shown: Transform?
        for (run, share) in zip(runs, shares).reversed() {
            guard let (from, to) = run.transform else { continue }
            guard let current = shown else {
                shown = from.interpolated(to: to, progress: share)
                continue
            }
            guard to.determinant != 0 else { continue }
            let rest = from.then(to.inverted).interpolated(to: .identity, progress: share)
            shown = rest.then(current)
        }
        return shown ?? model.geometry.transform
    }
}

extension PresentedView {
    fileprivate init(_ index: Int, _ state: LayerState, frame: Rect) {
        self.index = index
        self.frame = frame
        bounds = state.geometry.bounds
        center = state.geometry.center
        transform = state.geometry.transform
        alpha = state.alpha
    }
}

/// One layer's animations of one timing.
///
/// Numbers are animated additively, as UIKit does since iOS 8: the layer shows its new value plus what is left of the
/// distance to the old one. Several runs then add up without a jump.
struct LayerRun: Sendable {
    let timing: AnimationTiming
    /// From the new values back to the old ones.
    private(set) var origin: Point
    private(set) var size: Point
    private(set) var center: Point
    private(set) var alpha: Double
    /// The transform before and after; nil when it stays.
    private(set) var transform: (from: Transform, to: Transform)?

    init(_ timing: AnimationTiming, from old: LayerState, to new: LayerState) {
        self.timing = timing
        let (before, after) = (old.geometry, new.geometry)
        origin = Self.distance(before.bounds.origin, after.bounds.origin)
        size = Self.distance(Self.vector(before.bounds.size), Self.vector(after.bounds.size))
        center = Self.distance(before.center, after.center)
        alpha = (old.alpha - new.alpha).isFinite ? old.alpha - new.alpha : 0
        if before.transform != after.transform, before.transform.isFinite, after.transform.isFinite {
            transform = (before.transform, after.transform)
        }
    }

    /// Takes over another change of the same layer and timing.
    mutating func append(_ next: LayerRun) {
        origin = origin + next.origin
        size = size + next.size
        center = center + next.center
        alpha += next.alpha
        guard let after = next.transform else { return }
        transform = (transform?.from ?? after.from, after.to)
    }

    private static func vector(_ size: Size) -> Point { Point(x: size.width, y: size.height) }

    /// Numbers that are not finite have no way between them: the new one shows at once.
    private static func distance(_ old: Point, _ new: Point) -> Point {
        let distance = old - new
        return distance.isFinite ? distance : .zero
    }
}

/// The values of one view that animation blocks animate.
struct LayerState: Sendable, Hashable {
    var geometry: ViewGeometry
    var alpha: Double
    /// The frame as the tree has it, which is exact where one computed from the center is not.
    var frame: Rect

    init(of index: Int, in tree: ViewTree) {
        geometry = tree.geometry(of: index)
        alpha = tree.alpha(of: index)
        frame = tree.frame(of: index)
    }
}
