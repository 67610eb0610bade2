import Diagnostics
import FoundationEssentials
import Markup
import ViewHierarchy

/// Reads the archive that Interface Builder 3 wrote as a xib: objects that refer to each other by numbers.
///
/// A view is an object of Interface Builder with a frame or with `NSvFlags`; `NSSubviews` lists its subviews, back to
/// front. References may form circles, which are not followed twice.
struct ArchivedInterfaceReader {
    let archive: InterfaceArchive
    var assembler: TreeAssembler
    /// The elements of all views.
    private var isView: Set<Int> = []
    private var subviews: [Int: [Int]] = [:]
    private var superviews: [Int: Int] = [:]
    /// The ids of the views by their elements.
    private var views: [Int: Int] = [:]
    private let connections: [Int: [(name: String, words: String)]]

    init(_ document: InterfaceDocument, _ limits: DumpLimits) {
        archive = InterfaceArchive(document)
        connections = archive.connections()
        assembler = TreeAssembler(limits: limits)
    }

    /// Reads the whole file.
    mutating func read() throws(DumpError) -> Dump {
        let document = archive.document
        isView = Set(document.indices.filter(archive.isView))
        link()
        // Views inside a circle of references hang below no root; each of those starts anew.
        for element in isView.sorted() where superviews[element] == nil { try appendAll(below: element) }
        for element in isView.sorted() where views[element] == nil { try appendAll(below: element) }
        guard assembler.count > 0 else {
            let end = document.error.map { " The XML breaks off: \($0.message)" } ?? ""
            throw DumpError(.unreadable, "The archive holds no view.\(end)", line: document.error?.line ?? 1)
        }
        readConstraints()
        var dump = Dump(format: .xib, tree: assembler.build())
        dump.readObjects = document.objectReader(views: nil)
        dump.report = assembler.report.finished(
            general: DumpReport.generalEntries(of: document, views: assembler.count)
        )
        return dump
    }

    // MARK: Hierarchy

    /// Finds the superview of every view: by the lists of subviews, else by what the object stands in.
    private mutating func link() {
        let all = isView.sorted()
        for view in all {
            guard let list = archive.member("NSSubviews", of: view) else { continue }
            for item in archive.items(of: list) where isView.contains(item) && superviews[item] == nil && item != view {
                superviews[item] = view
                subviews[view, default: []].append(item)
            }
        }
        for view in all where superviews[view] == nil {
            guard let superview = archive.enclosing(view, where: isView.contains), superview != view else { continue }
            superviews[view] = superview
            subviews[superview, default: []].append(view)
        }
    }

    private mutating func appendAll(below root: Int) throws(DumpError) {
        var pending = [(element: root, depth: 0)]
        while let (element, depth) = pending.popLast() {
            guard views[element] == nil else { continue }
            try append(element, depth: depth)
            for subview in (subviews[element] ?? []).reversed() { pending.append((subview, depth + 1)) }
        }
    }

    private mutating func append(_ element: Int, depth: Int) throws(DumpError) {
        let className = archive.className(of: element)
        var view = ViewDescription(found: archive.customClass(of: element) ?? className)
        if view.className != className { view.keep("baseClass", className) }
        let frame = archive.frame(of: element)
        view.frame = frame ?? .zero
        let description = ArchivedView(archive, element)
        description.describe(into: &view)
        if depth == 0, let controller = archive.controller(of: element) { view.say(.controller, .text(controller)) }
        for connection in connections[element] ?? [] { view.keep(connection.name, connection.words) }
        let line = archive.document.line(of: element)
        let id = try assembler.append(view, depth: depth, line: line, place: "Line \(line)")
        views[element] = id
        if let traits = description.traits { assembler.setLayout(traits, of: id) }
        guard frame == nil else { return }
        assembler.reportNoFrame(.noFrameOnLine, [String(className.prefix(60))], of: id, line: line)
    }

    // MARK: Constraints

    /// Constraints of the last archives, which named attributes and relations by UIKit's raw values.
    private mutating func readConstraints() {
        let document = archive.document
        for element in document.indices where document.name(element) == "object" {
            guard let kind = document.value("class", of: element), kind.hasSuffix("LayoutConstraint") else { continue }
            let line = document.line(of: element)
            guard let first = anchor("first", of: element) else {
                assembler.report.add(
                    .warning,
                    "interface.constraint",
                    "Line \(line): a constraint names no view or no known attribute; it was left out.",
                    line: line
                )
                continue
            }
            let owner = archive.member("containingView", of: element).flatMap { views[$0] }
            guard let owner = owner ?? first.item.view else { continue }
            var constraint = LayoutConstraint(owner: owner, first: first, second: anchor("second", of: element))
            constraint.name = document.value("id", of: element) ?? ""
            let relation = archive.number("relation", of: element) ?? 0
            constraint.relation = relation < 0 ? .lessThanOrEqual : relation > 0 ? .greaterThanOrEqual : .equal
            constraint.multiplier = archive.number("multiplier", of: element) ?? 1
            constraint.constant = archive.number("constant", of: element) ?? 0
            constraint.priority = archive.number("priority", of: element) ?? LayoutPriority.required
            assembler.append(constraint)
        }
    }

    private func anchor(_ side: String, of element: Int) -> LayoutAnchor? {
        guard let item = archive.member("\(side)Item", of: element).flatMap({ views[$0] }),
            let raw = archive.number("\(side)Attribute", of: element).flatMap({ Int(exactly: $0) }),
            let attribute = LayoutAttribute(rawValue: raw)
        else { return nil }
        return LayoutAnchor(.view(item), attribute)
    }
}

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
    static func property(_ key: String) -> String {
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
