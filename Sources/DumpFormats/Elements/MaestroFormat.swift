import ViewHierarchy
import Diagnostics
import JSON

/// The JSON of `maestro hierarchy`, the table that it prints with `--compact`, and the JSON of the runner in the device
/// behind it.
enum MaestroFormat: FormatReader {
    static var format: DumpFormat { .maestro }

    private static let signs: [StaticString] = [
        "\"accessibilityText\"", "\"resource-id\"", "\"hintText\"", "\"axElement\"", "\"windowContextID\"",
    ]

    static func signs(in input: DumpInput) -> FormatSigns {
        if input.has(MaestroTable.header) { return FormatSigns(.certain, "It has the heading of Maestro's table.") }
        guard input.jsonStart != nil else { return FormatSigns(.none, "It holds no JSON.") }
        if signs.contains(where: input.has) { return FormatSigns(.certain, "It has keys that only Maestro writes.") }
        if input.has("\"attributes\""), input.has("\"bounds\"") {
            return FormatSigns(.likely, "It has the keys attributes and bounds.")
        }
        return FormatSigns(.possible, "It may be JSON with elements in it.")
    }

    static func read(_ input: DumpInput) throws(Misfit) -> Dump {
        if input.has(MaestroTable.header) { return try table(input) }
        let json = try input.lenientJSON()
        let isElement = { (node: JSONNode) in isHierarchyNode(node) || isSnapshot(node) }
        guard let document = ElementDocument(in: json.root, where: isElement) else {
            throw .other(
                reason: "No object has attributes with bounds, nor an elementType with a frame.",
                line: json.error?.line
            )
        }
        var (roots, pointer) = (document.roots, document.isArray ? document.pointer : nil)
        var start = document.isArray ? "" : document.pointer
        // The root stands for no element: it holds the trees of the apps on the screen.
        if roots.count == 1, let root = roots.first, isSynthetic(root), let children = root["children"] {
            roots = Array(children.elements)
            pointer = "\(document.pointer)\(document.isArray ? "/0" : "")/children"
            start = ""
        }
        do throws(DumpError) {
            var reader = Reader(input.limits)
            try NodeWalk<JSONNode>(childrenKey: "children").visit(roots, at: pointer) {
                (node, depth, pointer) throws(DumpError) in
                try reader.add(node, depth: depth) { start + pointer() }
            }
            var dump = try reader.tree.dump(format, losses: reader.losses)
            dump.report = json.findings + dump.report
            return dump
        } catch {
            throw .broken(error)
        }
    }

    private static func table(_ input: DumpInput) throws(Misfit) -> Dump {
        var table = MaestroTable(input.text, limits: input.limits)
        do throws(DumpError) {
            try table.read()
            var losses = losses(hasClasses: table.hasClasses)
            losses.own.append(
                ("falseStates", "A table leaves out what is false or empty: a state that no row says may be false.")
            )
            return try table.tree.dump(format, losses: losses)
        } catch {
            throw .broken(error)
        }
    }

    /// What the hierarchy cannot say of an element.
    private static func losses(hasClasses: Bool) -> ElementLosses {
        let classes =
            hasClasses
            ? ("points", "The dump is one of Android: its numbers are pixels, and they are shown as points.")
            : (
                "classes",
                "Maestro does not tell what an element is: each became an XCUIElementTypeOther. Views that are no elements are missing."
            )
        return ElementLosses(own: [classes, ("fractions", "Maestro cuts frames to whole points.")], kept: ["classes"])
    }

    /// A node of the hierarchy: texts under `attributes`.
    private static func isHierarchyNode(_ node: JSONNode) -> Bool {
        guard let attributes = node["attributes"], attributes.isObject else { return false }
        return attributes["bounds"] != nil || attributes["accessibilityText"] != nil || attributes["resource-id"] != nil
    }

    /// An element as the runner has it: the number of a type.
    private static func isSnapshot(_ node: JSONNode) -> Bool {
        node["elementType"]?.integerValue != nil && (node["frame"] != nil || node["children"] != nil)
    }

    /// Whether a node has children and neither a place nor a word of its own.
    private static func isSynthetic(_ node: JSONNode) -> Bool {
        guard (node["children"]?.arrayCount ?? 0) > 0 else { return false }
        let texts = (node["attributes"] ?? node).members.filter { $0.name != "children" && $0.name != "attributes" }
        return texts.allSatisfy { name, value in
            switch name {
            case "bounds": value.stringValue == "[0,0][0,0]"
            case "frame": ElementFields.rect(value)?.size == .zero
            case "elementType", "displayID", "windowContextID", "horizontalSizeClass", "verticalSizeClass": true
            default: value.isNull || value.boolValue != nil || ["", "false", "true"].contains(value.stringValue ?? "-")
            }
        }
    }

    /// Reads the elements one by one.
    private struct Reader {
        var tree: ElementTree
        /// What the first element is: a node of the hierarchy, or the runner's own.
        private var isRunner = false
        private var hasClasses = false

        init(_ limits: DumpLimits) { tree = ElementTree(limits: limits) }

        /// What the elements lack, once they are read.
        var losses: ElementLosses {
            isRunner ? ElementLosses() : MaestroFormat.losses(hasClasses: hasClasses)
        }

        /// Adds an element and gives back its children.
        mutating func add(_ node: JSONNode, depth: Int, at pointer: () -> String) throws(DumpError) -> JSONNode? {
            guard node.isObject else {
                tree.refuse(at: pointer)
                return nil
            }
            var fields = ElementFields()
            let attributes = node["attributes"]
            if attributes == nil, node["elementType"] != nil { isRunner = true }
            if let attributes {
                for (name, value) in attributes.members {
                    if name == "class", value.stringValue?.isEmpty == false { hasClasses = true }
                    // What there is not, older versions write as an empty text.
                    if value.stringValue != "" { fields.take(name, value) }
                }
            }
            for (name, value) in node.members where name != "attributes" {
                if name == "children", value.isArray || value.isNull { continue }
                // The same once more, as truth values.
                guard attributes == nil || !(value.isNull || attributes?[name]?.stringValue == value.verbatim) else {
                    continue
                }
                if isRunner, value.stringValue == "" { continue }
                fields.take(name, value)
            }
            try tree.add(fields.finished(), depth: depth, at: pointer)
            guard let children = node["children"], children.isArray else { return nil }
            return children
        }
    }
}
