import FoundationEssentials
import ViewHierarchy

/// What an object of an archive says of its view: keys that begin with `IBUI`, whose rest is the property's name.
struct ArchivedView {
    private let archive: InterfaceArchive
    private let element: Int

    init(_ archive: InterfaceArchive, _ element: Int) {
        self.archive = archive
        self.element = element
    }

    /// What the object says of its view's layout.
    var traits: LayoutTraits? {
        var traits = LayoutTraits()
        traits.preferredMaxLayoutWidth = archive.number("preferredMaxLayoutWidth", of: element)
        traits.translatesMask =
            archive.text("IBUITranslatesAutoresizingMaskIntoConstraints", of: element).flatMap(DocumentValues.bool)
        return traits.isEmpty ? nil : traits
    }

    /// Keys that say nothing about the view, or that are read otherwise.
    private static let consumed: Set<String> = [
        "NSNextResponder", "NSSuperview", "NSNextKeyView", "NSWindow", "NSvFlags", "NSFrame", "NSFrameSize",
        "NSSubviews", "NSFrameMatrix", "targetRuntimeIdentifier", "IBUIOpaque", "IBUIClipsSubviews", "IBUIAlpha",
        "IBUITag", "IBUIContentMode", "IBUIUserInteractionEnabled", "IBUIMultipleTouchEnabled",
        "IBUIAutoresizesSubviews", "IBUIText", "IBUIFont", "IBUIFontDescription", "preferredMaxLayoutWidth",
        "IBUINormalTitle", "IBUINormalTitleColor", "IBUINormalImage", "IBUINormalBackgroundImage",
        "IBSegmentTitles", "IBUIItems", "IBUIAccessibilityConfiguration", "IBUIExclusiveTouch",
    ]

    func describe(into view: inout ViewDescription) {
        if let id = archive.objectID(of: element) { view.keep("objectID", id) }
        describeFlags(into: &view)
        say("alpha", archive.number("IBUIAlpha", of: element).map { .number($0) }, in: &view)
        say("tag", whole("IBUITag").map { .integer($0) }, in: &view)
        let mode = whole("IBUIContentMode").flatMap { UInt8(exactly: $0) }.flatMap { ContentMode(rawValue: $0) }
        say("contentMode", mode.map { .contentMode($0) }, in: &view)
        let text = archive.text("IBUINormalTitle", of: element) ?? archive.text("IBUIText", of: element)
        if let text { view.say("text", .text(text)) }
        if let font { view.keep("font", font) }
        for (key, name) in [
            ("IBUINormalImage", "image"), ("IBUINormalBackgroundImage", "backgroundImage"),
        ] {
            if let image = archive.member(key, of: element).flatMap(image) { view.keep(name, image) }
        }
        if let color = archive.member("IBUINormalTitleColor", of: element).flatMap(color) {
            view.keep("titleColor", color)
        }
        describeParts(into: &view)
        for child in archive.document.children(of: element) { keep(child, in: &view) }
    }

    /// Says what the file says, or the default of the format.
    private func say(_ name: String, _ value: ViewPropertyValue?, in view: inout ViewDescription) {
        guard let property = ViewProperty.named(name), let value = value ?? property.usual else { return }
        view.say(property, value)
    }

    /// The mask in the six lowest bits of `NSvFlags`, and in the highest one whether the view is hidden.
    private func describeFlags(into view: inout ViewDescription) {
        if let raw = archive.text("NSvFlags", of: element).flatMap({ Int64($0) }) {
            let flags = UInt32(truncatingIfNeeded: raw)
            view.say(.autoresizingMask, .mask(AutoresizingMask(rawValue: UInt8(truncatingIfNeeded: flags & 0x3F))))
            say("hidden", .bool(flags & 1 << 31 != 0), in: &view)
        }
        for (key, name) in [
            ("IBUIOpaque", "opaque"), ("IBUIClipsSubviews", "clipsToBounds"),
            ("IBUIUserInteractionEnabled", "userInteractionEnabled"),
            ("IBUIMultipleTouchEnabled", "multipleTouchEnabled"), ("IBUIExclusiveTouch", "exclusiveTouch"),
            ("IBUIAutoresizesSubviews", "autoresizesSubviews"),
        ] {
            say(name, archive.text(key, of: element).flatMap(DocumentValues.bool).map { .bool($0) }, in: &view)
        }
    }

    private func whole(_ key: String) -> Int? {
        archive.text(key, of: element).flatMap { Int($0) }
    }

    private func describeParts(into view: inout ViewDescription) {
        if let titles = archive.member("IBSegmentTitles", of: element) {
            for title in archive.items(of: titles) { view.keep("segment", archive.document.text(of: title) ?? "") }
        }
        if let items = archive.member("IBUIItems", of: element) {
            for item in archive.items(of: items) {
                let words = archive.text("IBUITitle", of: item) ?? archive.text("IBUISystemItemIdentifier", of: item)
                view.keep("item", words ?? archive.className(of: item))
            }
        }
        guard let accessibility = archive.member("IBUIAccessibilityConfiguration", of: element) else { return }
        for child in archive.document.children(of: accessibility) {
            guard let key = archive.document.value("key", of: child),
                let text = archive.text(key, of: accessibility)
            else { continue }
            if key.hasSuffix("Label") {
                view.say("label", .text(text))
            } else if key.hasSuffix("Identifier"), key != "targetRuntimeIdentifier" {
                view.say("identifier", .text(text))
            } else {
                view.keep(key, text)
            }
        }
    }

    /// Keeps a member under the property's name: a colour or an image as its text, a plain value verbatim.
    private func keep(_ child: Int, in view: inout ViewDescription) {
        guard let key = archive.document.value("key", of: child), !Self.consumed.contains(key) else { return }
        let name = Self.property(key)
        guard let value = archive.resolved(child) else { return }
        if let text = archive.text(key, of: element) {
            view.keep(name, text)
        } else if let text = color(value) ?? image(value) {
            view.keep(name, text)
        }
    }

    /// `IBUIBackgroundColor` is `backgroundColor`.
    private static func property(_ key: String) -> String {
        for prefix in ["IBUI", "IB"] where key.hasPrefix(prefix) {
            let rest = key.dropFirst(prefix.count)
            return rest.prefix(1).lowercased() + rest.dropFirst()
        }
        return key
    }

    // MARK: Looks

    private var font: String? {
        if let font = archive.member("IBUIFont", of: element), let name = archive.text("NSName", of: font) {
            return "\(name) \(archive.text("NSSize", of: font) ?? "17")"
        }
        guard let font = archive.member("IBUIFontDescription", of: element) else { return nil }
        let size = archive.text("pointSize", of: font) ?? "17"
        if let name = archive.text("name", of: font) { return "\(name) \(size)" }
        let styles = ["1": "system", "2": "system bold", "3": "system italic"]
        return "\(archive.text("type", of: font).flatMap { styles[$0] } ?? "system") \(size)"
    }

    private func image(_ resource: Int) -> String? { archive.text("NSResourceName", of: resource) }

    /// A colour: numbers as text in base 64, a name, or another colour under a name.
    private func color(_ element: Int) -> String? {
        guard archive.document.value("class", of: element)?.hasSuffix("Color") == true else { return nil }
        if let numbers = numbers("NSRGB", of: element), numbers.count >= 3 {
            let parts = numbers.count > 3 ? numbers : numbers + ["1"]
            return "UIExtendedSRGBColorSpace \(parts.prefix(4).joined(separator: " "))"
        }
        if let numbers = numbers("NSWhite", of: element), let white = numbers.first {
            return "UIExtendedGrayColorSpace \(white) \(numbers.count > 1 ? numbers[1] : "1")"
        }
        // What a name stands for is numbers; one level is all there is.
        if let name = archive.text("NSColorName", of: element)
            ?? archive.text("IBUIColorCocoaTouchKeyPath", of: element)
        {
            return name
        }
        return archive.text("NSCatalogName", of: element)
    }

    private func numbers(_ key: String, of element: Int) -> [String]? {
        guard let text = archive.text(key, of: element) else { return nil }
        // The archive leaves the padding out, and a last letter that holds nothing in.
        let letters = text.count % 4 == 1 ? String(text.dropLast()) : text
        let padded = letters + String(repeating: "=", count: (4 - letters.count % 4) % 4)
        guard let data = Data(base64Encoded: padded) else { return nil }
        let words = data.split { $0 <= 0x20 }.map { String(decoding: $0, as: UTF8.self) }
        return words.allSatisfy { Double($0)?.isFinite ?? false } && !words.isEmpty ? words : nil
    }
}
