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
