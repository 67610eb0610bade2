import Diagnostics
import JSON
import ViewHierarchy

/// The attachment `view-hierarchy.json` of Sentry's SDKs (Sentry RFC 33).
enum SentryFormat: FormatReader {
    static var format: DumpFormat { .sentry }

    /// The type of the node that stands for everything deeper than the SDK looks.
    private static let truncationMark = "SentryTruncatedViewHierarchy"

    static func signs(in input: DumpInput) -> FormatSigns {
        guard input.jsonStart != nil else { return FormatSigns(.none, "It holds no JSON.") }
        guard input.has("\"rendering_system\"") else {
            return FormatSigns(.none, "It has no key rendering_system.")
        }
        return FormatSigns(.certain, "It has the key rendering_system.")
    }

    static func read(_ input: DumpInput) throws(Misfit) -> Dump {
        let json = try input.lenientJSON()
        guard let system = json.root["rendering_system"] else {
            throw .other(reason: "It has no key rendering_system.", line: json.error?.line ?? 1)
        }
        guard let windows = json.root["windows"], windows.isArray else {
            throw .broken(
                DumpError(.unreadable, "It has no array windows.", line: json.error?.line, pointer: "/windows")
            )
        }
        do throws(DumpError) {
            var reader = Reader(input.limits)
            reader.isUIKit = system.stringValue?.lowercased().contains("uikit") ?? false
            reader.isAbsolute = json.root["positioning"]?.stringValue == "absolute"
            try NodeWalk<JSONNode>(childrenKey: "children").visit(Array(windows.elements), at: "/windows") {
                (node, depth, pointer) throws(DumpError) in try reader.add(node, depth: depth, at: pointer)
            }
            var dump = try reader.dump(of: system.verbatim)
            dump.report = json.findings + dump.report
            return dump
        } catch {
            throw .broken(error)
        }
    }

    /// Reads the nodes one by one.
    private struct Reader {
        private var relative: TreeAssembler
        private var absolute: ElementAssembler
        var isUIKit = false
        var isAbsolute = false
        private var screen: Size?
        private var depth = 0

        init(_ limits: DumpLimits) {
            relative = TreeAssembler(limits: limits)
            absolute = ElementAssembler(limits: limits)
        }

        /// Adds a node and gives back its children.
        mutating func add(_ node: JSONNode, depth: Int, at pointer: () -> String) throws(DumpError) -> JSONNode? {
            guard node.isObject else {
                report(
                    .error,
                    "document.notAView",
                    "\(pointer()): this is no object, so it is no view; it was skipped."
                )
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
                case "identifier": view.say("identifier", value.stringValue)
                case "view_controller": view.say("controller", value.stringValue)
                case "alpha" where value.doubleValue != nil: view.say("alpha", .number(value.doubleValue ?? 1))
                // UIKit's hidden, the other way round; elsewhere it is something else.
                case "visible" where isUIKit && value.boolValue != nil:
                    view.say("hidden", .bool(value.boolValue == false))
                default: view.keep(name, value.verbatim)
                }
            }
            let values = ["x", "y", "width", "height"].compactMap { numbers[$0] }
            let frame = values.count == 4 ? Rect(x: values[0], y: values[1], width: values[2], height: values[3]) : nil
            self.depth = max(self.depth, depth)
            if depth == 0, let frame, frame.origin == .zero, (100...5_000).contains(frame.size.width), screen == nil {
                screen = frame.size
            }
            let id: Int
            if isAbsolute {
                id = try absolute.append(view, screenFrame: frame, depth: depth, place: pointer())
            } else {
                view.frame = frame ?? .zero
                view.assumeUsual()
                id = try relative.append(view, depth: depth, place: pointer())
            }
            reportFindings(node, hasFrame: frame != nil || isAbsolute, id, at: pointer)
            return children
        }

        private mutating func reportFindings(_ node: JSONNode, hasFrame: Bool, _ id: Int, at pointer: () -> String) {
            guard node["type"]?.stringValue != truncationMark else {
                return report(
                    .warning,
                    "lost.depth",
                    "\(pointer()): the SDK stopped here, because the views are nested too deep; those below are missing.",
                    id
                )
            }
            if node["type"]?.stringValue == nil {
                report(.warning, "missing.class", "\(pointer()): no type is given; it became a UIView.", id)
            }
            if !hasFrame {
                report(
                    .warning,
                    "missing.frame",
                    "\(pointer()): x, y, width and height are not all given; the view is placed at 0, 0.",
                    id
                )
            }
        }

        private mutating func report(
            _ severity: Diagnostic.Severity,
            _ code: String,
            _ text: String,
            _ view: Int? = nil
        ) {
            if isAbsolute {
                absolute.assembler.report.add(severity, code, text, view: view)
            } else {
                relative.report.add(severity, code, text, view: view)
            }
        }

        func dump(of system: String) throws(DumpError) -> Dump {
            let assembler = isAbsolute ? absolute.assembler : relative
            guard assembler.count > 0 else {
                throw DumpError(.unreadable, "The array windows holds no view.", pointer: "/windows")
            }
            var dump = Dump(format: format, tree: assembler.build())
            var general = SentryFormat.losses
            if !isUIKit {
                general.append(
                    Diagnostic(
                        .warning,
                        "sentry.system",
                        "The views are those of \(system), not of UIKit; their numbers are shown as points, and UIKit's rules may not hold for them."
                    )
                )
            }
            dump.report = assembler.report.finished(general: general)
            if let screen, isUIKit { dump.device = DumpDevice(width: screen.width, height: screen.height) }
            return dump
        }
    }

    private static let losses: [Diagnostic] = [
        (
            "bounds",
            "Bounds, transforms and content offsets are not written; what is scrolled or turned is not in its place."
        ),
        ("texts", "Sentry leaves out every text."),
        ("autoresizing", "The autoresizing masks are not written, nor constraints."),
        ("looks", "Colours, fonts and pictures are not written."),
        ("addresses", "The addresses are not written."),
    ].map { Diagnostic(.info, "lost.\($0.0)", $0.1) }
}

extension ViewDescription {
    /// Says a text; one that is no text is none.
    fileprivate mutating func say(_ name: String, _ text: String?) {
        if let text { say(name, .text(text)) }
    }
}
