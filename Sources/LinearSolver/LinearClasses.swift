/// The classes that a reduction leaves, and what its constraints say about them.
///
/// A class is spoken of by one of its variables, its lead: one that may not be negative, if there is one, and of those
/// the one that reaches 0 first, so that most of the others need no constraint of their own.
struct LinearClasses: Sendable {
    /// A variable as scale · lead + offset; the class is −1 when it is fixed.
    struct Place: Sendable {
        var index: Int32
        var scale: Double
        var offset: Double
    }

    /// By variable.
    private(set) var places: [Place] = []
    /// By class; the classes of a component are neighbours.
    private(set) var leads: [Int32] = []
    /// By component: its classes.
    private(set) var components: [Range<Int>] = []
    /// By component: its entries, with terms by place within the component.
    private(set) var entries: [[LinearTableau.Entry]] = []
    private(set) var terms: [LinearProgram.Term] = []
    /// Required constraints about fixed variables alone that do not hold.
    private(set) var impossible: [Int] = []

    /// Nothing yet.
    init() {}

    /// What a reduction that has come to its end leaves of a program.
    init(_ program: LinearProgram, _ reduction: LinearReduction, without excluded: [Bool]) {
        var bounded = place(program, reduction)
        var list: [LinearTableau.Entry] = []
        var sum = LinearSum(size: leads.count)
        for (index, constraint) in program.constraints.enumerated()
        where constraint.refusal == nil && !excluded[index] && !reduction.isTaken[index] {
            var constant = constraint.constant
            var largest = 0.0
            for term in program.terms[constraint.terms] {
                let place = places[Int(term.variable)]
                constant -= term.coefficient * place.offset
                guard place.index >= 0 else { continue }
                sum.add(term.coefficient * place.scale, to: place.index)
                largest = max(largest, abs(term.coefficient * place.scale))
            }
            let start = terms.count
            for name in sum.list where abs(sum[name]) > 1e-9 * largest {
                terms.append(LinearProgram.Term(variable: name, coefficient: sum[name]))
            }
            sum.clear()
            if terms.count == start {
                guard constraint.isRequired, !Self.holds(constraint.relation, constant) else { continue }
                impossible.append(index)
                continue
            }
            list.append(
                LinearTableau.Entry(
                    origin: index,
                    terms: start..<terms.count,
                    relation: constraint.relation,
                    constant: constant,
                    priority: constraint.isRequired ? nil : constraint.priority
                )
            )
        }
        while let variable = bounded.popLast() {
            let place = places[Int(variable)]
            terms.append(LinearProgram.Term(variable: place.index, coefficient: place.scale))
            list.append(
                LinearTableau.Entry(
                    origin: ~Int(variable),
                    terms: terms.count - 1..<terms.count,
                    relation: .greaterOrEqual,
                    constant: -place.offset
                )
            )
        }
        split(list)
    }

    /// The right side that an entry has now.
    func constant(of entry: LinearTableau.Entry, _ program: LinearProgram) -> Double {
        guard entry.origin >= 0 else { return -places[~entry.origin].offset }
        let constraint = program.constraints[entry.origin]
        var constant = constraint.constant
        for term in program.terms[constraint.terms] {
            constant -= term.coefficient * places[Int(term.variable)].offset
        }
        return constant
    }

    /// Computes the places again, after the reduction's constants changed; the leads stay.
    mutating func refresh(_ reduction: LinearReduction) {
        let origins = leads.map { reduction.position(of: $0) }
        for variable in places.indices {
            let position = reduction.position(of: Int32(truncatingIfNeeded: variable))
            let index = places[variable].index
            places[variable].offset = position.offset
            if index >= 0 {
                places[variable].offset -= places[variable].scale * origins[Int(index)].offset
            }
        }
    }

    private static func holds(_ relation: LinearRelation, _ constant: Double) -> Bool {
        switch relation {
        case .equal: abs(constant) <= LinearProgram.tolerance
        case .lessOrEqual: constant >= -LinearProgram.tolerance
        case .greaterOrEqual: constant <= LinearProgram.tolerance
        }
    }

    /// Finds leads and places; returns the variables that need a constraint not to be negative.
    private mutating func place(_ program: LinearProgram, _ reduction: LinearReduction) -> [Int32] {
        var classes = [Int32](repeating: -1, count: program.isNonNegative.count)
        var origins: [Place] = []
        var isSigned: [Bool] = []
        for variable in program.isNonNegative.indices {
            let position = reduction.position(of: Int32(truncatingIfNeeded: variable))
            guard position.root >= 0 else {
                places.append(Place(index: -1, scale: 0, offset: position.offset))
                continue
            }
            if classes[Int(position.root)] < 0 {
                classes[Int(position.root)] = Int32(truncatingIfNeeded: leads.count)
                leads.append(position.root)
                origins.append(Place(index: 0, scale: 1, offset: 0))
                isSigned.append(false)
            }
            let index = classes[Int(position.root)]
            places.append(Place(index: index, scale: position.scale, offset: position.offset))
            guard program.isNonNegative[variable] else { continue }
            let old = origins[Int(index)]
            let isTighter =
                old.scale * position.scale > 0
                && position.offset / abs(position.scale) < old.offset / abs(old.scale)
            if !isSigned[Int(index)] || isTighter {
                isSigned[Int(index)] = true
                leads[Int(index)] = Int32(truncatingIfNeeded: variable)
                origins[Int(index)] = Place(index: 0, scale: position.scale, offset: position.offset)
            }
        }
        var bounded: [Int32] = []
        for variable in places.indices where places[variable].index >= 0 {
            let index = Int(places[variable].index)
            let origin = origins[index]
            let scale = places[variable].scale / origin.scale
            places[variable].scale = scale
            places[variable].offset -= scale * origin.offset
            if program.isNonNegative[variable] && Int(leads[index]) != variable
                && (scale < 0 || places[variable].offset < -1e-9)
            {
                bounded.append(Int32(truncatingIfNeeded: variable))
            }
        }
        return bounded
    }

    /// Sorts classes and entries by connected component.
    private mutating func split(_ list: [LinearTableau.Entry]) {
        var parents = leads.indices.map { Int32(truncatingIfNeeded: $0) }
        func root(_ index: Int32) -> Int32 {
            var node = index
            while parents[Int(node)] != node {
                parents[Int(node)] = parents[Int(parents[Int(node)])]
                node = parents[Int(node)]
            }
            return node
        }
        for entry in list {
            let first = root(terms[entry.terms.lowerBound].variable)
            for term in terms[entry.terms] {
                let other = root(term.variable)
                // The smaller index stays, and halving keeps the paths short.
                if other != first { parents[Int(other)] = first }
            }
        }
        var names = [Int32](repeating: -1, count: leads.count)
        var component = names
        var sizes: [Int] = []
        for index in leads.indices {
            let top = Int(root(Int32(truncatingIfNeeded: index)))
            if names[top] < 0 {
                names[top] = Int32(truncatingIfNeeded: sizes.count)
                sizes.append(0)
            }
            component[index] = names[top]
            sizes[Int(names[top])] += 1
        }
        var start = 0
        for size in sizes {
            components.append(start..<start + size)
            start += size
        }
        var ends = components.map(\.lowerBound)
        var order = [Int32](repeating: 0, count: leads.count)
        let old = leads
        for index in old.indices {
            let place = ends[Int(component[index])]
            ends[Int(component[index])] += 1
            order[index] = Int32(truncatingIfNeeded: place)
            leads[place] = old[index]
        }
        for variable in places.indices where places[variable].index >= 0 {
            places[variable].index = order[Int(places[variable].index)]
        }
        entries = [[LinearTableau.Entry]](repeating: [], count: components.count)
        for entry in list {
            let home = Int(component[Int(terms[entry.terms.lowerBound].variable)])
            for position in entry.terms {
                let place = Int(order[Int(terms[position].variable)])
                terms[position].variable = Int32(truncatingIfNeeded: place - components[home].lowerBound)
            }
            entries[home].append(entry)
        }
    }
}
