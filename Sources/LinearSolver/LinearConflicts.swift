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
