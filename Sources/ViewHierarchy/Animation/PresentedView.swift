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
