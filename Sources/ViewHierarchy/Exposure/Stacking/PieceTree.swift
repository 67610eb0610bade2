/// Disjoint pieces that are switched on one after another, and the area of those that are on inside any rectangle: a
/// binary tree over the pieces in the order of a space-filling curve.
struct PieceTree {
    private let grid: Grid
    private let leafCount: Int
    private var pieces: [GridRect]
    /// The smallest rectangle that holds the pieces below each inner node.
    private var extents: [GridRect]
    /// The area that is on below each node, leaves after inner nodes.
    private var areas: [Double]
    /// How many nodes may still be looked at.
    private(set) var remainingSteps: Int

    private static let nowhere = GridRect(left: .max, right: .min, top: .max, bottom: .min)

    /// Sorts the pieces in, all of them off.
    ///
    /// - Parameter places: Filled with the place of each piece in the tree.
    init(_ sheets: [Sheet], on grid: Grid, maximumSteps: Int, places: inout [Int32]) {
        self.grid = grid
        remainingSteps = maximumSteps
        var leafCount = 1
        while leafCount < sheets.count { leafCount *= 2 }
        self.leafCount = leafCount
        var keys: [(key: UInt64, sheet: Int32)] = []
        keys.reserveCapacity(sheets.count)
        for (number, sheet) in sheets.enumerated() {
            keys.append((Self.curveKey(of: sheet.rect), Int32(truncatingIfNeeded: number)))
        }
        keys.sort { $0.key < $1.key }
        places = Array(repeating: 0, count: sheets.count)
        pieces = []
        pieces.reserveCapacity(sheets.count)
        for (place, entry) in keys.enumerated() {
            places[Int(entry.sheet)] = Int32(truncatingIfNeeded: place)
            pieces.append(sheets[Int(entry.sheet)].rect)
        }
        areas = Array(repeating: 0, count: leafCount * 2)
        extents = Array(repeating: Self.nowhere, count: leafCount)
        for node in stride(from: leafCount - 1, through: 1, by: -1) {
            extents[node] = extent(of: node * 2).union(extent(of: node * 2 + 1))
        }
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

    private func extent(of node: Int) -> GridRect {
        if node < leafCount { return extents[node] }
        return node - leafCount < pieces.count ? pieces[node - leafCount] : Self.nowhere
    }

    /// Switches the piece at a place of the tree on.
    mutating func switchOn(_ place: Int32) {
        let area = grid.area(of: pieces[Int(place)])
        var node = Int(place) + leafCount
        while node >= 1 {
            areas[node] += area
            node /= 2
        }
    }

    /// The area of the pieces that are on, inside a rectangle; nil when the steps are used up.
    mutating func area(inside rect: GridRect) -> Double? {
        guard !rect.isEmpty else { return 0 }
        let area = area(inside: rect, below: 1)
        return remainingSteps > 0 ? area : nil
    }

    /// As deep as the tree is high, which is the logarithm of the number of pieces.
    private mutating func area(inside rect: GridRect, below node: Int) -> Double {
        guard areas[node] > 0, remainingSteps > 0 else { return 0 }
        remainingSteps &-= 1
        let extent = extent(of: node)
        let common = extent.intersection(rect)
        if common.isEmpty { return 0 }
        if common == extent { return areas[node] }
        if node >= leafCount { return grid.area(of: common) }
        return area(inside: rect, below: node * 2) + area(inside: rect, below: node * 2 + 1)
    }
}
