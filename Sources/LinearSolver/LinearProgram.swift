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
