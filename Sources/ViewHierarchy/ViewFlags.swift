/// A view's yes-or-no properties, one bit each.
public struct ViewFlags: OptionSet, Sendable, Hashable {
    /// The bits, numbered by this module; no dump holds them.
    public let rawValue: UInt16

    /// Creates a set from its bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// `hidden`.
    public static let hidden = ViewFlags(rawValue: 1 << 0)
    /// `opaque`.
    public static let opaque = ViewFlags(rawValue: 1 << 1)
    /// `clipsToBounds`.
    public static let clipsToBounds = ViewFlags(rawValue: 1 << 2)
    /// `userInteractionEnabled`.
    public static let userInteractionEnabled = ViewFlags(rawValue: 1 << 3)
    /// `multipleTouchEnabled`.
    public static let multipleTouchEnabled = ViewFlags(rawValue: 1 << 4)
    /// `exclusiveTouch`.
    public static let exclusiveTouch = ViewFlags(rawValue: 1 << 5)
    /// `autoresizesSubviews`.
    public static let autoresizesSubviews = ViewFlags(rawValue: 1 << 6)

    /// The dump gave an address that fits 64 bits.
    static let hasAddress = ViewFlags(rawValue: 1 << 7)
    /// Frame, bounds, center, anchor point or transform is not finite: the view has no place in its window.
    static let nonFinite = ViewFlags(rawValue: 1 << 8)
    /// Bounds and center were given and do not lead to the frame that was given with them.
    static let frameDisagrees = ViewFlags(rawValue: 1 << 9)

    /// The flags of a described view.
    init(_ view: ViewDescription) {
        self = []
        if view.isHidden { insert(.hidden) }
        if view.isOpaque { insert(.opaque) }
        if view.clipsToBounds { insert(.clipsToBounds) }
        if view.isUserInteractionEnabled { insert(.userInteractionEnabled) }
        if view.isMultipleTouchEnabled { insert(.multipleTouchEnabled) }
        if view.isExclusiveTouch { insert(.exclusiveTouch) }
        if view.autoresizesSubviews { insert(.autoresizesSubviews) }
    }
}
