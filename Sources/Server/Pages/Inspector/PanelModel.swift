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
