import Diagnostics
package import ViewHierarchy

/// What the painters of the roles ask.
extension ScreenDrawing {
    /// The text of an attribute; nil where the dump has none, and for what stands for nothing.
    package func text(_ attribute: LookAttribute, of index: Int) -> String? {
        guard let wanted = numbers[attribute] else { return nil }
        var found: String?
        tree.attributeColumn.forEach(of: index) { name, value in
            guard name == wanted, found == nil else { return }
            found = String(decoding: value.prefix(2_000), as: UTF8.self)
        }
        guard let found, !["", "nil", "(null)", "null", "(nil)", "<null>"].contains(found) else { return nil }
        return found
    }

    /// Every value of an attribute that may come more than once.
    func texts(_ attribute: LookAttribute, of index: Int, most: Int) -> [String] {
        guard let wanted = numbers[attribute] else { return [] }
        var found: [String] = []
        tree.attributeColumn.forEach(of: index) { name, value in
            guard name == wanted, found.count < most else { return }
            found.append(String(decoding: value.prefix(200), as: UTF8.self))
        }
        return found
    }

    /// The first of several attributes that mean the same.
    func text(_ attributes: LookAttribute..., of index: Int) -> String? {
        for attribute in attributes { if let text = text(attribute, of: index) { return text } }
        return nil
    }

    package func number(_ attributes: LookAttribute..., of index: Int) -> Double? {
        for attribute in attributes {
            if let number = text(attribute, of: index).flatMap({ Double($0) }), number.isFinite { return number }
        }
        return nil
    }

    /// Yes or no, as dumps of several sorts write it.
    package func flag(_ attributes: LookAttribute..., of index: Int) -> Bool? {
        for attribute in attributes {
            switch text(attribute, of: index)?.lowercased() {
            case "yes", "true", "1": return true
            case "no", "false", "0": return false
            default: continue
            }
        }
        return nil
    }

    /// The colour of an attribute, the inherited tint where it says so.
    package func color(_ attributes: LookAttribute..., of index: Int) -> DynamicColor? {
        for attribute in attributes {
            guard let text = text(attribute, of: index) else { continue }
            switch ColorText(text, modern: isModern) {
            case .color(let color): return color
            case .tint: return tint(of: index)
            case .unknown: continue
            }
        }
        return nil
    }

    /// The view's own tint or the nearest superview's, else the system's blue.
    func tint(of index: Int) -> DynamicColor {
        tintColors[tints.indices.contains(index) ? Int(tints[index]) : 0]
    }

    /// Whether the tint is one that the dump names.
    func isTintKnown(of index: Int) -> Bool { tints.indices.contains(index) && tints[index] > 0 }

    /// The nearest superview with one of some roles, at most so many levels up.
    func superview(of index: Int, within levels: Int = 4, _ isWanted: (ViewRole) -> Bool) -> Int? {
        var next = tree.superview(of: index)
        for _ in 0..<levels {
            guard let view = next else { return nil }
            if isWanted(roles[view]) { return view }
            next = tree.superview(of: view)
        }
        return nil
    }

    /// Whether one of the nearest superviews is of such a class.
    func isInside(_ index: Int, _ prefixes: String..., within levels: Int = 4) -> Bool {
        var next = tree.superview(of: index)
        for _ in 0..<levels {
            guard let view = next else { return false }
            let name = tree.className(of: view)
            if prefixes.contains(where: name.hasPrefix) { return true }
            next = tree.superview(of: view)
        }
        return false
    }

    /// The first views of a subtree, the view itself left out: enough to know what a control is made of.
    func parts(of index: Int, most: Int = 64) -> Range<Int> {
        let subtree = tree.subtree(of: index)
        guard subtree.count > 1 else { return index..<index }
        return (index + 1)..<min(subtree.upperBound, index + 1 + most)
    }

    /// The first subviews of a view, back to front: a list may have more of them than anybody may look at once for each.
    func subviews(of index: Int, most: Int) -> [Int] {
        let subtree = tree.subtree(of: index)
        var subviews: [Int] = []
        var next = subtree.lowerBound + 1
        while next < subtree.upperBound, subviews.count < most {
            subviews.append(next)
            next = Int(tree.subtreeEnds[next])
        }
        return subviews
    }

    /// The text of a view; what an accessibility element is called stands for it.
    package func ownText(of index: Int) -> String? {
        if let text = tree.text(of: index) { return text }
        guard isElement(index) else { return nil }
        return tree.label(of: index) ?? (roles[index] == .label ? tree.value(of: index) : nil)
    }

    /// Whether the view is there for the eye, itself.
    func isShown(_ index: Int) -> Bool {
        !isUnseen(index) && !tree.flags(of: index).contains(.hidden) && tree.alpha(of: index) > 0
    }
}

/// Backgrounds, corners and borders; and what has a ground of its own: bars, effects, alerts, tables, separators.
extension ScreenDrawing {
    func drawBackground(of index: Int, _ role: ViewRole, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let own =
            color(.backgroundColor, of: index) ?? configuredFill(of: index, role, &drawing)
            ?? (role == .button ? swipeFill(of: index, &drawing) : nil)
        if own == nil, text(.backgroundColor, of: index) != nil {
            drawing.guess("background", "none", "The dump names a colour but not its components.")
        }
        let radius = cornerRadius(of: index, role, own, bounds, &drawing)
        switch role {
        case .barBackground: return drawBar(index, own, bounds, &drawing)
        case .navigationBar, .tabBar, .toolbar:
            if isModern, role != .tabBar, own == nil { drawGlassButtons(of: index, &drawing) }
            // The bar's background view draws; a bar without one stands for itself.
            let hasBackground = parts(of: index, most: 16).contains {
                roles[$0] == .barBackground || roles[$0] == .visualEffect
            }
            if !hasBackground { drawBar(index, own, bounds, &drawing) }
            return
        case .visualEffect, .visualEffectPart: return drawEffect(index, role, own, radius, bounds, &drawing)
        case .roundedField:
            drawing.rect(
                bounds,
                radius: 5,
                fill: own ?? SystemColor.systemBackground,
                stroke: SystemColor.separator,
                lineWidth: 0.5
            )
            return
        case .alertAction where isModern && own == nil:
            drawing.guess("background", "capsule", "Buttons of alerts are capsules since iOS 26.")
            let size = Size(width: bounds.size.width - 12, height: bounds.size.height - 10)
            drawing.rect(
                Rect(origin: Point(x: 6, y: 4), size: size),
                radius: size.height / 2,
                fill: SystemColor.tertiarySystemFill
            )
            return
        case .grabber:
            drawing.rect(bounds, radius: bounds.size.height / 2, fill: own ?? SystemColor.tertiaryLabel)
            return
        case .separator where isElement(index):
            // Tools round lines to whole points.
            drawing.guess("background", "separator colour", "An element as thin as a line, in a list.")
            let y = tree.frame(of: index).minY < 1 ? 0 : max(0, bounds.size.height - 0.5)
            drawing.rect(Rect(x: 0, y: y, width: bounds.size.width, height: 0.5), fill: SystemColor.separator)
            return
        case .searchField, .textField, .toggle, .segmentedControl, .stepper, .slider: if own == nil { return }
        default: break
        }
        let fill = own ?? standardFill(of: index, role, &drawing)
        let border = self.border(of: index)
        let radii =
            (radius == 0 && fill != nil
                ? sectionCorners(of: index, bounds, &drawing) ?? sheetCorners(of: index, bounds, &drawing) : nil)
            ?? Corners(radius)
        if let fill, !fill.isClear { drawShadow(of: index, radius, bounds, &drawing) }
        drawing.rect(bounds, radii: radii, fill: fill)
        if let border {
            let inner = Rect(
                x: border.width / 2,
                y: border.width / 2,
                width: bounds.size.width - border.width,
                height: bounds.size.height - border.width
            )
            drawing.rect(
                inner,
                radius: max(0, radius - border.width / 2),
                stroke: border.color,
                lineWidth: border.width
            )
        }
    }

    /// The fill of classes that have one although the dump does not name it.
    private func standardFill(of index: Int, _ role: ViewRole, _ drawing: inout ViewDrawing) -> DynamicColor? {
        switch role {
        case .separator:
            drawing.guess("background", "separator colour", "Separators have it unless they are given another.")
            return SystemColor.separator
        case .scrollIndicator:
            // Newer ones have a view of their own for the colour.
            if parts(of: index, most: 4).contains(where: { color(.backgroundColor, of: $0) != nil }) { return nil }
            drawing.guess("background", "black, 35 %", "Scroll indicators have it; the dump names no colour.")
            return DynamicColor(RGBA(0, 0, 0, 0.35), dark: RGBA(1, 1, 1, 0.35))
        case .dimming:
            drawing.guess("background", "black, 20 %", "Dimming behind alerts; the dump names no colour.")
            return DynamicColor(white: 0, alpha: 0.2)
        case .alert, .actionGroup:
            guard isGroundOfAlert(index, role) else { return nil }
            drawing.guess("background", "translucent grey", "Alerts have it; the dump names no colour.")
            return DynamicColor(RGBA(hex: 0xF2F2F2, percent: 80), dark: RGBA(hex: 0x1E1E1E, percent: 75))
        case .popover:
            drawing.guess("background", "system background", "Popovers usually have it; the dump names no colour.")
            return SystemColor.systemBackground
        case .cellBackground where tree.className(of: index) == "UIGroupTableViewCellBackground":
            drawing.guess("background", "white", "Rows of grouped lists have it; the dump names no colour.")
            return SystemColor.groupedCell
        case _ where namesBackgrounds: return nil
        // The ground of the screen is the outermost one's; a window above it may be empty.
        case .window where isElement(index) && tree.superview(of: index) != nil: return nil
        case .window, .table, .textView, .cell:
            // A cell on a ground of its own needs none.
            if role == .cell, let ends = sectionCells[index] {
                let reason = ends.isInset ? "The dump names no background colours." : "The rows of its list keep apart."
                drawing.guess("background", "row of a grouped list", reason)
                return SystemColor.groupedCell
            }
            if role == .textView && isElement(index) { return nil }
            if role == .cell, isElement(index) || superview(of: index, within: 3, { $0 == .table }) != nil {
                return nil
            }
            // Elements are listed in no order: what covers the screen would hide the bars over it.
            if role == .table, isElement(index), !hasSections(index) || isOnGroupedList { return nil }
            if role == .window && isElement(index) && isOnGroupedList || role == .table && hasSections(index) {
                drawing.guess(
                    "background",
                    "grouped background",
                    "A list in sections that keep apart; the dump names no colours."
                )
                return design == .ios7 ? DynamicColor(RGBA(hex: 0xEFEFF4)) : SystemColor.groupedBackground
            }
            drawing.guess(
                "background",
                "system background",
                "The dump names no background colours; such views usually have it."
            )
            return SystemColor.systemBackground
        default: return nil
        }
    }

    /// The fill that a button's configuration names by its kind, or that of the background view of a cell.
    private func configuredFill(of index: Int, _ role: ViewRole, _ drawing: inout ViewDrawing) -> DynamicColor? {
        guard role == .button || role == .cellBackground, let said = text(.configuration, of: index) else { return nil }
        if role == .cellBackground {
            guard let start = said.firstRange(of: "backgroundColor = ")?.upperBound else { return nil }
            return ColorText(said[start...].prefix { $0 != ">" }.utf8, modern: isModern).color
        }
        let kind = said.lowercased()
        guard kind.contains("filled") || kind.contains("gray") || kind.contains("tinted") else { return nil }
        if let base = color(.baseBackgroundColor, of: index) {
            return kind.contains("tinted") ? base.withAlpha(0.15) : base
        }
        drawing.guess("background", "by its configuration", "The dump names the kind of the button, not its colour.")
        if kind.contains("gray") { return SystemColor.tertiarySystemFill }
        return kind.contains("tinted") ? tint(of: index).withAlpha(0.15) : tint(of: index)
    }

    /// Whether nothing inside an alert is its ground: neither an effect nor a colour.
    private func isGroundOfAlert(_ index: Int, _ role: ViewRole) -> Bool {
        let parts = parts(of: index, most: 40)
        let whole = tree.bounds(of: index).size
        let isCovered = parts.contains { part in
            let size = tree.frame(of: part).size
            // Lines between buttons are no ground.
            guard isShown(part), size.width * size.height >= 0.5 * whole.width * whole.height else { return false }
            return (roles[part] == .visualEffect || color(.backgroundColor, of: part)?.isClear == false)
        }
        guard !isCovered else { return false }
        // A sheet's groups are apart; those of an alert lie on its ground.
        let width = tree.bounds(of: index).size.width
        if role == .alert { return width <= 300 || !parts.contains { roles[$0] == .actionGroup } }
        guard let alert = superview(of: index, within: 8, { $0 == .alert }) else { return true }
        return tree.bounds(of: alert).size.width > 300
    }

    private func hasSections(_ table: Int) -> Bool {
        parts(of: table, most: 200).contains { sectionCells[$0] != nil }
    }

    /// The upper corners of what fills a sheet.
    private func sheetCorners(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) -> Corners? {
        var next = Optional(index)
        for _ in 0..<4 {
            guard let view = next else { return nil }
            if isSheet(view), tree.className(of: view) == "UIDropShadowView" {
                let size = tree.bounds(of: view).size
                guard design > .ios7, bounds.size.width >= size.width - 1, bounds.size.height >= size.height - 1 else {
                    return nil
                }
                let round = isModern ? 34.0 : 10
                drawing.guess("corner radius", NumberText.short(round), "The upper corners of a sheet.")
                return Corners(top: round, bottom: isModern ? round : 0)
            }
            next = tree.superview(of: view)
        }
        return nil
    }

    // Corners and borders

    private func cornerRadius(
        of index: Int,
        _ role: ViewRole,
        _ own: DynamicColor?,
        _ bounds: Rect,
        _ drawing: inout ViewDrawing
    ) -> Double {
        if let said = number(.cornerRadius, .layerCornerRadius, of: index) { return said }
        let least = min(bounds.size.width, bounds.size.height)
        switch role {
        case .scrollIndicator: return least / 2
        case .plain where superview(of: index, within: 1, { $0 == .scrollIndicator }) != nil: return least / 2
        case .alert, .actionGroup: return isModern ? 34 : 14
        case .popover: return isModern ? 34 : 13
        case .visualEffect where superview(of: index, within: 6, { $0 == .alert || $0 == .actionGroup }) != nil:
            return isModern ? 34 : 14
        case .searchField: return searchRadius(bounds.size.height)
        case .button where isSwipeButton(index): return isModern ? least / 2 : 0
        case .button where isModern && own.map { !$0.isClear } ?? false && text(.configuration, of: index) != nil:
            drawing.guess(
                "corner radius",
                "half of the height",
                "Buttons of a configuration are capsules since iOS 26."
            )
            return least / 2
        case .button where own.map { !$0.isClear } ?? false && least >= 24 && !namesCorners:
            drawing.guess(
                "corner radius",
                "10",
                "Dumps in this format do not name corners; filled buttons usually have them."
            )
            return min(10, least / 2)
        default: return 0
        }
    }

    /// Whether the dump names corners, so that a view without any has none.
    private var namesCorners: Bool { numbers[.cornerRadius] != nil || numbers[.layerCornerRadius] != nil }

    /// How round the corners are that a view cuts off what is in it; 0 where it cuts none (`masksToBounds`).
    public func cutCorners(of index: Int) -> Double {
        guard namesCorners, let radius = number(.cornerRadius, .layerCornerRadius, of: index), radius > 0,
            tree.flags(of: index).contains(.clipsToBounds)
                || flag(.masksToBounds, .layerMasksToBounds, of: index) == true
        else { return 0 }
        let size = tree.bounds(of: index).standardized.size
        return min(radius, min(size.width, size.height) / 2)
    }

    /// The shadow that a layer casts with the shape of its background. What cuts at its bounds casts none; opacity 0,
    /// radius 3, offset (0, -3) and black are Core Animation's defaults.
    private func drawShadow(of index: Int, _ radius: Double, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        guard numbers[.shadowOpacity] != nil || numbers[.layerShadowOpacity] != nil,
            let opacity = number(.shadowOpacity, .layerShadowOpacity, of: index), opacity > 0,
            !tree.flags(of: index).contains(.clipsToBounds)
        else { return }
        let numbers = text(.shadowOffset, .layerShadowOffset, of: index).map(Self.numbers) ?? []
        drawing.shadow(
            bounds,
            radius: radius,
            color: (color(.shadowColor, .layerShadowColor, of: index) ?? DynamicColor(white: 0))
                .withAlpha(min(opacity, 1)),
            offset: numbers.count == 2 ? Point(x: numbers[0], y: numbers[1]) : Point(x: 0, y: -3),
            blur: number(.shadowRadius, .layerShadowRadius, of: index) ?? 3
        )
    }

    /// The numbers in a text such as `{0, 2}`, `(0.0, 2.0)` or `{"width":0,"height":2}`.
    private static func numbers(in text: String) -> [Double] {
        text.split { !($0.isNumber || $0 == "." || $0 == "-" || $0 == "+") }.prefix(8).compactMap { Double($0) }
    }

    private func border(of index: Int) -> (width: Double, color: DynamicColor)? {
        guard let width = number(.borderWidth, .layerBorderWidth, of: index), width > 0 else { return nil }
        return (width, color(.borderColor, .layerBorderColor, of: index) ?? DynamicColor(white: 0))
    }
}
