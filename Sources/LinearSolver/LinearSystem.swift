/// An unknown of a `LinearSystem`.
package struct LinearVariable: Hashable, Sendable {
    /// Its place in `LinearSolution.values`.
    package let index: Int
}

/// A coefficient and the variable that it multiplies.
package struct LinearTerm: Sendable {
    package var variable: LinearVariable
    package var coefficient: Double

    package init(variable: LinearVariable, coefficient: Double) {
        self.variable = variable
        self.coefficient = coefficient
    }
}

/// How the two sides of a constraint relate.
package enum LinearRelation: Sendable {
    case lessOrEqual
    case equal
    case greaterOrEqual
}

/// Σ coefficient · variable RELATION constant.
package struct LinearConstraint: Sendable {
    package var terms: [LinearTerm]
    package var relation: LinearRelation
    package var constant: Double
    /// 1000 and above is required; what is below may be violated, but never for the good of a lower priority.
    package var priority: Double = 1000
    /// Among required constraints that cannot hold together, the cheapest is left out; among equally cheap ones, the
    /// last one added.
    package var dropCost: Double = 1

    package init(
        terms: [LinearTerm],
        relation: LinearRelation,
        constant: Double,
        priority: Double = 1000,
        dropCost: Double = 1
    ) {
        self.terms = terms
        self.relation = relation
        self.constant = constant
        self.priority = priority
        self.dropCost = dropCost
    }
}

/// Linear constraints with strengths, the general half of a layout solver.
///
/// The solution is lexicographic: required constraints hold; then, for each distinct priority from the highest, the sum
/// of the absolute violations at that priority is as small as the levels above allow. It is neither one weighted sum
/// nor least squares: many wishes near 250 never beat one at 750.
///
/// The method is Badros, Borning and Stuckey's *The Cassowary linear arithmetic constraint solving algorithm* (ACM
/// TOCHI 8(4), 2001): a sparse tableau in which an optional constraint has two error variables, and edits of constants
/// are followed by the dual simplex. Its symbolic weights are here what they stand for, one objective row per priority.
/// Before that, equalities of one or two variables are taken out (`LinearReduction`), and what is not connected is
/// solved apart (`LinearTableau` each).
package struct LinearSystem: Sendable {
    private(set) var program = LinearProgram()
    private var plan: LinearPlan?
    private var isEdited = false

    package init() {}

    /// Makes a variable, which has any sign unless it is said to be a size.
    package mutating func makeVariable(isNonNegative: Bool = false) -> LinearVariable {
        plan = nil
        program.isNonNegative.append(isNonNegative)
        return LinearVariable(index: program.isNonNegative.count - 1)
    }

    /// Adds a constraint and returns its index. One that cannot be used is kept and named in `LinearSolution.leftOut`.
    @discardableResult
    package mutating func add(_ constraint: LinearConstraint) -> Int {
        plan = nil
        return program.append(constraint)
    }

    /// Replaces the right side of a constraint, such as the width of the root. The next `solve` goes on from where the
    /// last one ended. An index that there is not is ignored.
    package mutating func setConstant(of constraint: Int, to value: Double) {
        guard program.constraints.indices.contains(constraint) else { return }
        guard program.constraints[constraint].constant != value else { return }
        let wasUsed = program.constraints[constraint].refusal == nil
        program.setConstant(of: constraint, to: value)
        isEdited = true
        if !wasUsed || program.constraints[constraint].refusal != nil { plan = nil }
    }

    /// How often the values are made more exact where rounding has put them off.
    private static let mostRefinements = 3

    /// Solves the system.
    ///
    /// - Parameter limit: the most pivots, and with them the time, that it may take. When they are spent the solution
    ///   is what was reached, with `isComplete` false.
    package mutating func solve(limit: Int = LinearBudget.standardLimit) -> LinearSolution {
        var budget = LinearBudget(pivots: limit)
        if var current = plan.take() {
            if !isEdited && current.isComplete || current.update(program, budget: &budget) {
                let solution = current.solution(of: program)
                if current.isExact(solution, in: program) {
                    plan = current
                    isEdited = false
                    return solution
                }
            }
        }
        isEdited = false
        var fresh = LinearPlan(program, budget: &budget)
        var solution = fresh.solution(of: program)
        for _ in 0..<Self.mostRefinements where solution.isComplete && !fresh.isExact(solution, in: program) {
            guard fresh.refine(program, budget: &budget) else { break }
            solution = fresh.solution(of: program)
        }
        fresh.isComplete = fresh.isExact(solution, in: program)
        solution.isComplete = fresh.isComplete
        plan = fresh
        return solution
    }

    /// Where a variable may lie without any level getting worse, after `solve`.
    ///
    /// Nil when there is no solution to speak of: before `solve`, after changes, or when a budget ended it.
    package func range(of variable: LinearVariable, limit: Int = LinearBudget.standardLimit) -> LinearRange? {
        guard let plan, plan.isComplete, !isEdited else { return nil }
        var budget = LinearBudget(pivots: limit)
        return plan.range(of: variable.index, budget: &budget)
    }

    /// The variables that the constraints leave undetermined, after `solve`.
    ///
    /// Nil as for `range(of:limit:)`.
    package func undetermined(limit: Int = LinearBudget.standardLimit) -> LinearFreedom? {
        guard let plan, plan.isComplete, !isEdited else { return nil }
        var budget = LinearBudget(pivots: limit)
        return plan.undetermined(in: program, budget: &budget)
    }
}
