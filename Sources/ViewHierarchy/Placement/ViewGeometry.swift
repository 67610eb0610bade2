/// What UIKit stores about a view's place: bounds, center, transform and anchor point. The frame is computed.
///
/// A point p of the view lies at `center + linear(p − bounds.origin − anchor·size) + (tx, ty)` in the superview's
/// bounds space, as measured on UIKit.
public struct ViewGeometry: Sendable, Hashable {
    /// The view's own coordinate space.
    public var bounds: Rect
    /// Where the anchor point lies in the superview's bounds space (the layer's position).
    public var center: Point
    /// The affine transform about the anchor point.
    public var transform: Transform
    /// The layer's anchor point in unit coordinates.
    public var anchorPoint: Point

    /// The default anchor point.
    public static let middle = Point(x: 0.5, y: 0.5)

    /// Creates a geometry from what UIKit stores.
    public init(
        bounds: Rect,
        center: Point,
        transform: Transform = .identity,
        anchorPoint: Point = ViewGeometry.middle
    ) {
        self.bounds = bounds
        self.center = center
        self.transform = transform
        self.anchorPoint = anchorPoint
    }

    /// Creates the geometry of an untransformed view.
    public init(frame: Rect) {
        self.init(bounds: Rect(origin: .zero, size: frame.size), center: .zero)
        center = frame.origin + anchorOffset
    }

    /// The anchor point's distance from the bounds' origin.
    var anchorOffset: Point {
        Point(x: anchorPoint.x * bounds.size.width, y: anchorPoint.y * bounds.size.height)
    }

    /// The smallest upright rectangle that holds the view in its superview; without a transform, the view itself.
    public var frame: Rect {
        guard !transform.isIdentity else { return Rect(origin: center - anchorOffset, size: bounds.size) }
        return toSuperview.apply(to: bounds)
    }

    /// From the view's bounds space to its superview's.
    public var toSuperview: Transform {
        let pivot = bounds.origin + anchorOffset
        return Transform(translation: Point(x: -pivot.x, y: -pivot.y)).then(transform)
            .then(Transform(translation: center))
    }

    /// From the superview's bounds space to the view's own.
    ///
    /// As in UIKit, a linear part that cannot be inverted is applied as it is.
    public var fromSuperview: Transform {
        let origin = center + transform.translation
        return Transform(translation: Point(x: -origin.x, y: -origin.y)).then(transform.linear.inverted)
            .then(Transform(translation: bounds.origin + anchorOffset))
    }

    /// What UIKit's `setFrame:` does: the bounds take the size taken back through the transform, the center moves.
    ///
    /// Under a rotation the frame read afterwards is not the frame set; neither is it under a translation, because
    /// UIKit does not subtract `tx` and `ty`.
    public mutating func setFrame(_ frame: Rect) {
        if transform.isIdentity {
            bounds.size = frame.size
        } else {
            let vector = Point(x: frame.size.width, y: frame.size.height)
            let size = transform.linear.inverted.applyLinear(to: vector)
            bounds.size = Size(width: abs(size.x), height: abs(size.y))
        }
        center = Point(
            x: frame.origin.x + anchorPoint.x * frame.size.width,
            y: frame.origin.y + anchorPoint.y * frame.size.height
        )
    }

    /// Whether every number is finite.
    public var isFinite: Bool { bounds.isFinite && center.isFinite && transform.isFinite && anchorPoint.isFinite }
}
