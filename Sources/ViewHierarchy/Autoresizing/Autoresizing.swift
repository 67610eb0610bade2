/// Springs and struts: where a view goes when its superview's bounds change size (`UIView.autoresizingMask`).
public struct Autoresizing: Sendable, Hashable {
    /// How the change is shared among the flexible parts of an axis.
    public enum Rule: String, Sendable, Hashable, CaseIterable {
        /// In proportion to their lengths, as UIKit does (`UIView.autoresizingMask` reference).
        case proportional
        /// In equal shares, as the View Programming Guide for iOS said.
        case even
    }

    /// How a new position and length come to lie on the pixel grid. Scales are pixels per point.
    public enum Rounding: Sendable, Hashable {
        /// Exact numbers.
        case none
        /// Both edges are rounded down, as AppKit does.
        case floorEdges(scale: Double)
        /// The position is rounded down and the length to the nearest pixel.
        case floorOriginRoundSize(scale: Double)
    }

    /// How the change is shared.
    public var rule: Rule
    /// What happens to fractions of pixels.
    public var rounding: Rounding

    /// Creates a way of laying out, UIKit's own by default, with exact numbers.
    public init(rule: Rule = .proportional, rounding: Rounding = .none) {
        self.rule = rule
        self.rounding = rounding
    }

    /// The frame that a view takes when its superview's bounds go from one size to another.
    ///
    /// - Returns: The frame, and whether a length had to be kept from falling below 0.
    public func resize(
        _ frame: Rect,
        mask: AutoresizingMask,
        from oldSize: Size,
        to newSize: Size
    ) -> (frame: Rect, isClamped: Bool) {
        let x = resize(
            AxisSpan(position: frame.origin.x, length: frame.size.width),
            mask.horizontal,
            from: oldSize.width,
            to: newSize.width
        )
        let y = resize(
            AxisSpan(position: frame.origin.y, length: frame.size.height),
            mask.vertical,
            from: oldSize.height,
            to: newSize.height
        )
        let frame = Rect(
            x: x.span.position,
            y: y.span.position,
            width: x.span.length,
            height: y.span.length
        )
        return (frame, x.isClamped || y.isClamped)
    }
}
