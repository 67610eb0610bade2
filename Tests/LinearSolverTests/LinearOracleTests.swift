import Foundation
import TestSupport
import Testing

@testable import LinearSolver

/// Random systems against a simplex method that never rounds (`Tests/Fixtures/linear-systems/make`, `exact.py`), and a
/// few whose coefficients lie so far apart that rounding has once made another answer of them (`precise.txt`).
///
/// With `VITRINE_LINEAR_SYSTEMS`, a file of that script with as many systems as one likes, that file is read.
@Suite("Linear systems beside an independent solver")
struct LinearOracleTests {
    private static let systems: [LinearOracle] = {
        let path = ProcessInfo.processInfo.environment["VITRINE_LINEAR_SYSTEMS"]
        let text =
            if let path { try? String(contentsOfFile: path, encoding: .utf8) } else {
                try? Fixtures.text("linear-systems/systems.txt") + Fixtures.text("linear-systems/precise.txt")
            }
        return LinearOracle.all(in: text ?? "")
    }()

    @Test("The sums of violations are as small, at every priority")
    func sums() {
        #expect(Self.systems.count >= 300)
        for (index, oracle) in Self.systems.enumerated() where oracle.conflicts.isEmpty {
            var system = oracle.system()
            let solution = system.solve()
            #expect(solution.isComplete && solution.conflicts.isEmpty, "system \(index)")
            for (priority, sum) in solution.sums(of: oracle.constraints) {
                #expect(Self.isNear(sum, oracle.sums[priority]), "system \(index), priority \(priority)")
            }
        }
    }

    @Test("Each variable has the same range, and those with one are undetermined")
    func freedom() throws {
        for (index, oracle) in Self.systems.enumerated() where oracle.conflicts.isEmpty {
            var system = oracle.system()
            _ = system.solve()
            let undetermined = try #require(system.undetermined())
            #expect(undetermined.isComplete)
            for (place, expected) in oracle.ranges.enumerated() {
                let variable = LinearVariable(index: place)
                let range = try #require(system.range(of: variable))
                let isSame = Self.isNear(range.lower, expected.lower) && Self.isNear(range.upper, expected.upper)
                #expect(isSame, "system \(index), variable \(place): \(range), not \(expected)")
                let size = max(1, abs(expected.lower ?? 0), abs(expected.upper ?? 0))
                let width = ((expected.upper ?? .infinity) - (expected.lower ?? -.infinity)) / size
                // Half of what counts as one place (`LinearRange.isDetermined`), to the double of it, is neither.
                if width > 2e-6 || width < 5e-7 {
                    #expect(undetermined.variables.contains(variable) == (width > 2e-6), "system \(index), \(place)")
                }
            }
        }
    }

    @Test("A conflict is found exactly where there is one, each is irreducible, and what is left is solved")
    func conflicts() {
        for (index, oracle) in Self.systems.enumerated() where !oracle.conflicts.isEmpty {
            var system = oracle.system()
            let solution = system.solve()
            #expect(solution.isComplete && !solution.conflicts.isEmpty, "system \(index)")
            for conflict in solution.conflicts {
                #expect(oracle.conflicts.contains(conflict.constraints), "system \(index): \(conflict)")
                #expect(conflict.constraints.contains(conflict.dropped))
            }
            let dropped = Set(solution.conflicts.map(\.dropped))
            var rest = oracle.system(without: dropped)
            let again = rest.solve()
            #expect(again.conflicts.isEmpty, "system \(index)")
            let kept = oracle.constraints.enumerated().filter { !dropped.contains($0.offset) }.map(\.element)
            for (priority, sum) in again.sums(of: kept) {
                #expect(Self.isNear(sum, solution.sums(of: oracle.constraints)[priority]), "system \(index)")
            }
        }
    }

    @Test("After other constants it is as if solved anew")
    func edits() {
        var generator = SeededGenerator(seed: 18)
        for (index, oracle) in Self.systems.enumerated() {
            var edited = oracle.system()
            _ = edited.solve()
            var constraints = oracle.constraints
            for _ in 0..<4 {
                for _ in 0..<Int.random(in: 1...3, using: &generator) {
                    let place = Int.random(in: constraints.indices, using: &generator)
                    constraints[place].constant += Double(Int.random(in: -30...30, using: &generator))
                    edited.setConstant(of: place, to: constraints[place].constant)
                }
                var fresh = LinearSystem()
                for sign in oracle.isNonNegative { _ = fresh.makeVariable(isNonNegative: sign) }
                for constraint in constraints { fresh.add(constraint) }
                let (found, expected) = (edited.solve(), fresh.solve())
                #expect(found.conflicts == expected.conflicts, "system \(index)")
                #expect(found.isComplete && expected.isComplete, "system \(index)")
                let sums = expected.sums(of: constraints)
                for (priority, sum) in found.sums(of: constraints) {
                    #expect(Self.isNear(sum, sums[priority]), "system \(index), priority \(priority)")
                }
            }
        }
    }

    private static func isNear(_ found: Double?, _ expected: Double?) -> Bool {
        guard let found, let expected else { return found == nil && expected == nil }
        return abs(found - expected) <= 1e-4 * max(1, abs(expected))
    }
}
