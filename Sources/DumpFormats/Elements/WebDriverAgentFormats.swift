import Diagnostics
import JSON
import Markup
import ViewHierarchy

/// The JSON source of WebDriverAgent (`GET /source?format=json`), Appium's and Facebook's, and of what was made after it:
/// UI Automation's trees, DeviceAgent's, and files in which viewers keep them under names of their own.
enum WebDriverAgentJSONFormat: FormatReader {
    static let facts = FormatFacts(
        .webDriverAgentJSON,
        .json,
        [
            .init(
                .certain,
                "It has keys or types that only WebDriverAgent and its kin write.",
                any: "\"rawIdentifier\"",
                "\"nativeFrame\"",
                "\"isAccessible\"",
                "\"UIA",
                "\"hitable\"",
                "\"isVisible\""
            )
        ],
        losses: .lostElements(),
        hasDepthLimit: true
    )

    static func read(_ input: DumpInput) throws(DumpError) -> Dump {
        let json = try input.lenientJSON()
        guard let document = ElementDocument(in: json.root, where: isElement) else {
            let reason = "No object has a type such as Button, and a rect, a frame or children."
            throw .other(reason, line: json.error?.line)
        }
        var reader = Reader(input.limits)
        try document.forEach { (node, depth, pointer) throws(DumpError) in
            try reader.add(node, depth: depth, at: pointer)
        }
        var dump = try reader.tree.dump(facts)
        dump.app = reader.app ?? document.around("packageName")?.stringValue
        dump.report = json.findings + dump.report
        return dump
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
        if NamedElement(node) != nil { return true }
        guard let type = (node["type"] ?? node["_type"] ?? node["tag"])?.stringValue,
            ElementType.className(ofTool: type) != nil, node["AXFrame"] == nil, node["AXLabel"] == nil
        else { return false }
        return ["rect", "frame", "nativeFrame", "x", "children"].contains { node[$0] != nil }
    }

    /// An element of UI Automation as Appium logged it on its way to XML: a member named after the type, with the attributes
    /// as `@` and the children as `>`.
    private struct NamedElement {
        let type: String
        let attributes: JSONNode
        let children: JSONNode?

        init?(_ node: JSONNode) {
            guard node.isObject, let (name, value) = node.members.first(where: { _ in true }),
                let attributes = value["@"], attributes.isObject,
                ElementType.className(ofTool: name) != nil
            else { return nil }
            (type, self.attributes, children) = (name, attributes, value[">"])
        }
    }

    /// Reads the elements one by one.
    private struct Reader {
        var tree: ElementCollector
        var app: String?

        init(_ limits: DumpLimits) { tree = ElementCollector(limits: limits) }

        /// Adds an element and gives back its children.
        mutating func add(_ node: JSONNode, depth: Int, at pointer: () -> String) throws(DumpError) -> JSONNode? {
            guard node.isObject else {
                tree.refuse(at: pointer)
                return nil
            }
            var fields = ElementFields()
            var children: JSONNode?
            let named = NamedElement(node)
            if let named {
                fields.take("type", named.type)
                children = named.children.flatMap { $0.isArray ? $0 : nil }
            }
            // What Appium's first inspector made of XML calls the type a tag.
            let isTagged = named == nil && node["type"] == nil && node["_type"] == nil
            for (name, value) in (named?.attributes ?? node).members {
                switch name {
                case "children" where value.isArray: children = value
                case "children" where value.isNull: break
                case "tag" where isTagged: fields.take("type", value)
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

/// The XML source of WebDriverAgent, which Appium hands out as the source of a page of an iOS app.
enum WebDriverAgentXMLFormat: FormatReader {
    static let facts = FormatFacts(
        .webDriverAgentXML,
        .text,
        [
            .init(
                .certain,
                "Its elements are named XCUIElementType….",
                any: "<XCUIElementType",
                "<AppiumAUT",
                "&lt;XCUIElementType",
                "&lt;AppiumAUT"
            ),
            // Of the time before the prefix.
            .init(.possible, "It has an element Application.", any: "<UIAApplication", "<Application ", "<Window "),
        ],
        otherwise: FormatSigns(.none, "It has no element named AppiumAUT or XCUIElementType…."),
        losses: .lostElements(),
        hasDepthLimit: true
    )

    static func signs(in input: DumpInput) -> FormatSigns {
        let signs = facts.signs(in: input)
        guard signs.confidence == .none, MarkupSource.holdsPieces(input, isElement) else { return signs }
        return FormatSigns(.possible, "Its elements are named as XCUITest's types.")
    }

    /// Whether a name is that of an element, also where it was typed without its prefix, or of what is around all.
    private static func isElement(_ name: String) -> Bool {
        ElementType.className(ofTool: name) != nil || name == "AppiumAUT"
    }

    private static var roots: [StaticString] {
        ["<XCUIElementType", "<AppiumAUT", "<UIAApplication", "<Application ", "<Window "]
    }

    static func read(_ input: DumpInput) throws(DumpError) -> Dump {
        guard let source = MarkupSource(input, roots: roots, isElement: isElement) else {
            throw .other(facts.otherwise.reason)
        }
        var app = Application()
        let reader = ElementMarkup(source, limits: input.limits) { name, attributes in
            let fields = fields(name, attributes)
            if let fields, app.isWanted, name.hasSuffix("Application") { app.note(fields, attributes) }
            return fields
        }
        var dump = try reader.read(facts) { [] }
        dump.app = app.bundleID
        dump.device = app.device
        return dump
    }

    /// The fields of an element; nil for a wrapper, which has neither a type nor a place.
    private static func fields(_ name: String, _ attributes: MarkupAttributes) -> ElementFields? {
        let type = attributes["type"]
        guard type != nil || attributes.place(of: "width") != nil || ElementType.className(ofTool: name) != nil else {
            return nil
        }
        var fields = ElementFields()
        fields.take("type", type ?? name)
        if let type, type != name, type != ElementType.className(name) { fields.keep("element", name) }
        for (name, value) in attributes where name != "type" { fields.take(name, value) }
        return fields
    }

    /// What the element of the application says of it and of the screen.
    private struct Application {
        var bundleID: String?
        var device: DumpDevice?

        /// Whether no element of an application has said anything yet.
        var isWanted: Bool { device == nil && bundleID == nil }

        mutating func note(_ fields: ElementFields, _ attributes: MarkupAttributes) {
            let element = fields.finished()
            guard element.view.className == ElementType.className("Application") else { return }
            bundleID = attributes["bundleId"]
            guard let size = element.screenFrame?.size, size.isFinite, size.width > 0, size.height > 0 else { return }
            device = DumpDevice(width: size.width, height: size.height)
        }
    }
}
