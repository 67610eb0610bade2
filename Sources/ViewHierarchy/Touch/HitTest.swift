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
        /// The index of the view. Half a word: a search may ask every view of a tree.
        private var index: Int32
        /// What became of it.
        public var reason: Reason

        /// The index of the view.
        public var view: Int {
            get { Int(index) }
            set { index = Int32(clamping: newValue) }
        }

        /// Whether the touch goes to the view or to one below it.
        public var isAccepted: Bool { reason == .hit }

        /// Creates a step.
        init(view: Int, reason: Reason) {
            index = Int32(clamping: view)
            self.reason = reason
        }
    }

    /// The index of the view that gets the touch; nil when none does.
    public internal(set) var view: Int?
    /// The views in the order in which they were asked, a superview before its subviews and siblings from the front to
    /// the back; then those that were not asked because the touch had been taken, from the innermost out.
    public internal(set) var steps: [Step] = []
}

extension ViewTree {
    /// A view whose alpha is less gets no touches (Apple, `hitTest(_:with:)`).
    package static let touchableAlpha = 0.01

    /// Windows and containers of the keyboard. They lie over the whole screen, touchable by all that a dump says of
    /// them, and yet the app behind them gets the touches: inferred, as Apple does not describe them.
    private static let keyboardClasses: Set = [
        "UITextEffectsWindow", "UIRemoteKeyboardWindow", "UIInputSetContainerView",
    ]

    /// The view that a touch goes to, by the rules of Apple's `hitTest(_:with:)`.
    ///
    /// Roots are asked from the last, which is in front, to the first. A view is asked in its own coordinates; its
    /// right and bottom edges are not part of it. Only the views that UIKit would ask are looked at.
    /// - Parameters:
    ///   - point: The touch in window coordinates, which are those of each root's bounds.
    ///   - root: Asks this root alone; nil asks all of them.
    public func hitTest(_ point: Point, in root: Int? = nil) -> HitTest {
        HitTestWalk(self, at: point, in: root.map { [$0] } ?? roots).result
    }

    /// Every view whose own bounds hold a point of the window, from front to back, whatever its state and its clips.
    ///
    /// A view under a transform that cannot be inverted has the area that hit testing gives it, not the empty one that
    /// is drawn. One pass over all views.
    public func views(at point: Point) -> [Int] {
        var found: [Int] = []
        // The point in the window and in each superview of the view that is next.
        var points: [Point?] = [point]
        for index in indices {
            points.removeLast(points.count - depth(of: index) - 1)
            let local = points[depth(of: index)].flatMap { localPoint($0, in: index) }
            points.append(local)
            if let local, bounds(of: index).contains(local) { found.append(index) }
        }
        return found.reversed()
    }

    /// A point of the superview's bounds space, or of the window for a root, in the view's own.
    ///
    /// - Returns: nil for a view that has no finite place and for a point that goes beyond all numbers.
    func localPoint(_ point: Point, in index: Int) -> Point? {
        guard !flags(of: index).contains(.nonFinite) else { return nil }
        let local = depth(of: index) == 0 ? point : fromSuperview(of: index).apply(to: point)
        return local.isFinite ? local : nil
    }

    /// Why a view refuses a point of its bounds space; nil when it does not.
    func refusal(of index: Int, at point: Point?) -> HitTest.Reason? {
        let flags = flags(of: index)
        if flags.contains(.hidden) { return .hidden }
        if alpha(of: index) < Self.touchableAlpha { return .alphaBelowThreshold }
        if !flags.contains(.userInteractionEnabled) { return .userInteractionDisabled }
        guard let point, bounds(of: index).contains(point) else { return .pointOutside }
        return nil
    }

    /// Whether touches that no subview takes go to what lies behind the view.
    package func leavesTouchesBehind(_ index: Int) -> Bool { Self.keyboardClasses.contains(className(of: index)) }
}
