import ViewHierarchy

/// What an element says of its view.
extension InterfaceReader {
    /// Attributes that are read as something else than themselves.
    fileprivate static let consumed = NameLookup<Bool>(consumedNames.map { (key: $0, value: true) })
    private static let consumedNames =
        [
            "key", "customClass", "customModule", "customModuleProvider", "contentMode", "tag", "alpha", "text",
            "translatesAutoresizingMaskIntoConstraints", "horizontalHuggingPriority", "verticalHuggingPriority",
            "horizontalCompressionResistancePriority", "verticalCompressionResistancePriority",
            "placeholderIntrinsicWidth", "placeholderIntrinsicHeight", "preferredMaxLayoutWidth", "misplaced",
            "ambiguous",
            "preservesSuperviewLayoutMargins", "insetsLayoutMarginsFromSafeArea", "layoutMarginsFollowReadableWidth",
            "image", "backgroundImage", "catalog", "placeholder", "sceneMemberID", "tableViewCell", "verifyAmbiguity",
        ] + InterfaceClasses.properties.map(\.attribute)

    /// Says what the element's attributes and the elements inside it say.
    mutating func describe(_ element: Int, _ name: String, into view: inout ViewDescription) {
        describeProperties(element, into: &view)
        describeText(element, name, into: &view)
        document.forEachAttribute(of: element) { attribute, value in
            guard let kept = vocabulary.kept[attribute] else { return }
            if name == "stackView", Self.stackAttributes.contains(document.names[attribute]) { return }
            view.keep(kept, value)
        }
        for (attribute, value) in InterfaceClasses.defaults[name] ?? []
        where document.value(attribute, of: element) == nil {
            view.keep(attribute, value)
        }
        if let key = document.value("key", of: element), key != "view" { view.keep("key", key) }
        describeImage(element, into: &view)
        for child in document.children(of: element) { describe(child, of: element, name, into: &view) }
    }

    static let stackAttributes: Set<String> = [
        "axis", "distribution", "alignment", "spacing", "spacingType", "baselineRelativeArrangement",
    ]

    private mutating func describeProperties(_ element: Int, into view: inout ViewDescription) {
        for (property, attribute) in vocabulary.properties {
            let said = attribute.flatMap { document.value($0, of: element) }
            let value = said.flatMap(DocumentValues.bool)
            if let attribute, let said, value == nil { view.keep(attribute, said) }
            if let value = value.map({ .bool($0) }) ?? property.usual { view.say(property, value) }
        }
        view.say("alpha", .number(number("alpha", of: element, into: &view) ?? 1))
        let tag = document.value("tag", of: element)
        let number = tag.flatMap { Int($0) }
        if let tag, number == nil { view.keep("tag", tag) }
        view.say("tag", .integer(number ?? 0))
        let mode = document.value("contentMode", of: element)
        let known = mode.flatMap { ContentMode(name: $0) }
        if let mode, known == nil { view.keep("contentMode", mode) }
        view.say("contentMode", .contentMode(known ?? .scaleToFill))
        let mask = document.child(of: element, "autoresizingMask", key: "autoresizingMask")
        // A view that constraints place may have no mask in the file; any other has none.
        if mask != nil || document.flag("translatesAutoresizingMaskIntoConstraints", of: element) != false {
            view.say(.autoresizingMask, .mask(mask.map(self.mask) ?? []))
        }
    }

    private func number(_ name: String, of element: Int, into view: inout ViewDescription) -> Double? {
        guard let text = document.value(name, of: element) else { return nil }
        let number = document.number(name, of: element)
        if number == nil { view.keep(name, text) }
        return number
    }

    private static let maskFlags: [(name: String, flag: AutoresizingMask)] = [
        ("flexibleMinX", .flexibleLeftMargin), ("widthSizable", .flexibleWidth),
        ("flexibleMaxX", .flexibleRightMargin), ("flexibleMinY", .flexibleTopMargin),
        ("heightSizable", .flexibleHeight), ("flexibleMaxY", .flexibleBottomMargin),
    ]

    private func mask(_ element: Int) -> AutoresizingMask {
        var mask: AutoresizingMask = []
        for (name, flag) in Self.maskFlags where document.flag(name, of: element) == true { mask.insert(flag) }
        return mask
    }

    // MARK: Texts

    private func describeText(_ element: Int, _ name: String, into view: inout ViewDescription) {
        let id = document.value("id", of: element)
        func localized(_ property: String, _ text: String?) -> String? {
            id.flatMap { strings["\($0).\(property)"] } ?? text
        }
        if let text = localized(
            "text",
            document.value("text", of: element) ?? string(element, "text") ?? attributed(element)
        ) {
            view.say("text", .text(text))
        } else if isOfWatch,
            let title = localized("title", document.value("title", of: element) ?? string(element, "title"))
        {
            view.say("text", .text(title))
        } else if name == "label" || name == "textField" || name == "textView" {
            view.say("text", .text(""))
        }
        if let text = localized(
            "placeholder",
            document.value("placeholder", of: element) ?? string(element, "placeholder")
        ) {
            view.keep("placeholder", text)
        }
    }

    /// A text that an element of its own holds, as texts of several lines do.
    func string(_ element: Int, _ key: String) -> String? {
        document.child(of: element, "string", key: key).flatMap { document.text(of: $0) }
    }

    /// Keeps the fonts and the colours of an attributed string: those of its longest run, and where others differ from these all
    /// of them (``StyledText``).
    private func describeRuns(of string: Int, into view: inout ViewDescription) {
        func words(_ fragment: Int) -> String {
            document.value("content", of: fragment) ?? self.string(fragment, "content") ?? ""
        }
        func length(_ fragment: Int) -> Int { words(fragment).utf8.count }
        let runs = document.children(of: string).filter { document.name($0) == "fragment" }
        let styles = runs.compactMap { run -> StyledText.Run? in
            let (count, attributes) = (words(run).count, document.child(of: run, "attributes"))
            guard count > 0 else { return nil }
            let font = attributes.flatMap { document.child(of: $0, "font") }.flatMap(resources.runFont)
            let color = attributes.flatMap { document.child(of: $0, "color", key: "NSColor") }
                .map { resources.color($0).text }
            return StyledText.Run(count: count, font: font ?? "system 17", color: color)
        }
        if let first = styles.first,
            styles.contains(where: { ($0.font, $0.color ?? "") != (first.font, first.color ?? "") })
        {
            view.keep(StyledText.attribute, StyledText.description(styles))
        }
        guard let longest = runs.max(by: { length($0) < length($1) }),
            let attributes = document.child(of: longest, "attributes")
        else { return }
        if let font = document.child(of: attributes, "font").flatMap(resources.runFont) { view.keep("font", font) }
        if let color = document.child(of: attributes, "color", key: "NSColor") {
            resources.color(color).describe(as: "textColor", in: &view)
        }
    }

    /// The text of an attributed string, without its attributes.
    private func attributed(_ element: Int, _ key: String = "attributedText") -> String? {
        guard let string = document.child(of: element, "attributedString", key: key) else { return nil }
        let fragments = document.children(of: string).filter { document.name($0) == "fragment" }
        let text = fragments.map { document.value("content", of: $0) ?? self.string($0, "content") ?? "" }.joined()
        return text.isEmpty ? nil : text
    }

    // MARK: Elements inside

    private mutating func describe(_ child: Int, of element: Int, _ name: String, into view: inout ViewDescription) {
        let key = document.value("key", of: child)
        switch document.name(child) {
        // What nearly every view has comes first.
        case "rect":
            if key != "frame" { keep(child, into: &view) }
        case "autoresizingMask", "subviews", "constraints": break
        case "color": resources.color(child).describe(as: key ?? "color", in: &view)
        case "fontDescription":
            if let font = resources.font(child) {
                view.keep(key == "fontDescription" || key == nil ? "font" : key ?? "font", font)
            }
        case "state": describeState(child, of: element, into: &view)
        case "attributedString" where key == "attributedText": describeRuns(of: child, into: &view)
        case "buttonConfiguration": describeConfiguration(child, of: element, into: &view)
        case "accessibility": describeAccessibility(child, of: element, into: &view)
        case "userDefinedRuntimeAttributes": describeRuntimeAttributes(child, into: &view)
        case "connections": describeConnections(child, into: &view)
        case "segments": describeSegments(child, of: element, into: &view)
        case "items" where isOfWatch: break
        case "items", "toolbarItems": describeItems(child, into: &view)
        case "sections": describeSections(child, into: &view)
        case "textInputTraits", "preferredSymbolConfiguration", "collectionViewFlowLayout", "point", "size", "inset",
            "blurEffect", "vibrancyEffect", "dataDetectorType":
            keep(child, into: &view)
        case "imageReference":
            if let image = resources.image(child, "image") { view.keep(key ?? "image", image) }
        default: break
        }
    }

    /// Keeps an element's attributes verbatim under its key.
    private func keep(_ child: Int, into view: inout ViewDescription) {
        let name = document.value("key", of: child) ?? document.name(child)
        if document.name(child) == "blurEffect" {
            view.keep("effect", document.value("style", of: child) ?? "blur")
            return
        }
        let parts = document.allAttributes(of: child).filter { $0.name != "key" && $0.name != "id" }
        guard !parts.isEmpty else { return }
        view.keep(name, parts.map { "\($0.name) = \($0.value)" }.joined(separator: "; "))
    }

    private func describeImage(_ element: Int, into view: inout ViewDescription) {
        for name in ["image", "backgroundImage"] {
            guard let image = resources.image(element, name) else { continue }
            view.keep(name, image)
            if name == "image", let size = resources.size(ofImage: element, name) { view.keep("imageSize", size) }
        }
    }

    private func describeState(_ state: Int, of element: Int, into view: inout ViewDescription) {
        let key = document.value("key", of: state) ?? "normal"
        let isNormal = key == "normal"
        func name(_ property: String) -> String {
            isNormal ? property : "\(key).\(property)"
        }
        let written =
            document.value("title", of: state) ?? string(state, "title") ?? attributed(state, "attributedTitle")
        let id = document.value("id", of: element)
        if let title = id.flatMap({ strings["\($0).\(key)Title"] }) ?? written {
            if isNormal { view.say("text", .text(title)) } else { view.keep(name("title"), title) }
        }
        for property in ["image", "backgroundImage"] {
            guard let image = resources.image(state, property) else { continue }
            view.keep(name(property), image)
            if isNormal, property == "image", let size = resources.size(ofImage: state, property) {
                view.keep("imageSize", size)
            }
        }
        if isNormal, let title = document.child(of: state, "attributedString", key: "attributedTitle") {
            describeRuns(of: title, into: &view)
        }
        for child in document.children(of: state) where document.name(child) == "color" {
            resources.color(child).describe(as: name(document.value("key", of: child) ?? "color"), in: &view)
        }
    }

    private func describeConfiguration(_ child: Int, of element: Int, into view: inout ViewDescription) {
        view.keep("configuration", document.value("style", of: child) ?? "plain")
        let id = document.value("id", of: element)
        let written =
            document.value("title", of: child) ?? string(child, "title") ?? attributed(child, "attributedTitle")
        if let title = id.flatMap({ strings["\($0).configuration.title"] }) ?? written {
            view.say("text", .text(title))
        }
        if let subtitle = document.value("subtitle", of: child) { view.keep("configuration.subtitle", subtitle) }
        if let image = resources.image(child, "image") { view.keep("image", image) }
        for name in ["imagePadding", "imagePlacement"] {
            if let value = document.value(name, of: child) { view.keep(name, value) }
        }
        for part in document.children(of: child) {
            switch document.name(part) {
            case "directionalEdgeInsets", "inset": keep(part, into: &view)
            case "color":
                let key = document.value("key", of: part) ?? "color"
                resources.color(part).describe(as: key == "baseForegroundColor" ? "titleColor" : key, in: &view)
            case "fontDescription": if let font = resources.font(part) { view.keep("font", font) }
            default: break
            }
        }
    }

    private func describeAccessibility(_ child: Int, of element: Int, into view: inout ViewDescription) {
        let id = document.value("id", of: element)
        if let identifier = document.value("identifier", of: child) { view.say("identifier", .text(identifier)) }
        let label = document.value("label", of: child) ?? string(child, "label")
        if let label = id.flatMap({ strings["\($0).accessibilityLabel"] }) ?? label { view.say("label", .text(label)) }
        if let value = document.value("value", of: child) { view.say("value", .text(value)) }
        if let hint = document.value("hint", of: child) ?? string(child, "hint") {
            view.keep("accessibilityHint", hint)
        }
        for part in document.children(of: child) {
            if document.name(part) == "accessibilityTraits" {
                let traits = document.allAttributes(of: part).filter { $0.value == "YES" }.map(\.name)
                view.keep("accessibilityTraits", traits.joined(separator: ", "))
            } else if document.name(part) == "bool", let key = document.value("key", of: part) {
                view.keep("accessibility.\(key)", document.value("value", of: part) ?? "")
            }
        }
    }

    private func describeRuntimeAttributes(_ child: Int, into view: inout ViewDescription) {
        for attribute in document.children(of: child) {
            guard let path = document.value("keyPath", of: attribute) else { continue }
            let part = document.child(of: attribute, key: "value")
            let value: String
            if let part, document.name(part) == "color" {
                value = resources.color(part).text
            } else {
                let parts = part.map { document.allAttributes(of: $0).filter { $0.name != "key" } } ?? []
                let joined =
                    parts.count == 1 ? parts[0].value : parts.map { "\($0.name) = \($0.value)" }.joined(separator: "; ")
                value = document.value("value", of: attribute) ?? part.flatMap { document.text(of: $0) } ?? joined
            }
            switch path {
            case "accessibilityIdentifier": view.say("identifier", .text(value))
            case "accessibilityLabel": view.say("label", .text(value))
            case "accessibilityValue": view.say("value", .text(value))
            default: view.keep(path, value)
            }
        }
    }
}

/// Which of the words that the reader knows a document uses: most use few, so that nearly all views need not be asked for the others.
struct InterfaceVocabulary {
    /// Under which name an attribute is kept, by its place in the document's `names`; nil for those that are read as something else.
    let kept: [String?]
    /// The yes-or-no properties, with the attribute that says them; nil for one that the document has nowhere.
    let properties: [(property: ViewProperty, attribute: String?)]
    /// Whether anything is said of how constraints treat a view.
    let saysTraits: Bool

    init(_ document: InterfaceDocument) {
        kept = document.names.map { name in
            InterfaceReader.consumed.contains(name) ? nil : InterfaceClasses.names[name] ?? name
        }
        properties = InterfaceClasses.properties.compactMap { attribute, name in
            ViewProperty.named(name).map { ($0, document.has(attribute) ? attribute : nil) }
        }
        saysTraits = InterfaceReader.traitNames.contains { document.has($0) }
    }
}
