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
        var low = 0
        var high = coordinates.count
        while low < high {
            let middle = (low + high) / 2
            if coordinates[middle] <= edge { low = middle + 1 } else { high = middle }
        }
        return Int32(truncatingIfNeeded: max(low - 1, 0))
    }

    /// The coordinate with that number.
    subscript(number: Int32) -> Double { coordinates[Int(number)] }

    /// The distance between two numbered coordinates.
    func length(_ low: Int32, _ high: Int32) -> Double { coordinates[Int(high)] - coordinates[Int(low)] }
}
