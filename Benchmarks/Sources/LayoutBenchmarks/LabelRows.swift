import BenchmarkSupport
@testable import LinearSolver

/// Rows of labels in views in views, as constraints between four variables a view: left, top, width, height.
///
/// Of each row one label is the first to grow and one the first to be cut, so that every frame is decided.
struct LabelRows {
    /// A constraint in a form that both solvers read.
    struct Constraint {
        var terms: [(variable: Int, coefficient: Double)]
        var relation: LinearRelation
        var constant: Double
        var priority = 1000.0
    }

    /// What a view is called by: its first variable.
    private typealias Box = Int

    private(set) var constraints: [Constraint] = []
    /// How many variables there are; those at odd pairs, widths and heights, are not negative.
    private(set) var variableCount = 0
    /// The constraint that says how wide the root is.
    let rootWidth = 2
    private var random = Random()

    /// - Parameter count: About so many constraints.
    init(constraints count: Int) {
        let root = box()
        for (part, value) in [0.0, 0, 375, 667].enumerated() {
            constraints.append(Constraint(terms: [(root + part, 1)], relation: .equal, constant: value))
        }
        // Blocks of eight rows go four deep, each below the rows of the one around it. The outermost ones lie over each
        // other, since of a chain of a thousand rows, each below the one before, kiwi makes dense rows.
        var nested: [(block: Box, last: Box?)] = [(root, nil)]
        while constraints.count < count {
            let around = nested[nested.count - 1]
            let block = box()
            pin(block, in: around.block, below: around.last)
            if nested.count > 1 { end(around.block, below: block) }
            let last = addRows(in: block, upTo: count)
            if nested.count < 4 && constraints.count < count {
                nested.append((block, last))
            } else {
                if let last { end(block, below: last) }
                nested.removeLast(nested.count - 1)
            }
        }
    }

    /// Whether a variable is a length.
    func isLength(_ variable: Int) -> Bool { variable % 4 >= 2 }

    private mutating func box() -> Box {
        variableCount += 4
        return variableCount - 4
    }

    private mutating func add(
        _ terms: [(Int, Double)],
        _ relation: LinearRelation,
        _ constant: Double,
        _ priority: Double = 1000
    ) {
        constraints.append(Constraint(terms: terms, relation: relation, constant: constant, priority: priority))
    }

    /// Eight points inside both sides, and at the top or below another view.
    private mutating func pin(_ view: Box, in superview: Box, below other: Box?) {
        add([(view, 1), (superview, -1)], .equal, 8)
        add([(superview, 1), (superview + 2, 1), (view, -1), (view + 2, -1)], .equal, 8)
        if let other {
            add([(view + 1, 1), (other + 1, -1), (other + 3, -1)], .equal, 8)
        } else {
            add([(view + 1, 1), (superview + 1, -1)], .equal, 8)
        }
    }

    /// Returns the last row.
    private mutating func addRows(in block: Box, upTo count: Int) -> Box? {
        var above: Box?
        for _ in 0..<8 where constraints.count < count {
            let row = box()
            pin(row, in: block, below: above)
            above = row
            addLabels(in: row)
        }
        return above
    }

    /// A view ends eight points below what is in it.
    private mutating func end(_ view: Box, below last: Box) {
        add([(view + 1, 1), (view + 3, 1), (last + 1, -1), (last + 3, -1)], .equal, 8)
    }

    private mutating func addLabels(in row: Box) {
        let count = 2 + Int(random.next(2.999))
        let (growing, cut) = (Int(random.next(Double(count) - 0.001)), Int(random.next(Double(count) - 0.001)))
        var before: Box?
        for number in 0..<count {
            let label = box()
            if let before {
                add([(label, 1), (before, -1), (before + 2, -1)], .equal, 8)
            } else {
                add([(label, 1), (row, -1)], .equal, 8)
            }
            before = label
            // The first one says how high the row is, the others stand beside it.
            if number == 0 {
                add([(label + 1, 1), (row + 1, -1)], .equal, 4)
                end(row, below: label)
            } else {
                add([(label + 1, 1), (label + 3, 1), (row + 1, -1), (row + 3, -1)], .equal, -8)
            }
            let width = (number == cut ? 60 + random.next(60) : 20 + random.next(30)).rounded()
            add([(label + 2, 1)], .lessOrEqual, width, number == growing ? 249 : 250)
            add([(label + 2, 1)], .greaterOrEqual, width, number == cut ? 749 : 750)
            add([(label + 3, 1)], .lessOrEqual, 20.5, 251)
            add([(label + 3, 1)], .greaterOrEqual, 20.5, 750)
        }
        if let before { add([(row, 1), (row + 2, 1), (before, -1), (before + 2, -1)], .equal, 8) }
    }

    // MARK: For the solvers

    /// The constraints as the solver takes them; variables are numbered from 0.
    var linear: [LinearConstraint] {
        constraints.map { constraint in
            LinearConstraint(
                terms: constraint.terms.map {
                    LinearTerm(variable: LinearVariable(index: $0.variable), coefficient: $0.coefficient)
                },
                relation: constraint.relation,
                constant: constraint.constant,
                priority: constraint.priority
            )
        }
    }

    /// A system of prepared constraints.
    func system(of constraints: [LinearConstraint]) -> LinearSystem {
        var system = LinearSystem()
        for variable in 0..<variableCount { _ = system.makeVariable(isNonNegative: isLength(variable)) }
        for constraint in constraints { system.add(constraint) }
        return system
    }

    /// A line for the number of variables, then one a constraint: `PRIORITY RELATION CONSTANT VARIABLE:COEFFICIENT …`.
    var text: String {
        var text = "\(variableCount)\n"
        for constraint in constraints {
            let relation =
                switch constraint.relation {
                case .lessOrEqual: "<="
                case .equal: "=="
                case .greaterOrEqual: ">="
                }
            text += "\(constraint.priority) \(relation) \(constraint.constant)"
            for term in constraint.terms { text += " \(term.variable):\(term.coefficient)" }
            text += "\n"
        }
        return text
    }
}
