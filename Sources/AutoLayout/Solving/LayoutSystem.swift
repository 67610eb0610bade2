import Diagnostics
import ViewHierarchy

/// All that is asked of a unit's views, as rows over their variables: constraints, stacks, masks, contents.
struct LayoutSystem: Sendable {
    /// After so many constraints the rest of a unit is left out.
    static let maximumConstraints = ViewTree.maximumConstraints
    /// After so many constraints on one length or place alone the rest of them is left out.
    static let maximumOnOne = ViewTree.maximumAddedOfView
    private(set) var items: LayoutItems
    private(set) var rows: [LayoutRow] = []
    /// What became of the constraints of the unit, by their places in the tree's list.
    private(set) var outcomes: [Int: ConstraintOutcome] = [:]
    /// How many constraints were left out for their number.
    private(set) var leftOut = 0
    /// What a view's content asks for, by places.
    private(set) var contents: [Int: IntrinsicSize] = [:]
    /// How many constraints ask for something of one variable alone.
    private var counts: [Int: Int] = [:]
    /// The rows whose numbers are others on another screen, by what they come from.
    private var varying: [(source: LayoutRow.Source, rows: Range<Int>)] = []
    /// Whether what contents ask for is part of more than the constants of their own rows.
    private(set) var sharesByContents = false
    private var unit: LayoutUnit { items.unit }

    /// - Parameter widths: How wide the views are, at which the lines of their texts break; nil for the file's widths.
    init(_ unit: LayoutUnit, _ guides: LayoutGuides, widths: [Double]?) {
        items = LayoutItems(unit, guides)
        readConstraints()
        for place in 1..<max(unit.count, 1) where unit.isPresent(place) { rows += MaskExpansion(items, place).rows }
        for place in 0..<unit.count where unit.isPresent(place) {
            if let stack = unit.traits(place)?.stack { add(stack, of: place) }
            addContent(of: place, width: widths.flatMap { $0[safe: place] })
        }
    }

    // MARK: The same elsewhere

    /// Takes the numbers of another screen.
    ///
    /// - Parameters:
    ///   - unit: The unit that this one is about, perhaps aimed at another target (``LayoutUnit/aimed(at:)``).
    ///   - widths: As for `init`.
    /// - Returns: Whether the rows are the same but for their numbers; else the system is to be made anew.
    mutating func move(to unit: LayoutUnit, _ guides: LayoutGuides, widths: [Double]?) -> Bool {
        items.move(to: unit, guides)
        for (source, range) in varying {
            switch source {
            case .constraint(let place):
                guard let constraint = unit.tree.constraint(at: place), let expression = expression(of: constraint),
                    expression.isReasonable
                else { return false }
                rows[range.lowerBound].expression = expression
            case .stack(let place):
                guard let stack = unit.traits(place)?.stack else { return false }
                guard renew(range, { $0.rows = StackExpansion($0.items, place, stack).rows }) else { return false }
            case .content(let place):
                let width = widths.flatMap { $0[safe: place] }
                guard renew(range, { $0.makeContent(of: place, width: width) }) else { return false }
            case .mask, .hiding, .unsized, .stored: return false
            }
        }
        return true
    }

    /// Makes some of the rows anew; false where there are more or fewer of them now.
    private mutating func renew(_ range: Range<Int>, _ make: (inout LayoutSystem) -> Void) -> Bool {
        var others: [LayoutRow] = []
        swap(&others, &rows)
        make(&self)
        swap(&others, &rows)
        guard others.count == range.count else { return false }
        rows.replaceSubrange(range, with: others)
        return true
    }

    // MARK: Constraints

    private mutating func readConstraints() {
        for (count, place) in unit.constraints.enumerated() {
            guard let constraint = unit.tree.constraint(at: place) else { continue }
            guard count < Self.maximumConstraints else {
                leftOut += 1
                outcomes[place] = ConstraintOutcome(place: place, state: .inactive, reason: .tooMany)
                continue
            }
            outcomes[place] = add(constraint, at: place)
        }
    }

    private mutating func add(_ constraint: LayoutConstraint, at place: Int) -> ConstraintOutcome {
        func inactive(_ reason: ConstraintOutcome.Reason) -> ConstraintOutcome {
            ConstraintOutcome(place: place, state: .inactive, reason: reason)
        }
        guard !constraint.isRemoved else { return inactive(.removed) }
        let now = constraint.values(in: unit.target.sizeClasses)
        guard now.isActive else { return inactive(.notActive) }
        if constraint.isPlaceholder, !unit.target.isCanvas {
            return ConstraintOutcome(place: place, state: .placeholder, reason: .placeholder)
        }
        guard unit.tree.isInstalled(constraint) else { return inactive(.notInstalled) }
        guard !constraint.isMadeByUIKit, !constraint.isMadeByStack || !hasStack(constraint) else {
            return inactive(.madeByUIKit)
        }
        guard let expression = expression(of: constraint) else { return inactive(.unknownItem) }
        let other = constraint.second?.attribute
        guard other.map(constraint.first.attribute.isPairable) ?? constraint.first.attribute.isLength else {
            return inactive(.mixedAxes)
        }
        // One that is required stands against the stack view's own, that the view has no length.
        let isOfHidden = isLengthOfHidden(constraint)
        guard !isOfHidden || constraint.second == nil && now.priority >= LayoutPriority.required else {
            return inactive(.hiddenInStack)
        }
        guard constraint.multiplier.isFinite, now.constant.isFinite, now.priority > 0, expression.isReasonable else {
            return inactive(.numbers)
        }
        let unknown = expression.substituting(items.known).terms
        if unknown.count == 1 {
            counts[unknown[0].variable, default: 0] += 1
            guard counts[unknown[0].variable, default: 0] <= Self.maximumOnOne else {
                leftOut += 1
                return inactive(.tooMany)
            }
        }
        if constraint.dependsOnInsets { varying.append((.constraint(place), rows.count..<rows.count + 1)) }
        rows.append(
            LayoutRow(
                expression: expression,
                relation: constraint.relation,
                priority: min(now.priority, LayoutPriority.required),
                source: .constraint(place),
                isHorizontal: constraint.first.attribute.isHorizontal,
                isOfHidden: isOfHidden,
                isUnmet: now.priority >= LayoutPriority.required && isUnmet(expression, constraint, place)
            )
        )
        return ConstraintOutcome(place: place, state: .active)
    }

    /// Whether a constraint of the file does not hold in the frames of its canvas, as far as it has them.
    private func isUnmet(_ expression: LayoutExpression, _ constraint: LayoutConstraint, _ place: Int) -> Bool {
        guard unit.target.isCanvas, unit.target.assumptions.constants[place] == nil,
            unit.tree.layout.original(at: place) == constraint
        else { return false }
        let frames = expression.terms.map { unit.stored[safe: $0.variable / 4] ?? .zero }
        guard frames.allSatisfy({ $0.size != .zero }) else { return false }
        let value = expression.value { variable in
            let frame = unit.stored[variable / 4]
            return [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height][variable % 4]
        }
        switch constraint.relation {
        case .equal: return value.magnitude > 1
        case .lessThanOrEqual: return value > 1
        case .greaterThanOrEqual: return value < -1
        }
    }

    /// Whether the view that holds a constraint is a stack view of which is said how it arranges.
    private func hasStack(_ constraint: LayoutConstraint) -> Bool {
        unit.place(ofID: constraint.owner).flatMap { unit.traits($0)?.stack } != nil
    }

    /// What a constraint compares with 0; nil where it names what is not in the unit.
    private mutating func expression(of constraint: LayoutConstraint) -> LayoutExpression? {
        let isMirrored = unit.mirrors(constraint)
        func side(_ anchor: LayoutAnchor, _ other: LayoutAnchor?) -> LayoutExpression? {
            guard isMirrored else { return items.expression(anchor, other: other) }
            return items.expression(anchor.mirrored, other: other).map { $0 * -1 }
        }
        guard let first = side(constraint.first, constraint.second) else { return nil }
        var second = LayoutExpression(0)
        if let anchor = constraint.second {
            guard let found = side(anchor, constraint.first) else { return nil }
            second = found
        }
        let constant = constraint.values(in: unit.target.sizeClasses).constant
        return difference(first, second, of: constraint, isMirrored) - constant
    }

    /// What has to be the constant: first − multiplier · second. Places are multiplied in the space of the view that
    /// holds the constraint.
    private func difference(
        _ first: LayoutExpression,
        _ second: LayoutExpression,
        of constraint: LayoutConstraint,
        _ isMirrored: Bool
    ) -> LayoutExpression {
        guard constraint.multiplier != 1, !constraint.first.attribute.isLength,
            let owner = unit.place(ofID: constraint.owner)
        else { return first - second * constraint.multiplier }
        let frame = items.frame(owner)
        let start = isMirrored ? (frame.x + frame.width) * -1 : frame.x
        let origin = constraint.first.attribute.isHorizontal ? start : frame.y
        return first - origin - (second - origin) * constraint.multiplier
    }

    /// A length that is asked of a view which its stack leaves out.
    private func isLengthOfHidden(_ constraint: LayoutConstraint) -> Bool {
        guard constraint.views.count == 1, constraint.first.attribute.isLength,
            let place = constraint.first.item.view.flatMap({ unit.place(ofID: $0) }), unit.isCollapsed(place)
        else { return false }
        let axis = unit.traits(unit.superviews[place])?.stack?.axis ?? .horizontal
        return constraint.second != nil || (axis == .horizontal) == constraint.first.attribute.isHorizontal
    }

    // MARK: Stacks and contents

    private mutating func add(_ stack: StackConfiguration, of place: Int) {
        let expansion = StackExpansion(items, place, stack)
        if expansion.usesMargins || expansion.usesContents {
            varying.append((.stack(place), rows.count..<rows.count + expansion.rows.count))
        }
        if expansion.usesContents { sharesByContents = true }
        rows += expansion.rows
    }

    private mutating func addContent(of place: Int, width: Double?) {
        guard [.constraints, .stack].contains(unit.placements[place]) else { return }
        let start = rows.count
        makeContent(of: place, width: width)
        if rows.count > start, IntrinsicSize.varies(unit, place) {
            varying.append((.content(place), start..<rows.count))
        }
    }

    private mutating func makeContent(of place: Int, width: Double?) {
        let size = IntrinsicSize(unit, place, width: width)
        guard size.width != nil || size.height != nil else { return }
        contents[place] = size
        let traits = unit.traits(place)
        let frame = items.frame(place)
        let axis = unit.isCollapsed(place) ? unit.traits(unit.superviews[place])?.stack?.axis : nil
        if let length = size.width, axis != .horizontal {
            hold(frame.width, to: length, traits?.hugging.horizontal, traits?.resistance.horizontal, place, true)
        }
        if let length = size.height, axis != .vertical {
            hold(frame.height, to: length, traits?.hugging.vertical, traits?.resistance.vertical, place, false)
        }
    }

    private mutating func hold(
        _ variable: LayoutExpression,
        to length: IntrinsicSize.Length,
        _ hugging: Double?,
        _ resistance: Double?,
        _ place: Int,
        _ isHorizontal: Bool
    ) {
        let expression = variable - length.points
        guard expression.isReasonable else { return }
        for (priority, relation) in [
            (hugging ?? LayoutPriority.defaultLow, LayoutConstraint.Relation.lessThanOrEqual),
            (resistance ?? LayoutPriority.defaultHigh, .greaterThanOrEqual),
        ] where priority > 0 {
            rows.append(
                LayoutRow(
                    expression: expression,
                    relation: relation,
                    priority: min(priority, LayoutPriority.required),
                    source: .content(place),
                    isHorizontal: isHorizontal
                )
            )
        }
    }

    /// Whether a variable is a length that cannot be negative. A mask may say otherwise; the frame is cut then.
    func isNonNegative(_ variable: Int) -> Bool {
        guard items.isLength(variable) else { return false }
        guard variable < unit.count * 4 else { return true }
        return [.constraints, .stack].contains(unit.placements[variable / 4])
    }
}

extension LayoutUnit {
    /// Whether what leads in a view is on its right. One whose contents have a direction of their own is as ever.
    func isRightToLeft(_ place: Int) -> Bool {
        target.assumptions.texts.isRightToLeft
            && !["forceLeftToRight", "playback", "spatial"].contains(
                tree.attribute("semanticContentAttribute", of: index(place))
            )
    }

    /// Whether a constraint counts from right to left: one about what leads and trails then, its constant with it.
    fileprivate func mirrors(_ constraint: LayoutConstraint) -> Bool {
        guard [constraint.first, constraint.second].contains(where: { $0.map { $0 != $0.mirrored } ?? false }) else {
            return false
        }
        return constraint.first.item.view.flatMap { place(ofID: $0) }.map(isRightToLeft) ?? false
    }
}

extension LayoutAnchor {
    /// The other of what leads and what trails; itself where it is neither.
    fileprivate var mirrored: LayoutAnchor {
        var anchor = self
        switch attribute {
        case .leading: anchor.attribute = .trailing
        case .trailing: anchor.attribute = .leading
        case .leadingMargin: anchor.attribute = .trailingMargin
        case .trailingMargin: anchor.attribute = .leadingMargin
        default: break
        }
        return anchor
    }
}

extension LayoutConstraint {
    /// Whether its numbers depend on margins or safe areas.
    fileprivate var dependsOnInsets: Bool {
        [first, second].contains { anchor in
            guard let anchor else { return false }
            return anchor.item.guide != nil || anchor.attribute.isOfMargins
        }
    }

    /// Whether it is in force, and constant and priority, in some size classes; nil for those of the canvas.
    func values(in classes: SizeClasses?) -> (isActive: Bool, constant: Double, priority: Double) {
        guard let classes, !variations.isEmpty else { return (isActive, constant, priority) }
        var (isThere, constant, priority) = (true, constant, priority)
        let decides = variations.contains { $0.isIncluded != nil }
        for variation in variations where classes.matches(variation.traits) {
            isThere = variation.isIncluded ?? isThere
            constant = variation.constant ?? constant
            priority = variation.priority ?? priority
        }
        return (decides ? isThere : isActive, constant, priority)
    }
}
