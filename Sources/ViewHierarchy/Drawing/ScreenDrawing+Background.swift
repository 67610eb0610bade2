/// Backgrounds, corners and borders; and what has a ground of its own: bars, effects, alerts, tables, separators.
extension ScreenDrawing {
    private static let chrome = DynamicColor(RGBA(hex: 0xF9F9F9, percent: 94), dark: RGBA(hex: 0x1D1D1D, percent: 94))
    static let chromeLine = SystemColor.separator

    func drawBackground(of index: Int, _ role: ViewRole, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let own = color(.backgroundColor, of: index)
        if own == nil, text(.backgroundColor, of: index) != nil {
            drawing.guess("background", "none", "The dump names a colour whose numbers it does not tell.")
        }
        let radius = cornerRadius(of: index, role, own, bounds, &drawing)
        switch role {
        case .barBackground: return drawBar(index, own, bounds, &drawing)
        case .navigationBar, .tabBar, .toolbar:
            // The bar's background view draws; a bar without one stands for itself.
            let hasBackground = parts(of: index, most: 16).contains { roles[$0] == .barBackground || roles[$0] == .visualEffect }
            if !hasBackground { drawBar(index, own, bounds, &drawing) }
            return
        case .visualEffect, .visualEffectPart: return drawEffect(index, role, own, radius, bounds, &drawing)
        case .roundedField:
            drawing.rect(bounds, radius: 5, fill: own ?? SystemColor.systemBackground, stroke: SystemColor.separator, lineWidth: 0.5)
            return
        case .searchField, .textField, .toggle, .segmentedControl, .stepper, .slider: if own == nil { return }
        default: break
        }
        let fill = own ?? standardFill(of: index, role, &drawing)
        let border = self.border(of: index)
        drawing.rect(bounds, radii: corners(of: index, role, radius, bounds, &drawing), fill: fill)
        if let border {
            let inner = Rect(
                x: border.width / 2, y: border.width / 2, width: bounds.size.width - border.width,
                height: bounds.size.height - border.width)
            drawing.rect(inner, radius: max(0, radius - border.width / 2), stroke: border.color, lineWidth: border.width)
        }
    }

    /// The fill of classes that have one although the dump does not name it.
    private func standardFill(of index: Int, _ role: ViewRole, _ drawing: inout ViewDrawing) -> DynamicColor? {
        switch role {
        case .separator:
            drawing.guess("background", "separator colour", "Separators have it unless they are given another.")
            return SystemColor.separator
        case .scrollIndicator: return DynamicColor(RGBA(0, 0, 0, 0.35), dark: RGBA(1, 1, 1, 0.35))
        case .dimming:
            drawing.guess("background", "black, 20 %", "Dimming behind alerts; the dump names no colour.")
            return DynamicColor(white: 0, alpha: 0.2)
        case .alert where !parts(of: index, most: 40).contains { color(.backgroundColor, of: $0)?.isClear == false }:
            drawing.guess("background", "translucent grey", "Alerts have it; the dump names no colour.")
            return DynamicColor(RGBA(hex: 0xF2F2F2, percent: 80), dark: RGBA(hex: 0x1E1E1E, percent: 75))
        case .cellBackground: return SystemColor.groupedCell
        case _ where namesBackgrounds: return nil
        case .window, .table, .textView, .cell:
            // A cell on a ground of its own needs none.
            if role == .cell, superview(of: index, within: 3, { $0 == .table }) != nil { return nil }
            drawing.guess("background", "system background", "The dump names no background colours; such views usually have it.")
            return SystemColor.systemBackground
        default: return nil
        }
    }

    // Corners and borders

    private func cornerRadius(
        of index: Int, _ role: ViewRole, _ own: DynamicColor?, _ bounds: Rect, _ drawing: inout ViewDrawing
    ) -> Double {
        if let said = number(.cornerRadius, .layerCornerRadius, of: index) { return said }
        let least = min(bounds.size.width, bounds.size.height)
        switch role {
        case .scrollIndicator: return least / 2
        case .alert: return 14
        case .searchField: return 10
        case .button where own.map { !$0.isClear } ?? false && least >= 24 && !namesCorners:
            drawing.guess("corner radius", "10", "Dumps in this format do not name corners; filled buttons usually have them.")
            return min(10, least / 2)
        default: return 0
        }
    }

    /// Whether the dump names corners, so that a view without any has none.
    private var namesCorners: Bool {
        tree.attributeColumn.number(ofName: LookAttribute.cornerRadius.rawValue) != nil
            || tree.attributeColumn.number(ofName: LookAttribute.layerCornerRadius.rawValue) != nil
    }

    /// The first and the last cell of a section of an inset list have round corners.
    private func corners(
        of index: Int, _ role: ViewRole, _ radius: Double, _ bounds: Rect, _ drawing: inout ViewDrawing
    ) -> Corners {
        guard role == .cell || role == .cellBackground, radius == 0, let table = superview(of: index, within: 3, { $0 == .table })
        else { return Corners(radius) }
        let cell = role == .cell ? index : superview(of: index, within: 2) { $0 == .cell } ?? index
        let frame = tree.frame(of: cell)
        guard frame.origin.x >= 8, frame.size.width <= tree.bounds(of: table).size.width - 16 else { return Corners(radius) }
        let cells = tree.subviews(of: tree.superview(of: cell) ?? table).filter { roles[$0] == .cell }
        func isNeighbour(_ other: Int, _ edge: Double, _ ownEdge: Double) -> Bool { other != cell && abs(edge - ownEdge) < 1.5 }
        let hasAbove = cells.contains { isNeighbour($0, tree.frame(of: $0).maxY, frame.minY) }
        let hasBelow = cells.contains { isNeighbour($0, tree.frame(of: $0).minY, frame.maxY) }
        let round = isModern ? 26.0 : 10
        drawing.guess("corner radius", NumberText.short(round), "The ends of a section of an inset list.")
        return Corners(top: hasAbove ? 0 : round, bottom: hasBelow ? 0 : round)
    }

    private func border(of index: Int) -> (width: Double, color: DynamicColor)? {
        guard let width = number(.borderWidth, .layerBorderWidth, of: index), width > 0 else { return nil }
        return (width, color(.borderColor, .layerBorderColor, of: index) ?? DynamicColor(white: 0))
    }

    // Bars and materials

    /// One fill and one hairline, however many views the system builds a bar of.
    private func drawBar(_ index: Int, _ own: DynamicColor?, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let bar = superview(of: index, within: 2) { $0 == .navigationBar || $0 == .tabBar || $0 == .toolbar } ?? index
        let coloured = parts(of: index, most: 16).lazy.compactMap { part in
            roles[part] == .visualEffectPart && isShown(part) ? color(.backgroundColor, of: part) : nil
        }.first { !$0.isClear }
        let fill: DynamicColor
        if let said = own ?? coloured {
            fill = said.matchingAppearance
            if fill != said { drawing.guess("background in the other appearance", "chrome", "A bar's grey comes from a material.") }
        } else if isModern {
            return
        } else {
            drawing.guess("background", "translucent chrome", "Bars have it; the dump names no colour.")
            fill = Self.chrome
        }
        drawing.rect(bounds, fill: fill)
        let isAtTop = roles[bar] == .navigationBar
        let y = isAtTop ? bounds.maxY : -0.5
        guard !isModern else { return }
        drawing.rect(Rect(x: 0, y: y, width: bounds.size.width, height: 0.5), fill: Self.chromeLine)
    }

    private func drawEffect(
        _ index: Int, _ role: ViewRole, _ own: DynamicColor?, _ radius: Double, _ bounds: Rect, _ drawing: inout ViewDrawing
    ) {
        // The background view of a bar draws for its effect.
        guard superview(of: index, within: 3, { $0 == .barBackground }) == nil else { return }
        if role == .visualEffectPart {
            drawing.rect(bounds, radius: radius, fill: own)
            return
        }
        let hasColour = parts(of: index, most: 16).contains {
            roles[$0] == .visualEffectPart && color(.backgroundColor, of: $0)?.isClear == false
        }
        guard !hasColour else { return }
        let style = text(.effect, .style, of: index) ?? ""
        let (name, material) = Self.materials.first { style.contains($0.name) } ?? ("material", Self.chrome)
        drawing.guess("background", name, "A translucent fill in place of the blur of what is behind.")
        drawing.rect(bounds, radius: radius, fill: own ?? material)
    }

    /// Translucent fills in place of blurs, by the ends of the names of `UIBlurEffect.Style`, longer names first.
    private static let materials: [(name: String, color: DynamicColor)] = {
        func material(_ light: UInt32, _ lightPercent: Double, _ dark: UInt32, _ darkPercent: Double) -> DynamicColor {
            DynamicColor(RGBA(hex: light, percent: lightPercent), dark: RGBA(hex: dark, percent: darkPercent))
        }
        return [
            ("ChromeMaterial", chrome), ("UltraThinMaterial", material(0xFFFFFF, 45, 0x252525, 45)),
            ("ThinMaterial", material(0xFFFFFF, 65, 0x252525, 65)), ("ThickMaterial", material(0xFFFFFF, 90, 0x252525, 90)),
            ("Material", material(0xFFFFFF, 80, 0x252525, 80)), ("ExtraLight", material(0xF7F7F7, 82, 0xF7F7F7, 82)),
            ("ExtraDark", material(0x101010, 80, 0x101010, 80)), ("Dark", material(0x1C1C1C, 73, 0x1C1C1C, 73)),
            ("Light", material(0xFFFFFF, 30, 0xFFFFFF, 30)), ("Prominent", material(0xF7F7F7, 82, 0x1C1C1C, 82)),
        ]
    }()
}

extension DynamicColor {
    /// The near white that a dump in the light appearance shows for a bar, with its counterpart in the dark one: a bar's
    /// grey comes from a material, which has both.
    fileprivate var matchingAppearance: DynamicColor {
        guard light == dark, light.saturation < 0.02, light.luminance > 0.9, light.alpha < 1, light.alpha > 0.5 else { return self }
        return DynamicColor(RGBA(hex: 0xF9F9F9).withAlpha(light.alpha), dark: RGBA(hex: 0x1D1D1D).withAlpha(light.alpha))
    }
}
