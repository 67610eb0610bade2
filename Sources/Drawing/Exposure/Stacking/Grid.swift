import Diagnostics
import ViewHierarchy

/// The distinct coordinates of many edges on one axis, ascending. Edges are told apart by their number from then on,
/// so that every comparison is exact.
struct Axis: Sendable {
    /// Edges that are no further apart than this, in points, count as one: conversions leave rounding errors behind.
    static let tolerance = 1e-6

    /// The smallest of the coordinates that count as one.
    private(set) var coordinates: [Double] = []

    /// Takes the edges in any order; all of them are finite.
    init(_ edges: [Double]) {
        for edge in edges.sorted() {
            if let last = coordinates.last, edge - last <= Self.tolerance { continue }
            coordinates.append(edge)
        }
    }

    /// The number of strips between neighboring coordinates.
    var stripCount: Int { max(coordinates.count - 1, 0) }

    /// The number of the coordinate that an edge counts as.
    func number(of edge: Double) -> Int32 {
        Int32(truncatingIfNeeded: max(coordinates.firstPlace(past: edge) - 1, 0))
    }

    /// The coordinate with that number.
    subscript(number: Int32) -> Double { coordinates[Int(number)] }

    /// The distance between two numbered coordinates.
    func length(_ low: Int32, _ high: Int32) -> Double { coordinates[Int(high)] - coordinates[Int(low)] }
}

/// The lines that all edges of a set of rectangles lie on.
struct Grid: Sendable {
    let columns: Axis
    let rows: Axis

    /// Takes the edges of finite rectangles.
    init(_ rects: [Rect]) {
        var horizontal: [Double] = []
        var vertical: [Double] = []
        horizontal.reserveCapacity(rects.count * 2)
        vertical.reserveCapacity(rects.count * 2)
        for rect in rects {
            horizontal.append(rect.minX)
            horizontal.append(rect.maxX)
            vertical.append(rect.minY)
            vertical.append(rect.maxY)
        }
        columns = Axis(horizontal)
        rows = Axis(vertical)
    }

    /// A rectangle, with edges that the grid was made with, on the grid.
    func callAsFunction(_ rect: Rect) -> GridRect {
        GridRect(
            left: columns.number(of: rect.minX),
            right: columns.number(of: rect.maxX),
            top: rows.number(of: rect.minY),
            bottom: rows.number(of: rect.maxY)
        )
    }

    /// The rectangle in points.
    func rect(_ rect: GridRect) -> Rect {
        Rect(
            x: columns[rect.left],
            y: rows[rect.top],
            width: columns.length(rect.left, rect.right),
            height: rows.length(rect.top, rect.bottom)
        )
    }

    /// The area in square points.
    func area(of rect: GridRect) -> Double {
        rect.isEmpty ? 0 : columns.length(rect.left, rect.right) * rows.length(rect.top, rect.bottom)
    }
}

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

extension GridRect {
    /// Joins disjoint rectangles that share a whole edge, first those side by side, then those below one another.
    static func merged(_ rects: [GridRect]) -> [GridRect] {
        let rows = joined(rects.sorted { ($0.top, $0.bottom, $0.left) < ($1.top, $1.bottom, $1.left) }) {
            guard $0.top == $1.top, $0.bottom == $1.bottom, $0.right == $1.left else { return false }
            $0.right = $1.right
            return true
        }
        let columns = joined(rows.sorted { ($0.left, $0.right, $0.top) < ($1.left, $1.right, $1.top) }) {
            guard $0.left == $1.left, $0.right == $1.right, $0.bottom == $1.top else { return false }
            $0.bottom = $1.bottom
            return true
        }
        return columns.sorted { ($0.top, $0.left) < ($1.top, $1.left) }
    }

    private static func joined(_ rects: [GridRect], _ join: (inout GridRect, GridRect) -> Bool) -> [GridRect] {
        var joined: [GridRect] = []
        for rect in rects where joined.isEmpty || !join(&joined[joined.count - 1], rect) { joined.append(rect) }
        return joined
    }
}

extension Rect {
    /// Beyond this many points nothing is measured: areas stay finite.
    private static let horizon = 1e12
    private static let measurable = Rect(x: -horizon, y: -horizon, width: 2 * horizon, height: 2 * horizon)

    /// Whether the rectangle is thinner than the distance at which two edges count as one.
    var isThin: Bool { !(abs(size.width) > Axis.tolerance && abs(size.height) > Axis.tolerance) }

    /// Whether there is a ``measurablePart``. Of a rectangle inside the horizon it is the rectangle, but for rounding.
    @inline(__always)
    var isMeasurable: Bool {
        let (right, bottom) = (origin.x + size.width, origin.y + size.height)
        guard origin.x >= -Self.horizon, origin.y >= -Self.horizon, right <= Self.horizon, bottom <= Self.horizon,
            right - origin.x > Axis.tolerance, bottom - origin.y > Axis.tolerance
        else { return measurablePart != nil }
        return true
    }

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
