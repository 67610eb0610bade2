/// The rows of a layout as a system of the general solver, and its answers in terms of rows and variables.
struct LayoutEquations {
    /// An answer.
    struct Answer {
        /// By variable of the layout; nil for one of which no row speaks.
        var values: [Double?]
        /// By row: left side less right side where it does not hold.
        var violations: [Double]
        /// Rows that cannot hold together, and which one was left out.
        var conflicts: [(rows: [Int], dropped: Int)]
        /// The rows whose numbers could not be used.
        var refused: [Int]
        var isComplete: Bool
    }

    private(set) var rows: [LayoutRow]
    private var linear = LinearSystem()
    /// The solver's variable of each of the layout's.
    private var variables: [LinearVariable?]
    /// The layout's variable of each of the solver's.
    private var names: [Int] = []
    /// The solver's constraint of each row; nil for one of known things only.
    private var numbers: [Int?] = []
    private let items: LayoutItems
    private let limit: Int

    init(_ system: LayoutSystem, extra: [LayoutRow] = [], limit: Int) {
        rows = system.rows + extra
        items = system.items
        self.limit = limit
        variables = Array(repeating: nil, count: system.items.variableCount)
        for row in rows {
            let known = row.expression.substituting(items.known)
            guard !known.terms.isEmpty else {
                numbers.append(nil)
                continue
            }
            let terms = known.terms.map {
                LinearTerm(variable: variable($0.variable, system), coefficient: $0.coefficient)
            }
            numbers.append(
                linear.add(
                    LinearConstraint(
                        terms: terms,
                        relation: row.relation.linear,
                        constant: -known.constant,
                        priority: row.priority,
                        dropCost: row.source.cost
                    )
                )
            )
        }
    }

    private mutating func variable(_ number: Int, _ system: LayoutSystem) -> LinearVariable {
        if let made = variables[number] { return made }
        let made = linear.makeVariable(isNonNegative: system.isNonNegative(number))
        variables[number] = made
        names.append(number)
        return made
    }

    /// Takes the constants of rows that are the same but for them.
    /// - Returns: Whether they are; else nothing has changed.
    mutating func take(_ others: [LayoutRow]) -> Bool {
        guard others.count == rows.count,
            zip(rows, others).allSatisfy({ $0.expression.terms == $1.expression.terms && $0.priority == $1.priority })
        else { return false }
        for (place, row) in others.enumerated() where row.expression.constant != rows[place].expression.constant {
            rows[place] = row
            guard let number = numbers[place] else { continue }
            linear.setConstant(of: number, to: -row.expression.substituting(items.known).constant)
        }
        return true
    }

    /// Solves the system, in fewer steps than usual where so many are given.
    mutating func solve(limit most: Int? = nil) -> Answer {
        let solution = linear.solve(limit: most ?? limit)
        var places: [Int: Int] = [:]
        for (row, number) in numbers.enumerated() {
            if let number { places[number] = row }
        }
        let violations = rows.indices.map { row in
            numbers[row].map { solution.violations[$0] } ?? Self.violation(of: rows[row], items)
        }
        return Answer(
            values: variables.enumerated().map { number, made in
                items.known(number) ?? made.map { solution.values[$0.index] }
            },
            violations: violations,
            conflicts: solution.conflicts.compactMap { conflict in
                places[conflict.dropped].map { (conflict.constraints.compactMap { places[$0] }, $0) }
            },
            refused: solution.leftOut.compactMap { places[$0.constraint] },
            isComplete: solution.isComplete
        )
    }

    /// The variables that have a choice, and between which values; nil where that could not be found out.
    func undetermined() -> (variables: [Int], isComplete: Bool)? {
        guard let freedom = linear.undetermined(limit: limit) else { return nil }
        return (freedom.variables.map { names[$0.index] }, freedom.isComplete)
    }

    /// Between which values a variable may lie.
    func range(of variable: Int) -> LinearRange? {
        variables[variable].flatMap { linear.range(of: $0, limit: 500) }
    }

    /// By how much a row of known things does not hold.
    private static func violation(of row: LayoutRow, _ items: LayoutItems) -> Double {
        let value = row.expression.value { items.known($0) ?? 0 }
        guard abs(value) > 1e-6 else { return 0 }
        switch row.relation {
        case .equal: return value
        case .lessThanOrEqual: return max(value, 0)
        case .greaterThanOrEqual: return min(value, 0)
        }
    }
}

extension LayoutConstraint.Relation {
    fileprivate var linear: LinearRelation {
        switch self {
        case .lessThanOrEqual: .lessOrEqual
        case .equal: .equal
        case .greaterThanOrEqual: .greaterOrEqual
        }
    }
}
