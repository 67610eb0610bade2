/// The area of a view in its window.
struct Parallelogram {
    private let toView: Transform
    private let bounds: Rect

    /// Creates the area that the transform makes of the bounds; nil when it is flat.
    init?(bounds: Rect, toWindow: Transform) {
        guard toWindow.determinant != 0 else { return nil }
        toView = toWindow.inverted
        self.bounds = bounds.standardized
        guard toView.isFinite else { return nil }
    }

    /// Where a horizontal line enters and leaves; nil when it passes by.
    func chord(at y: Double) -> (left: Double, right: Double)? {
        // Along the line both coordinates in the view are linear in x.
        var chord = (left: -Double.infinity, right: Double.infinity)
        let start = toView.apply(to: Point(x: 0, y: y))
        guard Self.cut(&chord, from: start.x, slope: toView.a, to: bounds.minX, bounds.maxX),
            Self.cut(&chord, from: start.y, slope: toView.b, to: bounds.minY, bounds.maxY)
        else { return nil }
        return chord
    }

    private static func cut(
        _ chord: inout (left: Double, right: Double),
        from start: Double,
        slope: Double,
        to low: Double,
        _ high: Double
    ) -> Bool {
        guard slope != 0 else { return low <= start && start <= high }
        let (first, second) = ((low - start) / slope, (high - start) / slope)
        chord.left = max(chord.left, min(first, second))
        chord.right = min(chord.right, max(first, second))
        return chord.left < chord.right
    }
}
