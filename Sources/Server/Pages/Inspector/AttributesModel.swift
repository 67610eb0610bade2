import ViewHierarchy

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
