/// Which parts of one axis give way: the half of an autoresizing mask that concerns it.
public struct AxisFlexibility: OptionSet, Sendable, Hashable {
    /// The bits, in the order of UIKit's mask.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue & 7 }

    /// The left or top margin.
    public static let nearMargin = AxisFlexibility(rawValue: 1)
    /// The width or height.
    public static let length = AxisFlexibility(rawValue: 2)
    /// The right or bottom margin.
    public static let farMargin = AxisFlexibility(rawValue: 4)
}
