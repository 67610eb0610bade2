/// Which margins and lengths of a view give way when its superview changes size (`UIView.AutoresizingMask`).
///
/// The raw values are UIKit's: dumps, nibs and property lists write them.
public struct AutoresizingMask: OptionSet, Sendable, Hashable {
    /// UIKit's bit mask, bits 0 to 5.
    public let rawValue: UInt8

    /// Creates a mask from UIKit's bits; higher bits are dropped.
    public init(rawValue: UInt8) { self.rawValue = rawValue & 0x3f }

    /// The left margin is a spring (`LM`).
    public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
    /// The width is a spring (`W`).
    public static let flexibleWidth = AutoresizingMask(rawValue: 2)
    /// The right margin is a spring (`RM`).
    public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
    /// The top margin is a spring (`TM`).
    public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
    /// The height is a spring (`H`).
    public static let flexibleHeight = AutoresizingMask(rawValue: 16)
    /// The bottom margin is a spring (`BM`).
    public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)

    /// Each flag with its name in the API and its token in `recursiveDescription`, in bit order.
    public static let names: [(flag: AutoresizingMask, name: String, token: String)] = [
        (.flexibleLeftMargin, "flexibleLeftMargin", "LM"),
        (.flexibleWidth, "flexibleWidth", "W"),
        (.flexibleRightMargin, "flexibleRightMargin", "RM"),
        (.flexibleTopMargin, "flexibleTopMargin", "TM"),
        (.flexibleHeight, "flexibleHeight", "H"),
        (.flexibleBottomMargin, "flexibleBottomMargin", "BM"),
    ]

    /// The names of the set flags, in bit order.
    public var flagNames: [String] { Self.names.filter { contains($0.flag) }.map(\.name) }
}

extension AutoresizingMask {
    /// The left margin, the width and the right margin.
    package var horizontal: AxisFlexibility { AxisFlexibility(rawValue: rawValue) }

    /// The top margin, the height and the bottom margin.
    package var vertical: AxisFlexibility { AxisFlexibility(rawValue: rawValue >> 3) }
}

/// Which parts of one axis give way: the half of an autoresizing mask that concerns it.
package struct AxisFlexibility: OptionSet, Sendable, Hashable {
    /// The bits, in the order of UIKit's mask.
    package let rawValue: UInt8

    /// Creates a set from its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue & 7 }

    /// The left or top margin.
    static let nearMargin = AxisFlexibility(rawValue: 1)
    /// The width or height.
    package static let length = AxisFlexibility(rawValue: 2)
    /// The right or bottom margin.
    static let farMargin = AxisFlexibility(rawValue: 4)
}

/// A view's extent on one axis, in its superview's bounds space.
package struct AxisSpan: Sendable, Hashable {
    /// The left or top edge.
    package var position: Double
    /// The width or height.
    package var length: Double

    /// Creates an extent.
    package init(position: Double, length: Double) {
        self.position = position
        self.length = length
    }
}

/// How a length has changed, worked out once for all views that follow.
package struct LengthChange: Sendable {
    /// What it was.
    package let old: Double
    /// What is shared among the parts of an axis; 0 where the length has not changed, or not to a finite one.
    package let difference: Double

    @inline(__always)
    package init(from old: Double, to new: Double) {
        self.old = old
        let difference = new - old
        self.difference = Autoresizing.isChange(old, new) && difference.isFinite ? difference : 0
    }
}

/// How a size has changed.
package struct SizeChange: Sendable {
    package let width: LengthChange
    package let height: LengthChange

    @inline(__always)
    package init(from old: Size, to new: Size) {
        width = LengthChange(from: old.width, to: new.width)
        height = LengthChange(from: old.height, to: new.height)
    }
}

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
        resize(frame, mask: mask, by: SizeChange(from: oldSize, to: newSize))
    }

    /// The frame that a view takes when its superview's bounds change size.
    @inline(__always)
    package func resize(_ frame: Rect, mask: AutoresizingMask, by change: SizeChange) -> (frame: Rect, isClamped: Bool)
    {
        let x = resize(
            AxisSpan(position: frame.origin.x, length: frame.size.width),
            mask.horizontal,
            by: change.width
        )
        let y = resize(
            AxisSpan(position: frame.origin.y, length: frame.size.height),
            mask.vertical,
            by: change.height
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

extension Autoresizing {
    /// Lengths that cancel out to less than this share of themselves have no sum worth dividing by, and a length that
    /// changes by less has not changed: what is left of it is rounding error.
    private static let cancellation = 1e-9
    /// Keeps an edge that is a pixel edge but for rounding error from falling to the one before.
    private static let gridTolerance = 1e-6

    /// Whether a length is another, not the same after some arithmetic.
    @inline(__always)
    package static func isChange(_ old: Double, _ new: Double) -> Bool {
        abs(new - old) > cancellation * max(abs(old), abs(new))
    }

    /// Whether a size is another on either axis.
    @inline(__always)
    package static func isChange(_ old: Size, _ new: Size) -> Bool {
        isChange(old.width, new.width) || isChange(old.height, new.height)
    }

    /// The extent that a view takes on one axis when its superview goes from one length to another.
    ///
    /// An axis whose superview keeps its length or that has no flexible part is left alone.
    package func resize(
        _ span: AxisSpan,
        _ flexible: AxisFlexibility,
        from oldLength: Double,
        to newLength: Double
    ) -> (span: AxisSpan, isClamped: Bool) {
        resize(span, flexible, by: LengthChange(from: oldLength, to: newLength))
    }

    /// The extent that a view takes on one axis when its superview changes its length.
    @inline(__always)
    package func resize(
        _ span: AxisSpan,
        _ flexible: AxisFlexibility,
        by superview: LengthChange
    ) -> (span: AxisSpan, isClamped: Bool) {
        guard superview.difference != 0, !flexible.isEmpty else { return (span, false) }
        return share(superview.difference, of: superview.old, in: span, flexible)
    }

    /// Shares a change of the superview's length among the parts of a view's axis.
    ///
    /// Margins weigh with their sign: a view that sticks out has a negative one. When the flexible parts sum up to
    /// nothing or less, each takes an equal share, as Interface Builder does. An axis that would not stay finite is left
    /// alone.
    /// - Returns: The extent, and whether its length had to be kept from falling below 0.
    private func share(
        _ change: Double,
        of oldLength: Double,
        in span: AxisSpan,
        _ flexible: AxisFlexibility
    ) -> (span: AxisSpan, isClamped: Bool) {
        let far = oldLength - span.position - span.length
        let near = weight(span.position, flexible.contains(.nearMargin))
        let length = weight(span.length, flexible.contains(.length))
        let sum = near + length + weight(far, flexible.contains(.farMargin))
        let magnitude = abs(span.position) + abs(span.length) + abs(far)

        var result = span
        if rule == .proportional, sum > Self.cancellation * magnitude {
            result.position += change * (near / sum)
            result.length += change * (length / sum)
        } else {
            let share = change / Double(flexible.rawValue.nonzeroBitCount)
            result.position += weight(share, flexible.contains(.nearMargin))
            result.length += weight(share, flexible.contains(.length))
        }
        guard result.position.isFinite, result.length.isFinite, result != span else { return (span, false) }
        let rounded = round(result)
        if rounded.position.isFinite, rounded.length.isFinite { result = rounded }
        guard result.length < 0, flexible.contains(.length) else { return (result, false) }
        result.length = 0
        return (result, true)
    }

    private func weight(_ length: Double, _ isFlexible: Bool) -> Double { isFlexible ? length : 0 }

    private func round(_ span: AxisSpan) -> AxisSpan {
        switch rounding {
        case .none:
            return span
        case .floorEdges(let scale):
            guard scale > 0, scale.isFinite else { return span }
            // Counted in pixels: the difference of two edges in points would not be the same length everywhere.
            let near = pixels(span.position, scale)
            let far = pixels(span.position + span.length, scale)
            return AxisSpan(position: near / scale, length: (far - near) / scale)
        case .floorOriginRoundSize(let scale):
            guard scale > 0, scale.isFinite else { return span }
            let length = (span.length * scale).rounded() / scale
            return AxisSpan(position: pixels(span.position, scale) / scale, length: length)
        }
    }

    /// The last pixel edge that is not behind a place, in pixels.
    private func pixels(_ value: Double, _ scale: Double) -> Double {
        (value * scale + Self.gridTolerance).rounded(.down)
    }
}
