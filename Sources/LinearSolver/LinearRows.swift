/// Sparse rows, each a constant and terms sorted by column, in flat memory.
///
/// A row that grows out of its room moves to the end; the room that is left behind is closed when it is half of all.
struct LinearRows: Sendable {
    private struct Span: Sendable {
        var start: Int
        var count: Int
        var room: Int
    }

    private(set) var terms: [LinearProgram.Term] = []
    var constants: [Double] = []
    private var spans: [Span] = []
    private var wasted = 0
    private var scratch: [LinearProgram.Term] = []

    /// What is smaller than this is the error of rounding.
    static let zero = 1e-13

    /// The number of rows.
    var count: Int { spans.count }

    /// Where the terms of a row lie.
    func range(_ row: Int) -> Range<Int> { spans[row].start..<spans[row].start + spans[row].count }

    /// The terms of a row.
    func row(_ row: Int) -> ArraySlice<LinearProgram.Term> { terms[range(row)] }

    /// Adds a row of sorted terms and returns its index.
    @discardableResult
    mutating func append(_ row: [LinearProgram.Term], constant: Double) -> Int {
        spans.append(Span(start: terms.count, count: row.count, room: row.count))
        terms += row
        constants.append(constant)
        return spans.count - 1
    }

    /// A column's coefficient in a row, 0 when it has none.
    func coefficient(_ row: Int, _ column: Int32) -> Double {
        var low = spans[row].start
        var high = low + spans[row].count
        while low < high {
            let middle = (low + high) >> 1
            let found = terms[middle].variable
            if found == column { return terms[middle].coefficient }
            if found < column { low = middle + 1 } else { high = middle }
        }
        return 0
    }

    /// Replaces a row's terms, which are sorted.
    mutating func replace(_ row: Int, by new: [LinearProgram.Term]) {
        place(new, at: row)
    }

    /// Solves a row for one of its columns: basic = constant + … + a · column becomes column = … + basic / a.
    mutating func turn(_ row: Int, to entering: Int32, from leaving: Int32) {
        let pivot = coefficient(row, entering)
        guard pivot != 0 else { return }
        let factor = -1 / pivot
        scratch.removeAll(keepingCapacity: true)
        var isPlaced = leaving < 0
        for position in range(row) {
            let term = terms[position]
            if !isPlaced && term.variable > leaving {
                scratch.append(LinearProgram.Term(variable: leaving, coefficient: -factor))
                isPlaced = true
            }
            if term.variable != entering {
                scratch.append(LinearProgram.Term(variable: term.variable, coefficient: term.coefficient * factor))
            }
        }
        if !isPlaced { scratch.append(LinearProgram.Term(variable: leaving, coefficient: -factor)) }
        constants[row] *= factor
        place(scratch, at: row)
    }

    /// Puts the row of a column in the place of the column: row += coefficient · source, without the column itself.
    ///
    /// - Parameter filled: is given the columns that the row did not have before.
    mutating func substitute(_ column: Int32, by source: Int, in row: Int, filled: inout [Int32]) {
        let factor = coefficient(row, column)
        scratch.removeAll(keepingCapacity: true)
        let (first, second) = (range(row), range(source))
        var (left, right) = (first.lowerBound, second.lowerBound)
        while left < first.upperBound || right < second.upperBound {
            let leftColumn = left < first.upperBound ? terms[left].variable : .max
            let rightColumn = right < second.upperBound ? terms[right].variable : .max
            if leftColumn < rightColumn {
                if leftColumn != column { scratch.append(terms[left]) }
                left += 1
            } else if leftColumn > rightColumn {
                let value = factor * terms[right].coefficient
                if abs(value) > Self.zero {
                    scratch.append(LinearProgram.Term(variable: rightColumn, coefficient: value))
                    filled.append(rightColumn)
                }
                right += 1
            } else {
                let (old, new) = (terms[left].coefficient, factor * terms[right].coefficient)
                let value = old + new
                if abs(value) > max(Self.zero, 1e-13 * abs(old)) {
                    scratch.append(LinearProgram.Term(variable: leftColumn, coefficient: value))
                }
                left += 1
                right += 1
            }
        }
        constants[row] += factor * constants[source]
        place(scratch, at: row)
    }

    private mutating func place(_ new: [LinearProgram.Term], at row: Int) {
        if new.count > spans[row].room {
            wasted += spans[row].room
            let room = new.count + new.count / 2 + 2
            spans[row] = Span(start: terms.count, count: new.count, room: room)
            terms += new
            for _ in new.count..<room { terms.append(LinearProgram.Term(variable: 0, coefficient: 0)) }
            if wasted > 4096 && wasted * 2 > terms.count { compact() }
        } else {
            let start = spans[row].start
            for index in new.indices { terms[start + index] = new[index] }
            spans[row].count = new.count
        }
    }

    private mutating func compact() {
        var kept: [LinearProgram.Term] = []
        kept.reserveCapacity(terms.count)
        for index in spans.indices {
            let range = range(index)
            spans[index].start = kept.count
            spans[index].room = range.count
            kept += terms[range]
        }
        terms = kept
        wasted = 0
    }
}
