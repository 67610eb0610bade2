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
