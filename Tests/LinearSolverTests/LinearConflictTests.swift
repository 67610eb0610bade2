import TestSupport
import Testing

@testable import LinearSolver

@Suite("Linear systems that cannot hold")
struct LinearConflictTests {
    @Test("A conflict names an irreducible set, and the last one added is left out")
    func irreducible() {
        var system = LinearSystem()
        let (left, right, other) = (system.unknown(), system.unknown(), system.size())
        system.add(other == 12)
        system.add(left == 10)
        system.add(right - left == 100)
        system.add(other - left <= 5)
        system.add(right == 365)
        let solution = system.solve()
        #expect(solution.conflicts == [LinearConflict(constraints: [1, 2, 4], dropped: 4)])
        #expect(solution.values == [10, 110, 12])
        #expect(solution.violations == [0, 0, 0, 0, -255])
    }

    @Test("Of many constraints those that can go without ending the conflict are all left out of it")
    func deletion() {
        var system = LinearSystem()
        let place = system.unknown()
        for number in 0..<20 {
            system.add([5, 12].contains(number) ? place == Double(number) : system.unknown() == Double(number))
        }
        var budget = LinearBudget(pivots: 1_000)
        let found = LinearConflict.irreducible(among: Array(0..<20), of: system.program, budget: &budget)
        #expect(found?.constraints == [5, 12] && found?.isIrreducible == true)
    }

    @Test("What is cheaper to drop is dropped")
    func costs() {
        var system = LinearSystem()
        let width = system.size()
        system.add(width == 100, at: 1000, dropCost: 0.5)
        system.add(width == 200, at: 1000, dropCost: 100)
        system.add(width <= 150)
        let solution = system.solve()
        #expect(solution[width] == 200)
        #expect(
            solution.conflicts == [
                LinearConflict(constraints: [0, 1], dropped: 0), LinearConflict(constraints: [1, 2], dropped: 2),
            ]
        )
    }

    @Test("Each of many conflicts is named")
    func many() {
        var system = LinearSystem()
        let (value, size) = (system.unknown(), system.size())
        for index in 0..<200 {
            system.add(value == Double(index))
            system.add(value - size >= Double(index))
        }
        let solution = system.solve()
        #expect(solution.isComplete)
        #expect(Set(solution.conflicts.map(\.dropped)) == Set(2..<400))
        #expect(solution.conflicts.allSatisfy { $0.isIrreducible && $0.constraints.count == 2 })
    }

    @Test("Nothing is 5, and a size is not negative: each is a conflict of one constraint")
    func single() {
        var system = LinearSystem()
        let (width, left) = (system.size(), system.unknown())
        system.add(LinearExpression() == 5)
        system.add(LinearExpression() <= 5)
        system.add(left - left >= 5)
        system.add(width <= -5)
        system.add(0 * left == 1, at: 750)
        let solution = system.solve()
        #expect(solution.conflicts.map(\.constraints) == [[0], [2], [3]])
        #expect(solution.violations == [5, 0, 5, 5, 1].enumerated().map { $0.offset == 3 ? 5 : -$0.element })
    }

    @Test("Numbers that would poison the rest are named and left out")
    func badNumbers() {
        var system = LinearSystem()
        let (left, width) = (system.unknown(), system.size())
        let stranger = LinearExpression(terms: [LinearTerm(variable: LinearVariable(index: 7), coefficient: 1)])
        let reasons: [(LinearConstraint, Double, LinearRefusal.Reason?)] = [
            (.nan * left == 3, 1000, .notFinite), (1e30 * left == 3, 1000, .outOfRange),
            (1e-30 * left == 3, 1000, .outOfRange), (left == .infinity, 1000, .notFinite),
            (left <= .greatestFiniteMagnitude, 1000, .outOfRange), (left == 3, .nan, .notFinite),
            (left == 3, 0, .priority), (left == 3, -250, .priority), (stranger == 3, 1000, .unknownVariable),
            (0 * left + width == 44, 1000, nil), (left == 8, 1e9, nil),
        ]
        for (constraint, priority, _) in reasons { system.add(constraint, at: priority) }
        let solution = system.solve()
        #expect(
            solution.leftOut
                == reasons.enumerated().compactMap { index, reason in
                    reason.2.map { LinearRefusal(constraint: index, reason: $0) }
                }
        )
        #expect(solution.values == [8, 44] && solution.isComplete && solution.conflicts.isEmpty)
        // A constant can become usable, and unusable again.
        system.setConstant(of: 4, to: 7)
        #expect(system.solve().conflicts.map(\.constraints) == [[4, 10]])
        system.setConstant(of: 4, to: .nan)
        #expect(system.solve().conflicts.isEmpty)
        system.setConstant(of: 99, to: 1)
    }

    @Test("Factors that multiply each other out of all proportion are not solved, and it says so")
    func outOfProportion() {
        var system = LinearSystem()
        let sizes = (0..<500).map { _ in system.unknown() }
        for (size, next) in zip(sizes, sizes.dropFirst()) { system.add(next - 10 * size == 1) }
        system.add(sizes[0] == 1)
        let solution = system.solve()
        #expect(!solution.isComplete)
        #expect(solution.values.allSatisfy { $0.isFinite })
    }

    @Test("A budget ends it, and it says so")
    func budget() {
        var system = LinearSystem()
        var generator = SeededGenerator(seed: 5)
        let sizes = (0..<40).map { _ in system.size() }
        for constant in 0..<80 {
            let sum = sizes.reduce(LinearExpression()) {
                $0 + Double(Int.random(in: -3...3, using: &generator)) * $1
            }
            system.add(constant.isMultiple(of: 2) ? sum == Double(constant) : sum <= Double(constant), at: 250)
        }
        for limit in [0, 1, 10] {
            let solution = system.solve(limit: limit)
            #expect(!solution.isComplete)
            #expect(solution.values.count == 40 && solution.violations.count == 80)
            #expect(system.undetermined() == nil)
        }
        #expect(system.solve().isComplete)
    }

    @Test("Long chains and wide sums neither recurse nor take long")
    func long() {
        var system = LinearSystem()
        let edges = (0..<601).map { _ in system.unknown() }
        let widths = (0..<600).map { _ in system.size() }
        system.add(edges[0] == 0)
        for index in widths.indices {
            system.add(edges[index + 1] - edges[index] - widths[index] == 8)
            system.add(widths[index] == 40, at: 250)
        }
        system.add(widths.reduce(LinearExpression(), +) <= 100_000)
        let solution = system.solve()
        #expect(abs(solution[edges[600]] - 28_800) < 1e-3)
        #expect(solution.isComplete)
    }
}
