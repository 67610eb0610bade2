/// A part of an iPad's screen, beside another app in Split View (iPadOS 9 to 18).
public enum SplitView: String, Sendable, Hashable, CaseIterable {
    /// The narrow part, as wide as a phone.
    case third
    /// One of two equal parts, sideways only.
    case half
    /// What the narrow part leaves.
    case twoThirds

    /// The part for people: `half of the screen`.
    public var name: String {
        switch self {
        case .third: "a third of the screen"
        case .half: "half of the screen"
        case .twoThirds: "two thirds of the screen"
        }
    }
}

extension Device {
    /// Between the two windows, in points.
    private static let divider = 10.0
    /// From this width on a window beside another one is of regular width, in points: two of 639 and 678 are the widest
    /// compact and the narrowest regular one.
    package static let regularSplitWidth = 660.0

    /// How wide the window of an app is in Split View, in points; nil where it is not known or does not exist.
    ///
    /// The narrow part is 320 points wide on the screens of 9.7 and 10.5 inches and 375 on that of 12.9 inches, held either
    /// way, the divider takes 10, and the other app has the rest: 1024 points are 320 and 694, or twice 507, as apps on them
    /// measured. Of other screens no such measurements are known.
    public func splitViewWidth(_ part: SplitView, _ orientation: Orientation) -> Double? {
        guard idiom == .pad, let narrow = Self.narrowParts[id] else { return nil }
        let whole = screen(orientation).size.width
        switch part {
        case .third: return narrow
        case .half: return orientation == .landscape ? (whole - Self.divider) / 2 : nil
        case .twoThirds: return whole - Self.divider - narrow
        }
    }

    /// The parts that a window can have in an orientation, the narrowest first; empty where none is known.
    public func splitViews(_ orientation: Orientation) -> [SplitView] {
        SplitView.allCases.filter { splitViewWidth($0, orientation) != nil }
    }

    private static let narrowParts: [String: Double] = [
        "ipad-9-7": 320, "ipad-10-5": 320, "ipad-pro-12-9-home": 375, "ipad-pro-12-9": 375,
    ]
}
