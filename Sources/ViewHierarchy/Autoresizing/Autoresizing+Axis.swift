extension Autoresizing {
    /// Lengths that cancel out to less than this share of themselves have no sum worth dividing by.
    private static let cancellation = 1e-9
    /// Keeps an edge that is a pixel edge but for rounding error from falling to the one before.
    private static let gridTolerance = 1e-6

    /// The extent that a view takes on one axis when its superview goes from one length to another.
    ///
    /// Margins weigh with their sign: a view that sticks out has a negative one. When the flexible parts sum up to
    /// nothing or less, each takes an equal share, as Interface Builder does. An axis whose superview keeps its length,
    /// without a flexible part, or that would not stay finite is left alone.
    /// - Returns: The extent, and whether its length had to be kept from falling below 0.
    public func resize(
        _ span: AxisSpan,
        _ flexible: AxisFlexibility,
        from oldLength: Double,
        to newLength: Double
    ) -> (span: AxisSpan, isClamped: Bool) {
        let change = newLength - oldLength
        guard change != 0, change.isFinite, !flexible.isEmpty else { return (span, false) }
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
            let near = floor(span.position, scale)
            return AxisSpan(position: near, length: floor(span.position + span.length, scale) - near)
        case .floorOriginRoundSize(let scale):
            guard scale > 0, scale.isFinite else { return span }
            return AxisSpan(position: floor(span.position, scale), length: (span.length * scale).rounded() / scale)
        }
    }

    private func floor(_ value: Double, _ scale: Double) -> Double {
        (value * scale + Self.gridTolerance).rounded(.down) / scale
    }
}
