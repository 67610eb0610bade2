import Diagnostics
import Markup
import ViewHierarchy

/// The XML of Android's uiautomator, also as Appium writes it, with the classes as the names of the elements.
enum UIAutomatorFormat: FormatReader {
    static let facts = FormatFacts(
        .uiautomator,
        .text,
        [
            .init(.certain, "It has an element named hierarchy.", any: "<hierarchy", "&lt;hierarchy"),
            .init(.likely, "It has nodes with bounds.", all: "<node ", "bounds="),
            .init(.likely, "It has elements named as Android's classes, with bounds.", all: "<android.", "bounds="),
        ],
        otherwise: FormatSigns(.none, "It has no element named hierarchy."),
        losses: .lostPlatform + .lostElements(kept: ["classes"]) + .lostScale
    )

    /// Where a whole dump begins; without it, where the first element of a piece does.
    private static var roots: [StaticString] { ["<hierarchy"] }

    /// Whether a name is that of an element, which Appium names as its class.
    private static func isElement(_ name: String) -> Bool {
        name == "node" || name == "hierarchy" || name.contains(".")
    }

    static func read(_ input: DumpInput) throws(DumpError) -> Dump {
        guard let source = MarkupSource(input, roots: roots, isElement: isElement) else {
            throw .other(facts.otherwise.reason)
        }
        var screen = Screen()
        let reader = ElementMarkup(source, limits: input.limits) { name, attributes in
            screen.note(name, attributes)
            return fields(name, attributes)
        }
        var dump = try reader.read(facts, as: "uiautomator dump") { screen.notes }
        dump.app = screen.package
        let sizes = dump.tree.roots.lazy.map { [tree = dump.tree] in tree.frame(of: $0).size }
        let size = screen.size ?? sizes.first { $0.isFinite && $0.width > 0 }
        if let size { dump.device = DumpDevice(width: size.width, height: size.height) }
        return dump
    }

    /// What is known of an attribute by its name.
    private enum Field { case className, hint, text, bounds, side }

    private static let known = NameLookup<Field>([
        ("class", .className), ("hint", .hint), ("text", .text), ("resource-id", .text), ("content-desc", .text),
        ("bounds", .bounds), ("x", .side), ("y", .side), ("width", .side), ("height", .side),
    ])

    private static func fields(_ name: String, _ attributes: MarkupAttributes) -> ElementFields? {
        guard name != "hierarchy" else { return nil }
        let className = attributes["class"]
        guard className != nil || name == "node" || attributes.place(of: "bounds") != nil else { return nil }
        var fields = ElementFields()
        fields.take("class", className ?? name)
        for (name, value) in attributes {
            // An attribute without a value says that there is nothing.
            switch known[name] {
            case .hint where !value.isEmpty: fields.keep("placeholder", value)
            case .text where value.isEmpty: fields.takeNothing(name)
            case .text, .bounds: fields.take(name, value)
            case .className, .side: continue
            case .hint, nil: fields.keep(name, value)
            }
        }
        return fields
    }

    /// What the dump says of the whole screen.
    private struct Screen {
        var size: Size?
        var package: String?
        var rotation: String?

        mutating func note(_ name: String, _ attributes: MarkupAttributes) {
            if name == "hierarchy" {
                rotation = attributes["rotation"]
                if let width = attributes["width"].flatMap({ Double($0) }),
                    let height = attributes["height"].flatMap({ Double($0) }),
                    case let size = Size(width: width, height: height), size.isFinite, width > 0, height > 0
                {
                    self.size = size
                }
                return
            }
            // The system's own bars come first where there are several windows.
            guard package == nil, let name = attributes["package"], !name.isEmpty, name != "com.android.systemui" else {
                return
            }
            package = name
        }

        var notes: [Diagnostic] {
            guard let rotation, let quarters = Int(rotation), (1...3).contains(quarters) else { return [] }
            return [Diagnostic(.turned, ["\(quarters * 90)", "\(quarters)"])]
        }
    }
}
