import Diagnostics

extension LinearPlan {
    /// Where a variable may lie without any level getting worse.
    func range(of variable: Int, budget: inout LinearBudget) -> LinearRange? {
        guard classes.places.indices.contains(variable) else { return nil }
        let place = classes.places[variable]
        guard place.index >= 0 else { return LinearRange(lower: place.offset, upper: place.offset) }
        guard let component = component(of: Int(place.index)) else { return nil }
        var tableau = tableaus[component]
        let column = Int32(truncatingIfNeeded: Int(place.index) - classes.components[component].lowerBound)
        var ends: [Double?] = []
        for sign in [-1.0, 1.0] {
            switch tableau.extreme(of: [(column, sign * place.scale)], &budget) {
            case .value(let value): ends.append(place.offset + sign * value)
            case .unbounded: ends.append(nil)
            case .spent: return nil
            }
        }
        return LinearRange(lower: ends[0], upper: ends[1])
    }

    /// The variables that can be elsewhere without any level getting worse.
    func undetermined(in program: LinearProgram, budget: inout LinearBudget) -> LinearFreedom {
        var isFree = [Bool](repeating: false, count: classes.leads.count)
        var isComplete = true
        for (index, range) in classes.components.enumerated() where tableaus.indices.contains(index) {
            var tableau = tableaus[index]
            guard let free = tableau.freeClasses(range.count, &budget) else {
                isComplete = false
                continue
            }
            for column in free { isFree[range.lowerBound + column] = true }
        }
        let variables = classes.places.indices.filter {
            let index = classes.places[$0].index
            return index >= 0 && isFree[Int(index)]
        }
        return LinearFreedom(variables: variables.map(LinearVariable.init), isComplete: isComplete)
    }

    private func component(of index: Int) -> Int? {
        let place = classes.components.end(ofFirst: { $0.upperBound <= index })
        return tableaus.indices.contains(place) ? place : nil
    }
}

extension LinearTableau {
    /// The largest value of a linear function.
    enum Extreme {
        case value(Double)
        case unbounded
        case spent
    }

    /// The largest value of a linear function over the optimal face: what is feasible while no column grows that would
    /// make a level worse. It moves the tableau to where the function is largest.
    mutating func extreme(of function: [(column: Int32, coefficient: Double)], _ budget: inout LinearBudget) -> Extreme
    {
        for term in function { sum.add(-term.coefficient, to: term.column) }
        var constant = 0.0
        resolveEliminated(constant: &constant, &budget, keepsFactors: false)
        resolveBasic(constant: &constant, &budget)
        let terms = sum.take(above: LinearRows.zero)
            .filter { columns[Int($0.variable)].frozen == .max && columns[Int($0.variable)].kind != .zero }
        if terms.contains(where: { columns[Int($0.variable)].kind == .free }) { return .unbounded }
        let row = appendRow(terms, constant: constant, basic: -1)
        // The row has done its work then; an empty one costs later pivots nothing.
        defer { rows.replace(row, by: []) }
        switch minimise(row: row, &budget) {
        case .optimal: return .value(-rows.constants[row])
        case .unbounded: return .unbounded
        case .spent: return .spent
        }
    }

    /// The first columns that are not the same everywhere on the optimal face; nil when the budget ended the search.
    ///
    /// The rank of the tight constraints at a vertex would say too much, since more of them may be tight there than
    /// elsewhere. So the face is walked: to the extremes of a few random functions, which mostly meets every choice,
    /// then to the two extremes of each column that has not moved yet.
    mutating func freeClasses(_ count: Int, _ budget: inout LinearBudget) -> [Int]? {
        var isFree = [Bool](repeating: false, count: count)
        var open: [Int] = []
        for column in 0..<count {
            switch dependence(of: Int32(truncatingIfNeeded: column), &budget) {
            case .none: continue
            case .bounded: open.append(column)
            case .unbounded: isFree[column] = true
            }
            guard !budget.isSpent else { return nil }
        }
        var first = [Double](repeating: 0, count: count)
        write(0..<count, into: &first)
        var values = first
        var state: UInt64 = 0x9e37_79b9_7f4a_7c15
        for round in 0..<6 where !open.isEmpty {
            let function = open.map { column -> (column: Int32, coefficient: Double) in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let weight = Double(state >> 33) / Double(1 << 31) - 0.5
                return (Int32(truncatingIfNeeded: column), round.isMultiple(of: 2) ? weight : -weight)
            }
            guard visit(function, first, &values, &open, &isFree, &budget) else { return nil }
        }
        while let column = open.last {
            for sign in [1.0, -1.0] where open.last == column {
                let name = Int32(truncatingIfNeeded: column)
                guard visit([(name, sign)], first, &values, &open, &isFree, &budget) else { return nil }
            }
            if open.last == column { open.removeLast() }
        }
        return isFree.indices.filter { isFree[$0] }
    }

    /// Goes to an extreme and notes which columns are elsewhere there.
    private mutating func visit(
        _ function: [(column: Int32, coefficient: Double)],
        _ first: [Double],
        _ values: inout [Double],
        _ open: inout [Int],
        _ isFree: inout [Bool],
        _ budget: inout LinearBudget
    ) -> Bool {
        let pivots = budget.pivots
        switch extreme(of: function, &budget) {
        case .spent: return false
        case .unbounded where function.count == 1:
            isFree[Int(function[0].column)] = true
        case .unbounded, .value: break
        }
        // Nothing moved.
        guard budget.pivots != pivots else {
            open.removeAll { isFree[$0] }
            return true
        }
        write(0..<first.count, into: &values)
        budget.take(columns.count + expressions.terms.count)
        open.removeAll { column in
            if abs(values[column] - first[column]) > 1e-6 * max(1, abs(first[column])) { isFree[column] = true }
            return isFree[column]
        }
        return true
    }

    private enum Dependence {
        case none
        case bounded
        case unbounded
    }

    /// Whether anything that is still free to grow is part of a column.
    private mutating func dependence(of column: Int32, _ budget: inout LinearBudget) -> Dependence {
        sum.add(1, to: column)
        var constant = 0.0
        resolveEliminated(constant: &constant, &budget, keepsFactors: false)
        resolveBasic(constant: &constant, &budget)
        var answer = Dependence.none
        for name in sum.list where abs(sum[name]) > 1e-9 {
            let part = columns[Int(name)]
            if part.kind == .free { answer = .unbounded }
            if part.kind == .restricted && part.frozen == .max && answer == .none { answer = .bounded }
        }
        sum.clear()
        return answer
    }
}

extension LinearConflict {
    /// One set of constraints that cannot hold together, while all but any one of them can: the deletion filter of
    /// Chinneck and Dravnieks (ORSA Journal on Computing 3, 1991), which here first tries whole halves, quarters, …
    ///
    /// - Returns: Nil when the constraints can hold. `isIrreducible` is false when the budget ended the search.
    static func irreducible(
        among candidates: [Int],
        of program: LinearProgram,
        budget: inout LinearBudget
    ) -> (constraints: [Int], isIrreducible: Bool)? {
        var own = LinearBudget(pivots: min(budget.pivots, 20_000))
        let start = own
        defer { budget.take(start.work - own.work) }
        var kept = candidates.filter { program.constraints[$0].isRequired }
        guard let canHold = LinearPlan.canHold(program.part(kept), budget: &own) else { return (kept, false) }
        guard !canHold else { return nil }
        var size = kept.count > 8 ? kept.count / 2 : 1
        while true {
            var end = kept.count
            while end > 0 {
                let start = max(0, end - size)
                let rest = Array(kept[..<start] + kept[end...])
                own.take(rest.count * 20 + 20)
                guard let canHold = LinearPlan.canHold(program.part(rest), budget: &own) else { return (kept, false) }
                if !canHold { kept = rest }
                end = start
            }
            guard size > 1 else { return (kept, true) }
            size /= 2
        }
    }
}

extension LinearProgram {
    /// The variables that a constraint speaks of.
    func variables(of constraint: Int) -> [Int32] { terms[constraints[constraint].terms].map(\.variable) }
}

extension LinearTableau {
    /// The entries that make a row infeasible: those with a multiplier in the row, which is the certificate of Farkas.
    func support(of row: Int) -> [Int] {
        var multipliers = [Double](repeating: 0, count: eliminated.count)
        var origins: [Int] = []
        for entry in entries.reversed() {
            let multiplier: Double
            if entry.expression >= 0 {
                multiplier = -multipliers[Int(entry.expression)] / entry.pivot
            } else if entry.marker >= 0 {
                let coefficient = basis[row] == entry.marker ? -1 : rows.coefficient(row, entry.marker)
                multiplier = coefficient / entry.sign
            } else {
                continue
            }
            guard abs(multiplier) > 1e-9 else { continue }
            for factor in factors[entry.factors] {
                multipliers[Int(factor.expression)] += factor.multiplier * multiplier
            }
            if entry.priority == nil { origins.append(entry.origin) }
        }
        return origins
    }

    /// Lets a constraint go: what stands for it may have any sign from now on. False when nothing stands for it here.
    mutating func release(_ constraint: Int, row: Int, _ budget: inout LinearBudget) -> Bool {
        guard let entry = entries.first(where: { $0.origin == constraint }), entry.marker >= 0 else { return false }
        if columns[Int(entry.marker)].row < 0 {
            guard abs(rows.coefficient(row, entry.marker)) > 1e-7 else { return false }
            pivot(row, entry.marker, &budget)
        }
        columns[Int(entry.marker)].kind = .released
        return true
    }

    /// Lets the basic column of a row have any sign.
    mutating func release(row: Int) {
        guard basis[row] >= 0 else { return }
        columns[Int(basis[row])].kind = .released
    }
}
