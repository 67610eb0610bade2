package import ViewHierarchy

/// The system's own parts of a screen.
extension ScreenDrawing {
    /// The status bar and the home indicator over a window that has the size of a phone's screen and no view for them.
    ///
    /// In the coordinates of the root. Empty for other roots.
    public func systemParts(of root: Int) -> ViewDrawing {
        // Some test tools list what the system shows, too.
        guard tree.roots.contains(root), roles.indices.contains(root), roles[root] == .window, saysLooks, !hasStatusBar
        else { return ViewDrawing() }
        let size = tree.bounds(of: root).size
        guard (320...440).contains(size.width), (480...960).contains(size.height), size.height > size.width,
            let screen = SystemScreen(Situation().surroundings(of: size))
        else { return ViewDrawing() }
        return systemParts(of: root, on: screen)
    }

    /// What the system draws over a root on the screen of a device: the status bar where the dump has no view for it, a faint
    /// shape where the glass has the camera, and the home indicator.
    package func systemParts(of root: Int, on screen: SystemScreen) -> ViewDrawing {
        var drawing = ViewDrawing()
        guard tree.roots.contains(root) else { return drawing }
        let (size, ink) = (screen.size, statusInk(of: root))
        drawHousing(of: screen, &drawing)
        if screen.device.hasHomeIndicator {
            let length = screen.device.idiom == .pad ? 300.0 : screen.orientation == .portrait ? 134 : 200
            let bar = Rect(x: (size.width - length) / 2, y: size.height - 13, width: length, height: 5)
            drawing.rect(bar, radius: 2.5, fill: ink)
        }
        guard screen.statusBarHeight > 0, !hasStatusBar else { return drawing }
        drawing.guess("status bar", "9:41", "The dump has no views for it.")
        guard let housing = screen.device.housingName else {
            let isPad = screen.device.idiom == .pad
            let middle = screen.statusBarHeight / 2
            drawClock(size: 12, at: Point(x: isPad ? 34 : size.width / 2, y: middle), ink, &drawing)
            drawBattery(Rect(x: size.width - 30, y: middle - 5, width: 22, height: 10), ink, &drawing)
            let signal = isPad ? size.width - 54 : 6
            drawSignal(Rect(x: signal, y: middle - 5, width: 17, height: 10), ink, &drawing)
            return drawing
        }
        // Beside an island in the measures of a screen 402 points wide; beside a notch the ears are small.
        let hasIsland = housing == "island"
        let unit = size.width / 402
        let ear = (size.width - screen.device.housingLength) / 2
        let middle = hasIsland ? Self.islandMiddle(screen.device) : 24
        let (clock, parts) = hasIsland ? (70 * unit, 288.3 * unit) : (ear / 2, size.width - ear + 8)
        let (wifi, battery) = hasIsland ? (315 * unit, 339.3 * unit) : (parts + 20, parts + 39)
        drawClock(size: 17, at: Point(x: clock, y: middle), ink, &drawing)
        drawSignal(
            Rect(x: parts, y: middle - 6.2, width: hasIsland ? 19.3 : 17, height: hasIsland ? 12.3 : 10.7),
            ink,
            &drawing
        )
        if let symbol = Symbol.named("wifi") {
            drawing.symbol(symbol, in: Rect(x: wifi, y: middle - 9, width: 17, height: 17), color: ink)
        }
        drawBattery(Rect(x: battery, y: middle - 6.5, width: 25, height: 13), ink, &drawing)
        return drawing
    }

    /// How far the middle of an island lies from the upper edge of the screen.
    private static func islandMiddle(_ device: Device) -> Double { device.portrait.safeArea.top - 29.5 }

    /// The island or the notch; of a phone that is held sideways at the left, where it is after a turn to the left.
    private func drawHousing(of screen: SystemScreen, _ drawing: inout ViewDrawing) {
        guard let name = screen.device.housingName else { return }
        let isIsland = name == "island"
        let (length, depth) = (screen.device.housingLength, isIsland ? 36.7 : 31)
        let away = isIsland ? Self.islandMiddle(screen.device) - depth / 2 : 0
        let isSideways = screen.orientation == .landscape
        let start = ((isSideways ? screen.size.height : screen.size.width) - length) / 2
        let shape =
            isSideways
            ? Rect(x: away, y: start, width: depth, height: length)
            : Rect(x: start, y: away, width: length, height: depth)
        let round = depth / 2
        let radii =
            isIsland
            ? Corners(round)
            : isSideways
                ? Corners(left: 0, right: round) : Corners(top: 0, bottom: round)
        drawing.rect(shape, radii: radii, fill: DynamicColor(white: 0))
    }

    /// The status bar of a test tool, in its own frame: what it says is words about pictures, but for the time.
    func drawStatusBar(_ index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        guard bounds.size.width >= 300, (16...64).contains(bounds.size.height) else { return }
        let times = parts(of: index).lazy.compactMap { self.ownText(of: $0) }
        let time = times.first { (3...8).contains($0.count) && $0.contains(":") && $0.first?.isNumber == true }
        if time == nil { drawing.guess("time", "9:41", "The dump does not say it.") }
        drawing.guess("signal and battery", "full", "The dump describes them in words.")
        let (size, ink) = (bounds.size, SystemColor.label)
        let isTall = size.height > 30
        let y = isTall ? size.height * 0.6 : size.height / 2
        let (clock, right) = (isTall ? 52.0 : size.width / 2, size.width - (isTall ? 20 : 8))
        drawClock(time ?? "9:41", size: isTall ? 16 : 12, at: Point(x: clock, y: y), ink, &drawing)
        drawBattery(Rect(x: right - 25, y: y - 5.5, width: 22, height: 11), ink, &drawing)
        drawSignal(
            isTall ? Rect(x: right - 72, y: y - 5, width: 17, height: 10) : Rect(x: 6, y: y - 5, width: 17, height: 10),
            ink,
            &drawing
        )
    }

    func drawClock(
        _ time: String = "9:41",
        size: Double,
        at center: Point,
        _ ink: DynamicColor,
        _ drawing: inout ViewDrawing
    ) {
        let baseline = Point(x: center.x, y: center.y + size * 0.36)
        drawing.line(time, TextFont(size: size, weight: 600), ink, centeredAt: baseline)
    }

    func drawBattery(_ box: Rect, _ ink: DynamicColor, _ drawing: inout ViewDrawing) {
        drawing.rect(box, radius: box.size.height / 3.5, stroke: ink.withAlpha(0.45))
        let charge = Rect(x: box.minX + 1.5, y: box.minY + 1.5, width: box.size.width - 3, height: box.size.height - 3)
        drawing.rect(charge, radius: charge.size.height / 4, fill: ink)
        drawing.rect(
            Rect(x: box.maxX + 1, y: box.center.y - 2, width: 1.3, height: 4),
            radius: 0.6,
            fill: ink.withAlpha(0.45)
        )
    }

    func drawSignal(_ box: Rect, _ ink: DynamicColor, _ drawing: inout ViewDrawing) {
        let step = box.size.width / 4
        for bar in 0..<4 {
            let height = box.size.height * (0.34 + 0.22 * Double(bar))
            drawing.rect(
                Rect(x: box.minX + Double(bar) * step, y: box.maxY - height, width: step * 0.66, height: height),
                radius: 1,
                fill: ink
            )
        }
    }

    private var hasStatusBar: Bool {
        roles.contains(.statusBar) || roles.contains(.statusItem)
            || tree.classNames.names.contains {
                $0 == "XCUIElementTypeStatusBar" || $0.hasPrefix("UIStatusBar") || $0.hasPrefix("_UIStatusBar")
                    || $0 == "STUIStatusBar"
            }
    }

    /// Black or white, whatever can be read on what lies under the top of the screen; the label colour on a colour that
    /// has both appearances.
    private func statusInk(of root: Int) -> DynamicColor {
        var ground: DynamicColor?
        let geometry = WindowGeometry(tree, root: root)
        for index in tree.subtree(of: root) where geometry.isVisible(index) {
            guard let fill = color(.backgroundColor, of: index), fill.light.alpha > 0.5,
                let frame = geometry.windowFrame(of: index), frame.minX <= 20, frame.minY <= 8, frame.maxY >= 16,
                frame.maxX >= tree.bounds(of: root).size.width - 20
            else { continue }
            ground = fill
        }
        guard let ground, ground.light == ground.dark, !(ground.light.luminance > 0.9 && ground.light.alpha < 1) else {
            return SystemColor.label
        }
        return DynamicColor(white: ground.light.luminance > 0.5 ? 0 : 1)
    }
}

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
        } else if isModern || design == .ios18 && roles[bar] == .tabBar && isAtTop(bar, bounds) {
            // The buttons of the other bars float by themselves.
            guard roles[bar] == .tabBar else { return }
            let reason = isModern ? "Tab bars float since iOS 26" : "Tab bars float at the top of an iPad since iOS 18"
            drawing.guess("background", "capsule", "\(reason); the dump names no colour.")
            let items = subviews(of: bar, most: 12).filter {
                roles[$0] == .tabItem || tree.className(of: $0) == "UITabBarButton"
            }
            let inset = min(21, bounds.size.width / 8)
            // Around its items, where the bar has some.
            let left = items.map { tree.frame(of: $0).minX - 4 }.min() ?? inset
            let right = items.map { tree.frame(of: $0).maxX + 4 }.max() ?? bounds.size.width - inset
            let (start, end) = (max(left, isModern ? inset : 0), min(right, bounds.size.width - (isModern ? inset : 0)))
            let capsule = Rect(x: start, y: 0, width: end - start, height: min(62, bounds.size.height))
            return drawGlass(capsule, &drawing)
        } else if isElement(bar), roles[bar] == .navigationBar, design > .ios7,
            isOnGroupedList || bounds.size.height > 60
        {
            drawing.guess("background", "none", "Bars show none while the list below them is at its top.")
            return
        } else {
            drawing.guess("background", "translucent chrome", "Bars have it; the dump names no colour.")
            fill = Self.chrome
        }
        let isAtTop = roles[bar] == .navigationBar
        // A bar that stands for its background reaches up to the top of the screen.
        let above = isAtTop && bar == index ? tree.frame(of: index).minY : 0
        let reach = (10...(isElement(bar) ? 80 : 62)).contains(above) ? above : 0
        // A toolbar that ends above the home indicator has its ground below, too.
        let below = roles[bar] == .toolbar && bar == index ? roomBelow(index) : 0
        let height = bounds.size.height + reach + ((15...40).contains(below) ? below : 0)
        drawing.rect(Rect(x: 0, y: -reach, width: bounds.size.width, height: height), fill: fill)
        let y = isAtTop ? bounds.maxY : -0.5
        guard !isModern else { return }
        drawing.rect(Rect(x: 0, y: y, width: bounds.size.width, height: 0.5), fill: SystemColor.separator)
    }

    /// The glass below the buttons of a bar, one piece for those that are neighbours.
    func drawGlassButtons(of bar: Int, _ drawing: inout ViewDrawing) {
        let whole = tree.bounds(of: bar).size
        let places = parts(of: bar, most: 200).compactMap { part -> Rect? in
            guard roles[part] == .button, isShown(part), !isElement(part) || !isBackButton(part),
                superview(of: part, within: 4, { $0 == .button || $0 == .segmentedControl }) == nil
            else { return nil }
            let place = place(of: part, in: bar)
            return place.size.width >= 16 && place.size.height >= 16 && place.minY < whole.height ? place : nil
        }.sorted { $0.minX < $1.minX }
        var pieces: [Rect] = []
        for place in places {
            if let last = pieces.last, place.minX - last.maxX < 12 {
                pieces[pieces.count - 1] = last.union(place)
            } else {
                pieces.append(place)
            }
        }
        for piece in pieces {
            let width = max(44, piece.size.width)
            let x = min(max(piece.center.x - width / 2, 0), max(0, whole.width - width))
            drawGlass(Rect(x: x, y: piece.center.y - 22, width: width, height: 44), &drawing)
        }
        if !pieces.isEmpty { drawing.guess("background", "glass", "Buttons of bars float since iOS 26.") }
    }

    /// Where a part lies in a view around it, as far as frames tell.
    private func place(of part: Int, in around: Int) -> Rect {
        var place = tree.frame(of: part)
        var next = tree.superview(of: part)
        while let view = next, view != around {
            let origin = tree.frame(of: view).origin
            place.origin = Point(x: place.minX + origin.x, y: place.minY + origin.y)
            next = tree.superview(of: view)
        }
        return place
    }

    /// How far a view that is as wide as the screen ends above its lower edge.
    private func roomBelow(_ index: Int) -> Double {
        guard let root = tree.root(of: index), case let whole = tree.bounds(of: root).size,
            tree.frame(of: index).size.width >= whole.width - 1
        else { return 0 }
        let end = isElement(index) ? screenFrame(of: index).maxY : place(of: index, in: root).maxY
        return whole.height - end
    }

    /// Whether a tab bar is at the top of an iPad.
    private func isAtTop(_ bar: Int, _ bounds: Rect) -> Bool {
        bounds.size.width >= 600 && tree.frame(of: bar).minY < 100
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
