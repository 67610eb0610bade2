import Diagnostics
import JSON
import ViewHierarchy

/// The JSON source of WebDriverAgent (`GET /source?format=json`), Appium's and Facebook's, and of what was made after it:
/// UI Automation's trees, DeviceAgent's, and files in which viewers keep them under names of their own.
enum WebDriverAgentJSONFormat: FormatReader {
    static var format: DumpFormat { .webDriverAgentJSON }

    private static let signs: [StaticString] = [
        "\"rawIdentifier\"", "\"nativeFrame\"", "\"isAccessible\"", "\"UIAApplication\"", "\"UIATarget\"",
        "\"hitable\"", "\"isVisible\"",
    ]

    static func signs(in input: DumpInput) -> FormatSigns {
        guard input.jsonStart != nil else { return FormatSigns(.none, "It holds no JSON.") }
        if signs.contains(where: input.has) {
            return FormatSigns(.certain, "It has keys or types that only WebDriverAgent and its kin write.")
        }
        return FormatSigns(.possible, "It may be JSON with elements in it.")
    }

    static func read(_ input: DumpInput) throws(Misfit) -> Dump {
        let json = try input.lenientJSON()
        guard let document = ElementDocument(in: json.root, where: isElement) else {
            throw .other(
                reason: "No object has a type such as Button, and a rect, a frame or children.",
                line: json.error?.line
            )
        }
        do throws(DumpError) {
            var reader = Reader(input.limits)
            try NodeWalk<JSONNode>(childrenKey: "children").visit(
                document.roots,
                at: document.isArray ? document.pointer : nil
            ) { (node, depth, pointer) throws(DumpError) in
                try reader.add(node, depth: depth) { (document.isArray ? "" : document.pointer) + pointer() }
            }
            var dump = try reader.tree.dump(format, losses: ElementLosses())
            dump.app = reader.app ?? document.around("packageName")?.stringValue
            dump.report = json.findings + dump.report
            return dump
        } catch {
            throw .broken(error)
        }
    }

    /// An object with a type that is known and a place or children; or the beginning of one around such, whose type
    /// would have come after its children.
    private static func isElement(_ node: JSONNode) -> Bool {
        if isWhole(node) { return true }
        guard node["children"] != nil,
            ["rect", "isEnabled", "enabled", "label", "name"].contains(where: { node[$0] != nil })
        else { return false }
        var next = node["children"]?.element(at: 0)
        for _ in 0..<2_000 {
            guard let child = next else { return false }
            if isWhole(child) { return true }
            next = child["children"]?.element(at: 0)
        }
        return false
    }

    private static func isWhole(_ node: JSONNode) -> Bool {
        guard let type = (node["type"] ?? node["_type"])?.stringValue, ElementType.className(ofTool: type) != nil,
            node["AXFrame"] == nil, node["AXLabel"] == nil
        else { return false }
        return ["rect", "frame", "nativeFrame", "x", "children"].contains { node[$0] != nil }
    }

    /// Reads the elements one by one.
    private struct Reader {
        var tree: ElementTree
        var app: String?

        init(_ limits: DumpLimits) { tree = ElementTree(limits: limits) }

        /// Adds an element and gives back its children.
        mutating func add(_ node: JSONNode, depth: Int, at pointer: () -> String) throws(DumpError) -> JSONNode? {
            guard node.isObject else {
                tree.refuse(at: pointer)
                return nil
            }
            var fields = ElementFields()
            var children: JSONNode?
            for (name, value) in node.members {
                switch name {
                case "children" where value.isArray: children = value
                case "children" where value.isNull: break
                case "attributes" where value.isObject: take(value, of: node, into: &fields)
                default: fields.take(name, value)
                }
                if app == nil, name == "bundleId" || name == "bundleID" { app = value.stringValue }
            }
            try tree.add(fields.finished(), depth: depth, at: pointer)
            return children
        }

        /// Takes the attributes that older versions wrote a second time, as the snapshot had them.
        private mutating func take(_ attributes: JSONNode, of node: JSONNode, into fields: inout ElementFields) {
            for (name, value) in attributes.members where !value.isNull {
                if node[name]?.verbatim == value.verbatim { continue }
                // NSRect: {{0, 0}, {375, 667}}
                if name == "rect", value.stringValue?.hasPrefix("NSRect: ") ?? false { continue }
                if app == nil, name == "bundleId" || name == "bundleID" { app = value.stringValue }
                fields.keep(name, value.verbatim)
            }
        }
    }
}
