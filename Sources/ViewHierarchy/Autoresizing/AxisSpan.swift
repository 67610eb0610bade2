/// A view's extent on one axis, in its superview's bounds space.
public struct AxisSpan: Sendable, Hashable {
    /// The left or top edge.
    public var position: Double
    /// The width or height.
    public var length: Double

    /// Creates an extent.
    public init(position: Double, length: Double) {
        self.position = position
        self.length = length
    }
}
