import Diagnostics
import Drawing
package import ViewHierarchy

/// A layout as `vitrine layout` draws it: what the screen looks like, and what is found on it.
package struct DrawnLayout: Sendable {
    /// The longest sides of the pictures side by side, in points.
    private static let (margin, caption, line) = (24.0, 28.0, 3_000.0)
    /// So many layouts are drawn; of the rest it is said how many there are.
    private static let maximumLayouts = 500

    /// Whose layout it is, and where.
    package var title: String
    /// The tree as it is laid out.
    package var tree: ViewTree
    /// The id of the root that is drawn.
    package var root: Int?
    /// The device that it is laid out for; nil for the canvas.
    package var screen: SystemScreen?
    /// What cannot hold together, sentences.
    package var conflicts: [String] = []
    /// What else is to be known, sentences.
    package var notes: [String] = []

    /// Creates a layout of which nothing is wrong.
    package init(title: String, tree: ViewTree, root: Int?) {
        (self.title, self.tree, self.root) = (title, tree, root)
    }

    private func picture(_ place: Int) -> [UInt8] {
        var options = WireframeOptions(view: root, title: title, idPrefix: "layout-\(place)")
        (options.style, options.appearance, options.systemScreen) = (.screen, .light, screen)
        return Wireframe.svg(of: tree, options: options)
    }

    private var size: Size {
        let size = root.flatMap { tree.index(ofID: $0) }.map { tree.bounds(of: $0).size } ?? .zero
        guard size.isFinite else { return Size(width: 1, height: 1) }
        return Size(width: min(max(size.width, 1), 100_000), height: min(max(size.height, 1), 100_000))
    }

    // MARK: One picture

    /// One picture: of one layout itself, of several all of them in rows, each with its title.
    package static func svg(_ layouts: [DrawnLayout]) -> [UInt8] {
        if let only = layouts.first, layouts.count == 1 { return only.picture(0) }
        var places: [Point] = []
        var (corner, lowest, widest) = (Point(x: margin, y: margin), margin, margin)
        for layout in layouts.prefix(maximumLayouts) {
            if corner.x > margin, corner.x + layout.size.width > line { corner = Point(x: margin, y: lowest + margin) }
            places.append(corner)
            lowest = max(lowest, corner.y + caption + layout.size.height)
            corner.x += layout.size.width + margin
            widest = max(widest, corner.x)
        }
        let left = layouts.count - places.count
        if left > 0 { lowest += caption }
        let (width, height) = (NumberText.short(widest), NumberText.short(lowest + margin))
        var bytes = Array(
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
            font-family="system-ui, sans-serif">
            <rect width="100%" height="100%" fill="#e9ebef"/>

            """.utf8
        )
        for (number, (layout, place)) in zip(layouts, places).enumerated() {
            let (x, y) = (NumberText.short(place.x), NumberText.short(place.y))
            bytes += Array(
                "<g transform=\"translate(\(x) \(y))\">\n<text y=\"16\" font-size=\"13\" fill=\"#15181d\">".utf8
            )
            layout.title.appendMarkup(to: &bytes)
            bytes += Array("</text>\n<g transform=\"translate(0 \(NumberText.short(caption)))\">\n".utf8)
            bytes += layout.picture(number)
            bytes += Array("</g>\n</g>\n".utf8)
        }
        if left > 0 {
            let place = "x=\"\(NumberText.short(margin))\" y=\"\(NumberText.short(lowest))\""
            bytes += Array("<text \(place) font-size=\"13\">\(undrawn(left))</text>\n".utf8)
        }
        return bytes + Array("</svg>\n".utf8)
    }

    // MARK: One page

    /// One page that shows itself without any other file: a screen for each layout, with what is found below it.
    package static func html(_ layouts: [DrawnLayout], title: String) -> [UInt8] {
        var html = PrintedHTML(title: title, style: style)
        let conflicts = layouts.reduce(0) { $0 + $1.conflicts.count }
        html.element("p", "\(layouts.count.counted("layout")), \(conflicts.counted("conflict"))")
        html.raw("<div class=\"layouts\">\n")
        for (number, layout) in layouts.prefix(maximumLayouts).enumerated() {
            html.raw("<figure>\n")
            html.raw(layout.picture(number))
            html.raw("<figcaption>\n")
            html.element("h2", layout.title)
            html.raw("<ul>\n")
            for conflict in layout.conflicts { html.element("li class=\"error\"", conflict) }
            for note in layout.notes { html.element("li", note) }
            if layout.conflicts.isEmpty, layout.notes.isEmpty {
                html.element("li", "Nothing conflicts, all is decided")
            }
            html.raw("</ul>\n</figcaption>\n</figure>\n")
        }
        html.raw("</div>\n")
        let left = layouts.count - maximumLayouts
        if left > 0 { html.element("p", undrawn(left)) }
        return html.finished()
    }

    private static func undrawn(_ left: Int) -> String {
        "\(left.counted("layout")) more \(left == 1 ? "is" : "are") not drawn."
    }

    private static let style = """
        .layouts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 220px), 1fr)); gap: 24px; \
        align-items: start }
        h2 { margin: 8px 0 4px; font-size: 13px; font-weight: 600 }
        ul { margin: 0; padding: 0 0 0 16px; font-size: 12px }
        .error { color: light-dark(#a8201a, #ff8a80) }
        """
}
