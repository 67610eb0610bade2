import ViewHierarchy

/// A tree in the forms that test tools write.
enum ElementText {
    /// As XML of WebDriverAgent.
    static func webDriverAgent(_ tree: ViewTree) -> String {
        markup(tree, root: "AppiumAUT", name: { _ in "XCUIElementTypeOther" }) { index in
            let frame = tree.frame(of: index)
            return
                "type=\"XCUIElementTypeOther\" name=\"\(index)\" enabled=\"true\" visible=\"true\" x=\"\(frame.origin.x)\" "
                + "y=\"\(frame.origin.y)\" width=\"\(frame.size.width)\" height=\"\(frame.size.height)\""
        }
    }

    /// As Detox writes it.
    static func detox(_ tree: ViewTree) -> String {
        markup(tree, root: "ViewHierarchy", name: tree.className) { index in
            let frame = tree.frame(of: index)
            return "alpha=\"1.0\" class=\"\(tree.className(of: index))\" height=\"\(Int(frame.size.height))\" "
                + "visibility=\"visible\" width=\"\(Int(frame.size.width))\" x=\"\(Int(frame.origin.x))\" y=\"\(Int(frame.origin.y))\""
        }
    }

    /// As Android's uiautomator writes it.
    static func uiautomator(_ tree: ViewTree) -> String {
        markup(tree, root: "hierarchy", name: { _ in "node" }) { index in
            let frame = tree.frame(of: index)
            return
                "index=\"0\" text=\"\(tree.text(of: index) ?? "")\" resource-id=\"\" class=\"\(tree.className(of: index))\" "
                + "package=\"com.example\" content-desc=\"\" checkable=\"false\" checked=\"false\" clickable=\"false\" "
                + "enabled=\"true\" focusable=\"false\" focused=\"false\" scrollable=\"false\" long-clickable=\"false\" "
                + "password=\"false\" selected=\"false\" bounds=\"[\(Int(frame.origin.x)),\(Int(frame.origin.y))]"
                + "[\(Int(frame.maxX)),\(Int(frame.maxY))]\""
        }
    }

    /// As XCUITest describes it.
    static func debugDescription(_ tree: ViewTree) -> String {
        var text = "Element subtree:\n"
        for index in tree.indices {
            let frame = tree.frame(of: index)
            text +=
                String(repeating: "  ", count: tree.depth(of: index))
                + "Other, 0x600000a0, {{\(frame.origin.x), \(frame.origin.y)}, "
            text += "{\(frame.size.width), \(frame.size.height)}}, identifier: '\(index)', label: 'It's, fine'\n"
        }
        return text
    }

    /// As EarlGrey prints it.
    static func earlGrey(_ tree: ViewTree) -> String {
        var text = ""
        for index in tree.indices {
            let frame = tree.frame(of: index)
            let (depth, size) = (tree.depth(of: index), frame.size)
            let rect = "{{\(frame.origin.x), \(frame.origin.y)}, {\(size.width), \(size.height)}}"
            text += depth == 0 ? "" : "  " + String(repeating: "|  ", count: depth - 1) + "|--"
            text += "<\(tree.className(of: index)):0x600000a0; AX=Y; AX.id='\(index)'; AX.label='It's, fine'; "
            text += "AX.frame=\(rect); AX.traits='UIAccessibilityTraitNone'; AX.focused='N'; frame=\(rect); "
            text += "opaque; alpha=1>\n"
        }
        return text
    }

    /// As KIF prints it.
    static func kif(_ tree: ViewTree) -> String {
        var text = ""
        for index in tree.indices {
            text += String(repeating: "|\t", count: tree.depth(of: index)) + tree.className(of: index)
            text += ", label: It's, fine, identifier: \(index) (enabled) (not selected) (not highlighted)\n"
        }
        return text
    }

    private static func markup(
        _ tree: ViewTree,
        root: String,
        name: (Int) -> String,
        attributes: (Int) -> String
    ) -> String {
        var text = "<\(root)>\n"
        var open: [String] = []
        for index in tree.indices {
            while open.count > tree.depth(of: index) { text += "</\(open.removeLast())>\n" }
            open.append(name(index))
            text += "<\(name(index)) \(attributes(index))>\n"
        }
        while let last = open.popLast() { text += "</\(last)>\n" }
        return text + "</\(root)>\n"
    }
}
