import ViewHierarchy

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
