import Diagnostics
import Shapes
import ViewHierarchy
import Web

/// The first drawing of the views, which the page's script replaces: the served picture, and the selected view over it
/// with its outline, springs and struts.
struct Canvas: PageModel {
    /// How far the edge of the device lies around the screen.
    private static let margin = 14.0

    let state: InspectorState
    let size: Size

    /// Nil for a dump without a view that has an area.
    init?(_ state: InspectorState) {
        let scene = state.tree.scene(of: state.selected)
        let root = scene ?? state.tree.roots.first { state.geometry.windowFrame(of: $0).map { !$0.isEmpty } ?? false }
        guard let root else { return nil }
        self.state = state
        size = state.tree.bounds(of: root).size
    }

    /// How many views are hatched; more are a carpet.
    private static let maximumDoubts = 500

    /// The topmost views that a layout cannot place: what is in them is hatched with them. Those whose edges depend on
    /// contents have soft edges, each of its own.
    private var doubts: [Doubt] {
        guard let result = state.result else { return [] }
        var doubts: [Doubt] = []
        var end = 0
        for view in result.uncertain where view >= end && state.geometry.isVisible(view) {
            let isSoft = result.certainty(of: view) == .dependsOnText
            if !isSoft { end = state.tree.subtree(of: view).upperBound }
            if let marks = SelectionMarks(view, state) { doubts.append(Doubt(marks: marks, isSoft: isSoft)) }
            guard doubts.count < Self.maximumDoubts else { break }
        }
        return doubts
    }

    private var shell: Size { Size(width: size.width + 2 * Self.margin, height: size.height + 2 * Self.margin) }

    /// Whether the screen is one of a phone or a pad, whose outline the page's script draws too: nothing but windows, and
    /// not the shape of a television.
    private var isDevice: Bool {
        let isTelevision = size.width >= 1280 && abs(size.width / size.height - 16 / 9) < 0.01
        return !isTelevision
            && state.tree.roots.allSatisfy { ViewKind(className: state.tree.className(of: $0)) == .window }
    }

    /// What the drawing shows: the device with a little room around it.
    private var viewBox: String {
        let numbers = [-Self.margin - 2, -Self.margin - 2, shell.width + 4, shell.height + 4]
        return numbers.map(NumberText.short).joined(separator: " ")
    }

    static let members: Members<Self> = [
        "isDevice": .flag { $0.isDevice }, "viewBox": .text { $0.viewBox },
        "width": .decimal { $0.size.width }, "height": .decimal { $0.size.height },
        "shellWidth": .decimal { $0.shell.width }, "shellHeight": .decimal { $0.shell.height },
        "shellRadius": .decimal { min(44, $0.shell.width / 4, $0.shell.height / 4) },
        "picture": .text { $0.state.wireframeAddress },
        "doubts": .list { $0.doubts },
        "selection": .part { canvas in canvas.state.selected.flatMap { SelectionMarks($0, canvas.state) } },
    ]
}

/// A rectangle in the window.
private struct Box: PageModel {
    let rect: Rect

    static let members: Members<Self> = [
        "x": .decimal { $0.rect.origin.x }, "y": .decimal { $0.rect.origin.y },
        "width": .decimal { $0.rect.size.width }, "height": .decimal { $0.rect.size.height },
    ]
}

/// A view that a layout cannot place, or only as far as its contents are known.
private struct Doubt: PageModel {
    let marks: SelectionMarks
    let isSoft: Bool

    static let members: Members<Self> = [
        "isSoft": .flag { $0.isSoft },
        "matrix": .text { $0.marks.matrix }, "width": .decimal { $0.marks.size.width },
        "height": .decimal { $0.marks.size.height },
    ]
}

/// The selected view on the canvas: outline, springs and struts to its superview. The page's script draws the same.
private struct SelectionMarks: PageModel {
    let view: Int
    let state: InspectorState
    /// Puts the view's own coordinates into the window.
    let transform: Transform
    let size: Size

    /// Nil for a view at no finite place.
    init?(_ view: Int, _ state: InspectorState) {
        guard state.geometry.windowFrame(of: view) != nil, let toWindow = state.geometry.toWindow(of: view) else {
            return nil
        }
        self.view = view
        self.state = state
        let bounds = state.tree.bounds(of: view).standardized
        transform = Transform(translation: bounds.origin).then(toWindow)
        size = bounds.size
    }

    /// The six numbers of SVG's `matrix()`, separated by blanks.
    var matrix: String {
        let parts = [transform.a, transform.b, transform.c, transform.d].map(NumberText.fine)
        return (parts + [NumberText.short(transform.tx), NumberText.short(transform.ty)]).joined(separator: " ")
    }

    /// Distances are told where superview and view lie upright: elsewhere they have no place to be written at.
    private var beams: [Beam] {
        guard let superview = state.tree.superview(of: view), let toWindow = state.geometry.toWindow(of: superview),
            toWindow.isTranslation
        else { return [] }
        let frame = toWindow.apply(to: state.tree.frame(of: view))
        let outer = toWindow.apply(to: state.tree.bounds(of: superview))
        guard frame.isFinite, outer.isFinite else { return [] }
        let mask = state.tree.says(.autoresizingMask, of: view) ? state.tree.autoresizingMask(of: view) : nil
        let center = frame.center
        return [
            Beam(from: outer.minX, to: frame.minX, acrossAt: center.y, true, mask?.contains(.flexibleLeftMargin)),
            Beam(from: frame.maxX, to: outer.maxX, acrossAt: center.y, true, mask?.contains(.flexibleRightMargin)),
            Beam(from: outer.minY, to: frame.minY, acrossAt: center.x, false, mask?.contains(.flexibleTopMargin)),
            Beam(from: frame.maxY, to: outer.maxY, acrossAt: center.x, false, mask?.contains(.flexibleBottomMargin)),
        ].filter { $0.length > 0.5 }
    }

    static let members: Members<Self> = [
        "matrix": .text { $0.matrix }, "width": .decimal { $0.size.width }, "height": .decimal { $0.size.height },
        "beams": .list { $0.beams },
    ]

    /// A margin: a spring where it is flexible, a strut where it is not, with its length in points.
    private struct Beam: PageModel {
        let start: Point
        let length: Double
        let isHorizontal: Bool
        /// Nil where the dump did not say which of the two it is.
        let isSpring: Bool?

        init(from start: Double, to end: Double, acrossAt other: Double, _ isHorizontal: Bool, _ isSpring: Bool?) {
            self.start = isHorizontal ? Point(x: start, y: other) : Point(x: other, y: start)
            length = end - start
            self.isHorizontal = isHorizontal
            self.isSpring = isSpring
        }

        static let members: Members<Self> = [
            "spring": .flag { $0.isSpring == true }, "unknown": .flag { $0.isSpring == nil },
            "horizontal": .flag { $0.isHorizontal }, "x": .decimal { $0.start.x },
            "y": .decimal { $0.start.y }, "length": .decimal { $0.length },
            "value": .decimal { ($0.length * 10).rounded() / 10 },
            "labelX": .decimal { $0.start.x + ($0.isHorizontal ? $0.length / 2 : 0) },
            "labelY": .decimal { $0.start.y + ($0.isHorizontal ? 0 : $0.length / 2) },
        ]
    }
}
