extension ViewGeometry {
    /// Below this share of the products that it is the difference of, the determinant is mostly rounding error.
    private static let conditionLimit = 0.01
    /// How far below zero a length may come out through the six digits that dumps print.
    private static let negativeTolerance = 1e-3

    /// Creates the geometry of a view of which only its frame, a bounding box, and its transform are known.
    public init(boundingBox: Rect, transform: Transform, anchorPoint: Point = ViewGeometry.middle) {
        let size = Self.boundsSize(ofBox: boundingBox.size, under: transform)
        self.init(
            bounds: Rect(origin: .zero, size: size),
            center: .zero,
            transform: transform,
            anchorPoint: anchorPoint
        )
        moveCenter(soThatFrameIs: boundingBox)
    }

    /// Moves the center so that the middle of the frame comes to lie in the middle of the given one.
    mutating func moveCenter(soThatFrameIs wanted: Rect) {
        guard !transform.isIdentity else {
            center = wanted.origin + anchorOffset
            return
        }
        center = .zero
        center = wanted.center - frame.center
    }

    /// The size w×h whose bounding box under the transform is W×H: W = |a|·w + |c|·h and H = |b|·w + |d|·h.
    ///
    /// Near 45° both lines say the same and only a sum of w and h is known: the answer is then the smallest pair that
    /// fits, which under a pure rotation is the square. A box that no size can have gives what UIKit's `setFrame:`
    /// would store: the parts of the inverse applied to (W, H), without their signs.
    public static func boundsSize(ofBox box: Size, under transform: Transform) -> Size {
        let (a, b, c, d) = (abs(transform.a), abs(transform.b), abs(transform.c), abs(transform.d))
        guard b != 0 || c != 0 || a != 1 || d != 1 else { return box }
        let determinant = a * d - b * c
        guard abs(determinant) > conditionLimit * (a * d + b * c) else {
            let norm = a * a + b * b + c * c + d * d
            guard norm > 0 else { return box }
            return Size(
                width: (a * box.width + b * box.height) / norm,
                height: (c * box.width + d * box.height) / norm
            )
        }
        let width = (d * box.width - c * box.height) / determinant
        let height = (a * box.height - b * box.width) / determinant
        let tolerance = negativeTolerance * max(abs(width), abs(height))
        if width >= -tolerance, height >= -tolerance {
            return Size(width: max(width, 0), height: max(height, 0))
        }
        let inverse = transform.linear.inverted.applyLinear(to: Point(x: box.width, y: box.height))
        return Size(width: abs(inverse.x), height: abs(inverse.y))
    }
}
