/// A point in points (iOS logical pixels), origin top-left, y down.
public struct Point: Sendable, Hashable {
    /// Distance from the left edge.
    public var x: Double
    /// Distance from the top edge.
    public var y: Double

    /// Creates a point.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The origin.
    public static let zero = Point(x: 0, y: 0)

    /// Whether both coordinates are finite numbers.
    public var isFinite: Bool { x.isFinite && y.isFinite }

    /// Coordinate-wise sum.
    public static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }

    /// Coordinate-wise difference.
    public static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
}

/// A size in points. Sizes read from dumps may be negative or not finite; nothing here forbids them.
public struct Size: Sendable, Hashable {
    /// Horizontal extent.
    public var width: Double
    /// Vertical extent.
    public var height: Double

    /// Creates a size.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// No extent.
    public static let zero = Size(width: 0, height: 0)

    /// Whether both lengths are finite numbers.
    public var isFinite: Bool { width.isFinite && height.isFinite }
}

/// A rectangle in points, as `CGRect`: an origin and a size.
public struct Rect: Sendable, Hashable {
    /// The top-left corner when the size is not negative.
    public var origin: Point
    /// The extent.
    public var size: Size

    /// Creates a rectangle from its parts.
    public init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// Creates a rectangle from four numbers.
    public init(x: Double, y: Double, width: Double, height: Double) {
        origin = Point(x: x, y: y)
        size = Size(width: width, height: height)
    }

    /// The empty rectangle at the origin.
    public static let zero = Rect(origin: .zero, size: .zero)

    /// Whether all four numbers are finite.
    public var isFinite: Bool { origin.isFinite && size.isFinite }

    /// Smallest x, whatever the sign of the width (`CGRectGetMinX`).
    public var minX: Double { size.width < 0 ? origin.x + size.width : origin.x }
    /// Smallest y, whatever the sign of the height (`CGRectGetMinY`).
    public var minY: Double { size.height < 0 ? origin.y + size.height : origin.y }
    /// Largest x.
    public var maxX: Double { size.width < 0 ? origin.x : origin.x + size.width }
    /// Largest y.
    public var maxY: Double { size.height < 0 ? origin.y : origin.y + size.height }
    /// Middle of both axes.
    public var center: Point { Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2) }
    /// Whether the rectangle covers no area.
    public var isEmpty: Bool { size.width == 0 || size.height == 0 }

    /// Whether the point lies inside, the right and bottom edges excluded (`CGRectContainsPoint`).
    public func contains(_ point: Point) -> Bool {
        minX <= point.x && point.x < maxX && minY <= point.y && point.y < maxY
    }

    /// Whether there is an ``intersection(_:)`` with another rectangle, both of them finite and without negative lengths.
    @inline(__always)
    func sharesArea(with other: Rect) -> Bool {
        let right = Swift.min(origin.x + size.width, other.origin.x + other.size.width)
        let bottom = Swift.min(origin.y + size.height, other.origin.y + other.size.height)
        return right > Swift.max(origin.x, other.origin.x) && bottom > Swift.max(origin.y, other.origin.y)
    }

    /// The part both rectangles cover, or nil when they share no area or one of them is not finite.
    public func intersection(_ other: Rect) -> Rect? {
        guard isFinite, other.isFinite else { return nil }
        let left = Swift.max(minX, other.minX)
        let top = Swift.max(minY, other.minY)
        let right = Swift.min(maxX, other.maxX)
        let bottom = Swift.min(maxY, other.maxY)
        guard right > left, bottom > top else { return nil }
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The smallest rectangle that holds both.
    public func union(_ other: Rect) -> Rect {
        let left = Swift.min(minX, other.minX)
        let top = Swift.min(minY, other.minY)
        let right = Swift.max(maxX, other.maxX)
        let bottom = Swift.max(maxY, other.maxY)
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

extension Rect {
    /// The same area with lengths that are not negative (`CGRectStandardize`).
    public var standardized: Rect {
        guard size.width < 0 || size.height < 0 else { return self }
        return Rect(x: minX, y: minY, width: abs(size.width), height: abs(size.height))
    }

    /// The rectangle with every edge moved inwards, as `CGRectInset`.
    package func inset(by length: Double) -> Rect {
        Rect(x: minX + length, y: minY + length, width: size.width - 2 * length, height: size.height - 2 * length)
    }

    /// Whether the other rectangle lies inside this one, shared edges included.
    public func contains(_ other: Rect) -> Bool {
        minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
    }
}

/// Distances from the four edges of a rectangle inwards, in points, as `UIEdgeInsets`.
public struct EdgeInsets: Sendable, Hashable {
    /// Distance from the top edge.
    public var top: Double
    /// Distance from the left edge.
    public var left: Double
    /// Distance from the bottom edge.
    public var bottom: Double
    /// Distance from the right edge.
    public var right: Double

    /// Creates insets from four distances.
    public init(top: Double, left: Double, bottom: Double, right: Double) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    /// No distance from any edge.
    public static let zero = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
}
