import ViewHierarchy

/// The rectangles that constraints relate, as expressions: frames, alignment rectangles, guides, content areas.
///
/// A view has four variables, its place in the root's space and its size; the content of what scrolls has two more, and a
/// guide of the app's own four. Those of the root are known.
struct LayoutItems: Sendable {
    private(set) var unit: LayoutUnit
    private(set) var guides: LayoutGuides
    /// The first of the two variables of the content area of what scrolls, by places.
    private(set) var contentVariables: [Int: Int] = [:]
    /// The first of the four variables of guides of the app's own.
    private var customVariables: [String: Int] = [:]
    /// How many variables there are.
    private(set) var variableCount: Int

    init(_ unit: LayoutUnit, _ guides: LayoutGuides) {
        self.unit = unit
        self.guides = guides
        variableCount = unit.count * 4
        for place in 0..<unit.count where unit.isPresent(place) && unit.scrolls(place) {
            contentVariables[place] = variableCount
            variableCount += 2
        }
    }

    /// Takes the insets of another screen for the same views; the variables stay.
    mutating func move(to unit: LayoutUnit, _ guides: LayoutGuides) { (self.unit, self.guides) = (unit, guides) }

    /// The variable of a view: 0 to 3 for x, y, width and height.
    static func variable(_ place: Int, _ part: Int) -> Int { place * 4 + part }

    /// Whether a variable must not be negative: a length.
    func isLength(_ variable: Int) -> Bool {
        if variable < unit.count * 4 { return variable % 4 >= 2 }
        return !customVariables.values.contains { variable == $0 || variable == $0 + 1 }
    }

    /// The value of a variable that needs no solving: the root's.
    func known(_ variable: Int) -> Double? {
        switch variable {
        case 0, 1: 0
        case 2: max(unit.rootSize.width, 0)
        case 3: max(unit.rootSize.height, 0)
        default: nil
        }
    }

    /// The frame of a view.
    func frame(_ place: Int) -> LayoutBox {
        func part(_ number: Int) -> LayoutExpression { LayoutExpression(variable: Self.variable(place, number)) }
        return LayoutBox(x: part(0), y: part(1), width: part(2), height: part(3))
    }

    /// What constraints see of a view: its frame without shadows and touch areas (`UIView.alignmentRectInsets`).
    func alignmentRectangle(_ place: Int) -> LayoutBox { frame(place).inset(by: Self.alignmentInsets(place, unit)) }

    /// The insets of the alignment rectangle; those of symbols depend on their font and are not known.
    static func alignmentInsets(_ place: Int, _ unit: LayoutUnit) -> EdgeInsets {
        switch unit.roles[place] {
        case .toggle: EdgeInsets(top: 0, left: 0, bottom: 0, right: 2)
        // The sliders of iOS 26 are higher, and have none.
        case .slider where !unit.canvas.isBuild(24_100, orUnknown: false) || unit.storedFrames[place].size.height < 33:
            EdgeInsets(top: 0, left: 2, bottom: 1, right: 2)
        case .segments: EdgeInsets(top: 0, left: 0, bottom: 1, right: 0)
        default: .zero
        }
    }

    /// The area of what scrolls in which its content lies; its origin is the view's, as nothing is scrolled.
    func contentArea(_ place: Int) -> LayoutBox {
        let frame = frame(place)
        guard let first = contentVariables[place] else { return frame }
        let (width, height) = (LayoutExpression(variable: first), LayoutExpression(variable: first + 1))
        return LayoutBox(x: frame.x, y: frame.y, width: width, height: height)
    }

    // MARK: Anchors

    /// The expression of one side of a constraint; nil for what is not in the unit.
    ///
    /// - Parameter other: The other side: edges of what scrolls mean its content area to what is inside it.
    mutating func expression(_ anchor: LayoutAnchor, other: LayoutAnchor?) -> LayoutExpression? {
        guard let id = anchor.item.view, let place = unit.place(ofID: id), unit.isPresent(place) else { return nil }
        guard let kind = anchor.item.guide else { return expression(anchor.attribute, of: place, other: other) }
        return guide(kind, of: place).edge(anchor.attribute.withoutMargin)
    }

    private func expression(
        _ attribute: LayoutAttribute,
        of place: Int,
        other: LayoutAnchor?
    ) -> LayoutExpression? {
        var box = alignmentRectangle(place)
        let inside = other?.item.view.flatMap { unit.place(ofID: $0) }
        if unit.scrolls(place), let inside, unit.isBelow(inside, place), !attribute.isFrameOnly {
            box = contentArea(place)
        }
        switch attribute {
        case .firstBaseline: return firstBaseline(place)
        case .lastBaseline: return lastBaseline(place)
        default:
            return box.edge(attribute) ?? box.inset(by: guides.margins[place]).edge(attribute.withoutMargin)
        }
    }

    /// The baseline of the first line of text; the upper edge of what has no text.
    func firstBaseline(_ place: Int) -> LayoutExpression {
        let (box, size) = (alignmentRectangle(place), LayoutFont(unit, place).font.size)
        switch unit.roles[place] {
        case .label: return box.y + 0.952 * size
        case .textField, .button: return box.y + box.height * 0.5 + 0.355 * size
        default: return box.y
        }
    }

    /// The baseline of the last line of text; the lower edge of what has no text.
    func lastBaseline(_ place: Int) -> LayoutExpression {
        let (box, size) = (alignmentRectangle(place), LayoutFont(unit, place).font.size)
        switch unit.roles[place] {
        case .label: return box.y + box.height - 0.241 * size
        case .textField, .button: return box.y + box.height * 0.5 + 0.355 * size
        default: return box.y + box.height
        }
    }

    private mutating func guide(_ kind: LayoutGuideKind, of place: Int) -> LayoutBox {
        let frame = frame(place)
        let safeArea = guides.safeAreas[place]
        switch kind {
        case .safeArea: return frame.inset(by: safeArea)
        case .layoutMargins, .readableContent: return frame.inset(by: guides.margins[place])
        case .scrollContent: return contentArea(place)
        case .scrollFrame: return frame
        case .top:
            return LayoutBox(x: frame.x, y: frame.y, width: frame.width, height: LayoutExpression(safeArea.top))
        case .keyboard where unit.target.keyboardHeight > 0:
            let root = self.frame(0)
            let (y, height) = (root.y + root.height - unit.target.keyboardHeight, unit.target.keyboardHeight)
            return LayoutBox(x: frame.x, y: y, width: frame.width, height: LayoutExpression(height))
        case .bottom, .keyboard:
            // Without a keyboard its guide lies below the safe area.
            let y = frame.y + frame.height - safeArea.bottom
            return LayoutBox(x: frame.x, y: y, width: frame.width, height: LayoutExpression(safeArea.bottom))
        case .custom(let name):
            let key = "\(place) \(name)"
            let first = customVariables[key] ?? variableCount
            if customVariables[key] == nil {
                customVariables[key] = first
                variableCount += 4
            }
            func part(_ number: Int) -> LayoutExpression { LayoutExpression(variable: first + number) }
            return LayoutBox(x: part(0), y: part(1), width: part(2), height: part(3))
        }
    }
}

extension LayoutAttribute {
    /// The attribute of the frame that a margin's is to the margins.
    var withoutMargin: LayoutAttribute {
        switch self {
        case .leftMargin: .left
        case .rightMargin: .right
        case .topMargin: .top
        case .bottomMargin: .bottom
        case .leadingMargin: .leading
        case .trailingMargin: .trailing
        case .centerXWithinMargins: .centerX
        case .centerYWithinMargins: .centerY
        case .firstBaseline: .top
        case .lastBaseline: .bottom
        default: self
        }
    }

    /// Whether it is one of the margins.
    var isOfMargins: Bool {
        switch self {
        case .leftMargin, .rightMargin, .topMargin, .bottomMargin, .leadingMargin, .trailingMargin,
            .centerXWithinMargins, .centerYWithinMargins:
            true
        default: false
        }
    }

    /// Whether it is about the frame of what scrolls, and not about its content, to what is inside.
    fileprivate var isFrameOnly: Bool {
        switch self {
        case .width, .height, .centerX, .centerY: true
        default: false
        }
    }
}
