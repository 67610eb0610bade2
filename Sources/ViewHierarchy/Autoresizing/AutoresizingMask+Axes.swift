extension AutoresizingMask {
    /// The left margin, the width and the right margin.
    public var horizontal: AxisFlexibility { AxisFlexibility(rawValue: rawValue) }

    /// The top margin, the height and the bottom margin.
    public var vertical: AxisFlexibility { AxisFlexibility(rawValue: rawValue >> 3) }
}
