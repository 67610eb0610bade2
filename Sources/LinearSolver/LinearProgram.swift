/// The constraints of a system in flat memory, cleaned: finite, without duplicate or zero terms.
struct LinearProgram: Sendable {
    /// A constraint whose terms lie in `terms`.
    struct Constraint: Sendable {
        var terms: Range<Int>
        var relation: LinearRelation
        var constant: Double
        var priority: Double
        var dropCost: Double
        /// What is wrong with its terms, or with its priority; this stays.
        var refusalOfTerms: LinearRefusal.Reason?
        /// What is wrong with its constant, which may be replaced.
        var refusalOfConstant: LinearRefusal.Reason?

        /// Why it takes no part.
        var refusal: LinearRefusal.Reason? { refusalOfTerms ?? refusalOfConstant }

        /// Whether it takes part and must hold.
        var isRequired: Bool { refusal == nil && priority >= LinearProgram.required }
        /// Whether it takes part and may be violated.
        var isOptional: Bool { refusal == nil && priority < LinearProgram.required }
    }

    /// A term, as small as it can be.
    struct Term: Sendable {
        var variable: Int32
        var coefficient: Double
    }

    /// The priority from which a constraint is required (`UILayoutPriority.required`).
    static let required = 1000.0
    /// The sizes of coefficients with which a tableau of doubles is still exact enough.
    static let coefficients = 1e-5...1e6
    /// The largest size of a constant.
    static let largestConstant = 1e9
    /// The most terms of a whole system.
    static let mostTerms = 10_000_000
    /// How far a constraint may be off, and hold.
    static let tolerance = 1e-6

    var isNonNegative: [Bool] = []
    private(set) var constraints: [Constraint] = []
    private(set) var terms: [Term] = []

    /// Adds a constraint and returns its index.
    mutating func append(_ constraint: LinearConstraint) -> Int {
        let start = terms.count
        var refusal = refusal(of: constraint)
        if refusal == nil {
            for term in constraint.terms { merge(term, since: start) }
            if constraint.terms.count > 8 { mergeSorted(since: start) }
            // What cancelled is gone; what was written as zero says nothing.
            var end = start
            for position in start..<terms.count where terms[position].coefficient != 0 {
                terms[end] = terms[position]
                end += 1
            }
            terms.removeSubrange(end...)
            let isInRange = terms[start...].allSatisfy { Self.coefficients.contains(abs($0.coefficient)) }
            if !isInRange {
                refusal = .outOfRange
                terms.removeSubrange(start...)
            }
        }
        constraints.append(
            Constraint(
                terms: start..<terms.count,
                relation: constraint.relation,
                constant: constraint.constant,
                priority: constraint.priority,
                dropCost: constraint.dropCost,
                refusalOfTerms: refusal,
                refusalOfConstant: Self.refusal(ofConstant: constraint.constant)
            )
        )
        return constraints.count - 1
    }

    /// Replaces a constant.
    mutating func setConstant(of index: Int, to value: Double) {
        constraints[index].constant = value
        constraints[index].refusalOfConstant = Self.refusal(ofConstant: value)
    }

    /// Left side − right side where the constraint does not hold, else 0.
    func violation(of index: Int, at values: [Double]) -> Double {
        let constraint = constraints[index]
        guard constraint.refusal == nil else { return 0 }
        var sum = -constraint.constant
        var size = max(1, abs(constraint.constant))
        for term in terms[constraint.terms] {
            let part = term.coefficient * values[Int(term.variable)]
            sum += part
            size = max(size, abs(part))
        }
        guard abs(sum) > Self.tolerance + 1e-9 * size else { return 0 }
        switch constraint.relation {
        case .equal: return sum
        case .lessOrEqual: return max(0, sum)
        case .greaterOrEqual: return min(0, sum)
        }
    }

    /// The constraints of a list alone, and the variables in them.
    func part(_ list: [Int]) -> LinearProgram {
        var part = LinearProgram()
        var names: [Int32: Int32] = [:]
        for index in list {
            var constraint = constraints[index]
            let start = part.terms.count
            for term in terms[constraint.terms] {
                let name = names[term.variable, default: Int32(truncatingIfNeeded: names.count)]
                if names.updateValue(name, forKey: term.variable) == nil {
                    part.isNonNegative.append(isNonNegative[Int(term.variable)])
                }
                part.terms.append(Term(variable: name, coefficient: term.coefficient))
            }
            constraint.terms = start..<part.terms.count
            part.constraints.append(constraint)
        }
        return part
    }

    private func refusal(of constraint: LinearConstraint) -> LinearRefusal.Reason? {
        guard constraint.priority.isFinite, constraint.dropCost.isFinite else { return .notFinite }
        guard constraint.priority > 0 else { return .priority }
        guard constraint.terms.count <= Self.mostTerms - terms.count else { return .tooMany }
        for term in constraint.terms {
            guard isNonNegative.indices.contains(term.variable.index) else { return .unknownVariable }
            guard term.coefficient.isFinite else { return .notFinite }
            guard abs(term.coefficient) <= Self.coefficients.upperBound else { return .outOfRange }
        }
        return nil
    }

    private static func refusal(ofConstant constant: Double) -> LinearRefusal.Reason? {
        guard constant.isFinite else { return .notFinite }
        return abs(constant) <= largestConstant ? nil : .outOfRange
    }

    /// Adds a term to those of the constraint that is being read, when it has few of them.
    private mutating func merge(_ term: LinearTerm, since start: Int) {
        let variable = Int32(truncatingIfNeeded: term.variable.index)
        if terms.count - start <= 8, let same = terms[start...].firstIndex(where: { $0.variable == variable }) {
            terms[same].coefficient = Self.sum(terms[same].coefficient, term.coefficient)
        } else {
            terms.append(Term(variable: variable, coefficient: term.coefficient))
        }
    }

    private mutating func mergeSorted(since start: Int) {
        terms[start...].sort { $0.variable < $1.variable }
        for position in (start..<terms.count).dropFirst() where terms[position].variable == terms[position - 1].variable
        {
            terms[position].coefficient = Self.sum(terms[position].coefficient, terms[position - 1].coefficient)
            terms[position - 1].coefficient = 0
        }
    }

    /// The sum of two coefficients, 0 when nothing but the error of rounding is left.
    static func sum(_ first: Double, _ second: Double) -> Double {
        let sum = first + second
        return abs(sum) <= 1e-12 * max(abs(first), abs(second)) ? 0 : sum
    }
}

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
