/// A sum of terms that is being made: dense by variable, with the list of the variables in it.
struct LinearSum: Sendable {
    private var values: [Double]
    private var isListed: [Bool]
    private(set) var list: [Int32] = []

    init(size: Int) {
        values = [Double](repeating: 0, count: size)
        isListed = [Bool](repeating: false, count: size)
    }

    /// Makes room for another variable.
    mutating func grow() {
        values.append(0)
        isListed.append(false)
    }

    subscript(variable: Int32) -> Double { values[Int(variable)] }

    /// Adds to a variable's coefficient. True when the variable is new in the sum.
    @discardableResult
    mutating func add(_ coefficient: Double, to variable: Int32) -> Bool {
        values[Int(variable)] += coefficient
        guard !isListed[Int(variable)] else { return false }
        isListed[Int(variable)] = true
        list.append(variable)
        return true
    }

    /// Takes a variable's coefficient out.
    mutating func remove(_ variable: Int32) -> Double {
        let value = values[Int(variable)]
        values[Int(variable)] = 0
        return value
    }

    /// Empties the sum.
    mutating func clear() {
        for variable in list {
            values[Int(variable)] = 0
            isListed[Int(variable)] = false
        }
        list.removeAll(keepingCapacity: true)
    }

    /// Empties the sum and returns its terms in order of variables, without what is not above a size.
    mutating func take(above smallest: Double, most: Int = .max) -> [LinearProgram.Term] {
        var terms: [LinearProgram.Term] = []
        if most == .max { list.sort() }
        for variable in list where abs(values[Int(variable)]) > smallest && terms.count < most {
            terms.append(LinearProgram.Term(variable: variable, coefficient: values[Int(variable)]))
        }
        clear()
        return terms
    }
}

/// For each variable the constraints of a list that speak of it, in flat memory.
struct LinearAdjacency: Sendable {
    private var starts: [Int32]
    private var items: [Int32]

    init(lists: [Int32], of program: LinearProgram) {
        starts = [Int32](repeating: 0, count: program.isNonNegative.count + 1)
        for index in lists {
            for term in program.terms[program.constraints[Int(index)].terms] { starts[Int(term.variable) + 1] += 1 }
        }
        for index in starts.indices.dropFirst() { starts[index] += starts[index - 1] }
        items = [Int32](repeating: 0, count: Int(starts.last ?? 0))
        var places = starts
        for index in lists {
            for term in program.terms[program.constraints[Int(index)].terms] {
                items[Int(places[Int(term.variable)])] = index
                places[Int(term.variable)] += 1
            }
        }
    }

    subscript(variable: Int32) -> ArraySlice<Int32> {
        items[Int(starts[Int(variable)])..<Int(starts[Int(variable) + 1])]
    }
}
