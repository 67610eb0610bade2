import ViewHierarchy

/// A rectangle that hides what lies on lower layers behind it.
struct Sheet: Sendable, Hashable {
    /// Where it lies; never empty.
    var rect: GridRect
    /// How far in front it lies; several sheets may share a layer. Not negative.
    var layer: Int32

    /// The layer of what no sheet hides.
    static let ground: Int32 = -1
}

/// Which sheet lies on top in each of many strips, while sheets over ranges of strips come and go: a segment tree whose
/// nodes keep the sheets that span them in heaps, with the front-most at the root.
///
/// Putting and taking a sheet takes O(log² n); naming the strips in which something lies behind a layer takes O(log n)
/// for each run of them. All heaps share one array, laid out beforehand, so that nothing is allocated on the way.
struct StripTree {
    /// Strips side by side with the same layer on top.
    struct Run {
        var strips: Range<Int32>
        var layer: Int32
    }

    /// In the order of their layers, so that the higher number lies in front.
    private let sheets: [Sheet]
    private let leafCount: Int
    private var isPresent: [Bool]
    /// For each node: the front-most layer of the sheets that span it, then the lowest and the highest layer on top
    /// among its strips as far as this node and those below it know.
    private var tops: [Int32]
    private var lows: [Int32]
    private var highs: [Int32]
    private var heapStarts: [Int32]
    private var heapCounts: [Int32]
    private var heaps: [Int32]

    /// Makes room for the sheets, none of which is there yet.
    ///
    /// - Parameter sheets: In the order of their layers.
    init(sheets: [Sheet], stripCount: Int) {
        self.sheets = sheets
        var leafCount = 1
        while leafCount < stripCount { leafCount *= 2 }
        self.leafCount = leafCount
        isPresent = Array(repeating: false, count: sheets.count)
        tops = Array(repeating: Sheet.ground, count: leafCount * 2)
        lows = tops
        highs = tops
        heapCounts = Array(repeating: 0, count: leafCount * 2)
        heapStarts = heapCounts
        heaps = []
        for sheet in sheets {
            Self.forEachNode(over: sheet.rect, leafCount) { heapStarts[$0] &+= 1 }
        }
        var total: Int32 = 0
        for node in heapStarts.indices {
            let count = heapStarts[node]
            heapStarts[node] = total
            total &+= count
        }
        heaps = Array(repeating: 0, count: Int(total))
    }

    /// Lays a sheet on its strips.
    mutating func put(_ sheet: Int) {
        isPresent[sheet] = true
        let rect = sheets[sheet].rect
        Self.forEachNode(over: rect, leafCount) { node in
            push(Int32(truncatingIfNeeded: sheet), node)
            tops[node] = max(tops[node], sheets[sheet].layer)
            update(node)
        }
        updateAbove(rect)
    }

    /// Takes a sheet off its strips.
    mutating func take(_ sheet: Int) {
        isPresent[sheet] = false
        let rect = sheets[sheet].rect
        Self.forEachNode(over: rect, leafCount) { node in
            // Sheets below the front-most stay in the heap until they come up.
            while heapCounts[node] > 0, !isPresent[Int(heaps[Int(heapStarts[node])])] { pop(node) }
            tops[node] = heapCounts[node] > 0 ? layer(heaps[Int(heapStarts[node])]) : Sheet.ground
            update(node)
        }
        updateAbove(rect)
    }

    /// Appends the runs, ascending, of those strips of a range on which everything lies behind a layer.
    func collect(_ strips: Range<Int32>, behind layer: Int32, into runs: inout [Run]) {
        collect(1, 0..<Int32(truncatingIfNeeded: leafCount), strips, layer, Sheet.ground, &runs)
    }

    /// As deep as the tree is high, which is the logarithm of the number of strips.
    private func collect(
        _ node: Int,
        _ extent: Range<Int32>,
        _ strips: Range<Int32>,
        _ layer: Int32,
        _ above: Int32,
        _ runs: inout [Run]
    ) {
        guard extent.lowerBound < strips.upperBound, strips.lowerBound < extent.upperBound else { return }
        let top = max(above, tops[node])
        guard top < layer, lows[node] < layer else { return }
        if highs[node] <= top || lows[node] == highs[node] {
            let part = extent.clamped(to: strips)
            let value = max(top, highs[node])
            if let last = runs.last, last.layer == value, last.strips.upperBound == part.lowerBound {
                runs[runs.count - 1].strips = last.strips.lowerBound..<part.upperBound
            } else {
                runs.append(Run(strips: part, layer: value))
            }
            return
        }
        let middle = (extent.lowerBound &+ extent.upperBound) / 2
        collect(node * 2, extent.lowerBound..<middle, strips, layer, top, &runs)
        collect(node * 2 + 1, middle..<extent.upperBound, strips, layer, top, &runs)
    }

    private func layer(_ sheet: Int32) -> Int32 { sheets[Int(sheet)].layer }

    /// The least nodes that together span the strips of a sheet.
    private static func forEachNode(over rect: GridRect, _ leafCount: Int, _ body: (Int) -> Void) {
        var low = Int(rect.left) + leafCount
        var high = Int(rect.right) + leafCount
        while low < high {
            if low & 1 == 1 {
                body(low)
                low += 1
            }
            if high & 1 == 1 {
                high -= 1
                body(high)
            }
            low /= 2
            high /= 2
        }
    }

    private mutating func update(_ node: Int) {
        guard node < leafCount else {
            lows[node] = tops[node]
            highs[node] = tops[node]
            return
        }
        lows[node] = max(tops[node], min(lows[node * 2], lows[node * 2 + 1]))
        highs[node] = max(tops[node], max(highs[node * 2], highs[node * 2 + 1]))
    }

    private mutating func updateAbove(_ rect: GridRect) {
        updateAbove(leaf: Int(rect.left))
        updateAbove(leaf: Int(rect.right) - 1)
    }

    private mutating func updateAbove(leaf: Int) {
        var node = (leaf + leafCount) / 2
        while node >= 1 {
            update(node)
            node /= 2
        }
    }

    private mutating func push(_ sheet: Int32, _ node: Int) {
        let start = Int(heapStarts[node])
        var place = Int(heapCounts[node])
        heapCounts[node] &+= 1
        while place > 0 {
            let parent = (place - 1) / 2
            guard heaps[start + parent] < sheet else { break }
            heaps[start + place] = heaps[start + parent]
            place = parent
        }
        heaps[start + place] = sheet
    }

    private mutating func pop(_ node: Int) {
        let start = Int(heapStarts[node])
        heapCounts[node] &-= 1
        let count = Int(heapCounts[node])
        let sheet = heaps[start + count]
        var place = 0
        while true {
            var child = place * 2 + 1
            guard child < count else { break }
            if child + 1 < count, heaps[start + child] < heaps[start + child + 1] { child += 1 }
            guard sheet < heaps[start + child] else { break }
            heaps[start + place] = heaps[start + child]
            place = child
        }
        heaps[start + place] = sheet
    }
}

/// A set of small whole numbers that finds the next and the previous one in about constant time: one bit for each
/// number, and above each row of words another row that tells which words have a bit.
struct NumberSet: Sendable {
    private var rows: [[UInt64]] = []

    /// Creates an empty set for numbers in `0..<capacity`.
    init(capacity: Int) {
        var length = max(capacity, 1)
        repeat {
            length = (length + 63) / 64
            rows.append(Array(repeating: 0, count: length))
        } while length > 1
    }

    /// Whether the number is in the set.
    func contains(_ number: Int) -> Bool { rows[0][number >> 6] & (1 << UInt64(number & 63)) != 0 }

    /// Adds a number.
    mutating func insert(_ number: Int) {
        var number = number
        for row in rows.indices {
            let word = number >> 6
            let wasEmpty = rows[row][word] == 0
            rows[row][word] |= 1 << UInt64(number & 63)
            guard wasEmpty else { return }
            number = word
        }
    }

    /// Takes a number away.
    mutating func remove(_ number: Int) {
        var number = number
        for row in rows.indices {
            let word = number >> 6
            rows[row][word] &= ~(1 << UInt64(number & 63))
            guard rows[row][word] == 0 else { return }
            number = word
        }
    }

    /// The smallest number that is not smaller than the given one.
    func next(from number: Int) -> Int? {
        var number = number
        for row in rows.indices {
            let word = number >> 6
            guard word < rows[row].count else { return nil }
            let bits = rows[row][word] & (UInt64.max << UInt64(number & 63))
            if bits != 0 { return descend(from: row, to: word << 6 + bits.trailingZeroBitCount, first: true) }
            number = word + 1
        }
        return nil
    }

    /// The greatest number that is not greater than the given one.
    func last(upTo number: Int) -> Int? {
        var number = number
        for row in rows.indices {
            guard number >= 0 else { return nil }
            let word = number >> 6
            let bits = rows[row][word] & (UInt64.max >> UInt64(63 - number & 63))
            if bits != 0 { return descend(from: row, to: word << 6 + 63 - bits.leadingZeroBitCount, first: false) }
            number = word - 1
        }
        return nil
    }

    private func descend(from row: Int, to number: Int, first: Bool) -> Int {
        var number = number
        for row in stride(from: row - 1, through: 0, by: -1) {
            let bits = rows[row][number]
            number = number << 6 + (first ? bits.trailingZeroBitCount : 63 - bits.leadingZeroBitCount)
        }
        return number
    }
}
