/// All that is asked of a unit's views, as rows over their variables: constraints, stacks, masks, contents.
struct LayoutSystem: Sendable {
    /// After so many constraints the rest of a unit is left out.
    static let maximumConstraints = 20_000
    /// After so many constraints on one length or place alone the rest of them is left out.
    static let maximumOnOne = 500
    /// A list that is wider or narrower than a row by more than this was drawn at another time than the row.
    private static let staleRow = 64.0

    let unit: LayoutUnit
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

    /// - Parameter widths: How wide the views are, at which the lines of their texts break; nil for the file's widths.
    init(_ unit: LayoutUnit, _ guides: LayoutGuides, widths: [Double]?) {
        self.unit = unit
        items = LayoutItems(unit, guides)
        readConstraints()
        for place in 1..<max(unit.count, 1) where unit.isPresent(place) { addRules(of: place) }
        for place in 0..<unit.count where unit.isPresent(place) {
            if let stack = unit.traits(place)?.stack { rows += StackExpansion(items, place, stack).rows }
            addContent(of: place, width: widths.flatMap { $0[safe: place] })
        }
    }

    // MARK: Constraints

    private mutating func readConstraints() {
        var count = 0
        for (place, constraint) in unit.tree.layout.constraints.enumerated()
        where unit.place(ofID: constraint.owner) != nil {
            count += 1
            guard count <= Self.maximumConstraints else {
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
        guard let first = items.expression(constraint.first, other: constraint.second) else {
            return inactive(.unknownItem)
        }
        var second = LayoutExpression(0)
        if let anchor = constraint.second {
            guard let found = items.expression(anchor, other: constraint.first) else { return inactive(.unknownItem) }
            second = found
            guard constraint.first.attribute.isPairable(with: anchor.attribute) else { return inactive(.mixedAxes) }
        } else if !constraint.first.attribute.isLength {
            return inactive(.mixedAxes)
        }
        guard !isLengthOfHidden(constraint) else { return inactive(.hiddenInStack) }
        guard constraint.multiplier.isFinite, now.constant.isFinite, now.priority > 0 else { return inactive(.numbers) }
        let expression = difference(first, second, of: constraint) - now.constant
        guard expression.isReasonable else { return inactive(.numbers) }
        let unknown = expression.substituting(items.known).terms
        if unknown.count == 1 {
            counts[unknown[0].variable, default: 0] += 1
            guard counts[unknown[0].variable, default: 0] <= Self.maximumOnOne else {
                leftOut += 1
                return inactive(.tooMany)
            }
        }
        rows.append(
            LayoutRow(
                expression: expression,
                relation: constraint.relation,
                priority: min(now.priority, LayoutPriority.required),
                source: .constraint(place),
                isHorizontal: constraint.first.attribute.isHorizontal
            )
        )
        return ConstraintOutcome(place: place, state: .active)
    }

    /// Whether the view that holds a constraint is a stack view of which is said how it arranges.
    private func hasStack(_ constraint: LayoutConstraint) -> Bool {
        unit.place(ofID: constraint.owner).flatMap { unit.traits($0)?.stack } != nil
    }

    /// What has to be the constant: first − multiplier · second. Places are multiplied in the space of the view that
    /// holds the constraint.
    private func difference(
        _ first: LayoutExpression,
        _ second: LayoutExpression,
        of constraint: LayoutConstraint
    ) -> LayoutExpression {
        guard constraint.multiplier != 1, !constraint.first.attribute.isLength,
            let owner = unit.place(ofID: constraint.owner)
        else { return first - second * constraint.multiplier }
        let frame = items.frame(owner)
        let origin = constraint.first.attribute.isHorizontal ? frame.x : frame.y
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

    // MARK: Rules

    private mutating func addRules(of place: Int) {
        switch unit.placements[place] {
        case .mask: addMask(of: place)
        case .row:
            hold(place, follows: (true, false))
        case .fixed:
            let isContent = unit.roles[place] != .collectionCell
            hold(place, follows: (isContent, isContent))
        case .unknown: hold(place, follows: (false, false))
        case .root, .constraints, .stack, .absent: break
        }
    }

    private mutating func require(_ expression: LayoutExpression, of place: Int, isHorizontal: Bool) {
        rows.append(
            LayoutRow(
                expression: expression,
                relation: .equal,
                priority: LayoutPriority.required,
                source: .mask(place),
                isHorizontal: isHorizontal
            )
        )
    }

    /// Holds a view where it is in its superview; on an axis that it follows it keeps its distance from both edges.
    private mutating func hold(_ place: Int, follows: (width: Bool, height: Bool)) {
        let superview = unit.superviews[place]
        let (own, around) = (items.frame(place), items.frame(superview))
        let old = unit.sizesAround[place]
        var frame = unit.storedFrames[place]
        // A file may leave out the frame of what fills its superview.
        if frame.size == .zero, unit.placements[place] == .fixed { frame.size = old }
        var (dx, dy) = (frame.size.width - old.width, frame.size.height - old.height)
        if unit.placements[place] == .row, abs(dx) > Self.staleRow { dx = 0 }
        if unit.placements[place] == .fixed, abs(dx) > Self.staleRow || old == .zero { (dx, dy) = (0, 0) }
        require(own.x - around.x - frame.origin.x, of: place, isHorizontal: true)
        require(own.y - around.y - frame.origin.y, of: place, isHorizontal: false)
        require(
            follows.width ? own.width - around.width - dx : own.width - frame.size.width,
            of: place,
            isHorizontal: true
        )
        require(
            follows.height ? own.height - around.height - dy : own.height - frame.size.height,
            of: place,
            isHorizontal: false
        )
    }

    /// Springs and struts as equations: every flexible part takes its share of the superview's growth.
    private mutating func addMask(of place: Int) {
        let superview = unit.superviews[place]
        let (own, around) = (items.frame(place), items.frame(superview))
        let (frame, old) = (unit.storedFrames[place], unit.sizesAround[place])
        let isFollowing = unit.tree.flags(of: unit.index(superview)).autoresizesSubviews
        let mask = isFollowing ? unit.tree.autoresizingMask(of: unit.index(place)) : []
        let x = Self.shares(AxisSpan(position: frame.origin.x, length: frame.size.width), mask.horizontal, old.width)
        let y = Self.shares(AxisSpan(position: frame.origin.y, length: frame.size.height), mask.vertical, old.height)
        let (wider, higher) = (around.width - old.width, around.height - old.height)
        require(own.x - around.x - frame.origin.x - wider * x.position, of: place, isHorizontal: true)
        require(own.width - frame.size.width - wider * x.length, of: place, isHorizontal: true)
        require(own.y - around.y - frame.origin.y - higher * y.position, of: place, isHorizontal: false)
        require(own.height - frame.size.height - higher * y.length, of: place, isHorizontal: false)
    }

    /// What position and length take of one point more.
    private static func shares(_ span: AxisSpan, _ flexible: AxisFlexibility, _ old: Double) -> AxisSpan {
        let next = Autoresizing().resize(span, flexible, from: old, to: old + 1).span
        return AxisSpan(position: next.position - span.position, length: next.length - span.length)
    }

    // MARK: Contents

    private mutating func addContent(of place: Int, width: Double?) {
        guard [.constraints, .stack].contains(unit.placements[place]) else { return }
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

extension LayoutConstraint {
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

extension LayoutAttribute {
    /// Whether UIKit takes the two as the sides of one constraint: places along the same axis, or two lengths.
    func isPairable(with other: LayoutAttribute) -> Bool {
        isLength == other.isLength && (isLength || isHorizontal == other.isHorizontal)
    }
}

extension Array {
    /// The element at a place; nil out of range.
    subscript(safe place: Int) -> Element? { indices.contains(place) ? self[place] : nil }
}
