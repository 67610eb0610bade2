/// What `LinearSystem.solve` found.
package struct LinearSolution: Sendable {
    /// By variable index; 0 for what no constraint speaks of.
    package var values: [Double]
    /// By constraint index: left side − right side where the constraint does not hold, 0 where it holds.
    package var violations: [Double]
    /// The sets of required constraints that cannot hold together, in the order in which they were met.
    package var conflicts: [LinearConflict]
    /// The constraints that could not be used at all.
    package var leftOut: [LinearRefusal]
    /// False when the budget, or the precision of numbers, ended it; the rest is then what was reached.
    package var isComplete: Bool
}

/// Required constraints that cannot hold together (sizes that may not be negative count as given).
package struct LinearConflict: Sendable, Equatable {
    /// The indices, ascending. Without any one of them the others can hold, when `isIrreducible`.
    package var constraints: [Int]
    /// The one of them that was left out to go on.
    package var dropped: Int
    /// False when the budget did not suffice to make the set small.
    var isIrreducible = true
}

/// A constraint that is not part of the system, since its numbers would poison the others.
package struct LinearRefusal: Sendable, Equatable {
    /// Why it is left out.
    package enum Reason: Sendable, Equatable {
        /// A coefficient, the constant, the priority or the cost is infinite or not a number.
        case notFinite
        /// The size of a coefficient is outside `LinearProgram.coefficients`, or the constant above
        /// `LinearProgram.largestConstant`.
        case outOfRange
        /// The priority is not above 0.
        case priority
        /// There is no such variable.
        case unknownVariable
        /// The system has `LinearProgram.mostTerms` terms already.
        case tooMany
    }

    package var constraint: Int
    package var reason: Reason
}

/// Where a variable may lie; nil is unbounded.
package struct LinearRange: Sendable, Equatable {
    package var lower: Double?
    package var upper: Double?

    /// Whether there is but one place.
    var isDetermined: Bool {
        guard let lower, let upper else { return false }
        return upper - lower <= 1e-6 * max(1, abs(lower), abs(upper))
    }
}

/// The variables of which a solution had a choice.
package struct LinearFreedom: Sendable, Equatable {
    package var variables: [LinearVariable]
    /// False when the budget ended the search; there may be more.
    package var isComplete: Bool
}

/// How much may still be done, so that no input makes a solver run on.
package struct LinearBudget: Sendable {
    /// Pivots for the largest screens, many times over.
    package static let standardLimit = 50_000

    /// Pivots left.
    private(set) var pivots: Int
    /// Touched numbers left: a pivot of a dense tableau costs more than one of a sparse one.
    private(set) var work: Int

    package init(pivots: Int) {
        self.pivots = max(0, min(pivots, 1 << 40))
        work = self.pivots.multipliedReportingOverflow(by: 2000).partialValue + 1_000_000
    }

    /// Whether nothing is left.
    var isSpent: Bool { pivots <= 0 || work <= 0 }

    /// Takes one pivot.
    mutating func takePivot() { pivots &-= 1 }

    /// Takes work.
    package mutating func take(_ amount: Int) { work &-= amount }
}
