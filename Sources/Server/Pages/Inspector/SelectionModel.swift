import ViewHierarchy

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
