import Diagnostics
import Markup
import ViewHierarchy

/// The XML of Android's uiautomator, also as Appium writes it, with the classes as the names of the elements.
enum UIAutomatorFormat: FormatReader {
    static var format: DumpFormat { .uiautomator }

    private static var roots: [StaticString] { ["<hierarchy"] }

    static func signs(in input: DumpInput) -> FormatSigns {
        guard input.has("<hierarchy") || input.has("&lt;hierarchy") else {
            return FormatSigns(.none, "It has no element named hierarchy.")
        }
        return FormatSigns(.certain, "It has an element named hierarchy.")
    }

    static func read(_ input: DumpInput) throws(Misfit) -> Dump {
        guard let source = MarkupSource(input, roots: roots) else {
            throw .other(reason: "It has no element named hierarchy.", line: 1)
        }
        var screen = Screen()
        let reader = ElementMarkup(source, limits: input.limits) { name, attributes in
            screen.note(name, attributes)
            return fields(name, attributes)
        }
        let tree = try reader.read("uiautomator dump")
        var dump = Dump(format: format, tree: tree)
        dump.app = screen.package
        let size = screen.size ?? tree.roots.lazy.map { tree.frame(of: $0).size }.first { $0.isFinite && $0.width > 0 }
        if let size { dump.device = DumpDevice(width: size.width, height: size.height) }
        dump.report = reader.elements.assembler.report.finished(general: losses + screen.notes + source.notes)
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

    /// What is the same for every such dump.
    private static var losses: [Diagnostic] {
        let android = Diagnostic(
            .info,
            "lost.platform",
            "This is a screen of Android: the classes are Android's, and UIKit's rules of layout and touch say nothing certain about it."
        )
        let own = [
            (
                "scale",
                "Frames are in pixels of the screen, which stand here for points; how many of them Android counts as one dp is not given."
            )
        ]
        return [android] + ElementLosses(own: own, kept: ["classes"]).entries
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
            let message =
                "The screen was turned by \(quarters * 90) degrees (rotation \(quarters)); frames are those of the turned screen."
            return [Diagnostic(.info, "read.rotation", message)]
        }
    }
}
