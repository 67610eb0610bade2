/// A program that was reduced, split and solved, ready for other constants.
struct LinearPlan: Sendable {
    private(set) var reduction: LinearReduction
    private(set) var classes: LinearClasses
    private(set) var tableaus: [LinearTableau] = []
    private(set) var conflicts: [LinearConflict] = []
    /// By constraint: whether a conflict dropped it.
    private(set) var isDropped: [Bool]
    var isComplete = true
    private var edits = 0

    /// Larger values are a sign that factors multiplied each other out of all proportion.
    private static let largestValue = 1e12
    /// After so many edits the errors of rounding are swept out by building anew.
    private static let mostEdits = 1000

    init(_ program: LinearProgram, budget: inout LinearBudget) {
        isDropped = [Bool](repeating: false, count: program.constraints.count)
        reduction = LinearReduction(program, without: isDropped)
        classes = LinearClasses()
        // Dropping a constraint that shaped the reduction needs another reduction, with all that follows.
        while !build(program, &budget) {
            budget.take(program.terms.count * 8 + program.constraints.count * 8)
            reduction = LinearReduction(program, without: isDropped)
        }
        isComplete = isComplete && !budget.isSpent
    }

    /// Goes on from the last solution with the program's present constants. False when a new plan is needed.
    mutating func update(_ program: LinearProgram, budget: inout LinearBudget) -> Bool {
        edits += 1
        guard isComplete, conflicts.isEmpty, edits < Self.mostEdits, reduction.replay(program) else { return false }
        classes.refresh(reduction)
        for index in tableaus.indices {
            // What needs many pivots is sooner built anew.
            var own = LinearBudget(pivots: min(budget.pivots, 2 * tableaus[index].rows.count + 20))
            let before = own
            let current = classes
            let isChanged = tableaus[index].edit(&own) { current.constant(of: $0, program) }
            if isChanged {
                guard case .feasible = tableaus[index].restoreFeasibility(&own), tableaus[index].minimise(&own),
                    tableaus[index].isExact(current.terms, constant: { current.constant(of: $0, program) })
                else { return false }
            }
            budget.take(before.work - own.work)
        }
        return !budget.isSpent
    }

    /// Makes the values of a solved program as exact as numbers are. False when nothing changed, or when the budget
    /// ended it.
    mutating func refine(_ program: LinearProgram, budget: inout LinearBudget) -> Bool {
        var isChanged = false
        let current = classes
        for index in tableaus.indices {
            let terms = current.terms
            guard tableaus[index].refine(terms, &budget, constant: { current.constant(of: $0, program) }) else {
                continue
            }
            isChanged = true
            guard case .feasible = tableaus[index].restoreFeasibility(&budget), tableaus[index].minimise(&budget)
            else { return false }
        }
        return isChanged && !budget.isSpent
    }

    /// The values, and what they mean for each constraint.
    func solution(of program: LinearProgram) -> LinearSolution {
        var leads = [Double](repeating: 0, count: classes.leads.count)
        for (tableau, range) in zip(tableaus, classes.components) { tableau.write(range, into: &leads) }
        var isSound = isComplete
        let values = classes.places.map { place -> Double in
            let value = place.index < 0 ? place.offset : place.offset + place.scale * leads[Int(place.index)]
            // Also what is not a number.
            guard abs(value) <= Self.largestValue else {
                isSound = false
                return 0
            }
            return value
        }
        var refused: [LinearRefusal] = []
        var violations = [Double](repeating: 0, count: program.constraints.count)
        for (index, constraint) in program.constraints.enumerated() {
            if let reason = constraint.refusal {
                refused.append(LinearRefusal(constraint: index, reason: reason))
            } else {
                violations[index] = program.violation(of: index, at: values)
            }
        }
        return LinearSolution(
            values: values,
            violations: violations,
            conflicts: conflicts,
            leftOut: refused,
            isComplete: isSound
        )
    }

    /// Whether a solution is all that was asked for: it keeps what it must, whatever rounding did.
    func isExact(_ solution: LinearSolution, in program: LinearProgram) -> Bool {
        guard solution.isComplete else { return false }
        for (index, constraint) in program.constraints.enumerated() {
            if constraint.isRequired && !isDropped[index] && solution.violations[index] != 0 { return false }
        }
        return zip(program.isNonNegative, solution.values).allSatisfy { isNonNegative, value in
            !isNonNegative || value >= -LinearProgram.tolerance * 10
        }
    }

    /// Whether required constraints can all hold; nil when the budget does not suffice to say.
    static func canHold(_ program: LinearProgram, budget: inout LinearBudget) -> Bool? {
        let none = [Bool](repeating: false, count: program.constraints.count)
        var reduction = LinearReduction(program, without: none)
        if reduction.advance(program, budget: &budget) != nil { return false }
        let classes = LinearClasses(program, reduction, without: none)
        guard classes.impossible.isEmpty else { return false }
        for index in classes.components.indices {
            guard !budget.isSpent else { return nil }
            var tableau = Self.tableau(index, classes, program, none, &budget)
            switch tableau.restoreFeasibility(&budget) {
            case .feasible: continue
            case .infeasible: return false
            case .spent: return nil
            }
        }
        return true
    }

    private static func tableau(
        _ component: Int,
        _ classes: LinearClasses,
        _ program: LinearProgram,
        _ isDropped: [Bool],
        _ budget: inout LinearBudget
    ) -> LinearTableau {
        let kinds = classes.components[component].map {
            program.isNonNegative[Int(classes.leads[$0])] ? LinearTableau.Kind.restricted : .free
        }
        return LinearTableau(
            kinds: kinds,
            entries: classes.entries[component].filter { $0.origin < 0 || !isDropped[$0.origin] },
            terms: classes.terms,
            budget: &budget
        )
    }

    /// Reduces, splits and solves. False when a constraint was dropped that the reduction relies on.
    private mutating func build(_ program: LinearProgram, _ budget: inout LinearBudget) -> Bool {
        while let contradiction = reduction.advance(program, budget: &budget) {
            var listed = [contradiction.constraint]
            var variables = program.variables(of: contradiction.constraint)
            if let variable = contradiction.variable { variables.append(variable) }
            let victim = drop(from: &listed, variables, program, &budget)
            guard victim == contradiction.constraint else { return budget.isSpent }
        }
        classes = LinearClasses(program, reduction, without: isDropped)
        for constraint in classes.impossible {
            var listed = [constraint]
            let victim = drop(from: &listed, program.variables(of: constraint), program, &budget)
            guard victim == constraint else { return budget.isSpent }
        }
        tableaus.removeAll()
        var isSound = true
        for component in classes.components.indices {
            var tableau = Self.tableau(component, classes, program, isDropped, &budget)
            if !settle(&tableau, component, program, &budget) { isSound = false }
            tableaus.append(tableau)
        }
        return isSound || budget.isSpent
    }

    /// Solves a component, dropping what cannot hold. False when the reduction has to be made anew.
    private mutating func settle(
        _ tableau: inout LinearTableau,
        _ component: Int,
        _ program: LinearProgram,
        _ budget: inout LinearBudget
    ) -> Bool {
        var isRenewed = false
        while true {
            switch tableau.restoreFeasibility(&budget) {
            case .spent: return true
            case .feasible:
                if !tableau.minimise(&budget) { isComplete = false }
                guard !isRenewed, isComplete, tableau.isWide(classes.terms) else { return true }
                var fresh = Self.tableau(component, classes, program, isDropped, &budget)
                if !tableau.hasReleased {
                    isRenewed = true
                    guard fresh.move(to: tableau.basis, &budget) else { return true }
                }
                tableau = fresh
            case .infeasible(let row):
                let support = tableau.support(of: row)
                var listed: [Int] = []
                var variables: [Int32] = []
                for origin in support {
                    if origin >= 0 { listed.append(origin) }
                    variables += origin >= 0 ? program.variables(of: origin) : [Int32(truncatingIfNeeded: ~origin)]
                }
                let victim = drop(from: &listed, variables, program, &budget)
                guard let victim else {
                    // Only rounding made it infeasible.
                    isComplete = false
                    tableau.release(row: row)
                    continue
                }
                if tableau.release(victim, row: row, &budget) { continue }
                guard classes.entries[component].contains(where: { $0.origin == victim }) else { return false }
                tableau = Self.tableau(component, classes, program, isDropped, &budget)
            }
        }
    }

    /// Drops the cheapest of the constraints that cannot hold together, the last added of equally cheap ones.
    ///
    /// - Parameters:
    ///   - listed: constraints that, with those that make their variables what they are, contradict each other.
    private mutating func drop(
        from listed: inout [Int],
        _ variables: [Int32],
        _ program: LinearProgram,
        _ budget: inout LinearBudget
    ) -> Int? {
        var isListed = [Bool](repeating: false, count: program.constraints.count)
        for index in listed { isListed[index] = true }
        let leads = variables.compactMap { variable -> Int32? in
            let index = variable < classes.places.count ? classes.places[Int(variable)].index : -1
            return index < 0 ? nil : classes.leads[Int(index)]
        }
        reduction.chain(of: variables + leads, program, into: &listed, isListed: &isListed)
        budget.take(program.constraints.count / 8 + listed.count * 8)
        let found = LinearConflict.irreducible(among: listed.sorted(), of: program, budget: &budget)
        let conflict = found.flatMap { set in
            set.constraints.max {
                let (left, right) = (program.constraints[$0], program.constraints[$1])
                return left.dropCost != right.dropCost ? left.dropCost > right.dropCost : $0 < $1
            }
            .map { LinearConflict(constraints: set.constraints, dropped: $0, isIrreducible: set.isIrreducible) }
        }
        guard let conflict else { return nil }
        conflicts.append(conflict)
        isDropped[conflict.dropped] = true
        return conflict.dropped
    }
}

/// The order in which constraints go into a tableau, so that it stays sparse.
struct LinearOrder {
    private let kinds: [LinearTableau.Kind]
    private let entries: [LinearTableau.Entry]
    private let terms: [LinearProgram.Term]
    private var isDone: [Bool]
    /// Constraints, each with the column of any sign that nothing else speaks of.
    private(set) var peeled: [(entry: Int, column: Int32)] = []

    init(kinds: [LinearTableau.Kind], entries: [LinearTableau.Entry], terms: [LinearProgram.Term]) {
        self.kinds = kinds
        self.entries = entries
        self.terms = terms
        isDone = [Bool](repeating: false, count: entries.count)
    }

    /// Finds constraints that can always hold, since one of their columns may have any sign and is in no other
    /// constraint, and what follows from taking them away. Their expressions need no substitution at all.
    mutating func peel() {
        guard kinds.contains(where: { $0 == .free }) else { return }
        // The exclusive or of the constraints of a column is the last of them when one is left.
        var counts = [Int32](repeating: 0, count: kinds.count)
        var mixed = [Int](repeating: 0, count: kinds.count)
        for (index, entry) in entries.enumerated() {
            for term in terms[entry.terms] {
                counts[Int(term.variable)] += 1
                mixed[Int(term.variable)] ^= index
            }
        }
        var open = kinds.indices.reversed().filter { kinds[$0] == .free && counts[$0] == 1 }
        while let column = open.popLast() {
            guard counts[column] == 1, !isDone[mixed[column]] else { continue }
            let index = mixed[column]
            let list = terms[entries[index].terms]
            let largest = list.reduce(0) { max($0, abs($1.coefficient)) }
            guard let own = list.first(where: { $0.variable == column }), abs(own.coefficient) >= 1e-3 * largest
            else { continue }
            isDone[index] = true
            peeled.append((index, Int32(truncatingIfNeeded: column)))
            for term in list {
                counts[Int(term.variable)] -= 1
                mixed[Int(term.variable)] ^= index
                if counts[Int(term.variable)] == 1 && kinds[Int(term.variable)] == .free {
                    open.append(Int(term.variable))
                }
            }
        }
    }

    /// The other constraints: required equalities, those that place what comes last first, then optional ones by
    /// priority, so that they start out satisfied, then required inequalities.
    func rest() -> [Int] {
        struct Key {
            var rank: Int
            var priority: Double
            var index: Int
        }
        var keys: [Key] = []
        for (index, entry) in entries.enumerated() where !isDone[index] {
            if let priority = entry.priority {
                keys.append(Key(rank: entry.relation == .equal ? 1 : 2, priority: priority, index: index))
            } else if entry.relation == .equal {
                var last: Int32 = -1
                for term in terms[entry.terms] where kinds[Int(term.variable)] == .free {
                    last = max(last, term.variable)
                }
                keys.append(Key(rank: 0, priority: Double(last), index: index))
            } else {
                keys.append(Key(rank: 3, priority: 0, index: index))
            }
        }
        keys.sort { left, right in
            let (leftClass, rightClass) = ((left.rank + 1) / 2, (right.rank + 1) / 2)
            if leftClass != rightClass { return leftClass < rightClass }
            if left.priority != right.priority { return left.priority > right.priority }
            return left.rank != right.rank ? left.rank < right.rank : left.index < right.index
        }
        return keys.map(\.index)
    }

    /// Adds to a binary heap.
    static func push(_ value: Int32, onto heap: inout [Int32]) {
        heap.append(value)
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child] < heap[parent] else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes the smallest from a binary heap.
    static func pop(from heap: inout [Int32]) -> Int32? {
        guard let last = heap.popLast() else { return nil }
        guard let first = heap.first else { return last }
        heap[0] = last
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < heap.count else { return first }
            if child + 1 < heap.count && heap[child + 1] < heap[child] { child += 1 }
            guard heap[child] < heap[parent] else { return first }
            heap.swapAt(child, parent)
            parent = child
        }
    }
}
