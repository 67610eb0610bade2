package import Diagnostics
public import ViewHierarchy

/// How the views of a picture are drawn.
public enum DrawingStyle: String, Sendable, CaseIterable {
    /// As UIKit draws them, from what the dump knows.
    case screen
    /// As thin panes of glass.
    case wireframe
    /// As outlines with their texts.
    case outlines
}

/// What a wireframe shows.
public struct WireframeOptions: Sendable, Hashable {
    /// How the views are drawn.
    public var style = DrawingStyle.wireframe
    /// The appearance of the ground that the picture lies on, and that a screen is drawn in; nil follows the reader's own.
    public var appearance: Appearance?
    /// The pictures of views that the dump carries, by the ids of the views: addresses or data URIs.
    public var pictures: [Int: String] = [:]
    /// What the dump was taken on, which tells whose controls a screen has.
    public var device: DumpDevice?
    /// Whose controls a screen has; nil leaves that to what the dump shows.
    public var design: SystemDesign?
    /// Shows only the view with this id and what is below it, upright and in its own coordinates; nil shows all.
    public var view: Int?
    /// The picture of the screen that lies under it all; nil for none.
    public var screenshot: Screenshot?
    /// Where a keyboard lies over the views, in window coordinates; nil for none.
    public var keyboard: Rect?
    /// The screen of the device that the drawn root was laid out for, whose own parts lie over it; nil draws them over windows
    /// only, as far as these tell their device.
    package var systemScreen: SystemScreen?
    /// The letters that the reader has no font for: lines with one of them are quiet bars.
    package var missing = LetterRanges()
    /// The ids of the views to stand out.
    public var highlighted: Set<Int>
    /// What lies over the views, each a link; a picture with marks is a group of links and no image.
    public var marks: [WireframeMark] = []
    /// Whether views show their text.
    public var showsLabels: Bool
    /// How many views are drawn, in tree order; a comment in the picture says so when there are more.
    public var maximumViews: Int
    /// What the picture is called for people who do not see it; nil names the view it starts from.
    public var title: String?
    /// What the ids inside the picture begin with: different for two pictures in one page.
    public var idPrefix: String

    /// A picture of the screen.
    public struct Screenshot: Sendable, Hashable {
        /// Its address or data URI.
        public var href: String
        /// Its size in pixels.
        public var size: Size

        /// Creates a picture.
        public init(href: String, size: Size) {
            self.href = href
            self.size = size
        }
    }

    /// Creates options.
    public init(
        view: Int? = nil,
        highlighted: Set<Int> = [],
        showsLabels: Bool = true,
        maximumViews: Int = 20_000,
        title: String? = nil,
        idPrefix: String = "wireframe"
    ) {
        self.view = view
        self.highlighted = highlighted
        self.showsLabels = showsLabels
        self.maximumViews = maximumViews
        self.title = title
        self.idPrefix = idPrefix
    }
}

/// A picture of a view tree in SVG 1.1: as thin translucent panes, as outlines, or as the screen that it came from.
///
/// Each visible view is one `rect` with `class="pane"` and its id in `data-view`, or in a picture of the screen a `g` with
/// `class="view"`, drawn in its own coordinates so that turned views look turned. All looks are presentation attributes,
/// which style sheets override.
public struct Wireframe: Sendable {
    /// Clipping views inside one another nest groups; XML readers accept only so many levels.
    private static let maximumClipDepth = 64
    /// The colour of texts on panes.
    private static let ink = DynamicColor(RGBA(hex: 0x1D2733, percent: 85), dark: RGBA(hex: 0xE3E9F1, percent: 85))

    let tree: ViewTree
    let options: WireframeOptions
    let geometry: WindowGeometry
    /// The clipping views that something would stick out of.
    private let cutting: [Bool]
    /// The opacity of each view, those of its superviews multiplied in.
    private let opacities: [Double]
    var svg = SVGWriter()
    private var drawn = 0
    /// The rules by which a screen is drawn; nil for the other styles.
    let screen: ScreenDrawing?
    /// The colours that differ between the appearances; their numbers are their classes in the picture's style sheet.
    var paints = Interned<DynamicColor>()
    /// The blurs of shadows; their numbers are in the ids of their filters.
    var blurs = Interned<ShadowBlur>()
    /// How many pictures were cut at round corners.
    var clips = 0

    /// The picture of a tree: a whole document whose root element is `svg`, in UTF-8.
    ///
    /// An unknown `view` gives an empty picture.
    /// - Parameter drawing: How the views of this tree are drawn on a screen, where that is prepared already.
    public static func svg(
        of tree: ViewTree,
        options: WireframeOptions = WireframeOptions(),
        drawing: ScreenDrawing? = nil
    ) -> [UInt8] {
        var wireframe = Wireframe(tree, options, drawing)
        wireframe.draw()
        return wireframe.svg.bytes
    }

    private init(_ tree: ViewTree, _ options: WireframeOptions, _ drawing: ScreenDrawing?) {
        self.tree = tree
        self.options = options
        geometry = WindowGeometry(tree, root: options.view.map { tree.index(ofID: $0) ?? -1 })
        opacities = Self.opacities(of: tree, geometry.range)
        let pictures = Set(options.pictures.keys)
        screen =
            options.style == .screen
            ? drawing
                ?? ScreenDrawing(tree, pictures: pictures, device: options.device, design: options.design) : nil
        cutting = Self.cuttingViews(of: tree, geometry, screen)
    }

    private static func opacities(of tree: ViewTree, _ range: Range<Int>) -> [Double] {
        var opacities = [Double](repeating: 1, count: range.count)
        for index in range {
            let superview = Int(tree.superviewIndexes[index])
            let above = superview < range.lowerBound ? 1 : opacities[superview - range.lowerBound]
            let alpha = tree.alpha(of: index)
            opacities[index - range.lowerBound] = alpha < 1 ? above * alpha : above
        }
        return opacities
    }

    /// Which clipping views have a visible subview that reaches beyond them, found from the leaves up.
    private static func cuttingViews(
        of tree: ViewTree,
        _ geometry: WindowGeometry,
        _ screen: ScreenDrawing?
    ) -> [Bool] {
        let range = geometry.range
        var cutting = [Bool](repeating: false, count: range.count)
        // What each view and its visible subviews cover together.
        var extents = [Rect?](repeating: nil, count: range.count)
        for index in range.reversed() {
            let slot = index - range.lowerBound
            let below = extents[slot]
            var extent = geometry.isVisible(index) ? geometry.windowFrame(of: index) : nil
            if let below {
                let frame = geometry.windowFrame(of: index) ?? .zero
                let isRoot = tree.superviewIndexes[index] < range.lowerBound
                let round = screen?.cutCorners(of: index) ?? 0
                if isRoot || round > 0 || tree.flagSets[index].contains(.clipsToBounds) {
                    let isUpright = geometry.toWindow(of: index)?.isTranslation ?? true
                    // A corner's arc comes no nearer to the corner than this.
                    let away = round * (1 - 0.5.squareRoot())
                    cutting[slot] = !isUpright || !frame.inset(by: away).contains(below)
                } else {
                    extent = extent?.union(below) ?? below
                }
            }
            extents[slot] = extent
            guard let extent, let superview = tree.superview(of: index), superview >= range.lowerBound else { continue }
            let superslot = superview - range.lowerBound
            extents[superslot] = extents[superslot]?.union(extent) ?? extent
        }
        return cutting
    }

    private mutating func draw() {
        let box = viewBox
        svg.raw("<svg xmlns=\"http://www.w3.org/2000/svg\"")
        svg.attribute("viewBox", [box.minX, box.minY, box.size.width, box.size.height])
        svg.attribute("width", box.size.width)
        svg.attribute("height", box.size.height)
        svg.raw(options.marks.isEmpty ? " role=\"img\"" : " role=\"group\"")
        svg.raw(" class=\"wireframe\" font-family=\"system-ui, sans-serif\">\n<title>")
        svg.text(options.title ?? "\(tree.classTitle(of: geometry.range.lowerBound).shown) wireframe")
        svg.raw("</title>\n")
        if screen != nil { drawGround(box) }
        if let screenshot = options.screenshot { draw(screenshot, in: box) }
        if screen != nil {
            drawViews()
            drawSystemParts()
        } else {
            let fill = options.style == .outlines ? "none" : "#0a7aff"
            svg.raw("<g fill=\"\(fill)\" fill-opacity=\"0.035\" stroke=\"#3a6ea5\" stroke-opacity=\"0.6\">\n")
            drawViews()
            svg.raw("</g>\n")
        }
        drawKeyboard()
        drawMarks()
        writePaints()
        svg.raw("</svg>\n")
    }

    /// What the picture shows: the bounds of the roots, which all begin near the same corner.
    var viewBox: Rect {
        var box: Rect?
        for root in options.view == nil ? tree.roots : [geometry.range.lowerBound] {
            guard let frame = geometry.windowFrame(of: root), !frame.isEmpty else { continue }
            box = box?.union(frame) ?? frame
        }
        return box ?? Rect(x: 0, y: 0, width: 1, height: 1)
    }

    private mutating func drawViews() {
        // Where the open clip groups end; the groups of superviews lie below those of their subviews.
        var openGroups: [Int] = []
        for index in geometry.range {
            while let end = openGroups.last, end <= index {
                svg.raw("</g>\n")
                openGroups.removeLast()
            }
            if geometry.isVisible(index) {
                guard drawn < options.maximumViews else {
                    svg.raw("<!-- More views than the limit of \(options.maximumViews) are left out. -->\n")
                    break
                }
                if let screen { draw(screen.drawing(of: index), of: index) } else { draw(index) }
                drawn += 1
            }
            if cutting[index - geometry.range.lowerBound], openGroups.count < Self.maximumClipDepth {
                openClip(of: index)
                openGroups.append(tree.subtree(of: index).upperBound)
            }
        }
        svg.raw(String(repeating: "</g>\n", count: openGroups.count))
    }

    private mutating func openClip(of index: Int) {
        guard let transform = geometry.toWindow(of: index) else {
            svg.raw("<g>\n")
            return
        }
        let id = "\(options.idPrefix)-clip-\(index)"
        svg.raw("<clipPath")
        svg.attribute("id", id)
        svg.raw("><rect")
        place(tree.bounds(of: index), transform)
        if let round = screen?.cutCorners(of: index), round > 0 { svg.attribute("rx", round) }
        svg.raw("/></clipPath>\n<g")
        svg.attribute("clip-path", "url(#\(id))")
        svg.raw(">\n")
    }

    /// Writes position and size: moved where moving is all, with a matrix otherwise.
    mutating func place(_ bounds: Rect, _ transform: Transform) {
        if transform.isTranslation {
            svg.attributes(transform.apply(to: bounds).standardized)
        } else {
            svg.attributes(bounds.standardized)
            svg.attribute(transform)
        }
    }

    private mutating func draw(_ index: Int) {
        guard let transform = geometry.toWindow(of: index) else { return }
        let id = tree.id(at: index) ?? index
        let isHighlighted = options.highlighted.contains(id)
        svg.raw(isHighlighted ? "<rect class=\"pane highlighted\"" : "<rect class=\"pane\"")
        svg.attribute("data-view", String(id))
        place(tree.bounds(of: index), transform)
        svg.raw(" vector-effect=\"non-scaling-stroke\"")
        if isHighlighted {
            svg.raw(" fill-opacity=\"0.22\" stroke=\"#0a6ae6\" stroke-opacity=\"1\" stroke-width=\"2\"")
        } else if fillsSuperview(index) {
            svg.raw(" fill-opacity=\"0\"")
        }
        writeOpacity(of: index)
        svg.raw("/>\n")
        if options.showsLabels, let text = tree.text(of: index) { draw(text, of: index, transform) }
    }

    /// Whether a view lies exactly on its superview's pane. Filled again, dozens of such panes would add up to a wall.
    private func fillsSuperview(_ index: Int) -> Bool {
        guard let superview = tree.superview(of: index), superview >= geometry.range.lowerBound,
            geometry.isVisible(superview), let frame = geometry.windowFrame(of: index)
        else { return false }
        return frame == geometry.windowFrame(of: superview)
    }

    /// The opacity of a view, those of its superviews multiplied in.
    func opacity(of index: Int) -> Double { opacities[index - geometry.range.lowerBound] }

    /// Faint views stay discernible: this is a map, not a screenshot.
    private mutating func writeOpacity(of index: Int) {
        let opacity = opacity(of: index)
        if opacity < 1 { svg.attribute("opacity", max(opacity, 0.1)) }
    }

    private mutating func draw(_ text: String, of index: Int, _ transform: Transform) {
        let isMoved = transform.isTranslation
        let bounds = tree.bounds(of: index).standardized
        let area = isMoved ? transform.apply(to: bounds) : bounds
        guard let label = WireframeLabel(text, in: area, isCentered: tree.className(of: index).contains("Button"))
        else { return }
        let width = min(area.size.width, Double(label.text.count) * label.fontSize * WireframeLabel.characterWidth)
        let start = Point(
            x: label.position.x - (label.isCentered ? width / 2 : 0),
            y: label.position.y + label.fontSize * 0.35
        )
        if drawBar(for: label.text, at: start, width, label.fontSize, Self.ink, isMoved ? nil : transform) { return }
        svg.raw("<text")
        paint(Self.ink, classes: ["label"])
        svg.raw(" stroke=\"none\" pointer-events=\"none\" dominant-baseline=\"central\"")
        if label.isCentered { svg.raw(" text-anchor=\"middle\"") }
        svg.attribute("x", label.position.x)
        svg.attribute("y", label.position.y)
        svg.attribute("font-size", label.fontSize)
        if !isMoved { svg.attribute(transform) }
        writeOpacity(of: index)
        svg.raw(">")
        svg.text(label.text)
        svg.raw("</text>\n")
    }
}

/// A view that stands out in a picture, with the way to what is said of it.
public struct WireframeMark: Sendable, Hashable {
    /// The id of the view.
    public var view: Int
    /// Where the mark leads, such as `#view-17`.
    public var href: String
    /// What stands at its corner: a number, or a few letters.
    public var label: String
    /// What it says for people who point at it or do not see it.
    public var title: String
    /// Its colour as SVG takes it: `#b3261e`.
    public var color: String

    /// Creates a mark.
    public init(view: Int, href: String, label: String, title: String, color: String) {
        self.view = view
        self.href = href
        self.label = label
        self.title = title
        self.color = color
    }
}

/// Marks lie over everything else, each in the shape of its view, so that turned views have turned marks.
extension Wireframe {
    /// The size of the labels, in points of the screen.
    private static let labelSize = 10.0

    /// Draws the marks in the order in which they are given; those of views without a place are left out.
    mutating func drawMarks() {
        for mark in options.marks {
            guard let index = tree.index(ofID: mark.view), geometry.range.contains(index),
                let transform = geometry.toWindow(of: index), let frame = geometry.windowFrame(of: index),
                frame.isFinite
            else { continue }
            svg.raw("<a class=\"mark\"")
            svg.attribute("href", mark.href)
            svg.raw("><title>")
            svg.text(mark.title)
            svg.raw("</title><rect fill-opacity=\"0.1\" stroke-width=\"1.5\" vector-effect=\"non-scaling-stroke\"")
            svg.attribute("fill", mark.color)
            svg.attribute("stroke", mark.color)
            place(tree.bounds(of: index), transform)
            svg.raw("/><text paint-order=\"stroke\" stroke=\"#fff\" stroke-width=\"3\" font-weight=\"700\"")
            svg.attribute("fill", mark.color)
            svg.attribute("font-size", Self.labelSize)
            // Inside the picture, where the view begins outside of it.
            let box = viewBox
            svg.attribute("x", min(max(frame.minX + 2, box.minX + 2), max(box.maxX - 2 * Self.labelSize, box.minX)))
            svg.attribute("y", min(max(frame.minY, box.minY) + Self.labelSize, box.maxY))
            svg.raw(">")
            svg.text(mark.label)
            svg.raw("</text></a>\n")
        }
    }
}
