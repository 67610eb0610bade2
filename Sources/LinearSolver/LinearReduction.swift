/// Takes required equalities of one or two variables out of a program, again and again as others become that short.
///
/// An equality of one variable fixes it, one of two joins them: x = scale · y + offset. The joined variables are classes
/// of a union-find with scales and offsets (union by size and no path compression, so that chains stay short and every
/// step can be replayed with other constants). What is left are relations between classes.
struct LinearReduction: Sendable {
    /// Where a variable is: scale · root + offset; the root is −1 when it is fixed.
    struct Position {
        var root: Int32
        var scale: Double
        var offset: Double
    }

    /// What stands in the way: an equality that cannot hold, perhaps since a size would be negative.
    struct Contradiction {
        var constraint: Int
        var variable: Int32?
    }

    private struct Node: Sendable {
        /// The node that replaced it, −1 for none.
        var parent: Int32 = -1
        /// The step that replaced or fixed it.
        var step: Int32 = .max
        var scale = 1.0
        var offset = 0.0
        /// The next variable of its class, in a ring.
        var next: Int32
        var size: Int32 = 1
        /// The largest scale between two of its class.
        var spread = 1.0
    }

    private struct Step: Sendable {
        var constraint: Int32
        var node: Int32
        /// The node's coefficient, and that of the node which replaces it.
        var coefficient: Double
        var other: Double
    }

    /// Whether a constraint is accounted for, by constraint.
    private(set) var isTaken: [Bool]
    private var nodes: [Node]
    private var steps: [Step] = []
    private var repeated: [Int32] = []
    private var queue: [Int32] = []
    private var next = 0
    private var isQueued: [Bool]
    /// The required equalities of each variable.
    private var uses: LinearAdjacency
    private var sum: LinearSum

    init(_ program: LinearProgram, without excluded: [Bool]) {
        nodes = program.isNonNegative.indices.map { Node(next: Int32(truncatingIfNeeded: $0)) }
        isTaken = [Bool](repeating: false, count: program.constraints.count)
        isQueued = isTaken
        sum = LinearSum(size: nodes.count)
        for (index, constraint) in program.constraints.enumerated()
        where constraint.relation == .equal && constraint.isRequired && !excluded[index] {
            queue.append(Int32(truncatingIfNeeded: index))
            isQueued[index] = true
        }
        // What is dear first: in a contradiction the one that came last is then mostly the one to drop.
        let costs = program.constraints
        let first = queue.first.map { costs[Int($0)].dropCost }
        if queue.contains(where: { costs[Int($0)].dropCost != first }) {
            queue.sort {
                let (left, right) = (costs[Int($0)].dropCost, costs[Int($1)].dropCost)
                return left != right ? left > right : $0 < $1
            }
        }
        uses = LinearAdjacency(lists: queue, of: program)
    }

    /// Goes on until nothing is left to take, or to a contradiction; what contradicts is then not taken.
    mutating func advance(_ program: LinearProgram, budget: inout LinearBudget) -> Contradiction? {
        while next < queue.count, !budget.isSpent {
            let index = Int(queue[next])
            next += 1
            isQueued[index] = false
            guard !isTaken[index] else { continue }
            if let contradiction = take(index, program, &budget) {
                isTaken[index] = true
                return contradiction
            }
            if next > 1024 && next * 2 > queue.count {
                queue.removeFirst(next)
                next = 0
            }
        }
        return nil
    }

    /// Where a variable is, as the steps before one leave it.
    func position(of variable: Int32, before step: Int32 = .max) -> Position {
        var node = variable
        var position = Position(root: variable, scale: 1, offset: 0)
        while nodes[Int(node)].step < step {
            let current = nodes[Int(node)]
            position.offset += position.scale * current.offset
            position.scale *= current.scale
            node = current.parent
            position.root = node
            if node < 0 { break }
        }
        return position
    }

    /// Does the steps again with other constants. False when one of them would now be another one.
    mutating func replay(_ program: LinearProgram) -> Bool {
        for (index, step) in steps.enumerated() {
            let constant = remainder(of: Int(step.constraint), program, before: Int32(truncatingIfNeeded: index))
                .constant
            nodes[Int(step.node)].offset = constant / step.coefficient
        }
        return repeated.allSatisfy {
            let rest = remainder(of: Int($0), program, before: .max)
            return abs(rest.constant) <= LinearProgram.tolerance + 1e-9 * rest.size
        }
    }

    /// The equalities that make variables what they are.
    ///
    /// - Parameter visit: is given each constraint once, and answers with its terms' variables by calling back.
    func chain(of variables: [Int32], _ program: LinearProgram, into list: inout [Int], isListed: inout [Bool]) {
        var isVisited: Set<Int32> = []
        var open = variables
        while let variable = open.popLast() {
            var node = variable
            while node >= 0, isVisited.insert(node).inserted, nodes[Int(node)].step != .max {
                let constraint = Int(steps[Int(nodes[Int(node)].step)].constraint)
                if !isListed[constraint] {
                    isListed[constraint] = true
                    list.append(constraint)
                    open += program.terms[program.constraints[constraint].terms].map(\.variable)
                }
                node = nodes[Int(node)].parent
            }
        }
    }

    private mutating func take(_ index: Int, _ program: LinearProgram, _ budget: inout LinearBudget) -> Contradiction? {
        let constraint = program.constraints[index]
        budget.take(constraint.terms.count * 4 + 4)
        var constant = constraint.constant
        var size = abs(constant)
        var largest = 0.0
        for term in program.terms[constraint.terms] {
            let place = position(of: term.variable)
            constant -= term.coefficient * place.offset
            size = max(size, abs(term.coefficient * place.offset))
            guard place.root >= 0 else { continue }
            sum.add(term.coefficient * place.scale, to: place.root)
            largest = max(largest, abs(term.coefficient * place.scale))
        }
        let rest = sum.take(above: 1e-9 * largest, most: 3)
        switch rest.count {
        case 0:
            isTaken[index] = true
            guard abs(constant) > LinearProgram.tolerance + 1e-9 * size else {
                repeated.append(Int32(truncatingIfNeeded: index))
                return nil
            }
            return Contradiction(constraint: index)
        case 1:
            guard abs(rest[0].coefficient) >= 1e-4 else { return nil }
            return fix(rest[0], to: constant / rest[0].coefficient, by: index, program)
        case 2:
            join(rest[0], rest[1], constant, by: index)
            return nil
        default: return nil
        }
    }

    private mutating func fix(
        _ term: LinearProgram.Term,
        to value: Double,
        by index: Int,
        _ program: LinearProgram
    ) -> Contradiction? {
        let root = Int(term.variable)
        var member = term.variable
        repeat {
            if program.isNonNegative[Int(member)] {
                let place = position(of: member)
                if place.scale * value + place.offset < -LinearProgram.tolerance {
                    return Contradiction(constraint: index, variable: member)
                }
            }
            member = nodes[Int(member)].next
        } while member != term.variable
        nodes[root].step = Int32(truncatingIfNeeded: steps.count)
        nodes[root].scale = 0
        nodes[root].offset = value
        steps.append(
            Step(
                constraint: Int32(truncatingIfNeeded: index),
                node: term.variable,
                coefficient: term.coefficient,
                other: 0
            )
        )
        isTaken[index] = true
        requeue(classOf: term.variable)
        return nil
    }

    private mutating func join(
        _ first: LinearProgram.Term,
        _ second: LinearProgram.Term,
        _ constant: Double,
        by index: Int
    ) {
        let isFirstSmaller = nodes[Int(first.variable)].size <= nodes[Int(second.variable)].size
        let (gone, kept) = isFirstSmaller ? (first, second) : (second, first)
        let scale = -kept.coefficient / gone.coefficient
        let stretch = max(abs(scale), 1 / abs(scale))
        let spread = max(nodes[Int(kept.variable)].spread, nodes[Int(gone.variable)].spread * stretch)
        // Beyond this the numbers of a class would differ too much in size for one tolerance.
        guard spread <= 1e4, abs(gone.coefficient) >= 1e-4 else { return }
        requeue(classOf: gone.variable)
        nodes[Int(gone.variable)].parent = kept.variable
        nodes[Int(gone.variable)].step = Int32(truncatingIfNeeded: steps.count)
        nodes[Int(gone.variable)].scale = scale
        nodes[Int(gone.variable)].offset = constant / gone.coefficient
        nodes[Int(kept.variable)].size += nodes[Int(gone.variable)].size
        nodes[Int(kept.variable)].spread = spread
        let follower = nodes[Int(gone.variable)].next
        nodes[Int(gone.variable)].next = nodes[Int(kept.variable)].next
        nodes[Int(kept.variable)].next = follower
        steps.append(
            Step(
                constraint: Int32(truncatingIfNeeded: index),
                node: gone.variable,
                coefficient: gone.coefficient,
                other: kept.coefficient
            )
        )
        isTaken[index] = true
    }

    /// The equalities of a class that changed may now be shorter.
    private mutating func requeue(classOf variable: Int32) {
        var member = variable
        repeat {
            for constraint in uses[member] where !isTaken[Int(constraint)] && !isQueued[Int(constraint)] {
                isQueued[Int(constraint)] = true
                queue.append(constraint)
            }
            member = nodes[Int(member)].next
        } while member != variable
    }

    /// The right side less what the variables' offsets contribute, and the size of the numbers in it.
    private func remainder(
        of index: Int,
        _ program: LinearProgram,
        before step: Int32
    ) -> (constant: Double, size: Double) {
        let constraint = program.constraints[index]
        var constant = constraint.constant
        var size = abs(constant)
        for term in program.terms[constraint.terms] {
            let part = term.coefficient * position(of: term.variable, before: step).offset
            constant -= part
            size = max(size, abs(part))
        }
        return (constant, size)
    }
}
