import ViewHierarchy

/// A tree in the form of `-[UIView recursiveDescription]`.
enum DescriptionText {
    static func text(of tree: ViewTree) -> String {
        var text = ""
        for index in tree.indices {
            let depth = tree.depth(of: index)
            for level in 0..<depth { text += level == 0 ? "   | " : "   | " }
            let frame = tree.frame(of: index)
            text += "<\(tree.className(of: index)): \(tree.address(of: index) ?? "0x0"); frame = ("
            text += "\(frame.origin.x) \(frame.origin.y); \(frame.size.width) \(frame.size.height))"
            if let label = tree.text(of: index) { text += "; text = '\(label)'" }
            let transform = tree.transform(of: index)
            if !transform.isIdentity {
                text += "; transform = [\(transform.a), \(transform.b), \(transform.c), \(transform.d), 0, 0]"
            }
            if !tree.flags(of: index).contains(.userInteractionEnabled) { text += "; userInteractionEnabled = NO" }
            for attribute in tree.attributes(of: index) { text += "; \(attribute.name) = \(attribute.value)" }
            text += ">\n"
        }
        return text
    }
}
