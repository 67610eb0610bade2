import Diagnostics
import JSON
import PastedText
import ViewHierarchy

/// The JSON of Calabash's server in an app (`GET /dump`): the views, each with what UIKit prints of it.
enum CalabashFormat: FormatReader {
    static let facts = FormatFacts(
        .calabash,
        .json,
        [
            .init(
                .certain,
                "It has keys that only Calabash writes.",
                any: "\"CalabashRootView\"",
                "\"center_x\"",
                "\"center_y\""
            ),
            .init(
                .certain,
                "It has the keys hit-point and accessibilityElement.",
                all: "\"hit-point\"",
                "\"accessibilityElement\""
            ),
        ],
        otherwise: FormatSigns(
            .none,
            "It has neither a CalabashRootView nor the keys center_x, hit-point and accessibilityElement."
        ),
        losses: .lost(
            """
            bounds [bounds, center]: Bounds and center are not written; they were worked out from the frame and what UIKit \
            prints of the view.
            contentMode [content mode]: The content mode is not written; every view has scaleToFill.
            controllers [view controllers]: View controllers are not written.
            text [texts beyond 25 characters]: UIKit cuts texts to 25 characters in what it prints of a view.
            """
        )
    )

    static func read(_ input: DumpInput) throws(DumpError) -> Dump {
        let json = try input.lenientJSON()
        let found = ElementDocument(in: json.root) {
            $0["type"]?.stringValue == rootType
                || (className(of: $0) != nil && ($0["accessibilityElement"] != nil || $0["rect"]?["center_x"] != nil)
                    && $0["rect"] != nil)
        }
        guard var found else {
            throw .other("No object has a type and a rect as Calabash writes them.", line: json.error?.line)
        }
        found.open { $0["type"]?.stringValue == rootType }
        var reader = Reader(input.limits)
        try found.forEach { (node, depth, pointer) throws(DumpError) in
            try reader.add(node, depth: depth, at: pointer)
        }
        var dump = try reader.dump()
        dump.report = json.findings + dump.report
        return dump
    }

    /// The type of the object around the windows.
    private static let rootType = "CalabashRootView"

    /// The class of a view, which dumps and answers to queries call otherwise.
    private static func className(of node: JSONNode) -> String? { (node["type"] ?? node["class"])?.stringValue }

    /// A place on the screen; nil for none, and for one that is not finite, which a view has that was never laid out.
    private static func place(_ node: JSONNode?) -> Rect? {
        node.flatMap(ElementFields.rect).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Reads the views one by one.
    private struct Reader {
        private var assembler: TreeAssembler
        private var screen: Size?
        /// Where each open view is on the screen, for elements that say only that.
        private var origins: [Point] = []
        private var names = DescribedNames()

        init(_ limits: DumpLimits) { assembler = TreeAssembler(limits: limits) }

        /// Adds a view and gives back its subviews.
        mutating func add(_ node: JSONNode, depth: Int, at pointer: () -> String) throws(DumpError) -> JSONNode? {
            guard node.isObject else {
                assembler.reportNoObject(at: pointer)
                return nil
            }
            origins.removeLast(origins.count - min(depth, origins.count))
            let rect = place(node["rect"])
            let described = node["description"]?.stringValue.flatMap { describedView($0) }
            var view = described?.view ?? ViewDescription(found: className(of: node) ?? "UIView")
            var hasFrame = described?.hasFrame ?? false
            if let frame = place(node["frame"]) {
                if !hasFrame { view.frame = frame }
                hasFrame = true
            } else if let rect, !hasFrame {
                // An accessibility element is on the screen; a view is in its superview.
                let origin = origins.last ?? .zero
                view.frame = Rect(origin: Point(x: rect.minX - origin.x, y: rect.minY - origin.y), size: rect.size)
                hasFrame = true
            }
            for (name, value) in node.members { take(name, value, isDescribed: described != nil, into: &view) }
            view.assumeUsual()
            origins.append(rect?.origin ?? origins.last ?? .zero)
            if depth == 0, view.frame.origin == .zero, view.frame.size.width >= 100, screen == nil {
                screen = view.frame.size
            }
            let id = try assembler.append(view, depth: depth, place: pointer())
            if !hasFrame { assembler.reportNoFrame(.noFrame, [pointer()], of: id) }
            guard let children = node["children"], children.isArray else { return nil }
            return children
        }

        private func take(_ name: String, _ value: JSONNode, isDescribed: Bool, into view: inout ViewDescription) {
            switch name {
            // The place of its middle and the rectangle on the screen follow from the frames.
            case "type", "class", "children", "frame", "rect", "hit-point": break
            case "description" where isDescribed: break
            case "id": take("identifier", text: value, into: &view)
            case "label": take("label", text: value, into: &view)
            case "value": take("value", text: value, into: &view)
            case "text": if view.text == nil { take("text", text: value, into: &view) }
            case "alpha" where value.doubleValue != nil: view.say("alpha", .number(value.doubleValue ?? 1))
            case _ where value.isNull || (value.isArray && value.arrayCount == 0): break
            default: view.keep(name, value.verbatim)
            }
        }

        private func take(_ name: String, text: JSONNode, into view: inout ViewDescription) {
            guard let property = ViewProperty.named(name) else { return }
            if text.isNull { view.said.insert(property) } else { view.say(property, .text(text.verbatim)) }
        }

        /// The view that a line of UIKit's own describes.
        private mutating func describedView(_ line: String) -> (view: ViewDescription, hasFrame: Bool)? {
            let limits = assembler.limits
            let text = ByteText(Array(line.utf8))
            guard text.count <= limits.maximumLineBytes, text[0] == UInt8(ascii: "<"),
                let start = ItemStart(in: text, 0..<text.count, isIndentedByBars: false), start.form == .addressed
            else { return nil }
            var parser = ItemParser(text, start, limit: text.count, maximumAttributes: limits.maximumAttributes)
            let item = parser.parse()
            let trailer = ItemTrailer(text, item.end..<text.count, isOptional: false)
            let prefix = ItemPrefix(text, start.prefix)
            let mapper = ItemMapper(text, item, names: &names, prefix: prefix, trailer: trailer)
            return (mapper.view, mapper.hasFrame)
        }

        func dump() throws(DumpError) -> Dump {
            let failure = DumpError(.unreadable, "The Calabash dump holds no view.")
            return try assembler.finish(facts, screen: screen, orThrow: failure)
        }
    }
}
