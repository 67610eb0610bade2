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
