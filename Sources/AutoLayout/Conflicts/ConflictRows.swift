import Diagnostics
import LinearSolver
import ViewHierarchy

/// The constraints of a conflict as rows over the edges of its items, of which the solver finds those that cannot hold.
struct ConflictRows {
    /// The most rows whose arithmetic is worked out.
    private static let maximumSum = 60
    /// Pivots that the solver may take.
    private static let budget = 6_000

    /// An end of an item along an axis.
    private struct Edge: Hashable {
        var item: Int
        var isHorizontal: Bool
        var isEnd: Bool
    }

    private struct Row {
        /// Coefficients by variable: four for each item, the beginning and the length along x, then along y.
        var terms: [Int: Double] = [:]
        var relation = LayoutConstraint.Relation.equal
        var constant = 0.0
        var priority = LayoutPriority.required
        /// Which constraint; nil for what holds of every view.
        var constraint: Int?
        /// From which edge to which it measures, where it does nothing else.
        var edges: (from: Edge, to: Edge)?
        /// Whose length alone it gives.
        var length: Int?
        var isDistance = false
    }

    private let explanation: ConflictExplanation
    private var rows: [Row] = []
    private var variables: Int
    private var isUsed: Set<Int> = []
    /// The item that stands for the margins of another one, and those made for want of a guide.
    private var margins: [Int: Int] = [:]

    init(_ explanation: ConflictExplanation) {
        self.explanation = explanation
        variables = explanation.items.count * 4
        for (index, item) in explanation.items.enumerated() where item.logged.text == "UIViewLayoutMarginsGuide" {
            if let owner = item.superview, margins[owner] == nil { margins[owner] = index }
        }
        for index in explanation.constraints.indices { add(index) }
        // No length is negative.
        for item in isUsed.sorted() {
            for isHorizontal in [true, false] {
                let edges = [false, true].map { Edge(item: item, isHorizontal: isHorizontal, isEnd: $0) }
                add(fact: [item * 4 + (isHorizontal ? 1 : 3): 1], from: edges[0], to: edges[1])
            }
        }
    }

    // MARK: Rows

    private mutating func add(_ place: Int) {
        let constraint = explanation.constraints[place]
        guard constraint.logged.isActive, let equation = constraint.logged.equation,
            let first = constraint.items[safe: equation.first.item]
        else {
            return
        }
        var row = Row()
        row.constraint = place
        (row.relation, row.constant, row.priority) = (equation.relation, equation.constant, constraint.logged.priority)
        row.isDistance = equation.isDistance || (equation.origin != nil && equation.second == nil)
        add(first, equation.first.attribute, 1, to: &row)
        if let side = equation.second, let second = constraint.items[safe: side.item] {
            add(second, side.attribute, -equation.multiplier, to: &row)
            if equation.multiplier == 1, equation.origin == nil {
                row.edges = edge(second, side.attribute).flatMap { from in
                    edge(first, equation.first.attribute).map { (from, $0) }
                }
            }
        } else if equation.first.attribute.isLength {
            let isHorizontal = equation.first.attribute.isHorizontal
            row.length = first
            row.edges = (
                Edge(item: first, isHorizontal: isHorizontal, isEnd: false),
                Edge(item: first, isHorizontal: isHorizontal, isEnd: true)
            )
        }
        if let origin = equation.origin.flatMap({ constraint.items[safe: $0] }) {
            let attribute: LayoutAttribute = equation.first.attribute.isHorizontal ? .left : .top
            add(origin, attribute, -1, to: &row)
            if equation.second == nil {
                row.edges = edge(origin, attribute).flatMap { from in
                    edge(first, equation.first.attribute).map { (from, $0) }
                }
            }
        }
        row.terms = row.terms.filter { $0.value != 0 }
        guard let content = constraint.logged.contentPriorities else { return rows.append(row) }
        (row.relation, row.priority) = (.lessThanOrEqual, content.hugging)
        rows.append(row)
        (row.relation, row.priority) = (.greaterThanOrEqual, content.resistance)
        rows.append(row)
    }

    private func edge(_ item: Int, _ attribute: LayoutAttribute) -> Edge? {
        guard attribute.isStart || attribute.isEnd else { return nil }
        let owner = attribute.isOfMargins ? margins[item] ?? item : item
        return Edge(item: owner, isHorizontal: attribute.isHorizontal, isEnd: attribute.isEnd)
    }

    private mutating func add(_ item: Int, _ attribute: LayoutAttribute, _ factor: Double, to row: inout Row) {
        let item = attribute.isOfMargins ? marginItem(of: item) : item
        isUsed.insert(item)
        let start = item * 4 + (attribute.isHorizontal ? 0 : 2)
        switch attribute {
        case .width, .height: row.terms[start + 1, default: 0] += factor
        case .centerX, .centerY, .centerXWithinMargins, .centerYWithinMargins:
            row.terms[start, default: 0] += factor
            row.terms[start + 1, default: 0] += factor / 2
        case .firstBaseline, .lastBaseline: row.terms[baseline(of: item, attribute), default: 0] += factor
        default:
            row.terms[start, default: 0] += factor
            if attribute.isEnd { row.terms[start + 1, default: 0] += factor }
        }
    }

    /// The margins of a view: its guide, where the log has that, else something of which it is only known that it lies inside.
    private mutating func marginItem(of item: Int) -> Int {
        if let known = margins[item] { return known }
        let made = variables / 4
        variables += 4
        margins[item] = made
        for isHorizontal in [true, false] {
            let (own, inner) = (item * 4 + (isHorizontal ? 0 : 2), made * 4 + (isHorizontal ? 0 : 2))
            let edges = [item, made].map { item in
                [false, true].map { Edge(item: item, isHorizontal: isHorizontal, isEnd: $0) }
            }
            add(fact: [inner: 1, own: -1], from: edges[0][0], to: edges[1][0])
            add(fact: [own: 1, own + 1: 1, inner: -1, inner + 1: -1], from: edges[1][1], to: edges[0][1])
        }
        return made
    }

    /// A place inside a view: where its texts have their baselines is not in the log.
    private mutating func baseline(of item: Int, _ attribute: LayoutAttribute) -> Int {
        let key = -(item * 2 + (attribute == .firstBaseline ? 1 : 2))
        if let known = margins[key] { return known }
        // Counted among those along y.
        let made = variables + 2
        variables += 4
        margins[key] = made
        add(fact: [made: 1, item * 4 + 2: -1])
        add(fact: [item * 4 + 2: 1, item * 4 + 3: 1, made: -1])
        return made
    }

    /// Adds what holds of every view, whatever the log says: a sum that is not below 0.
    private mutating func add(fact terms: [Int: Double], from: Edge? = nil, to: Edge? = nil) {
        var row = Row()
        (row.terms, row.relation) = (terms, .greaterThanOrEqual)
        row.edges = from.flatMap { from in to.map { (from, $0) } }
        rows.append(row)
    }

    // MARK: Conflict

    /// The constraints that cannot hold together, without any one of which the others can, and their arithmetic; nil where all
    /// of them can. Of a list that nothing calls a conflict the optional ones may give way.
    func conflict() -> (rows: Set<Int>, arithmetic: ConflictArithmetic?)? {
        guard
            let set = irreducible(asRequired: false)
                ?? (explanation.isAnnounced ? irreducible(asRequired: true) : nil)
        else { return nil }
        return (Set(set.compactMap(\.constraint)), arithmetic(of: set))
    }

    private func irreducible(asRequired: Bool) -> [Row]? {
        // The one that UIKit gave up comes last, and is what a conflict is found with.
        func isBroken(_ row: Row) -> Bool { row.constraint.map { explanation.constraints[$0].isBroken } ?? false }
        let order =
            rows.filter { $0.constraint == nil } + rows.filter { $0.constraint != nil && !isBroken($0) }
            + rows.filter(isBroken)
        var system = LinearSystem()
        let made = (0..<variables).map { _ in system.makeVariable() }
        for row in order {
            let terms = row.terms.sorted { $0.key < $1.key }
                .map { LinearTerm(variable: made[$0.key], coefficient: $0.value) }
            let relation: LinearRelation =
                switch row.relation {
                case .equal: .equal
                case .lessThanOrEqual: .lessOrEqual
                case .greaterThanOrEqual: .greaterOrEqual
                }
            system.add(
                LinearConstraint(
                    terms: terms,
                    relation: relation,
                    constant: row.constant,
                    priority: asRequired ? LayoutPriority.required : row.priority,
                    dropCost: row.constraint == nil ? 100 : isBroken(row) ? 0.5 : 1
                )
            )
        }
        let sets = system.solve(limit: Self.budget).conflicts.map { $0.constraints.map { order[$0] } }
        return sets.first { $0.contains(where: isBroken) } ?? sets.first
    }

    // MARK: Arithmetic

    private func arithmetic(of set: [Row]) -> ConflictArithmetic? {
        guard set.count <= Self.maximumSum, var factors = Self.multipliers(of: set.map(\.terms)) else { return nil }
        let unit = Self.unit(of: zip(set, factors).filter { $0.0.constraint != nil }.map { abs($0.1) })
        factors = factors.map { ($0 / unit * 1e6).rounded() / 1e6 }
        // The rows add up to 0 on their left sides; turned so that what there is counts below 0.
        let outer = container(in: set)
        if let outer, outer.contains(where: { factors[$0] > 0 }) {
            factors = factors.map { -$0 }
        } else if outer == nil, zip(set, factors).reduce(0, { $0 + $1.0.constant * $1.1 }) < 0 {
            factors = factors.map { -$0 }
        }
        var needed: [(place: Int, term: ConflictArithmetic.Term)] = []
        var available: [(place: Int, term: ConflictArithmetic.Term)] = []
        for (place, row) in set.enumerated() {
            guard let constraint = row.constraint, row.constant != 0, factors[place] != 0 else { continue }
            let isNeeded = row.isDistance || row.length != nil ? factors[place] > 0 : factors[place] * row.constant > 0
            // A row that is written the other way round asks for the same distance, counted from the other side.
            let isTurned = factors[place] > 0 ? !isNeeded : isNeeded
            let relation = isTurned ? row.relation.reversed : row.relation
            let term = ConflictArithmetic.Term(
                value: isTurned ? -row.constant : row.constant,
                factor: abs(factors[place]),
                relation: relation,
                kind: row.length != nil ? .length : row.edges != nil ? .distance : .other,
                constraint: constraint,
                item: row.length
            )
            if isNeeded { needed.append((place, term)) } else { available.append((place, term)) }
        }
        // Nothing is needed but that something is not there: an overlap, counted from the other side.
        if needed.isEmpty {
            needed = available.filter { $0.term.value < 0 }.map { place, term in
                var turned = term
                (turned.value, turned.relation) = (-term.value, term.relation.reversed)
                return (place, turned)
            }
            available.removeAll { $0.term.value < 0 }
        }
        // Along the axis, else as the log has them, what is taken off last.
        let order = chain(set, factors)
        needed.sort { one, other in
            guard let order else {
                return (one.term.value < 0 ? 1 : 0, one.term.constraint)
                    < (other.term.value < 0 ? 1 : 0, other.term.constraint)
            }
            return order[one.place, default: 0] < order[other.place, default: 0]
        }
        let isPair = set.count == 2 && set.allSatisfy { $0.length != nil } && set[0].terms == set[1].terms
        let owner = isPair ? set[0].length : outer?.first.flatMap { set[$0].length } ?? available.first?.term.item
        return ConflictArithmetic(
            isHorizontal: isHorizontal(set),
            needed: needed.map(\.term),
            available: available.map(\.term),
            container: owner,
            isPair: isPair
        ).told(explanation.items)
    }

    /// The factor that most rows have, which then counts once; of several the smallest.
    private static func unit(of factors: [Double]) -> Double {
        let used = factors.filter { $0 > 1e-9 }
        let times = Dictionary(used.map { (($0 * 1e6).rounded(), 1) }, uniquingKeysWith: +)
        return used.min { one, other in
            let (first, second) = (times[(one * 1e6).rounded()] ?? 0, times[(other * 1e6).rounded()] ?? 0)
            return first == second ? one < other : first > second
        } ?? 1
    }

    private func isHorizontal(_ set: [Row]) -> Bool {
        let places = set.filter { $0.constraint != nil }.flatMap { $0.terms.keys }
        return places.count { $0 % 4 < 2 } * 2 >= places.count
    }

    /// The rows that give the length of what the others lie in; nil where no item holds the others.
    private func container(in set: [Row]) -> [Int]? {
        let part = isHorizontal(set) ? 1 : 3
        let lengths = set.indices.filter {
            set[$0].length != nil && set[$0].constraint != nil && set[$0].terms.keys.contains { $0 % 4 == part }
        }
        let items = Set(set.filter { $0.constraint != nil }.flatMap { $0.terms.keys.map { $0 / 4 } })
        let outer = lengths.filter { place in
            guard let own = set[place].length else { return false }
            return items.contains { $0 != own && explanation.isInside($0, own) }
                && !lengths.contains { set[$0].length.map { $0 != own && explanation.isInside(own, $0) } ?? false }
        }
        return outer.isEmpty || Set(outer.map { set[$0].length }).count > 1 ? nil : outer
    }

    /// Where each row stands along the axis, when the rows form a ring: out along what is needed, back along what there is.
    private func chain(_ set: [Row], _ factors: [Double]) -> [Int: Int]? {
        var next: [Edge: (place: Int, to: Edge)] = [:]
        var start: Edge?
        for (place, row) in set.enumerated() {
            guard let edges = row.edges, abs(factors[place]) == 1 else { return nil }
            let (from, to) = factors[place] > 0 ? (edges.from, edges.to) : (edges.to, edges.from)
            guard next[from] == nil else { return nil }
            next[from] = (place, to)
            if factors[place] < 0, row.length != nil, start == nil { start = to }
        }
        guard var edge = start ?? set.first?.edges?.from else { return nil }
        var order: [Int: Int] = [:]
        while let step = next.removeValue(forKey: edge) {
            order[step.place] = order.count
            edge = step.to
        }
        return next.isEmpty ? order : nil
    }

    /// The factors under which rows add up to nothing on their left sides; nil unless there is one way only.
    private static func multipliers(of rows: [[Int: Double]]) -> [Double]? {
        let variables = Set(rows.flatMap(\.keys)).sorted()
        // A line for each variable, a column for each row.
        var matrix = variables.map { variable in rows.map { $0[variable] ?? 0 } }
        var pivots: [Int] = []
        for column in rows.indices {
            let line = pivots.count
            guard line < matrix.count,
                let best = (line..<matrix.count).max(by: { abs(matrix[$0][column]) < abs(matrix[$1][column]) }),
                abs(matrix[best][column]) > 1e-9
            else { continue }
            matrix.swapAt(line, best)
            let pivot = matrix[line][column]
            for index in rows.indices { matrix[line][index] /= pivot }
            for other in matrix.indices where other != line && matrix[other][column] != 0 {
                let factor = matrix[other][column]
                for index in rows.indices { matrix[other][index] -= factor * matrix[line][index] }
            }
            pivots.append(column)
        }
        guard pivots.count == rows.count - 1, let free = rows.indices.first(where: { !pivots.contains($0) }) else {
            return nil
        }
        var factors = [Double](repeating: 0, count: rows.count)
        factors[free] = 1
        for (line, column) in pivots.enumerated() { factors[column] = -matrix[line][free] }
        return factors
    }
}
