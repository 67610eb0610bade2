/// Which view gets a touch, and how that was found (`hitTest(_:with:)`).
public struct HitTest: Sendable, Hashable {
    /// What became of a view in the search.
    ///
    /// Where several reasons to refuse the point apply, the first of this list counts; the position is looked at last.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The view takes the touch, or one of its subviews does.
        case hit
        /// `isHidden` is set: the view and everything below it get no touches.
        case hidden
        /// The view's own alpha is less than 0.01; that of its superviews has been looked at before.
        case alphaBelowThreshold
        /// `isUserInteractionEnabled` is off: the view and everything below it get no touches.
        case userInteractionDisabled
        /// The point is not in the view's bounds, or the view is at no finite place. Subviews that reach out of the
        /// bounds are not asked either, whatever `clipsToBounds` says.
        case pointOutside
        /// The view holds the point and would have been asked next, but a sibling in front of it, or a window in
        /// front of it, had taken the touch by then. What is below the view is not part of the steps.
        case coveredBySibling
        /// The view holds the point and no subview took the touch, but its class leaves such touches to what lies
        /// behind it. A view of any other class would be the hit.
        case noSubviewHit
    }

    /// What became of one view.
    public struct Step: Sendable, Hashable {
        /// The index of the view.
        public var view: Int
        /// What became of it.
        public var reason: Reason

        /// Whether the touch goes to the view or to one below it.
        public var isAccepted: Bool { reason == .hit }

        /// Creates a step.
        public init(view: Int, reason: Reason) {
            self.view = view
            self.reason = reason
        }
    }

    /// The index of the view that gets the touch; nil when none does.
    public internal(set) var view: Int?
    /// The views in the order in which they were asked, a superview before its subviews and siblings from the front to
    /// the back; then those that were not asked because the touch had been taken, from the innermost out.
    public internal(set) var steps: [Step] = []
}
