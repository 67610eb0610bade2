import Diagnostics
import DumpFormats
import ViewHierarchy

/// Everything about the selected view, section by section.
enum PanelModel {
    static func make(_ state: InspectorState) -> TemplateModel {
        guard let view = state.selected else { return .absent }
        let tree = state.tree
        let place = Placement(view, state)
        let row = ViewRow(view, state)
        let findings = tree.diagnostics(of: view) + state.dump.report.filter { $0.view == tree.id(at: view) }
        let siblings = tree.superview(of: view).map(tree.subviews(of:)) ?? tree.roots
        let position = tree.subviewIndex(of: view) ?? 0
        func id(_ index: Int?) -> TemplateModel { .optional(index.flatMap { tree.id(at: $0) }.map(String.init)) }
        func sibling(_ offset: Int) -> Int? {
            siblings.indices.contains(position + offset) ? siblings[position + offset] : nil
        }
        return [
            "id": id(view), "superview": id(tree.superview(of: view)), "previous": id(sibling(-1)),
            "next": id(sibling(1)), "matrix": .text(place.matrix), "width": .text(NumberText.short(place.size.width)),
            "height": .text(NumberText.short(place.size.height)),
            "mask": .number(Int(tree.autoresizingMask(of: view).rawValue)), "icon": .text(row.kind.icon),
            "class": .text(row.className), "text": .optional(row.text),
            "key": .text(tree.key(of: view, maximumDepth: 40).map { "path \($0)" } ?? "depth \(tree.depth(of: view))"),
            "states": .list(states(of: view, state).map { ["label": .text($0)] }),
            "hasFindings": .flag(!findings.isEmpty), "findings": FindingsModel.make(findings, state),
            "attributes": AttributesModel.make(view, state), "autoresizing": autoresizing(of: view, tree),
            "geometry": GeometryModel.make(view, state), "transform": GeometryModel.transform(tree.transform(of: view)),
            "hasRaw": .flag(!tree.attributes(of: view).isEmpty),
            "raw": .list(tree.attributes(of: view).map { ["name": .text($0.name), "value": .text($0.value)] }),
            "href": .text(row.address),
            "jsonHref": .text("/api/v1\(state.path)/views/\(tree.id(at: view) ?? view)"),
            "copies": .list([["label": "Swift frame", "text": .text(swiftFrame(tree.frame(of: view)))]]),
        ]
    }

    private static func states(of view: Int, _ state: InspectorState) -> [String] {
        let tree = state.tree
        var states: [String] = []
        if tree.flags(of: view).contains(.hidden) {
            states.append("hidden")
        } else if tree.superviews(of: view).contains(where: { tree.flags(of: $0).contains(.hidden) }) {
            states.append("hidden by a superview")
        } else if state.geometry.windowFrame(of: view) == nil {
            states.append("at no finite place")
        } else if state.geometry.visibleFrame(of: view) == nil {
            states.append("clipped away or off screen")
        } else if !state.geometry.isVisible(view) {
            states.append("transparent")
        }
        if state.result?.isChanged(view) ?? false { states.append("moved by the new size") }
        let count = tree.subviews(of: view).count
        if count > 0 { states.append(count == 1 ? "1 subview" : "\(count) subviews") }
        return states
    }

    private static func autoresizing(of view: Int, _ tree: ViewTree) -> TemplateModel {
        let mask = tree.autoresizingMask(of: view)
        let tokens = AutoresizingMask.names.filter { mask.contains($0.flag) }.map(\.token)
        return [
            "left": .flag(mask.contains(.flexibleLeftMargin)), "width": .flag(mask.contains(.flexibleWidth)),
            "right": .flag(mask.contains(.flexibleRightMargin)), "top": .flag(mask.contains(.flexibleTopMargin)),
            "height": .flag(mask.contains(.flexibleHeight)), "bottom": .flag(mask.contains(.flexibleBottomMargin)),
            "summary": .text(summary(of: mask)), "mask": .text(tokens.isEmpty ? "none" : tokens.joined(separator: "+")),
        ]
    }

    /// The mask in words: `flexible width · top margin`.
    private static func summary(of mask: AutoresizingMask) -> String {
        guard !mask.isEmpty else { return "nothing flexible" }
        let words: [(AutoresizingMask, String)] = [
            (.flexibleWidth, "width"), (.flexibleHeight, "height"), (.flexibleLeftMargin, "left margin"),
            (.flexibleRightMargin, "right margin"), (.flexibleTopMargin, "top margin"),
            (.flexibleBottomMargin, "bottom margin"),
        ]
        return "flexible " + words.filter { mask.contains($0.0) }.map(\.1).joined(separator: " · ")
    }

    private static func swiftFrame(_ frame: Rect) -> String {
        let numbers = [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height].map(NumberText.short)
        return "CGRect(x: \(numbers[0]), y: \(numbers[1]), width: \(numbers[2]), height: \(numbers[3]))"
    }
}

/// The properties of a view by name; those that are not UIKit's defaults stand out.
enum AttributesModel {
    static func make(_ view: Int, _ state: InspectorState) -> TemplateModel {
        let tree = state.tree
        let flags = tree.flags(of: view)
        let identity = [
            code("Class", tree.className(of: view)), code("Address", tree.address(of: view)),
            text("Controller", tree.controller(of: view)),
        ]
        let words = [
            text("Text", tree.text(of: view)), text("Identifier", tree.identifier(of: view)),
            text("Label", tree.label(of: view)), text("Value", tree.value(of: view)),
        ]
        let drawing = [
            number("Alpha", tree.alpha(of: view), usual: 1),
            flag("Hidden", flags.contains(.hidden), usual: false),
            flag("Opaque", flags.contains(.opaque), usual: true),
            flag("Clips to bounds", flags.contains(.clipsToBounds), usual: false),
            property(
                "Content mode",
                tree.contentMode(of: view).name,
                isUsual: tree.contentMode(of: view) == .scaleToFill
            ),
        ]
        let behaviour = [
            flag("User interaction", flags.contains(.userInteractionEnabled), usual: true),
            flag("Multiple touch", flags.contains(.multipleTouchEnabled), usual: false),
            flag("Exclusive touch", flags.contains(.exclusiveTouch), usual: false),
            flag("Resizes subviews", flags.contains(.autoresizesSubviews), usual: true),
            number("Tag", Double(tree.tag(of: view)), usual: 0),
        ]
        return .list(
            [
                section("Identity", identity), section("Content", words), section("Drawing", drawing),
                section("Behaviour", behaviour),
            ].compactMap { $0 }
        )
    }

    private static func section(_ title: String, _ items: [TemplateModel?]) -> TemplateModel? {
        let items = items.compactMap { $0 }
        return items.isEmpty ? nil : ["title": .text(title), "items": .list(items)]
    }

    private static func item(_ name: String, isUsual: Bool, _ parts: [String: TemplateModel]) -> TemplateModel {
        let nothing: [String: TemplateModel] = [
            "on": .absent, "off": .absent, "value": .absent, "swatch": .absent, "code": false,
        ]
        return TemplateModel.object(nothing).adding(parts).adding(["name": .text(name), "changed": .flag(!isUsual)])
    }

    private static func text(_ name: String, _ value: String?) -> TemplateModel? {
        value.map { item(name, isUsual: true, ["value": .text($0)]) }
    }

    private static func code(_ name: String, _ value: String?) -> TemplateModel? {
        value.map { item(name, isUsual: true, ["value": .text($0), "code": true]) }
    }

    private static func property(_ name: String, _ value: String, isUsual: Bool) -> TemplateModel {
        item(name, isUsual: isUsual, ["value": .text(value)])
    }

    private static func number(_ name: String, _ value: Double, usual: Double) -> TemplateModel {
        property(name, NumberText.short(value), isUsual: value == usual)
    }

    private static func flag(_ name: String, _ value: Bool, usual: Bool) -> TemplateModel {
        item(name, isUsual: value == usual, [value ? "on" : "off": true])
    }
}

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
