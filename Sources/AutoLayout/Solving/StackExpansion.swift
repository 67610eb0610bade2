import ViewHierarchy

/// The constraints that a stack view makes for itself and what it arranges (`UIStackView.Distribution`, `.Alignment`).
///
/// Hidden views count as gone: they have no length, and what lies beside them keeps one spacing. A tie among views that
/// fill a stack is left as it is: which of them UIKit stretches is not documented.
struct StackExpansion {
    /// `NSLayoutConstraint` of the stack itself that is the first to give way.
    private static let weakest = 25.0
    private static let fitting = 49.0
    private static let centering = 149.0
    /// How much it counts that Interface Builder draws a view that nothing sizes: more than that the stack is as small as it
    /// can be, as stored frames show.
    private static let drawing = 50.0

    private let items: LayoutItems
    private let stack: Int
    private let configuration: StackConfiguration
    private let isHorizontal: Bool
    private let isRightToLeft: Bool
    private let box: LayoutBox
    /// Whether the rows depend on the margins of the stack.
    let usesMargins: Bool
    private(set) var rows: [LayoutRow] = []

    init(_ items: LayoutItems, _ stack: Int, _ configuration: StackConfiguration) {
        self.items = items
        self.stack = stack
        self.configuration = configuration
        isHorizontal = configuration.axis == .horizontal
        isRightToLeft = items.unit.isRightToLeft(stack)
        usesMargins = Self.usesMargins(stack, configuration, items.unit)
        let frame = items.frame(stack)
        box = usesMargins ? frame.inset(by: items.guides.margins[stack]) : frame
        let all = items.unit.subviews(stack).filter { items.unit.placements[$0] == .stack }
        let shown = all.filter { !items.unit.isCollapsed($0) }
        collapse(all, shown)
        arrange(shown)
        align(shown)
    }

    /// Whether a stack arranges inside its margins: those that the file says for it switch that on.
    static func usesMargins(_ stack: Int, _ configuration: StackConfiguration, _ unit: LayoutUnit) -> Bool {
        configuration.isMarginsRelative ?? (unit.traits(stack)?.margins != nil)
    }

    /// Whether the rows depend on what contents ask for.
    var usesContents: Bool { configuration.distribution == .fillProportionally }

    // MARK: Parts of boxes

    /// From right to left, places count from the right.
    private func start(_ box: LayoutBox, along: Bool) -> LayoutExpression {
        guard along == isHorizontal else { return box.y }
        return isRightToLeft ? (box.x + box.width) * -1 : box.x
    }
    private func length(_ box: LayoutBox, along: Bool) -> LayoutExpression {
        along == isHorizontal ? box.width : box.height
    }
    private func end(_ box: LayoutBox, along: Bool) -> LayoutExpression {
        start(box, along: along) + length(box, along: along)
    }
    private func middle(_ box: LayoutBox, along: Bool) -> LayoutExpression {
        start(box, along: along) + length(box, along: along) * 0.5
    }
    private func view(_ place: Int) -> LayoutBox { items.alignmentRectangle(place) }

    private mutating func add(
        _ expression: LayoutExpression,
        _ relation: LayoutConstraint.Relation = .equal,
        priority: Double = LayoutPriority.required,
        along: Bool,
        hiding: Int? = nil
    ) {
        rows.append(
            LayoutRow(
                expression: expression,
                relation: relation,
                priority: priority,
                source: hiding.map(LayoutRow.Source.hiding) ?? .stack(stack),
                isHorizontal: along == isHorizontal
            )
        )
    }

    // MARK: Along the axis

    private func spacing(after place: Int) -> Double {
        configuration.spacing(after: items.unit.tree.id(at: items.unit.index(place)))
    }

    /// The distance from one view to the next: from edge to edge, or from baseline to baseline.
    private func gap(_ first: Int, _ second: Int) -> LayoutExpression {
        if configuration.isBaselineRelative, !isHorizontal {
            return items.firstBaseline(second) - items.lastBaseline(first)
        }
        return start(view(second), along: true) - end(view(first), along: true)
    }

    private mutating func arrange(_ shown: [Int]) {
        guard let first = shown.first, let last = shown.last else { return }
        add(start(view(first), along: true) - start(box, along: true), along: true)
        add(end(view(last), along: true) - end(box, along: true), along: true)
        let pairs = zip(shown, shown.dropFirst())
        switch configuration.distribution {
        case .fill, .fillEqually, .fillProportionally:
            for (a, b) in pairs { add(gap(a, b) - spacing(after: a), along: true) }
            shareLengths(shown)
            if isLoose, configuration.distribution == .fill {
                for place in shown where isUnsized(place, along: true) { draw(place, along: true) }
            }
        case .equalSpacing:
            var former: LayoutExpression?
            for (a, b) in pairs {
                let gap = gap(a, b)
                add(gap - spacing(after: a), .greaterThanOrEqual, along: true)
                if let former { add(gap - former, along: true) }
                former = gap
            }
            add(length(box, along: true), priority: Self.fitting, along: true)
        case .equalCentering:
            var former: LayoutExpression?
            for (a, b) in pairs {
                add(gap(a, b) - spacing(after: a), .greaterThanOrEqual, along: true)
                let distance = middle(view(b), along: true) - middle(view(a), along: true)
                if let former { add(distance - former, priority: Self.centering, along: true) }
                former = distance
            }
            add(length(box, along: true), priority: Self.fitting, along: true)
        }
    }

    private mutating func shareLengths(_ shown: [Int]) {
        guard let first = shown.first, configuration.distribution != .fill else { return }
        let lengths = shown.map { proportion(of: $0) ?? storedShare(of: $0) }
        let isEqual = configuration.distribution == .fillEqually || lengths.allSatisfy { $0 == nil }
        guard !isEqual else {
            for other in shown.dropFirst() {
                add(length(view(other), along: true) - length(view(first), along: true), along: true)
            }
            return
        }
        let spacings = shown.dropLast().map { spacing(after: $0) }.reduce(0, +)
        let sum = lengths.compactMap { $0 }.reduce(0, +) + spacings
        guard sum > 0 else { return }
        for (number, (place, own)) in zip(shown, lengths).enumerated() {
            guard let own else { continue }
            add(
                length(view(place), along: true) - length(box, along: true) * (own / sum),
                priority: max(LayoutPriority.required - 1 - Double(number), 1),
                along: true
            )
        }
    }

    /// The length along the axis that counts for a view's share.
    private func proportion(of place: Int) -> Double? {
        let length = FittingLength(items).ofContent(place, isHorizontal: isHorizontal)
        return length.flatMap { $0 > 0 ? $0 : nil }
    }

    /// The length of a view without one of its own on the canvas, where its share is as the file has it; nil for other views.
    private func storedShare(of place: Int) -> Double? {
        let unit = items.unit
        guard unit.target.isCanvas, unit.target.keepsUndecided, unit.isWithoutShare(place) else { return nil }
        let length = isHorizontal ? unit.storedFrames[place].size.width : unit.storedFrames[place].size.height
        return length > 0 ? length : nil
    }

    /// Where the file has a view without a length that the stack hides; nil elsewhere than on the canvas. Its place is seen by
    /// nobody, and UIKit does not say it.
    private func storedOffset(ofHidden place: Int) -> Double? {
        let unit = items.unit
        let (frame, target) = (unit.storedFrames[place], unit.target)
        let (offset, length, other) =
            isHorizontal
            ? (frame.origin.x, frame.size.width, frame.size.height)
            : (frame.origin.y, frame.size.height, frame.size.width)
        return target.isCanvas && target.keepsUndecided && length == 0 && other > 0 ? offset : nil
    }

    /// Gives hidden views no length, between their neighbours.
    private mutating func collapse(_ all: [Int], _ shown: [Int]) {
        guard all.count > shown.count else { return }
        var before: Int?
        for (number, place) in all.enumerated() {
            guard items.unit.isCollapsed(place) else {
                before = place
                continue
            }
            add(length(view(place), along: true), along: true, hiding: place)
            let after = all[number...].first { !items.unit.isCollapsed($0) }
            let here = start(view(place), along: true)
            if let offset = storedOffset(ofHidden: place) {
                add(here - start(items.frame(stack), along: true) - offset, along: true)
            } else if let before, after != nil {
                add(here - end(view(before), along: true) - spacing(after: before) / 2, along: true)
            } else if before != nil {
                add(here - end(box, along: true), along: true)
            } else {
                add(here - start(box, along: true), along: true)
            }
            add(start(view(place), along: false) - start(box, along: false), .greaterThanOrEqual, along: false)
            add(end(view(place), along: false) - end(box, along: false), .lessThanOrEqual, along: false)
            if configuration.alignment == .fill {
                add(length(view(place), along: false) - length(box, along: false), priority: 999, along: false)
            }
        }
    }

    // MARK: Across it

    private mutating func align(_ shown: [Int]) {
        guard let first = shown.first else { return }
        for place in shown {
            let isLeading = [.fill, .leading, .top].contains(configuration.alignment)
            let isTrailing = [.fill, .trailing, .bottom].contains(configuration.alignment)
            let own = view(place)
            add(
                start(own, along: false) - start(box, along: false),
                isLeading ? .equal : .greaterThanOrEqual,
                along: false
            )
            add(
                end(own, along: false) - end(box, along: false),
                isTrailing ? .equal : .lessThanOrEqual,
                along: false
            )
            switch configuration.alignment {
            case .center: add(middle(own, along: false) - middle(box, along: false), along: false)
            case .firstBaseline where isHorizontal && place != first:
                add(items.firstBaseline(place) - items.firstBaseline(first), along: false)
            case .lastBaseline where isHorizontal && place != first:
                add(items.lastBaseline(place) - items.lastBaseline(first), along: false)
            default: break
            }
            guard configuration.alignment != .fill else { continue }
            if isUnsized(place, along: false) {
                draw(place, along: false)
            } else {
                add(length(own, along: false), priority: Self.weakest, along: false)
            }
        }
        if configuration.alignment != .fill { add(length(box, along: false), priority: Self.fitting, along: false) }
    }

    // MARK: What nothing sizes

    /// Whether an interface file says of a view neither by its content nor by what it arranges how long it is.
    private func isUnsized(_ place: Int, along: Bool) -> Bool {
        items.unit.tree.layoutCanvas != nil
            && IntrinsicSize.isNone(items.unit, place, isHorizontal: along == isHorizontal)
    }

    /// Whether the stack is itself as short as it can be along its axis, as it lies across one that does not fill.
    private var isLoose: Bool {
        let around = items.unit.superviews[stack]
        guard items.unit.placements[stack] == .stack, let other = items.unit.traits(around)?.stack else { return false }
        return other.axis != configuration.axis && other.alignment != .fill
    }

    /// A view is no longer than it has to be, but on Interface Builder's canvas, where one that nothing sizes is as long as
    /// the file has it, or else as there is room, up to ``IntrinsicSize/drawn``.
    private mutating func draw(_ place: Int, along: Bool) {
        let isWidth = along == isHorizontal
        let isCanvas = items.unit.target.isCanvas
        func length(_ size: Size) -> Double { isWidth ? size.width : size.height }
        let stored = items.unit.target.keepsUndecided ? length(items.unit.storedFrames[place].size) : 0
        let drawn = stored > 0 ? stored : length(IntrinsicSize.drawn)
        rows.append(
            LayoutRow(
                expression: self.length(view(place), along: along) - (isCanvas ? drawn : 0),
                relation: .equal,
                priority: isCanvas ? Self.drawing : Self.weakest,
                source: .unsized(place),
                isHorizontal: isWidth
            )
        )
    }
}

/// What views need on one axis so that their contents fit: what counts for their shares in `fillProportionally`.
private struct FittingLength {
    private let items: LayoutItems

    init(_ items: LayoutItems) { self.items = items }

    /// What the content of a view asks for, as its alignment rectangle has it; of a stack what it arranges, with the spacing.
    func ofContent(_ place: Int, isHorizontal: Bool) -> Double? {
        let unit = items.unit
        if let stack = unit.traits(place)?.stack { return ofStack(place, stack, isHorizontal) }
        let size = IntrinsicSize(unit, place, width: nil)
        let insets = LayoutItems.alignmentInsets(place, unit)
        return isHorizontal
            ? (size.width?.points).map { $0 - insets.left - insets.right }
            : (size.height?.points).map { $0 - insets.top - insets.bottom }
    }

    private func ofStack(_ place: Int, _ stack: StackConfiguration, _ isHorizontal: Bool) -> Double? {
        let unit = items.unit
        let shown = unit.subviews(place).filter { unit.placements[$0] == .stack && !unit.isCollapsed($0) }
        let lengths = shown.map {
            unit.requiredLength(of: $0, isHorizontal: isHorizontal) ?? ofContent($0, isHorizontal: isHorizontal) ?? 0
        }
        guard let longest = lengths.max(), longest > 0 else { return nil }
        var margins = EdgeInsets.zero
        if StackExpansion.usesMargins(place, stack, unit) { margins = items.guides.margins[place] }
        let around = isHorizontal ? margins.left + margins.right : margins.top + margins.bottom
        guard (stack.axis == .horizontal) == isHorizontal else { return longest + around }
        let spacings = shown.dropLast().map { stack.spacing(after: unit.tree.id(at: unit.index($0))) }.reduce(0, +)
        let isEven = stack.distribution == .fillEqually
        return (isEven ? longest * Double(lengths.count) : lengths.reduce(0, +)) + spacings + around
    }

}

extension LayoutUnit {
    /// The length that a view's own required constraint gives it.
    fileprivate func requiredLength(of place: Int, isHorizontal: Bool) -> Double? {
        guard let id = tree.id(at: index(place)) else { return nil }
        for number in tree.layout.places(of: id) {
            guard let constraint = tree.constraint(at: Int(number)), constraint.first.item == .view(id),
                constraint.first.attribute == (isHorizontal ? .width : .height), constraint.second == nil,
                constraint.relation == .equal, !constraint.isRemoved
            else { continue }
            let now = constraint.values(in: target.sizeClasses)
            if now.isActive, now.priority >= LayoutPriority.required { return now.constant }
        }
        return nil
    }

    /// Whether a view of an interface file has neither a content nor a length of its own, and is to have a share of its stack
    /// in proportion to that.
    func isWithoutShare(_ place: Int) -> Bool {
        guard tree.layoutCanvas != nil, placements[place] == .stack, !isCollapsed(place),
            let stack = traits(superviews[place])?.stack, stack.distribution == .fillProportionally
        else { return false }
        let isHorizontal = stack.axis == .horizontal
        return IntrinsicSize.isNone(self, place, isHorizontal: isHorizontal)
            && requiredLength(of: place, isHorizontal: isHorizontal) == nil
    }
}

extension StackConfiguration {
    /// The distance from an arranged view to the next one.
    fileprivate func spacing(after view: Int?) -> Double {
        view.flatMap { customSpacings[$0] } ?? (isSpacingStandard ? 8 : spacing)
    }
}
