package import ViewHierarchy

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
