/// Which of UIKit's two appearances a screen is drawn in.
public enum Appearance: String, Sendable, CaseIterable {
    case light, dark
}

/// The screen as SVG: the primitives of the drawing, view by view.
extension Wireframe {
    /// The appearance that is drawn; nil for both.
    private var appearance: Appearance? { screen?.appearance ?? options.appearance }

    /// What lies under all views: a screen is never empty.
    mutating func drawGround(_ box: Rect) {
        svg.raw("<rect")
        svg.attributes(box)
        paint(SystemColor.systemBackground)
        svg.raw("/>\n")
    }

    mutating func draw(_ drawing: ViewDrawing, of index: Int) {
        let id = tree.id(at: index) ?? index
        let isHighlighted = options.highlighted.contains(id)
        guard !drawing.isEmpty || isHighlighted, let transform = geometry.toWindow(of: index) else { return }
        let bounds = tree.bounds(of: index).standardized
        svg.raw("<g class=\"view\"")
        svg.attribute("data-view", String(id))
        place(Transform(translation: bounds.origin).then(transform))
        if opacity(of: index) < 1 { svg.attribute("opacity", opacity(of: index)) }
        svg.raw(">\n")
        for primitive in drawing.primitives { draw(primitive, href: options.pictures[id]) }
        if isHighlighted {
            svg.raw("<rect class=\"highlighted\" fill=\"none\" stroke=\"#0a6ae6\" stroke-width=\"2\"")
            svg.attributes(Rect(origin: .zero, size: bounds.size))
            svg.raw("/>\n")
        }
        svg.raw("</g>\n")
    }

    /// The status bar and what else the system draws over windows.
    mutating func drawSystemParts() {
        guard options.view == nil, let screen else { return }
        for root in tree.roots.suffix(1) {
            let drawing = screen.systemParts(of: root)
            guard !drawing.isEmpty, geometry.toWindow(of: root) != nil else { continue }
            svg.raw("<g class=\"system\">\n")
            for primitive in drawing.primitives { draw(primitive, href: nil) }
            svg.raw("</g>\n")
        }
    }

    private mutating func place(_ transform: Transform) {
        if transform.isTranslation {
            guard transform.tx != 0 || transform.ty != 0 else { return }
            svg.attribute("transform", "translate(\(NumberText.short(transform.tx)) \(NumberText.short(transform.ty)))")
        } else {
            svg.attribute(transform)
        }
    }

    private mutating func draw(_ primitive: DrawingPrimitive, href: String?) {
        switch primitive {
        case .rect(let rect, let radii, let fill, let stroke, let lineWidth):
            if radii.isUniform {
                svg.raw("<rect")
                svg.attributes(rect)
                if radii.topLeft > 0 { svg.attribute("rx", radii.topLeft) }
            } else {
                svg.raw("<path")
                svg.attribute("d", Self.outline(rect, radii))
            }
            paint(fill, stroke, lineWidth)
            svg.raw("/>\n")
        case .path(let path, let origin, let scale, let fill, let stroke, let lineWidth):
            svg.raw("<path")
            svg.attribute("d", path)
            let place = "translate(\(NumberText.short(origin.x)) \(NumberText.short(origin.y)))"
            svg.attribute("transform", scale == 1 ? place : "\(place) scale(\(NumberText.fine(scale)))")
            paint(fill, stroke, lineWidth)
            if stroke != nil { svg.raw(" stroke-linecap=\"round\" stroke-linejoin=\"round\"") }
            svg.raw("/>\n")
        case .text(let run):
            svg.raw("<text")
            svg.attribute("x", run.origin.x)
            svg.attribute("y", run.origin.y)
            svg.attribute("font-size", run.size)
            if run.weight != 400 { svg.attribute("font-weight", Double(run.weight)) }
            svg.attribute("textLength", run.width)
            svg.raw(" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\"")
            paint(run.color)
            svg.raw(">")
            svg.text(run.text)
            svg.raw("</text>\n")
        case .picture(let rect):
            guard let href else { return }
            svg.raw("<image preserveAspectRatio=\"none\"")
            svg.attributes(rect)
            svg.attribute("href", href)
            svg.raw("/>\n")
        }
    }

    /// An outline whose corners differ.
    private static func outline(_ rect: Rect, _ radii: Corners) -> String {
        func p(_ x: Double, _ y: Double) -> String { "\(NumberText.short(x)) \(NumberText.short(y))" }
        func arc(_ r: Double, _ x: Double, _ y: Double) -> String {
            r > 0 ? "A\(NumberText.short(r)) \(NumberText.short(r)) 0 0 1 \(p(x, y))" : ""
        }
        return "M\(p(rect.minX + radii.topLeft, rect.minY))H\(NumberText.short(rect.maxX - radii.topRight))"
            + arc(radii.topRight, rect.maxX, rect.minY + radii.topRight)
            + "V\(NumberText.short(rect.maxY - radii.bottomRight))"
            + arc(radii.bottomRight, rect.maxX - radii.bottomRight, rect.maxY)
            + "H\(NumberText.short(rect.minX + radii.bottomLeft))"
            + arc(radii.bottomLeft, rect.minX, rect.maxY - radii.bottomLeft)
            + "V\(NumberText.short(rect.minY + radii.topLeft))"
            + arc(radii.topLeft, rect.minX + radii.topLeft, rect.minY) + "Z"
    }

    /// Writes fill and stroke: as they are in the appearance that is drawn, with classes that follow the reader's.
    private mutating func paint(_ fill: DynamicColor?, _ stroke: DynamicColor? = nil, _ lineWidth: Double = 1) {
        if fill == nil { svg.raw(" fill=\"none\"") }
        var classes: [String] = []
        for (name, color) in [("fill", fill), ("stroke", stroke)] {
            guard let color else { continue }
            let shown = appearance == .dark ? color.dark : color.light
            svg.attribute(name, shown.hexadecimal)
            if shown.alpha < 1 { svg.attribute("\(name)-opacity", shown.alpha) }
            if appearance == nil, color.light != color.dark {
                classes.append("\(name.prefix(1))\(paints.number(of: color))")
            }
        }
        if stroke != nil, lineWidth != 1 { svg.attribute("stroke-width", lineWidth) }
        if !classes.isEmpty { svg.attribute("class", classes.joined(separator: " ")) }
    }

    /// The style sheet of the dark appearance.
    mutating func writePaints() {
        guard appearance == nil, !paints.values.isEmpty else { return }
        svg.raw("<style>@media (prefers-color-scheme: dark) {\n")
        for (number, color) in paints.values.enumerated() {
            let alpha = NumberText.short(color.dark.alpha)
            for name in ["fill", "stroke"] {
                svg.raw(
                    ".\(name.prefix(1))\(number) { \(name): \(color.dark.hexadecimal); \(name)-opacity: \(alpha) }\n"
                )
            }
        }
        svg.raw("}</style>\n")
    }
}
