extension ViewTree {
    /// A view whose alpha is less gets no touches (Apple, `hitTest(_:with:)`).
    static let touchableAlpha = 0.01

    /// Windows and containers of the keyboard. They lie over the whole screen, touchable by all that a dump says of
    /// them, and yet the app behind them gets the touches: inferred, as Apple does not describe them.
    private static let keyboardClasses: Set = [
        "UITextEffectsWindow", "UIRemoteKeyboardWindow", "UIInputSetContainerView",
    ]

    /// The view that a touch goes to, by the rules of Apple's `hitTest(_:with:)`.
    ///
    /// Roots are asked from the last, which is in front, to the first. A view is asked in its own coordinates; its
    /// right and bottom edges are not part of it. Only the views that UIKit would ask are looked at.
    /// - Parameter point: The touch in window coordinates, which are those of each root's bounds.
    public func hitTest(_ point: Point) -> HitTest { HitTestWalk(self, at: point).result }

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
    func leavesTouchesBehind(_ index: Int) -> Bool { Self.keyboardClasses.contains(className(of: index)) }
}
