/// An upright rectangle whose edges are numbers of coordinates on two axes.
struct GridRect: Sendable, Hashable {
    var left: Int32
    var right: Int32
    var top: Int32
    var bottom: Int32

    /// Whether there is no area inside.
    var isEmpty: Bool { left >= right || top >= bottom }

    /// Whether the other rectangle lies inside this one, shared edges included.
    func contains(_ other: GridRect) -> Bool {
        left <= other.left && right >= other.right && top <= other.top && bottom >= other.bottom
    }

    /// The part both cover; empty when they share no area.
    func intersection(_ other: GridRect) -> GridRect {
        GridRect(
            left: max(left, other.left),
            right: min(right, other.right),
            top: max(top, other.top),
            bottom: min(bottom, other.bottom)
        )
    }

    /// The smallest rectangle that holds both.
    func union(_ other: GridRect) -> GridRect {
        GridRect(
            left: min(left, other.left),
            right: max(right, other.right),
            top: min(top, other.top),
            bottom: max(bottom, other.bottom)
        )
    }
}
