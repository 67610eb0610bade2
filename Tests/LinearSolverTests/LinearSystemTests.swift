import Testing

@testable import LinearSolver

@Suite("Linear systems")
struct LinearSystemTests {
    @Test("Required constraints hold, whatever is wished")
    func required() {
        var system = LinearSystem()
        let (left, width) = (system.unknown(), system.size())
        system.add(left == 16)
        system.add(left + width <= 359)
        system.add(width == 500, at: 999)
        let solution = system.solve()
        #expect(solution[left] == 16)
        #expect(solution[width] == 343)
        #expect(solution.violations == [0, 0, -157])
        #expect(solution.isComplete && solution.conflicts.isEmpty && solution.leftOut.isEmpty)
    }

    @Test("Many wishes of a lower priority never beat one of a higher")
    func levels() {
        var system = LinearSystem()
        let width = system.size()
        system.add(width == 300, at: 750)
        for priority in [249.0, 250, 251, 252] {
            for _ in 0..<50 { system.add(width <= 100, at: priority) }
        }
        #expect(system.solve()[width] == 300)
    }

    @Test("At one priority the sum of violations decides, not the sum of their squares")
    func absoluteValues() {
        var system = LinearSystem()
        let width = system.size()
        for wish in [100.0, 110, 400] { system.add(width == wish, at: 250) }
        #expect(system.solve()[width] == 110)
    }

    @Test("A lower priority decides what a higher one leaves open, and a tiny one among the last ties")
    func ties() {
        var system = LinearSystem()
        let (first, second) = (system.size(), system.size())
        system.add(first + second == 343)
        system.add(first >= 200, at: 750)
        system.add(second >= 200, at: 750)
        #expect(system.solve()[first + second] == 343)
        #expect(system.undetermined() == LinearFreedom(variables: [first.variable, second.variable], isComplete: true))
        #expect(system.range(of: first.variable) == LinearRange(lower: 143, upper: 200))
        system.add(first == 180, at: 0.001)
        let solution = system.solve()
        #expect(solution[first] == 180 && solution[second] == 163)
        #expect(system.undetermined()?.variables == [])
        #expect(system.range(of: second.variable)?.isDetermined == true)
    }

    @Test("Sizes are never negative, also those that equalities derive from others")
    func sizes() {
        var system = LinearSystem()
        let (outer, inner) = (system.size(), system.size())
        system.add(outer - inner == 40)
        system.add(outer == 10, at: 500)
        let solution = system.solve()
        #expect(solution[outer] == 40 && solution[inner] == 0)
        #expect(solution.violations == [0, 30])
    }

    @Test("A variable that nothing speaks of is anywhere, and one at a vertex of tight constraints is where it is")
    func freedom() {
        var system = LinearSystem()
        let (alone, size, corner) = (system.unknown(), system.size(), system.unknown())
        // Three constraints are tight at 0, two would do.
        system.add(corner >= 0)
        system.add(corner - size >= 0)
        system.add(corner + size <= 0)
        let solution = system.solve()
        #expect(solution.values == [0, 0, 0])
        #expect(system.range(of: alone.variable) == LinearRange(lower: nil, upper: nil))
        #expect(system.undetermined()?.variables == [alone.variable])
        #expect(system.range(of: corner.variable)?.isDetermined == true)
    }

    @Test("Until it is solved, and after changes, nothing is said about freedom")
    func unsolved() {
        var system = LinearSystem()
        let width = system.size()
        let index = system.add(width == 10)
        #expect(system.range(of: width.variable) == nil && system.undetermined() == nil)
        _ = system.solve()
        #expect(system.range(of: width.variable) == LinearRange(lower: 10, upper: 10))
        system.setConstant(of: index, to: 20)
        #expect(system.range(of: width.variable) == nil && system.undetermined() == nil)
        #expect(system.solve()[width] == 20)
    }

    @Test("Other constants are followed, also into and out of a conflict")
    func edits() {
        var system = LinearSystem()
        let (root, left, width) = (system.size(), system.unknown(), system.size())
        let canvas = system.add(root == 375)
        system.add(left == 16)
        system.add(root - left - width == 16)
        system.add(width >= 100)
        system.add(width == 500, at: 250)
        for (size, expected) in [(375.0, 343.0), (320, 288), (834, 802), (132, 100)] {
            system.setConstant(of: canvas, to: size)
            let solution = system.solve()
            #expect(solution[width] == expected && solution.conflicts.isEmpty)
        }
        system.setConstant(of: canvas, to: 100)
        let solution = system.solve()
        #expect(solution.conflicts == [LinearConflict(constraints: [0, 1, 2, 3], dropped: 3)])
        #expect(solution[width] == 68)
        system.setConstant(of: canvas, to: 375)
        #expect(system.solve().conflicts.isEmpty)
    }
}
