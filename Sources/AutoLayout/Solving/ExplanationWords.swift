import Diagnostics
import ViewHierarchy

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
        case .stored(let about):
            return made(.stored, "nothing in the dump; shown where the file has it", about)
        }
    }

    /// How long the content says the view is: `its content is at least 100 wide @ 750 (compression resistance)`.
    func content(_ row: LayoutRow) -> String {
        let points = NumberText.short(-row.expression.constant)
        let axis = row.isHorizontal ? "wide" : "high"
        let (words, name) =
            row.relation == .lessThanOrEqual ? ("at most", "hugging") : ("at least", "compression resistance")
        let priority = row.priority >= LayoutPriority.required ? "" : " @ \(NumberText.short(row.priority))"
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
