public import ViewHierarchy

/// Keyboards and their keys.
extension ScreenDrawing {
    private static let panel = DynamicColor(RGBA(hex: 0xD1D4DB), dark: RGBA(hex: 0x2B2B2B))
    private static let cap = DynamicColor(RGBA(hex: 0xFFFFFF), dark: RGBA(hex: 0x6B6B6B))

    /// The rows of a keyboard for letters in the measures of one 402 points wide: where its cells begin and how wide each is.
    private static let rows: [[(x: Double, width: Double, key: String)]] = {
        func letters(_ start: Double, _ keys: String) -> [(x: Double, width: Double, key: String)] {
            keys.enumerated().map { (start + 40 * Double($0), 40, String($1)) }
        }
        return [
            letters(2, "QWERTYUIOP"), letters(22, "ASDFGHJKL"),
            [(2, 52, "shift")] + letters(62, "ZXCVBNM") + [(348, 52, "delete")],
            [(2, 50, "123"), (52, 50, "globe"), (102, 200, "space"), (302, 98, "return")],
        ]
    }()

    /// The ground of a keyboard, and keys where the dump has none.
    func drawKeyboard(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let round = Corners(top: isModern ? 26 : 0, bottom: 0)
        drawing.rect(bounds, radii: round, fill: color(.backgroundColor, of: index) ?? Self.panel)
        let parts = parts(of: index, most: 128)
        guard !parts.contains(where: { roles[$0] == .keyboard || roles[$0] == .key }) else { return }
        let said = tree.indices.lazy.compactMap { self.text(.keyboardType, of: $0)?.lowercased() }.first { _ in true }
        if let said, ["numberpad", "decimalpad", "phonepad", "4", "5", "8"].contains(said) {
            drawing.guess("keys", "numbers", "The dump has no keys; a field of it asks for a keyboard of numbers.")
            return Self.drawKeys(Self.pad, in: bounds, &drawing)
        }
        drawing.guess("keys", "letters", "The dump has no keys; a keyboard for text is shown.")
        Self.drawKeys(Self.rows, in: bounds, &drawing)
    }

    /// The rows of a keyboard for numbers, in the same measures.
    private static let pad: [[(x: Double, width: Double, key: String)]] = [
        [(2, 132, "1"), (135, 132, "2"), (268, 132, "3")], [(2, 132, "4"), (135, 132, "5"), (268, 132, "6")],
        [(2, 132, "7"), (135, 132, "8"), (268, 132, "9")], [(135, 132, "0"), (268, 132, "delete")],
    ]

    /// The docked keyboard of the system, in coordinates of its own, for what-if questions: a dump says nothing of it.
    public static func keyboard(_ size: Size) -> ViewDrawing {
        var drawing = ViewDrawing()
        let bounds = Rect(origin: .zero, size: size)
        drawing.rect(bounds, fill: panel)
        drawKeys(rows, in: bounds, &drawing)
        return drawing
    }

    private static func drawKeys(
        _ rows: [[(x: Double, width: Double, key: String)]],
        in bounds: Rect,
        _ drawing: inout ViewDrawing
    ) {
        let unit = bounds.size.width / 402
        // The bar of suggestions above the keys takes what they leave.
        let bar = bounds.size.height > 236 ? min(45, bounds.size.height - 216) : 0
        let pitch = min(54, (bounds.size.height - bar - 7) / 4)
        for (number, row) in rows.enumerated() {
            for key in row {
                let cell = Rect(
                    x: key.x * unit,
                    y: bar + 7 + Double(number) * pitch,
                    width: key.width * unit,
                    height: pitch
                )
                drawKey(key.key, in: cell, &drawing)
            }
        }
    }

    /// A key that the dump has a view for. The first of those that a tool lists among other elements has the ground of all:
    /// it covers what was listed before.
    func drawKey(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let key = ownText(of: index) ?? ""
        guard let keys else { return Self.drawKey(key, in: bounds, &drawing) }
        let frame = screenFrame(of: index)
        if index == keys.first {
            drawing.guess("background", "a keyboard", "Elements of one letter each, in rows, are its keys.")
            let area = keys.area
            let ground = Rect(
                x: -frame.minX,
                y: area.minY - frame.minY,
                width: area.size.width,
                height: area.size.height
            )
            drawing.rect(ground, fill: Self.panel)
        }
        if frame.maxY <= keys.top + 4 || bounds.size.height > 60 {
            // Words that are suggested, and the signs below the keys, have no caps.
            let baseline = Point(x: bounds.center.x, y: bounds.center.y + 6)
            guard bounds.size.height > 60 else {
                return drawing.line(
                    key,
                    TextFont(size: 17),
                    SystemColor.label,
                    centeredAt: baseline,
                    room: bounds.size.width
                )
            }
            let box = Rect(x: bounds.center.x - 12, y: bounds.center.y - 12, width: 24, height: 24)
            let sign = Symbol.named(frame.center.x < keys.area.center.x ? "globe" : "mic")
            if let sign { drawing.symbol(sign, in: box, color: SystemColor.secondaryLabel) }
        } else {
            Self.drawKey(key, in: bounds, &drawing)
        }
    }

    /// The cap in a key's cell, and what it says.
    private static func drawKey(_ key: String, in cell: Rect, _ drawing: inout ViewDrawing) {
        let cap = Rect(x: cell.minX + 3, y: cell.minY + 6, width: cell.size.width - 6, height: cell.size.height - 12)
        guard cap.size.width > 2, cap.size.height > 2 else { return }
        drawing.rect(cap, radius: 5, fill: Self.cap)
        let glyph = Rect(x: cap.center.x - 10, y: cap.center.y - 10, width: 20, height: 20)
        switch key.lowercased() {
        case "numbers", "more": return drawKey("123", in: cell, &drawing)
        case "emoji":
            drawing.disc(center: cap.center, radius: 8, stroke: SystemColor.label)
            drawing.path("M6 12C8 15 12 15 14 12", at: glyph.origin, stroke: SystemColor.label)
            for x in [-3.0, 3] {
                drawing.disc(
                    center: Point(x: cap.center.x + x, y: cap.center.y - 2),
                    radius: 1,
                    fill: SystemColor.label
                )
            }
        case "shift":
            drawing.path(
                "M10 2L18 11L14 11L14 17L6 17L6 11L2 11Z",
                at: glyph.origin,
                stroke: SystemColor.label,
                lineWidth: 1.5
            )
        case "delete":
            drawing.path(
                "M7 4L19 4L19 16L7 16L1 10ZM9 7L15 13M15 7L9 13",
                at: glyph.origin,
                stroke: SystemColor.label,
                lineWidth: 1.5
            )
        case "globe":
            if let globe = Symbol.named("globe") { drawing.symbol(globe, in: glyph, color: SystemColor.label) }
        default:
            let font = TextFont(size: key.count > 1 ? 16 : 22.5)
            guard font.width(of: key) < cap.size.width || cap.size.width > 60 else { return }
            let baseline = Point(x: cap.center.x, y: cap.center.y + font.size * 0.35)
            drawing.line(key, font, SystemColor.label, centeredAt: baseline, room: cap.size.width - 4)
        }
    }
}
