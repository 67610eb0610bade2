import ViewHierarchy

/// How much work is done to find out what covers what, whatever the dump.
///
/// Staircases of a hundred thousand views stay far below; a lattice of as many bars, which has billions of openings,
/// does not. Past a limit an answer leaves covers out, so that it says too much rather than too little is seen, and is
/// marked as not exact.
public struct ExposureLimits: Sendable, Hashable {
    /// Into how many pieces the window may fall.
    public var maximumPieces = 1_000_000
    /// How many of the largest covers are still looked at when there would be more pieces: any arrangement of so many
    /// has less than `maximumPieces`.
    public var largestCovers = 400
    /// How many pieces, or groups of pieces, are looked at to measure all views.
    public var maximumSteps = 100_000_000
    /// How many rectangles the area of one view may fall into; past that they are replaced by the one around them.
    public var maximumRects = 1_000

    /// The limits that the server uses.
    public static let standard = ExposureLimits()

    /// Creates the standard limits.
    public init() {}
}

/// What lies on top where, among rectangles stacked on one another.
struct TopmostMap {
    let grid: Grid
    /// Disjoint; what nothing covers is on layer `Sheet.ground`.
    let pieces: [Sheet]
    /// False when only the largest sheets were regarded because there would have been too many pieces.
    let isComplete: Bool

    /// Lays out sheets on a grid that has all their edges.
    init(_ sheets: [Sheet], on grid: Grid, limits: ExposureLimits) {
        self.grid = grid
        func pieces(of sheets: [Sheet], atMost count: Int) -> [Sheet]? {
            TopmostPieces(
                sheets,
                columnCount: grid.columns.stripCount,
                rowCount: grid.rows.stripCount,
                maximumCount: count
            )?.pieces
        }
        if let all = pieces(of: sheets, atMost: limits.maximumPieces) {
            self.pieces = all
            isComplete = true
            return
        }
        isComplete = false
        let largest = sheets.map { (sheet: $0, area: grid.area(of: $0.rect)) }.sorted { $0.area > $1.area }
        self.pieces = pieces(of: largest.prefix(limits.largestCovers).map(\.sheet), atMost: .max) ?? []
    }

    /// A rectangle of which to measure the part where nothing lies in front of a layer.
    struct Question {
        var rect: GridRect
        /// The front-most layer that hides nothing of it.
        var layer: Int32
    }

    /// The areas asked for, in the order of the questions; nil for those that would take too many steps.
    func areas(_ questions: [Question], limits: ExposureLimits) -> [Double?] {
        var places: [Int32] = []
        var tree = PieceTree(pieces, on: grid, maximumSteps: limits.maximumSteps, places: &places)
        let pieceOrder = pieces.indices.sorted { pieces[$0].layer < pieces[$1].layer }
        let order = questions.indices.sorted { questions[$0].layer < questions[$1].layer }
        var answers = [Double?](repeating: nil, count: questions.count)
        var next = 0
        for number in order {
            let question = questions[number]
            while next < pieceOrder.count, pieces[pieceOrder[next]].layer <= question.layer {
                tree.switchOn(places[pieceOrder[next]])
                next += 1
            }
            answers[number] = tree.area(inside: question.rect)
        }
        return answers
    }
}

/// The plane cut into upright pieces in each of which one layer, or the bare ground, lies on top.
///
/// A line sweeps over the rows and keeps the runs of strips with the same layer on top. Where a sheet begins or ends,
/// only the runs that this changes are closed, and each closed run is one piece: time is O((n + pieces) log² n).
struct TopmostPieces {
    /// Strips that have had the same layer on top since a row.
    private struct OpenRun {
        var row: Int32
        var layer: Int32
    }

    /// The pieces: disjoint, together the whole extent, in no particular order.
    private(set) var pieces: [Sheet] = []

    private let maximumCount: Int
    /// How many runs were closed, those of no height included.
    private var closedCount = 0
    private var tree: StripTree
    private var openRuns: [OpenRun]
    private var runStarts: NumberSet
    private var columnCount: Int32
    private var found: [StripTree.Run] = []

    /// Cuts the extent of a grid.
    ///
    /// - Parameter maximumCount: The number of closed runs after which the work is given up.
    /// - Returns: nil when there would be more.
    init?(_ sheets: [Sheet], columnCount: Int, rowCount: Int, maximumCount: Int) {
        self.maximumCount = maximumCount
        let isInOrder = zip(sheets, sheets.dropFirst()).allSatisfy { $0.layer <= $1.layer }
        let sheets = isInOrder ? sheets : sheets.sorted { $0.layer < $1.layer }
        tree = StripTree(sheets: sheets, stripCount: columnCount)
        openRuns = Array(repeating: OpenRun(row: 0, layer: Sheet.ground), count: columnCount)
        runStarts = NumberSet(capacity: columnCount)
        self.columnCount = Int32(truncatingIfNeeded: columnCount)
        guard columnCount > 0, rowCount > 0 else { return }
        runStarts.insert(0)
        guard sweep(sheets, rowCount: rowCount) else { return nil }
        replace(0..<self.columnCount, by: Sheet.ground, at: Int32(truncatingIfNeeded: rowCount))
    }

    private mutating func sweep(_ sheets: [Sheet], rowCount: Int) -> Bool {
        let begins = Events(sheets, rowCount: rowCount) { $0.rect.top }
        let ends = Events(sheets, rowCount: rowCount) { $0.rect.bottom }
        for row in 0..<Int32(truncatingIfNeeded: rowCount) {
            // First what begins: a sheet that ends behind it here uncovers nothing.
            for event in begins.range(of: row) {
                let sheet = begins.sheets[event]
                begin(sheets[Int(sheet)], Int(sheet), at: row)
                guard closedCount <= maximumCount else { return false }
            }
            for event in ends.range(of: row) {
                let sheet = ends.sheets[event]
                end(sheets[Int(sheet)], Int(sheet), at: row)
                guard closedCount <= maximumCount else { return false }
            }
        }
        return true
    }

    private mutating func begin(_ sheet: Sheet, _ number: Int, at row: Int32) {
        found.removeAll(keepingCapacity: true)
        tree.collect(sheet.rect.left..<sheet.rect.right, behind: sheet.layer, into: &found)
        tree.put(number)
        var index = 0
        while index < found.count {
            var strips = found[index].strips
            index += 1
            while index < found.count, found[index].strips.lowerBound == strips.upperBound {
                strips = strips.lowerBound..<found[index].strips.upperBound
                index += 1
            }
            replace(strips, by: sheet.layer, at: row)
        }
    }

    private mutating func end(_ sheet: Sheet, _ number: Int, at row: Int32) {
        tree.take(number)
        found.removeAll(keepingCapacity: true)
        tree.collect(sheet.rect.left..<sheet.rect.right, behind: sheet.layer, into: &found)
        for index in found.indices { replace(found[index].strips, by: found[index].layer, at: row) }
    }

    /// Closes the runs in a range of strips and opens one in their place.
    private mutating func replace(_ strips: Range<Int32>, by layer: Int32, at row: Int32) {
        split(at: strips.lowerBound)
        split(at: strips.upperBound)
        var left = Int(strips.lowerBound)
        while left < strips.upperBound {
            let next = min(runStarts.next(from: left + 1) ?? Int(columnCount), Int(strips.upperBound))
            close(left, next, at: row)
            if left > strips.lowerBound { runStarts.remove(left) }
            left = next
        }
        openRuns[Int(strips.lowerBound)] = OpenRun(row: row, layer: layer)
    }

    private mutating func split(at column: Int32) {
        let column = Int(column)
        guard column < columnCount, !runStarts.contains(column), let start = runStarts.last(upTo: column) else {
            return
        }
        openRuns[column] = openRuns[start]
        runStarts.insert(column)
    }

    private mutating func close(_ left: Int, _ right: Int, at row: Int32) {
        closedCount &+= 1
        let run = openRuns[left]
        guard run.row < row else { return }
        let rect = GridRect(
            left: Int32(truncatingIfNeeded: left),
            right: Int32(truncatingIfNeeded: right),
            top: run.row,
            bottom: row
        )
        pieces.append(Sheet(rect: rect, layer: run.layer))
    }

    /// The numbers of the sheets in the order of one of their edges.
    private struct Events {
        private(set) var sheets: [Int32]
        private var starts: [Int32]

        init(_ sheets: [Sheet], rowCount: Int, at edge: (Sheet) -> Int32) {
            self.sheets = Array(repeating: 0, count: sheets.count)
            starts = Array(repeating: 0, count: rowCount + 2)
            for sheet in sheets { starts[Int(edge(sheet)) + 1] &+= 1 }
            for row in 0...rowCount { starts[row + 1] &+= starts[row] }
            var next = starts
            for number in sheets.indices {
                let row = Int(edge(sheets[number]))
                self.sheets[Int(next[row])] = Int32(truncatingIfNeeded: number)
                next[row] &+= 1
            }
        }

        func range(of row: Int32) -> Range<Int> { Int(starts[Int(row)])..<Int(starts[Int(row) + 1]) }
    }
}

/// Disjoint pieces that are switched on one after another, and the area of those that are on inside any rectangle.
struct PieceTree {
    private let grid: Grid
    private let tree: RectTree
    /// The area that is on below each node, leaves after inner nodes.
    private var areas: [Double]
    /// How many nodes may still be looked at.
    private(set) var remainingSteps: Int

    /// Sorts the pieces in, all of them off.
    ///
    /// - Parameter places: Filled with the place of each piece in the tree.
    init(_ sheets: [Sheet], on grid: Grid, maximumSteps: Int, places: inout [Int32]) {
        self.grid = grid
        remainingSteps = maximumSteps
        tree = RectTree(sheets.map(\.rect))
        places = Array(repeating: 0, count: sheets.count)
        for (place, number) in tree.order.enumerated() { places[Int(number)] = Int32(truncatingIfNeeded: place) }
        areas = Array(repeating: 0, count: tree.leafCount * 2)
    }

    /// Switches the piece at a place of the tree on.
    mutating func switchOn(_ place: Int32) {
        let area = grid.area(of: tree.rects[Int(place)])
        var node = Int(place) + tree.leafCount
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
        let extent = tree.extent(of: node)
        let common = extent.intersection(rect)
        if common.isEmpty { return 0 }
        if common == extent { return areas[node] }
        if node >= tree.leafCount { return grid.area(of: common) }
        return area(inside: rect, below: node * 2) + area(inside: rect, below: node * 2 + 1)
    }
}
