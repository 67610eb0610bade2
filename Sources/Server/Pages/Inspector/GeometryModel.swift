import ViewHierarchy

/// The numbers of a view: frame, bounds, center, its place in the window, its transform.
enum GeometryModel {
    static func make(_ view: Int, _ state: InspectorState) -> TemplateModel {
        let tree = state.tree
        var lines = [
            line("Frame", tree.frame(of: view)), line("Bounds", tree.bounds(of: view)),
            line("Center", [("x", tree.center(of: view).x), ("y", tree.center(of: view).y)]),
            line("Window", state.geometry.windowFrame(of: view), otherwise: "nowhere"),
            line("Visible", state.geometry.visibleFrame(of: view), otherwise: "nothing of it"),
        ]
        if let offset = tree.contentOffset(of: view) {
            lines.append(line("Offset", [("x", offset.x), ("y", offset.y)]))
        }
        if let size = tree.contentSize(of: view) {
            lines.append(line("Content", [("w", size.width), ("h", size.height)]))
        }
        return .list(lines)
    }

    /// A transform as rotation and scale and as its matrix; absent for the identity.
    static func transform(_ transform: Transform) -> TemplateModel {
        guard !transform.isIdentity else { return .absent }
        let cells = [
            ("a", transform.a), ("b", transform.b), ("c", transform.c), ("d", transform.d), ("tx", transform.tx),
            ("ty", transform.ty),
        ]
        return [
            "rotate": .text(NumberText.short(transform.rotationInDegrees)),
            "scaleX": .text(NumberText.short(transform.scaleAlongX)),
            "scaleY": .text(NumberText.short(transform.scaleAlongY)),
            "cells": .list(cells.map { ["unit": .text($0.0), "number": .text(NumberText.short($0.1))] }),
        ]
    }

    private static func line(_ name: String, _ rect: Rect?, otherwise: String = "") -> TemplateModel {
        guard let rect else { return ["name": .text(name), "values": [], "nothing": .text(otherwise)] }
        return line(
            name,
            [("x", rect.origin.x), ("y", rect.origin.y), ("w", rect.size.width), ("h", rect.size.height)]
        )
    }

    private static func line(_ name: String, _ values: [(unit: String, number: Double)]) -> TemplateModel {
        [
            "name": .text(name), "nothing": .absent,
            "values": .list(
                values.map { ["unit": .text($0.unit), "number": .text(NumberText.short($0.number))] }
            ),
        ]
    }
}
