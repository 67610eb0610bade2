import Diagnostics
import LinearSolver
public import ViewHierarchy

/// Constraints that cannot hold together, in words.
struct ConflictWords {
    /// So many constraints are quoted at most.
    private static let maximumQuoted = 16

    private let unit: LayoutUnit
    private let items: LayoutItems
    private let frames: [Rect]

    init(_ unit: LayoutUnit, _ items: LayoutItems, _ frames: [Rect]) {
        (self.unit, self.items, self.frames) = (unit, items, frames)
    }

    /// - Parameter rows: The rows of the conflict, and whether each is the one that was left out.
    func conflict(_ rows: [(row: LayoutRow, isDropped: Bool)]) -> ConstraintConflict {
        var places: [Int] = []
        var others: [String] = []
        var quotes: [String] = []
        var dropped: Int?
        var isCertain = true
        for (row, isDropped) in rows {
            isCertain = isCertain && self.isCertain(row.source)
            let mark = isDropped ? " (left out)" : ""
            if case .constraint(let place) = row.source {
                places.append(place)
                if isDropped { dropped = place }
                quotes.append("\(words(of: place))\(mark)")
            } else {
                let words = words(of: row)
                if !others.contains(words) { others.append(words) }
                quotes.append("\(words)\(mark)")
            }
        }
        let isHorizontal = rows.first?.row.isHorizontal ?? true
        let quoted = Array(quotes.prefix(Self.maximumQuoted))
        let rest = quotes.count > quoted.count ? "; and \(quotes.count - quoted.count) more" : ""
        let axis = isHorizontal ? "width" : "height"
        let count =
            rows.count == 1
            ? "This required constraint cannot hold" : "These \(rows.count) required constraints cannot all hold"
        let need = need(rows.map(\.row), isHorizontal: isHorizontal)
        let sentence =
            "\(count) (\(axis)): \(quoted.joined(separator: "; "))\(rest).\(need ?? "") "
            + "Solved without the marked one; UIKit may break another."
        return ConstraintConflict(
            constraints: places.sorted(),
            others: others,
            dropped: dropped,
            isHorizontal: isHorizontal,
            isCertain: isCertain,
            sentence: sentence
        )
    }

    private func isCertain(_ source: LayoutRow.Source) -> Bool {
        switch source {
        case .constraint(let place):
            let constraint = unit.tree.layout.constraints[place]
            let attributes = [constraint.first.attribute, constraint.second?.attribute]
            return !attributes.contains(.firstBaseline) && !attributes.contains(.lastBaseline)
        case .mask(let place): return unit.placements[place] == .mask
        case .stack, .hiding: return true
        case .content, .unsized, .stored: return false
        }
    }

    /// A constraint as its first view has it: `UILabel “Title”.width = 100`.
    private func words(of place: Int) -> String {
        let constraint = unit.tree.layout.constraints[place]
        guard let view = constraint.views.first, let index = unit.tree.index(ofID: view) else { return "constraint" }
        return "\(unit.tree.name(of: index)).\(ConstraintWords(constraint, of: index, in: unit.tree).text)"
    }

    private func words(of row: LayoutRow) -> String {
        func name(_ place: Int) -> String { unit.tree.name(of: unit.index(place)) }
        switch row.source {
        case .constraint: return "a constraint"
        case .mask(let place):
            return unit.placements[place] == .mask
                ? "the mask of \(name(place))" : "the place of \(name(place)) in what holds it"
        case .stack(let place): return "the arrangement of \(name(place))"
        case .hiding(let place):
            return
                "\(name(place)).\(row.isHorizontal ? "width" : "height") = 0 as it is hidden in its stack view (UISV-hiding)"
        case .content(let place): return "the content of \(name(place))"
        case .unsized(let place), .stored(let place): return "the frame of \(name(place))"
        }
    }

    /// How long the view around would have to be, where that is what does not fit: ` They need 120 points, X has 375.`
    private func need(_ rows: [LayoutRow], isHorizontal: Bool) -> String? {
        guard rows.count > 1, rows.count <= Self.maximumQuoted else { return nil }
        let part = isHorizontal ? 2 : 3
        let around = container(of: rows)
        guard let around else { return nil }
        let length = LayoutItems.variable(around, part)
        let has = isHorizontal ? frames[around].size.width : frames[around].size.height
        guard rows.contains(where: { $0.expression.terms.contains { $0.variable == length } }) else { return nil }
        var linear = LinearSystem()
        var variables: [Int: LinearVariable] = [:]
        func variable(_ number: Int) -> LinearVariable {
            if let made = variables[number] { return made }
            let made = linear.makeVariable(isNonNegative: items.isLength(number))
            variables[number] = made
            return made
        }
        let origin = LayoutItems.variable(around, part - 2)
        func add(_ expression: LayoutExpression, _ relation: LinearRelation, _ priority: Double) -> Int {
            let terms = expression.terms.map {
                LinearTerm(variable: variable($0.variable), coefficient: $0.coefficient)
            }
            return linear.add(
                LinearConstraint(terms: terms, relation: relation, constant: -expression.constant, priority: priority)
            )
        }
        for row in rows {
            let relation: LinearRelation =
                switch row.relation {
                case .equal: .equal
                case .lessThanOrEqual: .lessOrEqual
                case .greaterThanOrEqual: .greaterOrEqual
                }
            _ = add(row.expression, relation, LayoutPriority.required)
        }
        _ = add(LayoutExpression(variable: origin), .equal, LayoutPriority.required)
        _ = add(LayoutExpression(variable: length) - has, .equal, 1)
        let solution = linear.solve(limit: 1_000)
        guard solution.isComplete, solution.conflicts.isEmpty, solution.leftOut.isEmpty,
            let made = variables[length]
        else { return nil }
        let needed = solution.values[made.index]
        guard abs(needed - has) > 0.01 else { return nil }
        let name = around == 0 ? "the root" : unit.tree.name(of: unit.index(around))
        return " They need \(NumberText.told(needed)) points, \(name) has \(NumberText.told(has))."
    }

    /// The outermost view that the rows speak of.
    private func container(of rows: [LayoutRow]) -> Int? {
        let variables: [Int] = rows.flatMap { $0.expression.terms.map(\.variable) }
        let places: [Int] = variables.filter { $0 < unit.count * 4 }.map { $0 / 4 }
        return places.min { unit.tree.depth(of: unit.index($0)) < unit.tree.depth(of: unit.index($1)) }
    }
}

extension ViewTree {
    /// The view that a conflict is told of: the innermost one of the constraint that was left out, or of the others where that
    /// one is about the root alone. Nil where none is there any more.
    public func subject(of conflict: ConstraintConflict) -> Int? {
        func innermost(_ places: [Int]) -> Int? {
            places.flatMap { constraint(at: $0)?.views ?? [] }.compactMap { index(ofID: $0) }
                .max { (depth(of: $0), -$0) < (depth(of: $1), -$1) }
        }
        let dropped = innermost(conflict.dropped.map { [$0] } ?? [])
        guard let dropped, superview(of: dropped) != nil else { return innermost(conflict.constraints) ?? dropped }
        return dropped
    }
}

/// What holds a view, in its own words: constraints, masks, stacks, contents.
struct ExplanationWords {
    private let unit: LayoutUnit
    private let place: Int

    init(_ unit: LayoutUnit, _ place: Int) { (self.unit, self.place) = (unit, place) }

    private var index: Int { unit.index(place) }

    /// A constraint as the view has it, with constant and priority as they are in the size classes of the layout.
    func constraint(at number: Int) -> (text: String, priority: Double, other: Int?) {
        var constraint = unit.tree.layout.constraints[number]
        let now = constraint.values(in: unit.target.sizeClasses)
        (constraint.constant, constraint.priority) = (now.constant, now.priority)
        let words = ConstraintWords(constraint, of: index, in: unit.tree)
        return (words.text, now.priority, words.other)
    }

    /// What holds an edge where no constraint does.
    func hold(
        _ source: LayoutRow.Source,
        _ part: LayoutExplanation.Part,
        row: LayoutRow,
        decides: Bool
    )
        -> LayoutExplanation.Hold
    {
        func made(
            _ kind: LayoutExplanation.Kind,
            _ text: String,
            _ about: Int? = nil,
            priority: Double? = nil
        )
            -> LayoutExplanation.Hold
        {
            let other = about.flatMap { $0 == place ? nil : unit.tree.id(at: unit.index($0)) }
            return .init(kind: kind, text: text, priority: priority, decides: decides, other: other)
        }
        switch source {
        case .constraint(let number):
            let words = constraint(at: number)
            return .init(
                kind: .constraint,
                text: words.text,
                priority: words.priority,
                decides: decides,
                constraint: number,
                other: words.other
            )
        case .mask(let about) where about != place:
            let name = unit.tree.name(of: unit.index(about))
            return unit.placements[about] == .mask
                ? made(.mask, "the mask of \(name)", about)
                : made(.place, "the place of \(name) in what holds it", about)
        case .mask: return made(.place, placeWords)
        case .stack(let about):
            return made(.stack, about == place ? "how it arranges its views" : "how its stack view arranges it", about)
        case .hiding(let about):
            return made(.hiding, about == place ? "it is hidden in its stack view" : "what is hidden in it", about)
        case .content(let about) where about != place:
            return made(
                .content,
                "the content of \(unit.tree.name(of: unit.index(about)))",
                about,
                priority: row.priority
            )
        case .content: return made(.content, content(row), priority: row.priority)
        case .unsized(let about):
            return made(.stack, about == place ? "nothing sizes it" : "a view that nothing sizes", about)
        case .stored(let about):
            return made(.stored, "nothing in the dump; shown where the file has it", about)
        }
    }

    /// How long the content says the view is: `its content is at least 100 wide @ 750 (compression resistance)`.
    func content(_ row: LayoutRow) -> String {
        let points = NumberText.told(-row.expression.constant)
        let axis = row.isHorizontal ? "wide" : "high"
        let (words, name) =
            row.relation == .lessThanOrEqual ? ("at most", "hugging") : ("at least", "compression resistance")
        let priority = row.priority >= LayoutPriority.required ? "" : " @ \(NumberText.told(row.priority))"
        return "content \(words) \(points) \(axis)\(priority) (\(name))"
    }

    /// Who places the view.
    var placement: String {
        switch unit.placements[place] {
        case .root: "The canvas or the screen gives it its size."
        case .constraints: "Constraints place it."
        case .stack: "Its stack view arranges it."
        case .mask: MaskExplanation.words(of: index, in: unit.tree)
        case .row, .fixed: "UIKit places it: \(placeWords)."
        case .unknown: "UIKit places it in a way that the file does not say."
        case .absent: "It is not in the hierarchy in these size classes, or nowhere."
        }
    }

    private var placeWords: String {
        unit.placements[place] == .row
            ? "as wide as its list, as high as the file has it" : "it keeps its place in its superview"
    }
}
