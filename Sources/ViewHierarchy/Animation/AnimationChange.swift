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
