import LinearSolver
import ViewHierarchy

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
    private var items: LayoutItems
    /// How many of the rows are those of the system; the others were added to them.
    private let ownRows: Int
    private let limit: Int
    /// The rows that were added to those of the system.
    var addedRows: [LayoutRow] { Array(rows.dropFirst(ownRows)) }

    init(_ system: LayoutSystem, extra: [LayoutRow] = [], limit: Int) {
        rows = system.rows + extra
        items = system.items
        ownRows = system.rows.count
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
                        dropCost: row.cost
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

    /// Takes the numbers of a system that is the same but for them and for the size of the root.
    ///
    /// What was added to the rows of the former one stays.
    /// - Returns: Whether it is; else nothing has changed.
    mutating func take(_ system: LayoutSystem) -> Bool {
        guard system.rows.count == ownRows, system.items.variableCount == items.variableCount,
            zip(rows, system.rows).allSatisfy({
                $0.expression.terms == $1.expression.terms && $0.priority == $1.priority
            })
        else { return false }
        items = system.items
        for (place, row) in system.rows.enumerated() { rows[place].expression.constant = row.expression.constant }
        for place in rows.indices { linear.setConstant(of: numbers[place], to: constant(of: rows[place])) }
        return true
    }

    /// The right side of a row: what is known of it.
    private func constant(of row: LayoutRow) -> Double { -row.expression.known(items.known) }

    /// The values of the variables if some rows had other constants; nil where finding out takes more steps than given.
    func values(replacing constant: (LayoutRow) -> Double?, limit: Int) -> [Double?]? {
        var linear = linear
        for (place, row) in rows.enumerated() {
            guard let other = constant(row) else { continue }
            linear.setConstant(of: numbers[place], to: self.constant(of: row) + row.expression.constant - other)
        }
        let solution = linear.solve(limit: limit)
        return solution.isComplete ? values(in: solution) : nil
    }

    /// The values of the layout's variables.
    private func values(in solution: LinearSolution) -> [Double?] {
        variables.enumerated().map { number, made in items.known(number) ?? made.map { solution.values[$0.index] } }
    }

    /// Solves the system.
    mutating func solve() -> Answer {
        let solution = linear.solve(limit: limit)
        let violations = rows.indices.map { row in
            numbers[row].map { solution.violations[$0] } ?? Self.violation(of: rows[row], items)
        }
        var places: [Int: Int] = [:]
        if !solution.conflicts.isEmpty || !solution.leftOut.isEmpty {
            for (row, number) in numbers.enumerated() {
                if let number { places[number] = row }
            }
        }
        return Answer(
            values: values(in: solution),
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

extension LinearSystem {
    /// Replaces the right side of a constraint; of none that is of known things only.
    fileprivate mutating func setConstant(of constraint: Int?, to value: Double) {
        if let constraint { setConstant(of: constraint, to: value) }
    }
}

/// A sum of places and lengths of a layout: Σ coefficient · variable + constant, in points of the root's space.
struct LayoutExpression: Sendable, Hashable {
    /// A variable by its number, and what it is multiplied by.
    struct Term: Sendable, Hashable {
        var variable: Int
        var coefficient: Double
    }

    private(set) var terms: [Term] = []
    var constant = 0.0

    init(_ constant: Double) { self.constant = constant }

    init(variable: Int) { terms = [Term(variable: variable, coefficient: 1)] }

    static func + (a: LayoutExpression, b: LayoutExpression) -> LayoutExpression { a.adding(b, times: 1) }
    static func - (a: LayoutExpression, b: LayoutExpression) -> LayoutExpression { a.adding(b, times: -1) }
    static func + (a: LayoutExpression, b: Double) -> LayoutExpression { a.adding(LayoutExpression(b), times: 1) }
    static func - (a: LayoutExpression, b: Double) -> LayoutExpression { a.adding(LayoutExpression(-b), times: 1) }
    static func * (a: LayoutExpression, factor: Double) -> LayoutExpression {
        LayoutExpression(0).adding(a, times: factor)
    }

    private func adding(_ other: LayoutExpression, times factor: Double) -> LayoutExpression {
        var sum = self
        sum.constant += other.constant * factor
        for term in other.terms {
            let coefficient = term.coefficient * factor
            if let place = sum.terms.firstIndex(where: { $0.variable == term.variable }) {
                sum.terms[place].coefficient += coefficient
            } else {
                sum.terms.append(Term(variable: term.variable, coefficient: coefficient))
            }
        }
        sum.terms.removeAll { $0.coefficient == 0 }
        return sum
    }

    /// What it comes to.
    func value(_ values: (Int) -> Double) -> Double {
        terms.reduce(constant) { $0 + $1.coefficient * values($1.variable) }
    }

    /// The constant and what is known of the variables.
    func known(_ values: (Int) -> Double?) -> Double {
        terms.reduce(constant) { $0 + $1.coefficient * (values($1.variable) ?? 0) }
    }

    /// The sum with the variables put in that are known.
    func substituting(_ known: (Int) -> Double?) -> LayoutExpression {
        var result = LayoutExpression(constant)
        for term in terms {
            if let value = known(term.variable) {
                result.constant += term.coefficient * value
            } else {
                result.terms.append(term)
            }
        }
        return result
    }

    /// Whether numbers like these can be reckoned with: no overflow, nothing endless.
    var isReasonable: Bool {
        constant.magnitude <= Self.largest && terms.allSatisfy { $0.coefficient.magnitude <= Self.largest }
    }

    /// Beyond this the digits of a number no longer tell points apart.
    static let largest = 1e7
}

/// Where a rectangle lies, as expressions in the root's space.
struct LayoutBox: Sendable {
    var x: LayoutExpression
    var y: LayoutExpression
    var width: LayoutExpression
    var height: LayoutExpression

    /// The rectangle with its edges moved inwards.
    func inset(by insets: EdgeInsets) -> LayoutBox {
        LayoutBox(
            x: x + insets.left,
            y: y + insets.top,
            width: width - (insets.left + insets.right),
            height: height - (insets.top + insets.bottom)
        )
    }

    /// The expression of an attribute; nil for baselines, which depend on more than the rectangle. Left to right.
    func edge(_ attribute: LayoutAttribute) -> LayoutExpression? {
        switch attribute {
        case .left, .leading: x
        case .right, .trailing: x + width
        case .top: y
        case .bottom: y + height
        case .width: width
        case .height: height
        case .centerX: x + width * 0.5
        case .centerY: y + height * 0.5
        default: nil
        }
    }
}

/// One line of a layout: what it asks of an expression, how much that counts, and who asks.
struct LayoutRow: Sendable {
    /// Who asks for something.
    enum Source: Sendable, Hashable {
        /// A constraint, by its place in the tree's list.
        case constraint(Int)
        /// The autoresizing mask of a view, or the rule of a cell, by the view's place in the unit.
        case mask(Int)
        /// A stack view, for itself.
        case stack(Int)
        /// A stack view, that a hidden view has no length.
        case hiding(Int)
        /// A view's content.
        case content(Int)
        /// A view that nothing sizes, for the length that it has all the same (``UnsizedLength``).
        case unsized(Int)
        /// The last word where nothing else decides: the frame that the file has.
        case stored(Int)

        /// The place of the constraint, or of the view.
        var place: Int {
            switch self {
            case .constraint(let place), .mask(let place), .stack(let place), .hiding(let place), .content(let place),
                .unsized(let place), .stored(let place):
                place
            }
        }

        /// What it costs to go without: what UIKit itself asks for is the last to give way. That a hidden view has no
        /// length gives way to the constraints inside it, as Interface Builder's frames show, but not to a length of its own.
        var cost: Double {
            switch self {
            case .mask, .stack: 100
            case .constraint: 1
            case .hiding: 0.8
            case .content, .unsized, .stored: 0.5
            }
        }
    }

    /// What is compared with 0.
    var expression: LayoutExpression
    var relation: LayoutConstraint.Relation
    var priority: Double
    var source: Source
    /// Whether it is about x.
    var isHorizontal: Bool
    /// Whether it asks for a length of a view that its stack view hides.
    var isOfHidden = false
    /// Whether the frames of the file say that it did not hold on the canvas.
    var isUnmet = false

    /// What it costs to go without it. What gave way on the canvas is the first to do so here, then what contents ask for,
    /// then a length that is asked of a hidden view.
    var cost: Double { isUnmet ? 0.4 : isOfHidden ? 0.7 : source.cost }
}
