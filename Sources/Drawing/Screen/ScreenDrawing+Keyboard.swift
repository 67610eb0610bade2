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
        drawing.rect(bounds, fill: color(.backgroundColor, of: index) ?? Self.panel)
        let parts = parts(of: index, most: 128)
        guard !parts.contains(where: { roles[$0] == .keyboard || roles[$0] == .key }) else { return }
        drawing.guess("keys", "letters", "The dump has no keys; a keyboard for text is shown.")
        Self.drawKeys(in: bounds, &drawing)
    }

    /// The docked keyboard of the system, in coordinates of its own, for what-if questions: a dump says nothing of it.
    public static func keyboard(_ size: Size) -> ViewDrawing {
        var drawing = ViewDrawing()
        let bounds = Rect(origin: .zero, size: size)
        drawing.rect(bounds, fill: panel)
        drawKeys(in: bounds, &drawing)
        return drawing
    }

    private static func drawKeys(in bounds: Rect, _ drawing: inout ViewDrawing) {
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

    /// A key that the dump has a view for.
    func drawKey(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        Self.drawKey(ownText(of: index) ?? "", in: bounds, &drawing)
    }

    /// The cap in a key's cell, and what it says.
    private static func drawKey(_ key: String, in cell: Rect, _ drawing: inout ViewDrawing) {
        let cap = Rect(x: cell.minX + 3, y: cell.minY + 6, width: cell.size.width - 6, height: cell.size.height - 12)
        guard cap.size.width > 2, cap.size.height > 2 else { return }
        drawing.rect(cap, radius: 5, fill: Self.cap)
        let glyph = Rect(x: cap.center.x - 10, y: cap.center.y - 10, width: 20, height: 20)
        switch key {
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
            if let globe = Symbol.named(key) { drawing.symbol(globe, in: glyph, color: SystemColor.label) }
        default:
            let size = key.count > 1 ? 16.0 : 22.5
            let width = SystemFont.width(of: key) * size
            guard width < cap.size.width else { return }
            drawing.text(
                TextRun(
                    text: key,
                    origin: Point(x: cap.center.x - width / 2, y: cap.center.y + size * 0.35),
                    width: width,
                    size: size,
                    weight: 400,
                    color: SystemColor.label
                )
            )
        }
    }
}
