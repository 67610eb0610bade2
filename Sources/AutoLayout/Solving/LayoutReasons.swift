import Diagnostics
import LinearSolver
import ViewHierarchy

/// What holds the edges of the views of a solved unit: its rows, which of them hold with equality, and what follows from what.
struct LayoutReasons: Sendable {
    typealias Part = LayoutExplanation.Part

    /// A row counts as held when it is off by less, in points.
    static let tolerance = 0.01
    /// So many rows of one view are looked at.
    private static let maximumRows = 1_000

    let unit: LayoutUnit
    let rows: [LayoutRow]
    /// By row, by how much it does not hold.
    let violations: [Double]
    /// What has a choice, by place.
    let free: [LayoutDoubts.Parts]
    /// Between which values variables may lie that have a choice.
    private let ranges: [Int: LinearRange]
    private let items: LayoutItems
    private let basis: LayoutBasis
    private let isTight: [Bool]
    /// The lengths that are 0 because none may be less, as rows behind the others.
    private let zeros: [Int]
    /// The rows that speak of a view, by its place.
    private let places: [[Int32]]
    /// Where the views lie in the root's space.
    private let frames: [Rect]
    /// What each conflict is about, by the places of views.
    private let concerned: [Set<Int>]

    init(_ solver: AutoLayoutSolver, free: [LayoutDoubts.Parts]?) {
        unit = solver.unit
        items = solver.system.items
        ranges = solver.ranges
        frames = solver.frames(solver.answer)
        self.free = free ?? Array(repeating: [], count: unit.count)
        let (rows, answer) = (solver.equations.rows, solver.answer)
        self.rows = rows
        violations = answer.violations
        isTight = Self.tight(rows, answer)
        let system = solver.system
        zeros = answer.values.indices.filter { variable in
            guard let value = answer.values[variable], value <= Self.tolerance else { return false }
            return variable >= 4 && system.isNonNegative(variable)
        }
        basis = Self.basis(rows, isTight, zeros, items)
        places = Self.places(rows, unit)
        let tree = unit.tree
        let unit = unit
        concerned = answer.conflicts.map { conflict in
            Set(
                conflict.rows.flatMap { row -> [Int] in
                    let source = rows[row].source
                    guard case .constraint(let number) = source else { return [source.place] }
                    return tree.layout.constraints[number].views.compactMap { unit.place(ofID: $0) }
                }
            )
        }
    }

    // MARK: Making it

    /// Which rows hold with equality and take part.
    private static func tight(_ rows: [LayoutRow], _ answer: LayoutEquations.Answer) -> [Bool] {
        guard answer.isComplete else { return Array(repeating: false, count: rows.count) }
        let gone = Set(answer.refused + answer.conflicts.map(\.dropped))
        return rows.enumerated().map { number, row in
            guard !gone.contains(number),
                row.expression.terms.allSatisfy({ answer.values[safe: $0.variable] ?? nil != nil })
            else { return false }
            let value = row.expression.value { (answer.values[safe: $0] ?? nil) ?? 0 }
            return value.magnitude <= tolerance
        }
    }

    /// Equalities come before what is only a bound, the stronger ones first; where the file has a view comes last.
    private static func basis(
        _ rows: [LayoutRow],
        _ isTight: [Bool],
        _ zeros: [Int],
        _ items: LayoutItems
    ) -> LayoutBasis {
        func rank(_ number: Int) -> (Int, Double, Int) {
            let row = rows[number]
            if case .stored = row.source { return (3, 0, number) }
            return (row.relation == .equal ? 0 : 1, -row.priority, number)
        }
        let order = rows.indices.filter { isTight[$0] }.map { (rank($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
        let last = order.firstIndex { if case .stored = rows[$0].source { true } else { false } } ?? order.count
        func entry(_ number: Int) -> (number: Int, expression: LayoutExpression) {
            (number, rows[number].expression.substituting(items.known))
        }
        let bounds = zeros.enumerated().map { (number: rows.count + $0, expression: LayoutExpression(variable: $1)) }
        return LayoutBasis(order[..<last].map(entry) + bounds + order[last...].map(entry))
    }

    private static func places(_ rows: [LayoutRow], _ unit: LayoutUnit) -> [[Int32]] {
        var places: [[Int32]] = Array(repeating: [], count: unit.count)
        for (number, row) in rows.enumerated() {
            for term in row.expression.terms where term.variable < unit.count * 4 {
                let place = term.variable / 4
                if places[place].last != Int32(number) { places[place].append(Int32(number)) }
            }
        }
        return places
    }

    // MARK: Asking

    /// The rows that speak of a view, those of its own constraints among them.
    func rows(of place: Int) -> [Int] { places[place].prefix(Self.maximumRows).map(Int.init) }

    /// The conflicts that concern a view, by their places in the list.
    func conflicts(of place: Int) -> [Int] { concerned.indices.filter { concerned[$0].contains(place) } }

    /// Between which values a part may lie in the superview; nil where it has no choice, or that is not known.
    func range(of part: Part, of place: Int) -> ClosedRange<Double>? {
        let number: Int
        switch part {
        case .left: number = 0
        case .top: number = 1
        case .width: number = 2
        case .height: number = 3
        default: return nil
        }
        guard free[place].contains(.init(rawValue: 1 << UInt8(number))),
            let range = ranges[LayoutItems.variable(place, number)], var lower = range.lower, var upper = range.upper
        else { return nil }
        if number < 2 {
            // Ranges are in the root's space: they say nothing where the superview has a choice too.
            let superview = unit.superviews[place]
            guard ranges[LayoutItems.variable(superview, number)] == nil else { return nil }
            let origin = number == 0 ? frames[superview].minX : frames[superview].minY
            (lower, upper) = (lower - origin, upper - origin)
        }
        return upper - lower > Self.tolerance && lower.isFinite && upper.isFinite ? lower...upper : nil
    }

    /// What holds the parts of a view that the layout places.
    func edges(of place: Int, _ frame: Rect, maximum: Int) -> [LayoutExplanation.Edge] {
        let speaking = rows(of: place).filter { isTight[$0] }.prefix(maximum)
            .map { (row: $0, parts: RowSubject(unit, place).parts(of: rows[$0])) }
        var alternatives: [Int: Set<Int>] = [:]
        let words = ExplanationWords(unit, place)
        var edges: [LayoutExplanation.Edge] = []
        for part in Part.allCases {
            let isCenter = part == .centerX || part == .centerY
            let about = speaking.filter { $0.parts.contains(part) }
            guard !isCenter || !about.isEmpty else { continue }
            var edge = LayoutExplanation.Edge(part, LayoutExplanation.value(part, of: frame), .unknown)
            edge.range = range(of: part, of: place)
            guard let makers = basis.combination(of: expression(part, of: place)) else {
                if isFree(part, place) { edge.standing = .undetermined }
                if !isCenter { edges.append(edge) }
                continue
            }
            let zero = zeros.enumerated().contains { number, variable in
                makers[rows.count + number] != nil
                    && variable == LayoutItems.variable(place, part == .width ? 2 : part == .height ? 3 : -1)
            }
            var holds: [(row: Int, decides: Bool)] = []
            for (row, _) in about {
                if makers[row] != nil {
                    holds.append((row, true))
                } else {
                    let others =
                        alternatives[row]
                        ?? Set((basis.combination(of: rows[row].expression.substituting(items.known)) ?? [:]).keys)
                    alternatives[row] = others
                    if others.contains(where: { makers[$0] != nil }) { holds.append((row, false)) }
                }
            }
            edge.holds = self.holds(holds.sorted { $0.decides && !$1.decides }, part, words)
            if zero {
                edge.holds.insert(
                    .init(kind: .notNegative, text: "no length is less than 0", priority: nil, decides: true),
                    at: 0
                )
            }
            if !edge.holds.contains(where: \.decides) {
                let others = speaking.filter { makers[$0.row] != nil }.flatMap(\.parts)
                edge.follows = Part.allCases.filter { $0 != part && others.contains($0) }
            }
            edge.standing = standing(edge, makers, place)
            if !isCenter || !edge.holds.isEmpty { edges.append(edge) }
        }
        return edges
    }

    private func standing(
        _ edge: LayoutExplanation.Edge,
        _ makers: [Int: Double],
        _ place: Int
    ) -> LayoutExplanation.Standing {
        let isOpen = makers.keys.contains { number in
            switch rows[safe: number]?.source {
            case .stored, .unsized: true
            default: false
            }
        }
        if isOpen || isFree(edge.part, place) { return .undetermined }
        return edge.holds.contains(where: \.decides) || !edge.follows.isEmpty ? .decided : .unknown
    }

    /// Whether a place or a length has a choice; of far edges and centres that follows from those.
    private func isFree(_ part: Part, _ place: Int) -> Bool {
        switch part {
        case .left: free[place].contains(.x)
        case .top: free[place].contains(.y)
        case .width: free[place].contains(.width)
        case .height: free[place].contains(.height)
        case .right: free[place].isDisjoint(with: .width) && free[place].contains(.x)
        case .bottom: free[place].isDisjoint(with: .height) && free[place].contains(.y)
        case .centerX, .centerY: false
        }
    }

    /// The rows in words. What content asks for at least and at most is one thing where both hold.
    private func holds(
        _ numbers: [(row: Int, decides: Bool)],
        _ part: Part,
        _ words: ExplanationWords
    ) -> [LayoutExplanation.Hold] {
        var holds: [LayoutExplanation.Hold] = []
        for (number, decides) in numbers {
            let hold = words.hold(rows[number].source, part, row: rows[number], decides: decides)
            let isContent = hold.kind == .content && hold.other == nil
            if isContent, let place = holds.firstIndex(where: { $0.kind == .content && $0.other == nil }) {
                let points = NumberText.told(-rows[number].expression.constant)
                holds[place] = .init(
                    kind: .content,
                    text: "content is \(points) \(rows[number].isHorizontal ? "wide" : "high")",
                    priority: min(holds[place].priority ?? 0, rows[number].priority),
                    decides: holds[place].decides || decides
                )
            } else if !holds.contains(hold) {
                holds.append(hold)
            }
        }
        return holds
    }

    /// A part as an expression in the superview's space.
    private func expression(_ part: Part, of place: Int) -> LayoutExpression {
        let (own, around) = (items.frame(place), items.frame(unit.superviews[place]))
        let expression: LayoutExpression =
            switch part {
            case .left: own.x - around.x
            case .right: own.x + own.width - around.x
            case .width: own.width
            case .centerX: own.x + own.width * 0.5 - around.x
            case .top: own.y - around.y
            case .bottom: own.y + own.height - around.y
            case .height: own.height
            case .centerY: own.y + own.height * 0.5 - around.y
            }
        return expression.substituting(items.known)
    }
}

/// Of which parts of a view a row speaks.
struct RowSubject {
    private let unit: LayoutUnit
    private let place: Int

    init(_ unit: LayoutUnit, _ place: Int) { (self.unit, self.place) = (unit, place) }

    /// A constraint speaks of what its anchors name; any other row of what it has in it of the view.
    func parts(of row: LayoutRow) -> Set<LayoutExplanation.Part> {
        guard case .constraint(let number) = row.source else { return Set(parts(in: row.expression)) }
        let id = unit.tree.id(at: unit.index(place))
        let anchors = unit.tree.layout.constraints[number].anchors.filter { $0.item.view == id }
        return Set(anchors.compactMap(part))
    }

    private func part(of anchor: LayoutAnchor) -> LayoutExplanation.Part? {
        switch anchor.item.guide {
        case .top: return .top
        case .bottom, .keyboard: return .bottom
        case .custom, .scrollContent: return nil
        case nil, .safeArea, .layoutMargins, .readableContent, .scrollFrame: break
        }
        let isText = [.textField, .button].contains(unit.roles[place])
        switch anchor.attribute {
        case .firstBaseline,
            .lastBaseline where isText:
            return .centerY
        case let attribute:
            switch attribute.withoutMargin {
            case .left, .leading: return .left
            case .right, .trailing: return .right
            case .top: return .top
            case .bottom: return .bottom
            case .width: return .width
            case .height: return .height
            case .centerX: return .centerX
            case .centerY: return .centerY
            default: return nil
            }
        }
    }

    private func parts(in expression: LayoutExpression) -> [LayoutExplanation.Part] {
        func coefficient(_ part: Int) -> Double {
            expression.terms.first { $0.variable == LayoutItems.variable(place, part) }?.coefficient ?? 0
        }
        func part(_ position: Double, _ length: Double, _ names: [LayoutExplanation.Part]) -> LayoutExplanation.Part? {
            guard position != 0 else { return length == 0 ? nil : names[3] }
            let share = length / position
            let place = [0, 1, 0.5].firstIndex { (share - $0).magnitude < 1e-6 }
            return place.map { names[$0] }
        }
        return [
            part(coefficient(0), coefficient(2), [.left, .right, .centerX, .width]),
            part(coefficient(1), coefficient(3), [.top, .bottom, .centerY, .height]),
        ].compactMap { $0 }
    }
}
