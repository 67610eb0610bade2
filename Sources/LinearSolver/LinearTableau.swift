/// The simplex tableau of one connected component.
///
/// A column is an unknown: a class of variables, the slack of an inequality, or the error of an optional constraint. A
/// row is a basic column as constant + Σ coefficient · non-basic column, and so is an objective row. Columns that may
/// have any sign are eliminated for good when a constraint allows it, and computed at the end: they can never limit a
/// step, so no pivot needs to touch them (Cassowary's other tableau, C_U).
struct LinearTableau: Sendable {
    enum Kind: Sendable {
        /// Any sign.
        case free
        /// Not negative.
        case restricted
        /// Zero: it stands for an equality, so that its constant can be edited.
        case zero
        /// Any sign, after its constraint was dropped; it is basic, and limits nothing.
        case released
    }

    struct Column: Sendable {
        var kind: Kind
        /// The row in which it is basic.
        var row: Int32 = -1
        /// The expression that eliminates it.
        var expression: Int32 = -1
        /// The highest level that gets worse with it, `.max` for none.
        var frozen: Int32 = .max
    }

    /// A constraint between classes, Σ coefficient · class RELATION constant.
    struct Entry: Sendable {
        /// The program's constraint; a class member that may not be negative is ~variable.
        var origin: Int
        var terms: Range<Int>
        var relation: LinearRelation
        var constant: Double
        /// The priority, or nil for required.
        var priority: Double?
        /// −constant, with what the eliminated columns contribute.
        var effective = 0.0
        /// The column that stands for it in the tableau.
        var marker: Int32 = -1
        /// The marker's coefficient in left side − right side + … = 0.
        var sign = 0.0
        /// The expression that it became, and the coefficient of what that eliminates.
        var expression: Int32 = -1
        var pivot = 1.0
        /// The expressions used in it.
        var factors = 0..<0
    }

    struct Factor: Sendable {
        var expression: Int32
        var multiplier: Double
    }

    var columns: [Column]
    /// The rows in which a column is, and perhaps was.
    var columnRows: [[Int32]]
    var rows = LinearRows()
    /// By row: its basic column, or −1 for an objective.
    var basis: [Int32] = []
    /// The objective rows, highest level first.
    var levels: [Int] = []
    var expressions = LinearRows()
    /// By expression: the column that it eliminates.
    var eliminated: [Int32] = []
    /// In the order in which they were put in.
    var entries: [Entry]
    var factors: [Factor] = []
    /// The error columns with their priorities.
    private var penalties: [(column: Int32, priority: Double)] = []
    var sum: LinearSum
    private var heap: [Int32] = []

    /// Builds the tableau.
    ///
    /// - Parameters:
    ///   - kinds: of the classes, which become the first columns.
    ///   - entries: the constraints, with terms in `terms`.
    init(kinds: [Kind], entries: [Entry], terms: [LinearProgram.Term], budget: inout LinearBudget) {
        columns = kinds.map { Column(kind: $0) }
        columnRows = [[Int32]](repeating: [], count: kinds.count)
        sum = LinearSum(size: kinds.count)
        self.entries = []
        self.entries.reserveCapacity(entries.count)
        var order = LinearOrder(kinds: kinds, entries: entries, terms: terms)
        order.peel()
        for (index, column) in order.peeled {
            var entry = entries[index]
            for term in terms[entry.terms] { sum.add(term.coefficient, to: term.variable) }
            entry.effective = -entry.constant
            eliminate(column, by: &entry)
            self.entries.append(entry)
        }
        for index in order.rest() {
            guard !budget.isSpent else { return }
            put(entries[index], terms[entries[index].terms], &budget)
        }
        makeObjectives()
    }

    /// Replaces the columns of a sum that are eliminated by their expressions, in the order of elimination, since each
    /// names only columns that were eliminated later.
    mutating func resolveEliminated(constant: inout Double, _ budget: inout LinearBudget, keepsFactors: Bool) {
        heap.removeAll(keepingCapacity: true)
        for column in sum.list where columns[Int(column)].expression >= 0 {
            LinearOrder.push(columns[Int(column)].expression, onto: &heap)
        }
        while let expression = LinearOrder.pop(from: &heap) {
            let coefficient = sum.remove(eliminated[Int(expression)])
            guard abs(coefficient) > LinearRows.zero else { continue }
            constant += coefficient * expressions.constants[Int(expression)]
            if keepsFactors { factors.append(Factor(expression: expression, multiplier: coefficient)) }
            let range = expressions.range(Int(expression))
            budget.take(range.count + 1)
            for position in range {
                let term = expressions.terms[position]
                let isNew = sum.add(coefficient * term.coefficient, to: term.variable)
                let next = columns[Int(term.variable)].expression
                if isNew && next >= 0 { LinearOrder.push(next, onto: &heap) }
            }
        }
    }

    /// Replaces the basic columns of a sum by their rows.
    mutating func resolveBasic(constant: inout Double, _ budget: inout LinearBudget) {
        var position = 0
        while position < sum.list.count {
            let column = sum.list[position]
            position += 1
            let row = columns[Int(column)].row
            guard row >= 0, sum[column] != 0 else { continue }
            let coefficient = sum.remove(column)
            guard abs(coefficient) > LinearRows.zero else { continue }
            constant += coefficient * rows.constants[Int(row)]
            let range = rows.range(Int(row))
            budget.take(range.count + 1)
            for place in range {
                sum.add(coefficient * rows.terms[place].coefficient, to: rows.terms[place].variable)
            }
        }
    }

    /// Adds a row for a column, or an objective.
    @discardableResult
    mutating func appendRow(_ terms: [LinearProgram.Term], constant: Double, basic: Int32) -> Int {
        let row = rows.append(terms, constant: constant)
        let name = Int32(truncatingIfNeeded: row)
        basis.append(basic)
        if basic >= 0 { columns[Int(basic)].row = name }
        for term in terms { columnRows[Int(term.variable)].append(name) }
        return row
    }

    private mutating func appendColumn(_ kind: Kind, penalty: Double? = nil) -> Int32 {
        let column = Int32(truncatingIfNeeded: columns.count)
        columns.append(Column(kind: kind))
        columnRows.append([])
        sum.grow()
        if let penalty { penalties.append((column, penalty)) }
        return column
    }

    /// Puts a constraint in whose variables may be eliminated or basic already.
    private mutating func put(
        _ original: Entry,
        _ terms: ArraySlice<LinearProgram.Term>,
        _ budget: inout LinearBudget
    ) {
        var entry = original
        for term in terms { sum.add(term.coefficient, to: term.variable) }
        let start = factors.count
        entry.effective = -entry.constant
        resolveEliminated(constant: &entry.effective, &budget, keepsFactors: true)
        entry.factors = start..<factors.count
        if let column = columnToEliminate() {
            eliminate(column, by: &entry)
        } else {
            var constant = entry.effective
            resolveBasic(constant: &constant, &budget)
            appendBasic(&entry, constant)
        }
        entries.append(entry)
    }

    /// The last of the columns of any sign in the sum, if its coefficient is not small beside the others'.
    private func columnToEliminate() -> Int32? {
        var best: Int32 = -1
        var largest = 0.0
        for column in sum.list where columns[Int(column)].kind == .free {
            largest = max(largest, abs(sum[column]))
        }
        guard largest > 1e-9 else { return nil }
        for column in sum.list
        where columns[Int(column)].kind == .free && abs(sum[column]) >= 0.01 * largest && column > best {
            best = column
        }
        return best >= 0 ? best : nil
    }

    /// Makes the columns that turn the sum and an entry's constant into an equation: sum + effective + markers = 0.
    private mutating func addMarkers(of entry: inout Entry, into terms: inout [LinearProgram.Term]) -> Int32 {
        var second: Int32 = -1
        switch (entry.priority, entry.relation) {
        case (nil, .equal):
            entry.marker = appendColumn(.zero)
            entry.sign = -1
        case (nil, .lessOrEqual):
            entry.marker = appendColumn(.restricted)
            entry.sign = 1
        case (nil, .greaterOrEqual):
            entry.marker = appendColumn(.restricted)
            entry.sign = -1
        case (let priority?, let relation):
            // sum + effective = more − less
            entry.marker = appendColumn(.restricted, penalty: relation == .greaterOrEqual ? nil : priority)
            entry.sign = -1
            second = appendColumn(.restricted, penalty: relation == .lessOrEqual ? nil : priority)
        }
        terms.append(LinearProgram.Term(variable: entry.marker, coefficient: entry.sign))
        if second >= 0 { terms.append(LinearProgram.Term(variable: second, coefficient: -entry.sign)) }
        return second
    }

    private mutating func eliminate(_ column: Int32, by entry: inout Entry) {
        entry.pivot = sum.remove(column)
        var terms = sum.take(above: LinearRows.zero)
        if entry.priority != nil || entry.relation != .equal { _ = addMarkers(of: &entry, into: &terms) }
        for index in terms.indices { terms[index].coefficient /= -entry.pivot }
        entry.expression = Int32(
            truncatingIfNeeded: expressions.append(terms, constant: -entry.effective / entry.pivot)
        )
        columns[Int(column)].expression = entry.expression
        eliminated.append(column)
    }

    /// Makes a row of the sum, with the column as basic that costs least: one that is in no other row yet, else the
    /// slack, whatever its sign (the dual simplex mends that).
    private mutating func appendBasic(_ entry: inout Entry, _ constant: Double) {
        var terms = sum.take(above: LinearRows.zero)
        var basic: Int32 = -1
        let largest = terms.reduce(0) { max($0, abs($1.coefficient)) }
        if entry.relation == .equal || entry.priority != nil {
            for term in terms where columnRows[Int(term.variable)].isEmpty && abs(term.coefficient) >= 0.1 * largest {
                if columns[Int(term.variable)].kind == .restricted { basic = term.variable }
            }
        }
        let second = addMarkers(of: &entry, into: &terms)
        if basic < 0 {
            let takesSecond: Bool
            switch entry.relation {
            case .lessOrEqual: takesSecond = second >= 0
            case .greaterOrEqual: takesSecond = false
            case .equal: takesSecond = second >= 0 && constant < 0
            }
            basic = takesSecond ? second : entry.marker
        }
        let pivot = terms.first { $0.variable == basic }?.coefficient ?? entry.sign
        terms.removeAll { $0.variable == basic }
        for index in terms.indices { terms[index].coefficient /= -pivot }
        appendRow(terms, constant: -constant / pivot, basic: basic)
    }

    private mutating func makeObjectives() {
        let priorities = Set(penalties.map(\.priority)).sorted(by: >)
        var places: [Double: Int] = [:]
        for (index, priority) in priorities.enumerated() { places[priority] = index }
        var columnsOfLevel = [[Int32]](repeating: [], count: priorities.count)
        for penalty in penalties { columnsOfLevel[places[penalty.priority] ?? 0].append(penalty.column) }
        for list in columnsOfLevel {
            for column in list {
                let row = Int(columns[Int(column)].row)
                if row < 0 {
                    sum.add(1, to: column)
                } else {
                    for term in rows.row(row) { sum.add(term.coefficient, to: term.variable) }
                }
            }
            levels.append(appendRow(sum.take(above: LinearRows.zero), constant: 0, basic: -1))
        }
    }
}

extension LinearTableau {
    /// Whether coefficients of its constraints differ so much in size that pivots lose digits.
    func isWide(_ terms: [LinearProgram.Term]) -> Bool {
        var (smallest, largest) = (Double.infinity, 0.0)
        for entry in entries {
            for term in terms[entry.terms] {
                smallest = min(smallest, term.coefficient.magnitude)
                largest = max(largest, term.coefficient.magnitude)
            }
        }
        return largest > Self.widestSpread * smallest
    }

    /// Whether a dropped constraint's columns are still in it.
    var hasReleased: Bool { columns.contains { $0.kind == .released } }

    /// Goes from where it was built to the basis of a tableau of the same constraints, always by the largest pivot that
    /// leads there.
    ///
    /// The way that the simplex method takes is ruled by costs and bounds, so some of its pivots are small, and what they
    /// round away stays in the rows. This way rounds as little as can be (Gaussian elimination with complete pivoting;
    /// Wilkinson, Error Analysis of Direct Methods of Matrix Inversion, Journal of the ACM 8, 1961).
    ///
    /// - Returns: False when rounding has made a basis of what is none, or when the budget ended it.
    mutating func move(to target: [Int32], _ budget: inout LinearBudget) -> Bool {
        var isWanted = [Bool](repeating: false, count: columns.count)
        for column in target where column >= 0 { isWanted[Int(column)] = true }
        var open = basis.indices.filter { basis[$0] >= 0 && !isWanted[Int(basis[$0])] }
        while !open.isEmpty {
            var place: (open: Int, column: Int32)?
            var largest = Self.pivotTolerance
            for (index, row) in open.enumerated() {
                budget.take(rows.range(row).count)
                for term in rows.row(row) where isWanted[Int(term.variable)] && term.coefficient.magnitude > largest {
                    place = (index, term.variable)
                    largest = term.coefficient.magnitude
                }
            }
            guard let place, !budget.isSpent else { return false }
            pivot(open.remove(at: place.open), place.column, &budget)
        }
        return true
    }

    /// Above this ratio of the largest coefficient to the smallest a solved tableau is made anew from its basis.
    private static let widestSpread = 1000.0
}
