/// Pictures and symbols, what leads further in rows, and the system's own status bar.
extension ScreenDrawing {
    /// Seen on every ground, loud on none.
    private static let placeholder = SystemColor.tertiarySystemFill

    func drawImage(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let own = color(.backgroundColor, of: index)
        let image = text(.image, of: index) ?? text(.symbol, of: index).map { "symbol \"\($0)\"" }
        let size = bounds.size
        if let image, let name = Self.symbolName(in: image) {
            let color = roles[index] == .tabImage ? tabColor(of: index, &drawing) : tint(of: index)
            if let symbol = Symbol.named(name) {
                drawing.symbol(symbol, in: bounds, color: color)
            } else {
                drawing.guess("image", name, "A symbol that is not among those drawn here.")
                drawPlaceholder(name, bounds, &drawing)
            }
            return
        }
        if image == nil, namesImages || own != nil { return }
        // The back button's corner is as large on every system since iOS 7.
        if abs(size.width - 13) < 0.6, abs(size.height - 21) < 0.6, isInside(index, "_UIButtonBar", "_UIBackButton", "_UIModernBarButton", "UINavigationBar", "_UINavigationBar") {
            drawing.guess("image", "chevron", "An image as large as the corner of a back button, in a bar.")
            drawing.path("M11 2L3 10.5L11 19", at: .zero, stroke: tint(of: index), lineWidth: 3)
            return
        }
        if isChevron(size), superview(of: index, within: 3, { $0 == .cell }) != nil {
            drawing.guess("image", "chevron", "An image as large as a row's chevron.")
            drawChevron(in: bounds, &drawing)
            return
        }
        // Hairlines, shadows and the parts of controls.
        guard size.width >= 8, size.height >= 8 else { return }
        guard superview(of: index, within: 3, { $0 == .slider || $0 == .toggle || $0 == .barBackground || $0 == .textField || $0 == .segmentedControl || $0 == .table }) == nil
            || superview(of: index, within: 3, { $0 == .cell }) != nil
        else { return }
        drawing.guess("image", "placeholder", "The dump does not carry the picture.")
        drawPlaceholder(image.flatMap(Self.fileName) ?? "", bounds, &drawing)
    }

    /// A quiet box with its name, or with the sign of a picture.
    private func drawPlaceholder(_ name: String, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        drawing.rect(bounds, radius: min(4, bounds.size.height / 6), fill: Self.placeholder)
        let side = min(bounds.size.width, bounds.size.height)
        let size = 9.0
        let line = SystemFont.cut(name, room: (bounds.size.width - 6) / size)
        let hasName = line.count > 2 && bounds.size.height >= 40 && bounds.size.width >= 40
        if side >= 20 {
            let glyph = min(28, side * 0.45)
            let y = bounds.center.y - glyph / 2 - (hasName ? 6 : 0)
            drawing.symbol(.photo, in: Rect(x: bounds.center.x - glyph / 2, y: y, width: glyph, height: glyph), color: SystemColor.tertiaryLabel)
        }
        guard hasName else { return }
        let width = SystemFont.width(of: line) * size
        drawing.text(
            TextRun(
                text: line, origin: Point(x: bounds.center.x - width / 2, y: bounds.center.y + min(28, side * 0.45) / 2 + 6),
                width: width, size: size, weight: 400, color: SystemColor.secondaryLabel))
    }

    func drawPlaceholder(_ role: ViewRole, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        drawing.rect(bounds, fill: Self.placeholder)
        let kind = role == .map ? "map" : role == .web ? "globe" : "play"
        drawing.guess("content", "placeholder", "The dump does not carry what such a view shows.")
        let side = min(40, bounds.size.width * 0.4, bounds.size.height * 0.4)
        let box = Rect(x: bounds.center.x - side / 2, y: bounds.center.y - side / 2, width: side, height: side)
        if let symbol = Symbol.named(kind) { drawing.symbol(symbol, in: box, color: SystemColor.tertiaryLabel) }
    }

    /// `plus.circle` in `<UIImage:0x60 symbol "plus.circle"; (18 18)@2>`.
    private static func symbolName(in image: String) -> String? {
        guard let start = image.firstRange(of: "symbol \"")?.upperBound ?? image.firstRange(of: "system: ")?.upperBound else { return nil }
        let name = image[start...].prefix { $0 != "\"" && $0 != ";" && $0 != ">" && $0 != ")" }
        return name.isEmpty || name.count > 80 ? nil : String(name)
    }

    /// The name of a picture, where the dump tells one.
    private static func fileName(_ image: String) -> String? {
        if let start = image.firstRange(of: "named(")?.upperBound { return String(image[start...].prefix { $0 != ")" && $0 != ":" && $0 != " " }) }
        guard !image.hasPrefix("<"), image.count < 80 else { return nil }
        return image
    }

    // Rows

    private func isChevron(_ size: Size) -> Bool { (6...13).contains(size.width) && (10...16).contains(size.height) }

    private func drawChevron(in box: Rect, _ drawing: inout ViewDrawing) {
        let y = box.center.y
        drawing.path(
            "M0 -5L5 0L0 5", at: Point(x: box.center.x - 2.5, y: y), stroke: SystemColor.tertiaryLabel.withAlpha(0.45), lineWidth: 2)
    }

    /// A chevron where the content leaves room for one and no view stands there; a separator where the list has none.
    func drawAccessory(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let subviews = tree.subviews(of: index)
        let isListed = superview(of: index, within: 3) { $0 == .table }
        if let table = isListed, !hasSeparators(in: table), bounds.size.height >= 20 {
            drawing.guess("separator", "at the lower edge", "The dump has no views for the list's separators.")
            let y = bounds.size.height - 0.5
            drawing.rect(Rect(x: 16, y: y, width: bounds.size.width - 16, height: 0.5), fill: SystemColor.separator)
        }
        let said = text(.accessoryType, of: index)?.lowercased() ?? ""
        let content = subviews.first { roles[$0] == .cellContent }
        let gap = content.map { bounds.size.width - tree.frame(of: $0).maxX } ?? 0
        let saysChevron = said.contains("disclosureindicator") || said == "1"
        let saysCheck = said.contains("checkmark") || said == "3"
        guard saysChevron || saysCheck || (26...31).contains(gap) else { return }
        let hasView = subviews.contains { part in
            tree.frame(of: part).minX > bounds.size.width - 46 && roles[part] != .separator && tree.frame(of: part).size.width < 46
        }
        guard !hasView else { return }
        if saysCheck {
            let box = Rect(x: bounds.size.width - 36, y: bounds.center.y - 8, width: 16, height: 16)
            drawing.symbol(.checkmark, in: box, color: tint(of: index))
            return
        }
        if !saysChevron { drawing.guess("accessory", "chevron", "The content leaves as much room as a chevron takes.") }
        drawChevron(in: Rect(x: bounds.size.width - 32, y: bounds.center.y - 7, width: 12, height: 14), &drawing)
    }

    /// Whether a list has separators among its first views: it has them for all rows or for none.
    private func hasSeparators(in table: Int) -> Bool {
        parts(of: table, most: 200).contains { roles[$0] == .separator }
    }

    // The system's own parts of a screen

    /// The status bar and the home indicator over a window that has the size of a phone's screen and no view for them.
    ///
    /// In the coordinates of the root. Empty for other roots.
    public func systemParts(of root: Int) -> ViewDrawing {
        var drawing = ViewDrawing()
        guard tree.roots.contains(root), roles.indices.contains(root), roles[root] == .window, saysLooks else { return drawing }
        let size = tree.bounds(of: root).size
        guard (320...440).contains(size.width), (480...960).contains(size.height), size.height > size.width else { return drawing }
        guard !hasStatusBar else { return drawing }
        let ink = statusInk(of: root)
        drawing.guess("status bar", "9:41", "The dump has no views for it.")
        let hasNotch = size.height >= 780
        let fontSize = hasNotch ? 17.0 : 12
        let width = SystemFont.width(of: "9:41", isBold: true) * fontSize
        let middle = size.height >= 844 && size.width >= 393 ? 32.5 : hasNotch ? 24 : 10
        let x = hasNotch ? size.width * 0.17 : size.width / 2
        drawing.text(
            TextRun(
                text: "9:41", origin: Point(x: x - width / 2, y: middle + fontSize * 0.36), width: width, size: fontSize,
                weight: 600, color: ink))
        let right = hasNotch ? size.width - 36 : size.width - 6
        drawing.rect(Rect(x: right - 25, y: middle - 5.5, width: 22, height: 11), radius: 3, stroke: ink.withAlpha(0.45))
        drawing.rect(Rect(x: right - 23.5, y: middle - 4, width: 19, height: 8), radius: 1.5, fill: ink)
        guard hasNotch else { return drawing }
        for bar in 0..<4 {
            let height = 4 + Double(bar) * 2.6
            drawing.rect(
                Rect(x: right - 72 + Double(bar) * 5, y: middle + 6 - height, width: 3.2, height: height), radius: 1, fill: ink)
        }
        if let wifi = Symbol.named("wifi") {
            drawing.symbol(wifi, in: Rect(x: right - 48, y: middle - 9, width: 17, height: 17), color: ink)
        }
        drawing.rect(Rect(x: size.width / 2 - 67, y: size.height - 13, width: 134, height: 5), radius: 2.5, fill: ink)
        return drawing
    }

    private var hasStatusBar: Bool {
        tree.classNames.names.contains { $0.hasPrefix("UIStatusBar") || $0.hasPrefix("_UIStatusBar") || $0 == "STUIStatusBar" }
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
        guard let ground, ground.light == ground.dark, !(ground.light.luminance > 0.9 && ground.light.alpha < 1) else { return SystemColor.label }
        return DynamicColor(white: ground.light.luminance > 0.5 ? 0 : 1)
    }
}
