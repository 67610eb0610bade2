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

/// A sum of terms that is being made: dense by variable, with the list of the variables in it.
struct LinearSum: Sendable {
    private var values: [Double]
    private var isListed: [Bool]
    private(set) var list: [Int32] = []

    init(size: Int) {
        values = [Double](repeating: 0, count: size)
        isListed = [Bool](repeating: false, count: size)
    }

    /// Makes room for another variable.
    mutating func grow() {
        values.append(0)
        isListed.append(false)
    }

    subscript(variable: Int32) -> Double { values[Int(variable)] }

    /// Adds to a variable's coefficient. True when the variable is new in the sum.
    @discardableResult
    mutating func add(_ coefficient: Double, to variable: Int32) -> Bool {
        values[Int(variable)] += coefficient
        guard !isListed[Int(variable)] else { return false }
        isListed[Int(variable)] = true
        list.append(variable)
        return true
    }

    /// Takes a variable's coefficient out.
    mutating func remove(_ variable: Int32) -> Double {
        let value = values[Int(variable)]
        values[Int(variable)] = 0
        return value
    }

    /// Empties the sum.
    mutating func clear() {
        for variable in list {
            values[Int(variable)] = 0
            isListed[Int(variable)] = false
        }
        list.removeAll(keepingCapacity: true)
    }

    /// Empties the sum and returns its terms in order of variables, without what is not above a size.
    mutating func take(above smallest: Double, most: Int = .max) -> [LinearProgram.Term] {
        var terms: [LinearProgram.Term] = []
        if most == .max { list.sort() }
        for variable in list where abs(values[Int(variable)]) > smallest && terms.count < most {
            terms.append(LinearProgram.Term(variable: variable, coefficient: values[Int(variable)]))
        }
        clear()
        return terms
    }
}

/// For each variable the constraints of a list that speak of it, in flat memory.
struct LinearAdjacency: Sendable {
    private var starts: [Int32]
    private var items: [Int32]

    init(lists: [Int32], of program: LinearProgram) {
        starts = [Int32](repeating: 0, count: program.isNonNegative.count + 1)
        for index in lists {
            for term in program.terms[program.constraints[Int(index)].terms] { starts[Int(term.variable) + 1] += 1 }
        }
        for index in starts.indices.dropFirst() { starts[index] += starts[index - 1] }
        items = [Int32](repeating: 0, count: Int(starts.last ?? 0))
        var places = starts
        for index in lists {
            for term in program.terms[program.constraints[Int(index)].terms] {
                items[Int(places[Int(term.variable)])] = index
                places[Int(term.variable)] += 1
            }
        }
    }

    subscript(variable: Int32) -> ArraySlice<Int32> {
        items[Int(starts[Int(variable)])..<Int(starts[Int(variable) + 1])]
    }
}

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
