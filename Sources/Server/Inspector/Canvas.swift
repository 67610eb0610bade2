import ViewHierarchy

/// The drawing of the views: each with the matrix that puts it into the window, in the order in which UIKit draws them.
enum CanvasModel {
    /// More views than this are not drawn; those nearer to the root come first.
    static let maximumViews = 1_500
    private static let shellMargin = 14.0

    static func make(_ state: InspectorState) -> TemplateModel {
        guard let root = state.tree.roots.first(where: { hasArea($0, state) }) else { return .absent }
        let size = state.tree.bounds(of: root).size
        let drawn = drawnViews(state)
        let clips = Clips(state)
        let views = drawn.views.map { view(at: $0, state, clips) }
        let width = size.width + 2 * shellMargin
        let height = size.height + 2 * shellMargin
        return [
            "viewBox": .text("\(-shellMargin - 2) \(-shellMargin - 2) \(text(width + 4)) \(text(height + 4))"),
            "width": .text(text(size.width)), "height": .text(text(size.height)),
            "shellWidth": .text(text(width)), "shellHeight": .text(text(height)),
            "shellRadius": .text(text(min(44, width / 4, height / 4))),
            "clips": .list(clips.used(by: drawn.views).map { clip($0, state, clips) }),
            "views": .list(views),
            "selection": state.selected.map { SelectionModel.make($0, state) } ?? .absent,
            "limited": drawn.left > 0
                ? .text(
                    "\(drawn.views.count) of \(drawn.views.count + drawn.left) visible views are drawn, the outer ones first."
                )
                : .absent,
        ]
    }

    private static func hasArea(_ view: Int, _ state: InspectorState) -> Bool {
        guard let frame = state.geometry.windowFrame(of: view) else { return false }
        return frame.size.width > 0 && frame.size.height > 0
    }

    private static func drawnViews(_ state: InspectorState) -> (views: [Int], left: Int) {
        let geometry = state.geometry
        let visible = state.tree.indices.filter { geometry.isVisible($0) }
        guard visible.count > maximumViews else { return (visible, 0) }
        // Views by depth, so that the outer ones can be taken first without sorting them all.
        let tree = state.tree
        var levels = [[Int]](repeating: [], count: tree.maximumDepth + 1)
        for view in visible { levels[tree.depth(of: view)].append(view) }
        var drawn: [Int] = []
        for level in levels {
            guard drawn.count < maximumViews else { break }
            drawn += level.prefix(maximumViews - drawn.count)
        }
        return (drawn.sorted(), visible.count - drawn.count)
    }

    private static func view(at index: Int, _ state: InspectorState, _ clips: Clips) -> TemplateModel {
        let tree = state.tree
        let bounds = tree.bounds(of: index)
        let row = ViewRow(index, state)
        let place = Placement(index, state)
        return [
            "id": .number(tree.id(at: index) ?? index),
            "superview": .optional(tree.superview(of: index).flatMap { tree.id(at: $0) }.map(String.init)),
            "href": .text(row.address), "class": .text(row.className), "name": .optional(row.text),
            "mask": .number(Int(tree.autoresizingMask(of: index).rawValue)), "kind": .text(row.kind.look),
            "selected": .flag(index == state.selected), "moved": .flag(state.result?.isChanged(index) ?? false),
            "matrix": .text(place.matrix), "width": .text(text(place.size.width)),
            "height": .text(text(place.size.height)),
            "clip": .optional(clips.clip(for: index).map(String.init)),
            "label": label(
                tree.text(of: index),
                bounds,
                centered: row.kind.centersText || row.className.contains("Button")
            ),
        ]
    }

    private static func label(_ content: String?, _ bounds: Rect, centered: Bool) -> TemplateModel {
        let area = Rect(origin: .zero, size: bounds.size)
        guard let content, let label = WireframeLabel(content, in: area, isCentered: centered) else { return .absent }
        // The baseline lies a third of the letters' height below their middle.
        return [
            "text": .text(label.text), "size": .text(text(label.fontSize)), "x": .text(text(label.position.x)),
            "y": .text(text(label.position.y + label.fontSize * 0.35)),
            "anchor": .text(label.isCentered ? "middle" : "start"),
        ]
    }

    private static func clip(_ index: Int, _ state: InspectorState, _ clips: Clips) -> TemplateModel {
        let place = Placement(index, state)
        return [
            "id": .number(index), "within": .optional(clips.clip(for: index).map(String.init)),
            "width": .text(text(place.size.width)), "height": .text(text(place.size.height)),
            "matrix": .text(place.matrix),
        ]
    }

    static func text(_ number: Double) -> String { NumberText.short(number) }
}

/// The selected view on the canvas: outline, springs and struts to its superview. The page's script draws the same.
enum SelectionModel {
    static func make(_ view: Int, _ state: InspectorState) -> TemplateModel {
        guard state.geometry.windowFrame(of: view) != nil else { return .absent }
        let place = Placement(view, state)
        return [
            "matrix": .text(place.matrix), "width": .text(CanvasModel.text(place.size.width)),
            "height": .text(CanvasModel.text(place.size.height)), "beams": .list(beams(view, state)),
        ]
    }

    /// Distances are told where superview and view lie upright: elsewhere they have no place to be written at.
    private static func beams(_ view: Int, _ state: InspectorState) -> [TemplateModel] {
        guard let superview = state.tree.superview(of: view), let toWindow = state.geometry.toWindow(of: superview),
            toWindow.b == 0, toWindow.c == 0, toWindow.a == 1, toWindow.d == 1
        else { return [] }
        let frame = toWindow.apply(to: state.tree.frame(of: view))
        let outer = toWindow.apply(to: state.tree.bounds(of: superview))
        guard frame.isFinite, outer.isFinite else { return [] }
        let mask = state.tree.autoresizingMask(of: view)
        let center = frame.center
        var beams: [TemplateModel] = []
        func horizontal(_ from: Double, _ to: Double, isSpring: Bool) {
            let length = to - from
            guard length > 0.5 else { return }
            beams.append(
                beam(isSpring, true, Point(x: from, y: center.y), length, Point(x: from + length / 2, y: center.y))
            )
        }
        func vertical(_ from: Double, _ to: Double, isSpring: Bool) {
            let length = to - from
            guard length > 0.5 else { return }
            beams.append(
                beam(isSpring, false, Point(x: center.x, y: from), length, Point(x: center.x, y: from + length / 2))
            )
        }
        horizontal(outer.minX, frame.minX, isSpring: mask.contains(.flexibleLeftMargin))
        horizontal(frame.maxX, outer.maxX, isSpring: mask.contains(.flexibleRightMargin))
        vertical(outer.minY, frame.minY, isSpring: mask.contains(.flexibleTopMargin))
        vertical(frame.maxY, outer.maxY, isSpring: mask.contains(.flexibleBottomMargin))
        return beams
    }

    private static func beam(
        _ isSpring: Bool,
        _ isHorizontal: Bool,
        _ start: Point,
        _ length: Double,
        _ label: Point
    )
        -> TemplateModel
    {
        [
            "spring": .flag(isSpring), "horizontal": .flag(isHorizontal), "x": .text(CanvasModel.text(start.x)),
            "y": .text(CanvasModel.text(start.y)), "length": .text(CanvasModel.text(length)),
            "value": .text(CanvasModel.text((length * 10).rounded() / 10)), "labelX": .text(CanvasModel.text(label.x)),
            "labelY": .text(CanvasModel.text(label.y)),
        ]
    }
}

/// A view as a rectangle at the origin and the matrix that moves it to its place in the window.
struct Placement {
    let transform: Transform
    let size: Size

    /// A view that is nowhere gets an empty rectangle.
    init(_ view: Int, _ state: InspectorState) {
        let bounds = state.tree.bounds(of: view)
        guard let toWindow = state.geometry.toWindow(of: view) else {
            transform = .identity
            size = .zero
            return
        }
        transform = Transform(translation: Point(x: bounds.minX, y: bounds.minY)).then(toWindow)
        size = Size(width: bounds.maxX - bounds.minX, height: bounds.maxY - bounds.minY)
    }

    /// The six numbers of SVG's `matrix()`, separated by blanks.
    var matrix: String {
        [transform.a, transform.b, transform.c, transform.d].map(NumberText.fine).joined(separator: " ")
            + " \(NumberText.short(transform.tx)) \(NumberText.short(transform.ty))"
    }
}

/// Which clipping superview really cuts something off a view.
struct Clips {
    /// Clips inside clips that are followed.
    private static let maximumNesting = 32

    private let state: InspectorState
    /// For each view the nearest superview that clips, or -1.
    private let nearest: [Int]

    init(_ state: InspectorState) {
        self.state = state
        let tree = state.tree
        var nearest = [Int](repeating: -1, count: tree.count)
        for view in tree.indices {
            guard let superview = tree.superview(of: view) else { continue }
            let isRoot = tree.superview(of: superview) == nil
            nearest[view] =
                isRoot || tree.flags(of: superview).contains(.clipsToBounds) ? superview : nearest[superview]
        }
        self.nearest = nearest
    }

    /// The clipping superview to cut a view with; nil when it is whole.
    func clip(for view: Int) -> Int? {
        guard nearest.indices.contains(view), nearest[view] >= 0,
            state.geometry.visibleFrame(of: view) != state.geometry.windowFrame(of: view)
        else { return nil }
        return nearest[view]
    }

    /// The clips that these views need, those around them included, in tree order.
    func used(by views: [Int]) -> [Int] {
        var used: Set<Int> = []
        for view in views {
            var current = clip(for: view)
            var nesting = 0
            while let clip = current, nesting < Self.maximumNesting, used.insert(clip).inserted {
                current = self.clip(for: clip)
                nesting += 1
            }
        }
        return used.sorted()
    }
}
