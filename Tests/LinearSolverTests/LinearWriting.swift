@testable import LinearSolver

/// Writes constraints as they are written in mathematics: `system.add(left + width <= 375, at: 750)`.
struct LinearExpression {
    var terms: [LinearTerm] = []

    static func + (left: LinearExpression, right: LinearExpression) -> LinearExpression {
        LinearExpression(terms: left.terms + right.terms)
    }

    static func - (left: LinearExpression, right: LinearExpression) -> LinearExpression { left + (-1) * right }

    static func * (factor: Double, right: LinearExpression) -> LinearExpression {
        LinearExpression(
            terms: right.terms.map { LinearTerm(variable: $0.variable, coefficient: $0.coefficient * factor) }
        )
    }

    static func == (left: LinearExpression, constant: Double) -> LinearConstraint {
        LinearConstraint(terms: left.terms, relation: .equal, constant: constant)
    }

    static func <= (left: LinearExpression, constant: Double) -> LinearConstraint {
        LinearConstraint(terms: left.terms, relation: .lessOrEqual, constant: constant)
    }

    static func >= (left: LinearExpression, constant: Double) -> LinearConstraint {
        LinearConstraint(terms: left.terms, relation: .greaterOrEqual, constant: constant)
    }

    /// The variable, when it is one.
    var variable: LinearVariable { terms.first?.variable ?? LinearVariable(index: -1) }
}

extension LinearSystem {
    /// A variable as an expression.
    mutating func unknown() -> LinearExpression { LinearExpression(terms: [term(isNonNegative: false)]) }

    /// A variable that may not be negative.
    mutating func size() -> LinearExpression { LinearExpression(terms: [term(isNonNegative: true)]) }

    /// Adds a constraint at a priority.
    @discardableResult
    mutating func add(_ constraint: LinearConstraint, at priority: Double, dropCost: Double = 1) -> Int {
        var copy = constraint
        copy.priority = priority
        copy.dropCost = dropCost
        return add(copy)
    }

    private mutating func term(isNonNegative: Bool) -> LinearTerm {
        LinearTerm(variable: makeVariable(isNonNegative: isNonNegative), coefficient: 1)
    }
}

extension LinearSolution {
    /// The value of an expression.
    subscript(expression: LinearExpression) -> Double {
        expression.terms.reduce(0) { $0 + $1.coefficient * values[$1.variable.index] }
    }

    /// The sums of violations by priority; `kept` names the constraints by index.
    func sums(of constraints: [LinearConstraint]) -> [Double: Double] {
        var sums: [Double: Double] = [:]
        for (constraint, violation) in zip(constraints, violations) where constraint.priority < 1000 {
            sums[constraint.priority, default: 0] += abs(violation)
        }
        return sums
    }
}
