import Diagnostics
import JSON
import ViewHierarchy

/// The JSON of `idb ui describe-all` and of the tools that write alike (AXe, sim-use): a list or a tree of accessibility
/// elements, at the top or in an envelope, as one document or one element a line.
enum IdbFormat: FormatReader {
    static let facts = FormatFacts(
        .idb,
        .json,
        [
            .init(
                .certain,
                "It has keys that only idb writes.",
                any: "\"AXFrame\"",
                "\"AXLabel\"",
                "\"AXUniqueId\"",
                "\"role_description\""
            )
        ],
        losses: .lostElements(),
        hasDepthLimit: true
    )

    static func read(_ input: DumpInput) throws(DumpError) -> Dump {
        let json = try input.lenientJSON(joined: true)
        let documents = documents(in: json)
        guard !documents.isEmpty else {
            throw .other("No object has AXFrame, AXLabel or a role such as AXButton.", line: json.error?.line)
        }
        var reader = Reader(input.limits)
        for document in documents {
            try document.forEach { (node, depth, pointer) throws(DumpError) in
                try reader.add(node, depth: depth, at: pointer)
            }
        }
        var dump = try reader.tree.dump(facts, general: reader.losses)
        if let screen = documents.lazy.compactMap({ $0.around("screen") }).first, let size = size(screen) {
            dump.device = DumpDevice(width: size.width, height: size.height)
        }
        dump.report = json.findings + dump.report
        if documents.contains(where: { $0.around("truncated")?.boolValue == true }) {
            dump.report.append(Diagnostic(.cutTree))
        }
        return dump
    }

    private static func documents(in json: LenientJSON) -> [ElementDocument] {
        // Of several lists in one answer, idb's own counts.
        let one =
            ElementDocument(in: json.root, where: isElement) ?? ElementDocument(in: json.root, where: isCleanElement)
        // One element a line is a list; one list a line is several.
        guard json.isSequence, one?.pointer != "" else { return one.map { [$0] } ?? [] }
        return json.root.elements.enumerated().compactMap { index, value in
            ElementDocument(in: value, where: isElement).map { document in
                var document = document
                document.pointer = "/\(index)" + document.pointer
                return document
            }
        }
    }

    /// An object with one of the keys that idb has taken over from AppKit, or a role.
    private static func isElement(_ node: JSONNode) -> Bool {
        ["AXFrame", "AXLabel", "AXUniqueId", "AXValue"].contains { node[$0] != nil }
            || (node["role"]?.stringValue?.hasPrefix("AX") ?? false)
    }

    /// An object as idb's complete document has it, with clean names.
    private static func isCleanElement(_ node: JSONNode) -> Bool {
        (node["role"]?.stringValue != nil || node["type"]?.stringValue != nil) && node["frame"] != nil
            && (node["traits"] != nil || node["subrole"] != nil || node["role_description"] != nil
                || node["enabled"] != nil)
            && node["isVisible"] == nil && node["rect"] == nil
    }

    private static func size(_ screen: JSONNode) -> Size? {
        guard let width = screen["width"]?.doubleValue, let height = screen["height"]?.doubleValue, width >= 100,
            height >= 100, width <= 5_000, height <= 5_000
        else { return nil }
        return Size(width: width, height: height)
    }

    /// Reads the elements one by one.
    private struct Reader {
        var tree: ElementCollector
        private var hasChildren = false
        private var rootCount = 0

        init(_ limits: DumpLimits) { tree = ElementCollector(limits: limits) }

        /// What the elements of a list lack, once they are read.
        var losses: [Diagnostic] {
            guard !hasChildren, rootCount > 1 else { return [] }
            return .lost(
                """
                superviews: The list is flat: it does not tell which element is inside which, so that all are roots. \
                idb's option --nested gives the tree.
                """
            )
        }

        /// Adds an element and gives back its children.
        mutating func add(_ node: JSONNode, depth: Int, at pointer: () -> String) throws(DumpError) -> JSONNode? {
            guard node.isObject else {
                tree.refuse(at: pointer)
                return nil
            }
            if depth == 0 { rootCount += 1 }
            var fields = ElementFields()
            if let className = Self.className(of: node) { fields.take(className: className) }
            var children: JSONNode?
            for (name, value) in node.members {
                switch name {
                case "children" where value.isArray || value.isNull:
                    hasChildren = true
                    children = value.isArray ? value : nil
                default: fields.take(name, value)
                }
            }
            try tree.add(fields.finished(), depth: depth, at: pointer)
            return children
        }

        /// The class, where the subrole or the role tells more than the type: a switch is a check box to AppKit.
        private static func className(of node: JSONNode) -> String? {
            if let subrole = node["subrole"]?.stringValue, let type = subroles[subrole] {
                return ElementType.className(type)
            }
            guard node["type"]?.stringValue.flatMap(ElementType.className(ofTool:)) == nil else { return nil }
            return node["role"]?.stringValue.flatMap(ElementType.className(ofTool:))
        }

        private static let subroles = [
            "AXSwitch": "Switch", "AXToggle": "Switch", "AXSearchField": "SearchField", "AXTabButton": "Tab",
            "AXSecureTextField": "SecureTextField",
        ]
    }
}
