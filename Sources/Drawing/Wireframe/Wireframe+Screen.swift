import Diagnostics
import ViewHierarchy

/// Which of UIKit's two appearances a screen is drawn in.
public enum Appearance: String, Sendable, CaseIterable {
    case light, dark
}

/// A blur as a filter has it.
struct ShadowBlur: Hashable, Sendable {
    /// The standard deviation in points.
    let deviation: Double
    /// How far it reaches beyond what is blurred, in lengths of that, rounded up to powers of two so that few filters do.
    let reach: Size

    init(_ deviation: Double, of size: Size) {
        func reach(_ length: Double) -> Double {
            var reach = 0.25
            while reach * length < 3 * deviation, reach < 1e6 { reach *= 2 }
            return reach
        }
        self.deviation = deviation
        self.reach = Size(width: reach(size.width), height: reach(size.height))
    }
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

    /// A screenshot as wide as the screen; turned when one stands and the other lies, as such pictures come from devices.
    mutating func draw(_ screenshot: WireframeOptions.Screenshot, in box: Rect) {
        let size = screenshot.size
        guard size.width > 0, size.height > 0 else { return }
        let isTurned =
            (size.width > size.height) != (box.size.width > box.size.height) && abs(size.width - size.height) > 1
            && abs(box.size.width - box.size.height) > 1
        let scale = box.size.width / (isTurned ? size.height : size.width)
        svg.raw("<image class=\"screenshot\" preserveAspectRatio=\"none\"")
        svg.attributes(Rect(origin: .zero, size: size))
        svg.attribute(
            isTurned
                ? Transform(a: 0, b: scale, c: -scale, d: 0, tx: box.minX + size.height * scale, ty: box.minY)
                : Transform(a: scale, b: 0, c: 0, d: scale, tx: box.minX, ty: box.minY)
        )
        svg.attribute("href", screenshot.href)
        svg.raw("/>\n")
    }

    mutating func draw(_ drawing: ViewDrawing, of index: Int) {
        let id = tree.id(at: index) ?? index
        let isHighlighted = options.highlighted.contains(id)
        // Nothing over pixels that show it.
        let drawing = options.screenshot == nil ? drawing : ViewDrawing()
        guard !drawing.isEmpty || isHighlighted, let transform = geometry.toWindow(of: index) else { return }
        let bounds = tree.bounds(of: index).standardized
        svg.raw("<g class=\"view\"")
        svg.attribute("data-view", String(id))
        place(Transform(translation: bounds.origin).then(transform))
        if opacity(of: index) < 1 { svg.attribute("opacity", opacity(of: index)) }
        svg.raw(">\n")
        let href = options.pictures[id]
        // Only a picture of its own is cut by the view itself.
        let round = href == nil ? 0 : screen?.cutCorners(of: index) ?? 0
        for primitive in drawing.primitives { draw(primitive, href: href, round: round) }
        if isHighlighted {
            svg.raw("<rect class=\"highlighted\" fill=\"none\" stroke=\"#0a6ae6\" stroke-width=\"2\"")
            svg.attributes(Rect(origin: .zero, size: bounds.size))
            svg.raw("/>\n")
        }
        svg.raw("</g>\n")
    }

    /// The status bar and what else the system draws over windows.
    mutating func drawSystemParts() {
        guard options.view == nil || options.systemScreen != nil, options.screenshot == nil, let screen else { return }
        for root in options.view == nil ? tree.roots.suffix(1) : [geometry.range.lowerBound] {
            let drawing =
                options.systemScreen.map { screen.systemParts(of: root, on: $0) } ?? screen.systemParts(of: root)
            guard !drawing.isEmpty, geometry.toWindow(of: root) != nil else { continue }
            svg.raw("<g class=\"system\">\n")
            for primitive in drawing.primitives { draw(primitive, href: nil, round: 0) }
            svg.raw("</g>\n")
        }
    }

    /// The keyboard that lies over all of it.
    mutating func drawKeyboard() {
        guard let frame = options.keyboard, frame.isFinite else { return }
        svg.raw("<g class=\"keyboard\"")
        place(Transform(translation: frame.origin))
        svg.raw(">\n")
        let drawing = ScreenDrawing.keyboard(frame.size, for: tree, design: screen?.design)
        for primitive in drawing.primitives { draw(primitive, href: nil, round: 0) }
        svg.raw("</g>\n")
    }

    private mutating func place(_ transform: Transform) {
        if transform.isTranslation {
            guard transform.tx != 0 || transform.ty != 0 else { return }
            svg.attribute("transform", "translate(\(NumberText.short(transform.tx)) \(NumberText.short(transform.ty)))")
        } else {
            svg.attribute(transform)
        }
    }

    private mutating func draw(_ primitive: DrawingPrimitive, href: String?, round: Double) {
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
            if drawBar(for: run.text, at: run.origin, run.width, run.size, run.color) { return }
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
            let clip = round > 0 ? openRoundClip(rect, round) : nil
            svg.raw("<image preserveAspectRatio=\"none\"")
            svg.attributes(rect)
            svg.attribute("href", href)
            if let clip { svg.attribute("clip-path", "url(#\(clip))") }
            svg.raw("/>\n")
        case .shadow(let rect, let radius, let color, let offset, let blur):
            let moved = Rect(origin: Point(x: rect.minX + offset.x, y: rect.minY + offset.y), size: rect.size)
            let filter = blur > 0 ? writeBlur(blur, of: rect.size) : nil
            svg.raw("<rect")
            svg.attributes(moved)
            if radius > 0 { svg.attribute("rx", radius) }
            paint(color)
            if let filter { svg.attribute("filter", "url(#\(filter))") }
            svg.raw("/>\n")
        }
    }

    /// Draws a quiet bar, whose title has the words, for a line with letters that the reader has no font for.
    ///
    /// - Parameter start: Where the line begins, on its baseline.
    /// - Returns: False where all letters can be shown.
    mutating func drawBar(
        for text: String,
        at start: Point,
        _ width: Double,
        _ size: Double,
        _ color: DynamicColor,
        _ transform: Transform? = nil
    ) -> Bool {
        guard options.missing.isMissing(in: text) else { return false }
        svg.raw("<rect")
        svg.attributes(Rect(x: start.x, y: start.y - size * 0.75, width: width, height: size * 0.8))
        svg.attribute("rx", size * 0.2)
        if let transform { svg.attribute(transform) }
        paint(color.withAlpha(0.25), classes: ["words"])
        svg.raw(" stroke=\"none\"><title>")
        svg.text(text)
        svg.raw("</title></rect>\n")
        return true
    }

    /// Writes the filter of a blur once and gives its id.
    private mutating func writeBlur(_ deviation: Double, of size: Size) -> String {
        let blur = ShadowBlur(deviation, of: size)
        let isNew = blurs.values.count
        let number = blurs.number(of: blur)
        let id = "\(options.idPrefix)-blur-\(number)"
        if number == isNew {
            svg.raw("<filter color-interpolation-filters=\"sRGB\"")
            svg.attribute("x", -blur.reach.width)
            svg.attribute("y", -blur.reach.height)
            svg.attribute("width", 1 + 2 * blur.reach.width)
            svg.attribute("height", 1 + 2 * blur.reach.height)
            svg.attribute("id", id)
            svg.raw("><feGaussianBlur")
            svg.attribute("stdDeviation", deviation)
            svg.raw("/></filter>\n")
        }
        return id
    }

    private mutating func openRoundClip(_ rect: Rect, _ radius: Double) -> String {
        clips += 1
        let id = "\(options.idPrefix)-round-\(clips)"
        svg.raw("<clipPath")
        svg.attribute("id", id)
        svg.raw("><rect")
        svg.attributes(rect)
        svg.attribute("rx", radius)
        svg.raw("/></clipPath>\n")
        return id
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
    /// - Parameter classes: what else the element is.
    mutating func paint(
        _ fill: DynamicColor?,
        _ stroke: DynamicColor? = nil,
        _ lineWidth: Double = 1,
        classes: [String] = []
    ) {
        if fill == nil { svg.raw(" fill=\"none\"") }
        var classes = classes
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
