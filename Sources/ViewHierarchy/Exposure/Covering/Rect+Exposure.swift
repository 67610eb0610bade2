extension Rect {
    /// Beyond this many points nothing is measured: areas stay finite.
    private static let horizon = 1e12
    private static let measurable = Rect(x: -horizon, y: -horizon, width: 2 * horizon, height: 2 * horizon)

    /// Whether the rectangle is thinner than the distance at which two edges count as one.
    var isThin: Bool { !(abs(size.width) > Axis.tolerance && abs(size.height) > Axis.tolerance) }

    /// The part of the rectangle that can be measured; nil when there is none or it is too thin.
    var measurablePart: Rect? {
        guard let part = intersection(Self.measurable), !part.isThin else { return nil }
        return part
    }

    /// Whether the other rectangle lies inside this one but for rounding.
    func nearlyContains(_ other: Rect) -> Bool {
        let slack = Axis.tolerance
        return minX <= other.minX + slack && minY <= other.minY + slack && maxX >= other.maxX - slack
            && maxY >= other.maxY - slack
    }

    /// The part of a larger rectangle that this one takes, 0 to 1.
    func share(of whole: Rect) -> Double {
        (size.width / whole.size.width) * (size.height / whole.size.height)
    }
}

extension Double {
    /// The number without the noise of summing up: a share of the whole, 0 to 1, to twelve decimals.
    var asShare: Double { isNaN ? 0 : (Swift.min(Swift.max(self, 0), 1) * 1e12).rounded() / 1e12 }
}
