import ViewHierarchy

/// Bars and materials.
extension ScreenDrawing {
    private static let chrome = DynamicColor(RGBA(hex: 0xF9F9F9, percent: 94), dark: RGBA(hex: 0x1D1D1D, percent: 94))

    /// One fill and one hairline, however many views the system builds a bar of.
    func drawBar(_ index: Int, _ own: DynamicColor?, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let bar = superview(of: index, within: 2) { $0 == .navigationBar || $0 == .tabBar || $0 == .toolbar } ?? index
        let coloured = parts(of: index, most: 16).lazy.compactMap { part in
            roles[part] == .visualEffectPart && isShown(part) ? color(.backgroundColor, of: part) : nil
        }.first { !$0.isClear }
        let effects = parts(of: index, most: 16).filter { roles[$0] == .visualEffect }
        if own == nil, coloured == nil, !effects.isEmpty, !effects.contains(where: isShown) { return }
        let fill: DynamicColor
        if let said = own ?? coloured {
            fill = said.matchingAppearance
            if fill != said {
                drawing.guess("background in the other appearance", "chrome", "A bar's grey comes from a material.")
            }
        } else if isModern {
            guard roles[bar] == .tabBar else { return }
            drawing.guess("background", "capsule", "Tab bars float since iOS 26; the dump names no colour.")
            let inset = min(21, bounds.size.width / 8)
            let capsule = Rect(
                x: inset,
                y: 0,
                width: bounds.size.width - 2 * inset,
                height: min(62, bounds.size.height)
            )
            drawing.rect(capsule, radius: 31, fill: Self.chrome, stroke: SystemColor.separator, lineWidth: 0.5)
            return
        } else {
            drawing.guess("background", "translucent chrome", "Bars have it; the dump names no colour.")
            fill = Self.chrome
        }
        let isAtTop = roles[bar] == .navigationBar
        // A bar that stands for its background reaches up to the top of the screen.
        let above = isAtTop && bar == index ? tree.frame(of: index).minY : 0
        let reach = (10...62).contains(above) ? above : 0
        drawing.rect(
            Rect(x: 0, y: -reach, width: bounds.size.width, height: bounds.size.height + reach),
            fill: fill
        )
        let y = isAtTop ? bounds.maxY : -0.5
        guard !isModern else { return }
        drawing.rect(Rect(x: 0, y: y, width: bounds.size.width, height: 0.5), fill: SystemColor.separator)
    }

    func drawEffect(
        _ index: Int,
        _ role: ViewRole,
        _ own: DynamicColor?,
        _ radius: Double,
        _ bounds: Rect,
        _ drawing: inout ViewDrawing
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
        var (name, material) = Self.materials.first { style.contains($0.name) } ?? ("material", Self.chrome)
        if style.hasSuffix("MaterialDark") { material.light = material.dark }
        if style.hasSuffix("MaterialLight") { material.dark = material.light }
        if name.hasSuffix("Material") {
            name = style.hasPrefix("UIBlurEffectStyle") ? String(style.dropFirst(17)) : style
        }
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
            ("ThinMaterial", material(0xFFFFFF, 65, 0x252525, 65)),
            ("ThickMaterial", material(0xFFFFFF, 90, 0x252525, 90)),
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
        guard light == dark, light.saturation < 0.02, light.luminance > 0.9, light.alpha < 1, light.alpha > 0.5 else {
            return self
        }
        return DynamicColor(
            RGBA(hex: 0xF9F9F9).withAlpha(light.alpha),
            dark: RGBA(hex: 0x1D1D1D).withAlpha(light.alpha)
        )
    }
}
