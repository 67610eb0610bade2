import FoundationEssentials
package import ViewHierarchy

/// Maps one object of a document to a view: the keys of Vitrine's JSON, with UIKit's defaults for those that are
/// missing. What cannot be understood is kept as an attribute.
package struct DocumentView<Node: DocumentNode> {
    private let values: DocumentValues
    /// The view, as far as it is known.
    package private(set) var view = ViewDescription(className: "UIView", frame: .zero)
    private(set) var hasClass = false
    package private(set) var hasFrame = false
    /// Keys whose values have the wrong type.
    package private(set) var unreadable: [String] = []
    /// The number by which constraints name the view, where the document gives one.
    private(set) var number: Int?
    /// The constraints that the view holds.
    package private(set) var constraints: Node?
    /// What is said of its layout.
    package private(set) var traits: Node?
    /// The array of subviews.
    private(set) var subviews: Node?
    /// The bytes of `image`, where it is a data URI (RFC 2397) or data and no description of an image.
    private(set) var picture: [UInt8]?
    /// `image` as it stands there, where it is a `cid:` URL: it names a part of the upload that the dump came in.
    private(set) var pictureURL: String?

    /// - Parameters:
    ///   - keys: what the names mean that were read so far.
    ///   - complete: the properties that are usual where a view says nothing of them.
    package init(_ node: Node, values: DocumentValues, keys: inout DocumentKeys, complete: PropertySet = []) {
        self.values = values
        view.said = complete.union(.identity)
        var unknown: Node?
        node.forEachMember { number, name, value in
            let key = keys.meaning(number, name)
            if case .unknown = key { unknown = value }
            if !value.isNull {
                take(key, name, value)
            } else if case .property(let property) = key {
                view.said.insert(property)
            }
        }
        if let unknown {
            for name in unknown.elements {
                if let property = name.stringValue.flatMap(ViewProperty.named) { view.said.remove(property) }
            }
        }
        view.assumeUsual()
        if let bounds = view.bounds, let center = view.center {
            let derived = ViewGeometry(
                bounds: bounds,
                center: center,
                transform: view.transform,
                anchorPoint: view.anchorPoint
            ).frame
            if !hasFrame { view.frame = derived }
            hasFrame = true
        } else if let bounds = view.bounds, !hasFrame {
            view.frame = Rect(origin: .zero, size: bounds.size)
        }
    }

    /// What bounds, center and transform lead to when they and the frame are given and do not agree.
    var disagreeingFrame: Rect? {
        guard let bounds = view.bounds, let center = view.center else { return nil }
        let derived = ViewGeometry(
            bounds: bounds,
            center: center,
            transform: view.transform,
            anchorPoint: view.anchorPoint
        ).frame
        let differences = [
            derived.origin.x - view.frame.origin.x, derived.origin.y - view.frame.origin.y,
            derived.size.width - view.frame.size.width, derived.size.height - view.frame.size.height,
        ]
        return differences.contains { abs($0) > 0.01 } ? derived : nil
    }

    private mutating func take(_ key: DocumentKeys.Meaning, _ name: () -> String, _ node: Node) {
        switch key {
        case .property(let property): take(property, name, node)
        case .subviews:
            if node.isArray { subviews = node } else { keepUnreadable(name(), node) }
        case .id: number = values.integer(node)
        case .constraints: constraints = node
        case .traits: traits = node
        case .attributes: takeAttributes(node)
        case .image:
            pictureURL = node.stringValue.flatMap { DumpParts.name(in: $0) == nil ? nil : $0 }
            if pictureURL == nil {
                picture = Self.picture(node)
                if picture == nil { keep(name(), node.verbatim) }
            }
        case .unknown, .derived: break
        case .other: keep(name(), node.verbatim)
        }
    }

    private mutating func take(_ property: ViewProperty, _ name: () -> String, _ node: Node) {
        guard let value = values.value(node, property.kind) else { return keepUnreadable(name(), node) }
        property.set(value, in: &view)
        view.said.insert(property)
        if property == .className { hasClass = true }
        if property == .frame { hasFrame = true }
    }

    private static func picture(_ node: Node) -> [UInt8]? {
        guard let text = node.stringValue else { return node.bytes }
        guard text.hasPrefix("data:image/"), let comma = text.firstIndex(of: ","), text[..<comma].hasSuffix(";base64")
        else { return nil }
        let data = Data(base64Encoded: String(text[text.index(after: comma)...]), options: .ignoreUnknownCharacters)
        return data.map { [UInt8]($0) }
    }

    /// An object, or, where a name comes twice, an array of pairs.
    private mutating func takeAttributes(_ node: Node) {
        guard node.isObject || node.isArray else { return keepUnreadable("attributes", node) }
        for (name, value) in node.members { keep(name, value.verbatim) }
        for pair in node.elements {
            if pair.arrayCount == 2, let name = pair.element(at: 0)?.stringValue, let value = pair.element(at: 1) {
                keep(name, value.verbatim)
            } else {
                keepUnreadable("attributes", pair)
            }
        }
    }

    private mutating func keepUnreadable(_ name: String, _ node: Node) {
        unreadable.append(name)
        keep(name, node.verbatim)
    }

    private mutating func keep(_ name: String, _ value: String) {
        view.attributes.append(ViewDescription.Attribute(name, value))
    }
}

/// What the members of a view mean by their names, asked only once for each name of a document that numbers its names.
package struct DocumentKeys {
    enum Meaning {
        case property(ViewProperty)
        case subviews, id, constraints, traits, attributes, image
        /// The properties that the dump behind a document did not say.
        case unknown
        /// What follows from the others.
        case derived
        case other
    }

    private var known: [Meaning?] = []

    package init() {}

    /// The meaning of a name; `number` stands for it where the document has one.
    mutating func meaning(_ number: Int?, _ name: () -> String) -> Meaning {
        guard let number else { return Self.meaning(of: name()) }
        if number < known.count, let meaning = known[number] { return meaning }
        let meaning = Self.meaning(of: name())
        if number >= known.count { known.append(contentsOf: repeatElement(nil, count: number - known.count + 1)) }
        known[number] = meaning
        return meaning
    }

    /// Keys of the API's views that follow from the others.
    private static let derived: Set<String> = [
        "key", "superview", "depth", "windowFrame", "visibleFrame", "visible", "diagnostics",
    ]

    private static func meaning(of name: String) -> Meaning {
        switch name {
        case "subviews": .subviews
        case "id": .id
        case LayoutDocument.constraintsKey: .constraints
        case LayoutDocument.traitsKey: .traits
        case "attributes": .attributes
        case "image": .image
        case "unknown": .unknown
        default: ViewProperty.named(name).map { .property($0) } ?? (derived.contains(name) ? .derived : .other)
        }
    }
}
