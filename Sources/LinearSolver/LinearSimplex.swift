extension LinearTableau {
    /// What became of an attempt to make all rows feasible.
    enum Feasibility {
        case feasible
        /// No value of the non-basic columns mends this row.
        case infeasible(row: Int)
        case spent
    }

    /// Coefficients below this are no pivots.
    static let pivotTolerance = 1e-9
    /// Reduced costs below this are none. Products of small coefficients are costs too, so it is far below them.
    static let costTolerance = 1e-10
    /// Values below this are not negative.
    private static let valueTolerance = 1e-8
    /// Above this many levels the dual simplex does not look costs up; the primal one mends what it then worsens.
    private static let mostLevels = 32

    /// Exchanges a basic and a non-basic column.
    mutating func pivot(_ row: Int, _ entering: Int32, _ budget: inout LinearBudget) {
        let leaving = basis[row]
        let name = Int32(truncatingIfNeeded: row)
        rows.turn(row, to: entering, from: leaving)
        basis[row] = entering
        columns[Int(entering)].row = name
        columns[Int(leaving)].row = -1
        var others: [Int32] = []
        swap(&others, &columnRows[Int(entering)])
        columnRows[Int(leaving)].append(name)
        var filled: [Int32] = []
        let length = rows.range(row).count
        for other in others where other != name && rows.coefficient(Int(other), entering) != 0 {
            filled.removeAll(keepingCapacity: true)
            rows.substitute(entering, by: row, in: Int(other), filled: &filled)
            for column in filled { columnRows[Int(column)].append(other) }
            budget.take(length + rows.range(Int(other)).count)
        }
        budget.take(others.count + length)
        budget.takePivot()
    }

    /// The dual simplex: makes every restricted column non-negative again, by the columns that cost least.
    ///
    /// While no reduced cost is negative (after an edit of constants, and mostly after building), what it ends with is
    /// optimal on all levels. Costs are compared level by level: the lexicographic ratio test of Dantzig, Orden and
    /// Wolfe (Pacific J. Math. 5, 1955).
    mutating func restoreFeasibility(_ budget: inout LinearBudget) -> Feasibility {
        var pivots = 0
        let patience = 3 * rows.count + 100
        while true {
            guard !budget.isSpent else { return .spent }
            let isCautious = pivots > patience
            guard let row = infeasibleRow(isCautious: isCautious) else { return .feasible }
            budget.take(rows.count)
            guard let column = dualEntering(row, isCautious: isCautious, &budget) else {
                return .infeasible(row: row)
            }
            pivot(row, column, &budget)
            pivots += 1
        }
    }

    /// Minimises all levels, highest first, and freezes the columns that would make one worse. False when the budget
    /// ended it.
    mutating func minimise(_ budget: inout LinearBudget) -> Bool {
        for index in columns.indices { columns[index].frozen = .max }
        for (level, row) in levels.enumerated() {
            guard minimise(row: row, &budget) == .optimal else { return false }
            for term in rows.row(row) where term.coefficient > Self.costTolerance {
                let column = Int(term.variable)
                if columns[column].frozen == .max { columns[column].frozen = Int32(truncatingIfNeeded: level) }
            }
        }
        return true
    }

    /// How the minimum of an objective was found.
    enum Minimum {
        case optimal
        case unbounded
        case spent
    }

    /// The primal simplex on one objective row, by the columns that no level above froze.
    ///
    /// The column with the largest gain enters. After many pivots without gain Bland's rule takes over (the smallest
    /// index, Math. of Operations Research 2, 1977), which cannot go in circles.
    mutating func minimise(row objective: Int, _ budget: inout LinearBudget) -> Minimum {
        var idle = 0
        while true {
            guard !budget.isSpent else { return .spent }
            let isCautious = idle > 40
            var entering: Int32 = -1
            var best = -Self.costTolerance
            let range = rows.range(objective)
            budget.take(range.count)
            for position in range {
                let term = rows.terms[position]
                guard term.coefficient < best, columns[Int(term.variable)].frozen == .max,
                    columns[Int(term.variable)].kind == .restricted
                else { continue }
                entering = term.variable
                if isCautious { break }
                best = term.coefficient
            }
            guard entering >= 0 else { return .optimal }
            guard let (row, step) = leavingRow(entering, isCautious: isCautious, &budget) else {
                guard isRounding(entering, in: objective) else { return .unbounded }
                rows.replace(objective, by: rows.row(objective).filter { $0.variable != entering })
                continue
            }
            idle = step > Self.valueTolerance ? 0 : idle + 1
            pivot(row, entering, &budget)
        }
    }

    /// Whether what a column gains is nothing but the error of rounding in rows that it changes 10¹² times as much.
    private func isRounding(_ column: Int32, in objective: Int) -> Bool {
        let largest = columnRows[Int(column)].reduce(0) { max($0, rows.coefficient(Int($1), column).magnitude) }
        return rows.coefficient(objective, column).magnitude < 1e-12 * largest
    }

    /// The first row to limit a column that grows from 0, and where.
    private mutating func leavingRow(
        _ entering: Int32,
        isCautious: Bool,
        _ budget: inout LinearBudget
    ) -> (row: Int, step: Double)? {
        var best = -1
        var step = Double.infinity
        var size = 0.0
        budget.take(columnRows[Int(entering)].count * 4)
        for name in columnRows[Int(entering)] {
            let row = Int(name)
            let basic = basis[row]
            guard basic >= 0 else { continue }
            let coefficient = rows.coefficient(row, entering)
            let ratio: Double
            switch columns[Int(basic)].kind {
            case .restricted:
                guard coefficient < -Self.pivotTolerance else { continue }
                ratio = max(0, rows.constants[row]) / -coefficient
            case .zero:
                guard abs(coefficient) > Self.pivotTolerance else { continue }
                ratio = 0
            case .free, .released: continue
            }
            let isTie = abs(ratio - step) <= 1e-12 * max(1, ratio)
            let isBetterTie = isCautious ? best < 0 || basic < basis[best] : abs(coefficient) > size
            if isTie ? isBetterTie : ratio < step {
                best = row
                step = ratio
                size = abs(coefficient)
            }
        }
        return best >= 0 ? (best, step) : nil
    }

    private func infeasibleRow(isCautious: Bool) -> Int? {
        var best: Int?
        var worst = 0.0
        for row in basis.indices where basis[row] >= 0 {
            let value = rows.constants[row]
            let amount: Double
            switch columns[Int(basis[row])].kind {
            case .restricted: amount = -value
            case .zero: amount = abs(value)
            case .free, .released: continue
            }
            guard amount > Self.valueTolerance * 10 else { continue }
            if isCautious {
                if let old = best, basis[old] < basis[row] { continue }
                best = row
            } else if amount > worst {
                worst = amount
                best = row
            }
        }
        return best
    }

    private func dualEntering(_ row: Int, isCautious: Bool, _ budget: inout LinearBudget) -> Int32? {
        let direction = rows.constants[row] < 0 ? 1.0 : -1.0
        var best: Int32?
        var bestLevel = -1
        var bestRatio = Double.infinity
        var bestSize = 0.0
        budget.take(rows.range(row).count)
        for term in rows.row(row) {
            let size = term.coefficient * direction
            guard size > Self.pivotTolerance, columns[Int(term.variable)].kind != .zero else { continue }
            if isCautious { return term.variable }
            let (level, cost) = firstCost(of: term.variable, &budget)
            let ratio = max(0, cost) / size
            let isTie = level == bestLevel && abs(ratio - bestRatio) <= 1e-10 * max(1, ratio)
            if level > bestLevel || (level == bestLevel && (isTie ? size > bestSize : ratio < bestRatio)) {
                best = term.variable
                (bestLevel, bestRatio, bestSize) = (level, ratio, size)
            }
        }
        return best
    }

    /// The highest level at which a column has a reduced cost, and that cost.
    private func firstCost(of column: Int32, _ budget: inout LinearBudget) -> (level: Int, cost: Double) {
        guard levels.count <= Self.mostLevels else { return (levels.count, 0) }
        budget.take(levels.count * 4)
        for (level, row) in levels.enumerated() {
            let cost = rows.coefficient(row, column)
            if abs(cost) > Self.costTolerance { return (level, cost) }
        }
        return (levels.count, 0)
    }
}

extension LinearTableau {
    /// Gives entries other constants, as `constant` says, and moves the basic values accordingly.
    /// False when nothing changed.
    mutating func edit(_ budget: inout LinearBudget, constant: (Entry) -> Double) -> Bool {
        var isChanged = false
        budget.take(entries.count + factors.count)
        for index in entries.indices {
            let new = constant(entries[index])
            var effective = -new
            for factor in factors[entries[index].factors] {
                effective += factor.multiplier * expressions.constants[Int(factor.expression)]
            }
            entries[index].constant = new
            let change = effective - entries[index].effective
            guard abs(change) > 1e-12 else { continue }
            isChanged = true
            entries[index].effective = effective
            if entries[index].expression >= 0 {
                expressions.constants[Int(entries[index].expression)] = -effective / entries[index].pivot
            } else {
                shift(entries[index].marker, by: change / entries[index].sign)
            }
        }
        return isChanged
    }

    /// Makes room in a column: what it was is now itself plus an amount.
    private mutating func shift(_ column: Int32, by amount: Double) {
        let row = Int(columns[Int(column)].row)
        if row >= 0 { rows.constants[row] -= amount }
        // A row may be listed that no longer has the column, or twice.
        columnRows[Int(column)].sort()
        var last: Int32 = -1
        for name in columnRows[Int(column)] where name != last {
            rows.constants[Int(name)] += rows.coefficient(Int(name), column) * amount
            last = name
        }
    }

    /// Takes out of the values what rounding has put into them: by how much the constraints are off becomes an edit of
    /// their constants (iterative refinement; Wilkinson, Rounding Errors in Algebraic Processes, 1963).
    mutating func refine(
        _ terms: [LinearProgram.Term],
        _ budget: inout LinearBudget,
        constant: (Entry) -> Double
    ) -> Bool {
        let values = values()
        return edit(&budget) { $0.constant - $0.error(terms, values, constant($0)) }
    }

    /// Whether the values are those of the constraints, and not what many pivots have left of them.
    func isExact(_ terms: [LinearProgram.Term], constant: (Entry) -> Double) -> Bool {
        let values = values()
        return entries.allSatisfy { entry in
            let constant = constant(entry)
            var size = max(1, constant.magnitude)
            for term in terms[entry.terms] {
                size = max(size, (term.coefficient * values[Int(term.variable)]).magnitude)
            }
            return entry.error(terms, values, constant).magnitude <= LinearProgram.tolerance * size
        }
    }

    /// Writes the values of the first columns, the classes.
    func write(_ classes: Range<Int>, into values: inout [Double]) {
        let all = self.values()
        for (column, index) in classes.enumerated() {
            let value = all[column]
            values[index] = columns[column].kind == .restricted ? max(0, value) : value
        }
    }

    /// The values of all columns.
    private func values() -> [Double] {
        var all = [Double](repeating: 0, count: columns.count)
        for row in basis.indices where basis[row] >= 0 { all[Int(basis[row])] = rows.constants[row] }
        for expression in eliminated.indices.reversed() {
            var value = expressions.constants[expression]
            for term in expressions.row(expression) { value += term.coefficient * all[Int(term.variable)] }
            all[Int(eliminated[expression])] = value
        }
        return all
    }
}

extension LinearTableau.Entry {
    /// By how much its columns, its own errors among them, miss what it says; 0 but for rounding.
    fileprivate func error(_ terms: [LinearProgram.Term], _ values: [Double], _ constant: Double) -> Double {
        var error = -constant
        for term in terms[self.terms] { error += term.coefficient * values[Int(term.variable)] }
        guard marker >= 0 else { return error }
        error += sign * values[Int(marker)]
        return priority == nil ? error : error - sign * values[Int(marker) + 1]
    }
}
