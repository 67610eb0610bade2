import Diagnostics
import Markup
import ViewHierarchy

/// The XML source of WebDriverAgent, which Appium hands out as the source of a page of an iOS app.
enum WebDriverAgentXMLFormat: FormatReader {
    static var format: DumpFormat { .webDriverAgentXML }

    /// Start tags that only this format has.
    private static var certainSigns: [StaticString] {
        ["<XCUIElementType", "<AppiumAUT", "&lt;XCUIElementType", "&lt;AppiumAUT"]
    }
    /// Start tags of the time before the prefix.
    private static var roots: [StaticString] {
        ["<XCUIElementType", "<AppiumAUT", "<UIAApplication", "<Application ", "<Window "]
    }

    static func signs(in input: DumpInput) -> FormatSigns {
        if certainSigns.contains(where: input.has) {
            return FormatSigns(.certain, "Its elements are named XCUIElementType….")
        }
        if roots.contains(where: input.has) { return FormatSigns(.possible, "It has an element Application.") }
        return FormatSigns(.none, "It has no element named AppiumAUT or XCUIElementType….")
    }

    static func read(_ input: DumpInput) throws(Misfit) -> Dump {
        guard let source = MarkupSource(input, roots: roots) else {
            throw .other(reason: "It has no element named AppiumAUT or XCUIElementType….", line: 1)
        }
        var app = Application()
        let reader = ElementMarkup(source, limits: input.limits) { name, attributes in
            let fields = fields(name, attributes)
            if let fields, app.isWanted, name.hasSuffix("Application") { app.note(fields, attributes) }
            return fields
        }
        let tree = try reader.read("WebDriverAgent XML source")
        var dump = Dump(format: format, tree: tree)
        dump.app = app.bundleID
        dump.device = app.device
        let hints = [ElementLosses.truncation(atDepth: tree.maximumDepth)].compactMap { $0 }
        dump.report = reader.elements.assembler.report.finished(general: ElementLosses().entries + source.notes + hints)
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
