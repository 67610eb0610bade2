import ViewHierarchy

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
