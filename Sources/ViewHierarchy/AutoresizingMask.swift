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
