/// Something that keeps taps from a view, over all of it or over a part.
public struct TouchObstacle: Sendable, Hashable {
    /// What it is that keeps them away.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The view or a superview is hidden.
        case hidden
        /// The alpha of the view or of a superview is less than 0.01.
        case transparent
        /// The view or a superview has `userInteractionEnabled` off.
        case interactionDisabled
        /// The view reaches out of a superview, whose bounds no touch of its subviews can leave.
        case outsideSuperview
        /// The class leaves touches that no subview takes to what lies behind it.
        case passThrough
        /// A view in front takes the touches.
        case covered
        /// The view has no area.
        case zeroSize
        /// The view is at no finite place.
        case notPlaced
    }

    /// What keeps taps away.
    public var kind: Kind
    /// The id of the view that is to blame: the view itself, a superview, or what lies in front.
    public var view: Int
    /// A sentence for people.
    public var message: String

    /// Creates an obstacle.
    public init(_ kind: Kind, view: Int, message: String) {
        self.kind = kind
        self.view = view
        self.message = message
    }
}
