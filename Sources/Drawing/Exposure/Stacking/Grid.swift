import Diagnostics
package import ViewHierarchy

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

/// Finds those of many rectangles that overlap another one: a binary tree over them in the order of a space-filling
/// curve, of which each node knows the rectangle around all below it.
///
/// Making it takes O(n log n). A search looks at O(log n) nodes for each rectangle that it finds, unless those are long
/// and thin and lie across each other.
package struct RectTree: Sendable {
    /// The numbers of the rectangles in the order of the curve.
    let order: [Int32]
    /// The rectangles in that order.
    let rects: [GridRect]
    /// A power of two; the leaf of a place is the node `leafCount + place`.
    let leafCount: Int
    /// The smallest rectangle that holds those below each inner node.
    private var extents: [GridRect]

    private static let nowhere = GridRect(left: .max, right: .min, top: .max, bottom: .min)

    /// Sorts rectangles in.
    init(_ rects: [GridRect]) {
        var leafCount = 1
        while leafCount < rects.count { leafCount *= 2 }
        self.leafCount = leafCount
        var keys: [(key: UInt64, number: Int32)] = []
        keys.reserveCapacity(rects.count)
        for (number, rect) in rects.enumerated() {
            keys.append((Self.curveKey(of: rect), Int32(truncatingIfNeeded: number)))
        }
        keys.sort { $0.key < $1.key }
        order = keys.map(\.number)
        self.rects = keys.map { rects[Int($0.number)] }
        extents = Array(repeating: Self.nowhere, count: leafCount)
        for node in stride(from: leafCount - 1, through: 1, by: -1) {
            extents[node] = extent(of: node * 2).union(extent(of: node * 2 + 1))
        }
    }

    /// Sorts rectangles in, all of them finite.
    package init(of rects: [Rect]) {
        let grid = Grid(rects)
        self.init(rects.map { grid($0) })
    }

    /// The bits of both middles, taken in turns.
    private static func curveKey(of rect: GridRect) -> UInt64 {
        spread(rect.left &+ rect.right) | spread(rect.top &+ rect.bottom) << 1
    }

    private static func spread(_ number: Int32) -> UInt64 {
        var bits = UInt64(UInt32(bitPattern: number))
        bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
        bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
        bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
        bits = (bits | bits << 2) & 0x3333_3333_3333_3333
        return (bits | bits << 1) & 0x5555_5555_5555_5555
    }

    /// The rectangle around all below a node.
    func extent(of node: Int) -> GridRect {
        if node < leafCount { return extents[node] }
        return node - leafCount < rects.count ? rects[node - leafCount] : Self.nowhere
    }

    /// Hands over each pair of the rectangles that overlap once, the lower number second, ordered by the higher number.
    ///
    /// - Parameters:
    ///   - steps: How many nodes are looked at, at the most; less what was looked at afterwards.
    ///   - body: Says whether to go on.
    /// - Returns: False where the steps were used up, or the body ended the search.
    package func forEachPair(steps: inout Int, _ body: (_ higher: Int, _ lower: Int) -> Bool) -> Bool {
        var places = [Int](repeating: 0, count: rects.count)
        for (place, number) in order.enumerated() { places[Int(number)] = place }
        for number in rects.indices {
            let isDone = forEach(overlapping: rects[places[number]], steps: &steps) {
                $0 >= number || body(number, $0)
            }
            guard isDone else { return false }
        }
        return true
    }

    /// Hands over the number of each rectangle that shares area with another one, in no particular order.
    ///
    /// - Parameters:
    ///   - steps: How many nodes are looked at, at the most; less what was looked at afterwards.
    ///   - body: Says whether to go on.
    /// - Returns: False where the steps were used up, or the body ended the search.
    func forEach(overlapping rect: GridRect, steps: inout Int, _ body: (Int) -> Bool) -> Bool {
        // The other halves of the nodes on the way down: as many as the tree is high.
        var open = [1]
        while let node = open.popLast() {
            guard steps > 0 else { return false }
            steps &-= 1
            guard !extent(of: node).intersection(rect).isEmpty else { continue }
            if node < leafCount {
                open.append(node * 2 + 1)
                open.append(node * 2)
            } else if !body(Int(order[node - leafCount])) {
                return false
            }
        }
        return true
    }
}
