import ViewHierarchy

/// The system's own parts of a screen.
extension ScreenDrawing {
    /// The status bar and the home indicator over a window that has the size of a phone's screen and no view for them.
    ///
    /// In the coordinates of the root. Empty for other roots.
    public func systemParts(of root: Int) -> ViewDrawing {
        var drawing = ViewDrawing()
        // Test tools list what the system shows, too.
        guard tree.roots.contains(root), roles.indices.contains(root), roles[root] == .window, saysLooks,
            !isElement(root)
        else {
            return drawing
        }
        let size = tree.bounds(of: root).size
        guard (320...440).contains(size.width), (480...960).contains(size.height), size.height > size.width else {
            return drawing
        }
        guard !hasStatusBar else { return drawing }
        let ink = statusInk(of: root)
        drawing.guess("status bar", "9:41", "The dump has no views for it.")
        if size.height < 780 {
            drawClock(size: 12, at: Point(x: size.width / 2, y: 10), ink, &drawing)
            drawBattery(Rect(x: size.width - 30, y: 5, width: 22, height: 10), ink, &drawing)
            drawSignal(Rect(x: 6, y: 5, width: 17, height: 10), ink, &drawing)
            return drawing
        }
        // The measures of a screen 402 points wide; before the island the ears are as wide.
        let unit = size.width / 402
        let hasIsland = size.height >= 852 && size.width != 414 && size.width != 428
        let middle = hasIsland ? 32.5 : 24
        drawClock(size: 17, at: Point(x: (hasIsland ? 70 : 60) * unit, y: middle), ink, &drawing)
        if hasIsland {
            let island = Rect(x: size.width / 2 - 62.65, y: 14, width: 125.3, height: 36.7)
            drawing.rect(island, radius: 18.35, fill: DynamicColor(white: 0))
        }
        let right = hasIsland ? 0.0 : 18
        drawSignal(Rect(x: 288.3 * unit + right, y: middle - 6.2, width: 19.3, height: 12.3), ink, &drawing)
        if let wifi = Symbol.named("wifi") {
            drawing.symbol(wifi, in: Rect(x: 315 * unit + right, y: middle - 9, width: 17, height: 17), color: ink)
        }
        drawBattery(Rect(x: 339.3 * unit + right, y: middle - 6.5, width: 25, height: 13), ink, &drawing)
        drawing.rect(Rect(x: size.width / 2 - 67, y: size.height - 13, width: 134, height: 5), radius: 2.5, fill: ink)
        return drawing
    }

    /// The status bar of a test tool, in its own frame: what it says is words about pictures, but for the time.
    func drawStatusBar(_ index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        guard bounds.size.width >= 300, (16...64).contains(bounds.size.height) else { return }
        let times = parts(of: index).lazy.compactMap { self.ownText(of: $0) }
        let time = times.first { (3...8).contains($0.count) && $0.contains(":") && $0.first?.isNumber == true }
        if time == nil { drawing.guess("time", "9:41", "The dump does not tell it.") }
        drawing.guess("signal and battery", "full", "The dump tells them in words.")
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

    private func drawClock(
        _ time: String = "9:41",
        size: Double,
        at center: Point,
        _ ink: DynamicColor,
        _ drawing: inout ViewDrawing
    ) {
        let width = SystemFont.width(of: time, isBold: true) * size
        drawing.text(
            TextRun(
                text: time,
                origin: Point(x: center.x - width / 2, y: center.y + size * 0.36),
                width: width,
                size: size,
                weight: 600,
                color: ink
            )
        )
    }

    private func drawBattery(_ box: Rect, _ ink: DynamicColor, _ drawing: inout ViewDrawing) {
        drawing.rect(box, radius: box.size.height / 3.5, stroke: ink.withAlpha(0.45))
        let charge = Rect(x: box.minX + 1.5, y: box.minY + 1.5, width: box.size.width - 3, height: box.size.height - 3)
        drawing.rect(charge, radius: charge.size.height / 4, fill: ink)
        drawing.rect(
            Rect(x: box.maxX + 1, y: box.center.y - 2, width: 1.3, height: 4),
            radius: 0.6,
            fill: ink.withAlpha(0.45)
        )
    }

    private func drawSignal(_ box: Rect, _ ink: DynamicColor, _ drawing: inout ViewDrawing) {
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
        tree.classNames.names.contains {
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
