import Diagnostics
import JSON
import ViewHierarchy

/// The attachment `view-hierarchy.json` of Sentry's SDKs (Sentry RFC 33).
enum SentryFormat: FormatReader {
    static let facts = FormatFacts(
        .sentry,
        .json,
        [.init(.certain, "It has the key rendering_system.", any: "\"rendering_system\"")],
        otherwise: FormatSigns(.none, "It has no key rendering_system."),
        losses: .lost(
            """
            bounds [bounds, transforms, content offsets]: Bounds, transforms and content offsets are not written; \
            what is scrolled or turned is not in its place.
            texts [texts]: Sentry leaves out every text.
            autoresizing [autoresizing masks, constraints]: The autoresizing masks are not written, nor constraints.
            looks [colours, fonts, pictures]: Colours, fonts and pictures are not written.
            addresses [addresses]: The addresses are not written.
            """
        )
    )

    /// The type of the node that stands for everything deeper than the SDK looks.
    private static let truncationMark = "SentryTruncatedViewHierarchy"

    static func read(_ input: DumpInput) throws(DumpError) -> Dump {
        let json = try input.lenientJSON()
        guard let system = json.root["rendering_system"] else {
            throw .other(facts.otherwise.reason, line: json.error?.line ?? 1)
        }
        guard let windows = json.root["windows"], windows.isArray else {
            throw DumpError(.unreadable, "It has no array windows.", line: json.error?.line, pointer: "/windows")
        }
        var reader = Reader(input.limits)
        reader.isUIKit = system.stringValue?.lowercased().contains("uikit") ?? false
        // Flutter's elements are placed on the screen, and so are views of UIKit where the dump says it.
        let words = [system, json.root["positioning"]].compactMap { $0?.stringValue?.lowercased() }
        reader.isAbsolute = words.contains { $0.contains("flutter") || $0.contains("absolute") }
        try NodeWalk<JSONNode>(childrenKey: "children").visit(Array(windows.elements), at: "/windows") {
            (node, depth, pointer) throws(DumpError) in try reader.add(node, depth: depth, at: pointer)
        }
        var dump = try reader.dump(of: system.verbatim)
        dump.report = json.findings + dump.report
        return dump
    }

    /// Reads the nodes one by one.
    private struct Reader {
        private var relative: TreeAssembler
        private var absolute: ElementAssembler
        var isUIKit = false
        var isAbsolute = false
        private var screen: Size?
        /// How many nodes say nothing at all of a place, as elements that only hold others.
        private var placeless = 0

        init(_ limits: DumpLimits) {
            relative = TreeAssembler(limits: limits)
            absolute = ElementAssembler(limits: limits)
        }

        /// Adds a node and gives back its children.
        mutating func add(_ node: JSONNode, depth: Int, at pointer: () -> String) throws(DumpError) -> JSONNode? {
            guard node.isObject else {
                report(.noObject, at: pointer)
                return nil
            }
            var view = ViewDescription(found: node["type"]?.stringValue ?? "UIView")
            var numbers: [String: Double] = [:]
            var children: JSONNode?
            for (name, value) in node.members where !value.isNull {
                switch name {
                case "type" where value.stringValue != nil: break
                case "x", "y", "width", "height":
                    numbers[name] = DocumentValues(acceptsStrings: true).number(value)
                    if numbers[name] == nil { view.keep(name, value.verbatim) }
                case "children" where value.isArray: children = value
                case "identifier": view.say("identifier", .text(value.verbatim))
                case "view_controller": view.say("controller", .text(value.verbatim))
                case "alpha" where value.doubleValue != nil: view.say("alpha", .number(value.doubleValue ?? 1))
                // UIKit's hidden, the other way round; elsewhere it is something else.
                case "visible" where isUIKit && value.boolValue != nil:
                    view.say("hidden", .bool(value.boolValue == false))
                default: view.keep(name, value.verbatim)
                }
            }
            let values = ["x", "y", "width", "height"].compactMap { numbers[$0] }
            let frame = values.count == 4 ? Rect(x: values[0], y: values[1], width: values[2], height: values[3]) : nil
            let isPlaceless = !isUIKit && ["x", "y", "width", "height"].allSatisfy { node[$0]?.isNull ?? true }
            if isPlaceless { placeless += 1 }
            if depth == 0, let frame, frame.origin == .zero, (100...5_000).contains(frame.size.width), screen == nil {
                screen = frame.size
            }
            let id: Int
            if isAbsolute {
                id = try absolute.append(
                    view,
                    screenFrame: frame,
                    depth: depth,
                    isReported: !isPlaceless,
                    place: pointer()
                )
            } else {
                view.frame = frame ?? .zero
                view.assumeUsual()
                id = try relative.append(view, depth: depth, place: pointer())
                if frame == nil, isPlaceless { relative.forgetPlace(of: id) }
            }
            reportFindings(node, hasFrame: frame != nil || isAbsolute || isPlaceless, id, at: pointer)
            return children
        }

        private mutating func reportFindings(_ node: JSONNode, hasFrame: Bool, _ id: Int, at pointer: () -> String) {
            let type = node["type"]?.stringValue
            if type == truncationMark {
                report(.stoppedSDK, at: pointer, id)
                if !isAbsolute, !hasFrame { relative.forgetPlace(of: id) }
                return
            }
            if type == nil { report(.noType, at: pointer, id) }
            if !hasFrame { relative.reportNoFrame(.noSides, [pointer()], of: id) }
        }

        private mutating func report(_ finding: DumpFinding, at pointer: () -> String, _ view: Int? = nil) {
            if isAbsolute {
                absolute.assembler.report.add(finding, [pointer()], view: view)
            } else {
                relative.report.add(finding, [pointer()], view: view)
            }
        }

        func dump(of system: String) throws(DumpError) -> Dump {
            try (isAbsolute ? absolute.assembler : relative).finish(
                facts,
                general: (isUIKit ? [] : [Diagnostic(.notUIKit, [system])])
                    + (placeless > 0 ? [Diagnostic(.noGeometry, ["\(placeless)"])] : []),
                screen: isUIKit ? screen : nil,
                orThrow: DumpError(.unreadable, "The array windows holds no view.", pointer: "/windows")
            )
        }
    }
}
