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
        let begins = Events(sheets, rowCount: rowCount, at: \.rect.top)
        let ends = Events(sheets, rowCount: rowCount, at: \.rect.bottom)
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

        init(_ sheets: [Sheet], rowCount: Int, at edge: KeyPath<Sheet, Int32>) {
            self.sheets = Array(repeating: 0, count: sheets.count)
            starts = Array(repeating: 0, count: rowCount + 2)
            for sheet in sheets { starts[Int(sheet[keyPath: edge]) + 1] &+= 1 }
            for row in 0...rowCount { starts[row + 1] &+= starts[row] }
            var next = starts
            for number in sheets.indices {
                let row = Int(sheets[number][keyPath: edge])
                self.sheets[Int(next[row])] = Int32(truncatingIfNeeded: number)
                next[row] &+= 1
            }
        }

        func range(of row: Int32) -> Range<Int> { Int(starts[Int(row)])..<Int(starts[Int(row) + 1]) }
    }
}
