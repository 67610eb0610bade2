import FoundationEssentials
import ViewHierarchy

/// Maps one object of a document to a view: the keys of Vitrine's JSON, with UIKit's defaults for those that are
/// missing. What cannot be understood is kept as an attribute.
struct DocumentView<Node: DocumentNode> {
    /// The key of the properties that the dump behind a document did not say.
    static var unknownKey: String { DocumentKeys.unknown }

    private let values: DocumentValues
    /// The view, as far as it is known.
    private(set) var view = ViewDescription(className: "UIView", frame: .zero)
    private(set) var hasClass = false
    private(set) var hasFrame = false
    /// Keys whose values have the wrong type.
    private(set) var unreadable: [String] = []
    /// The number by which constraints name the view, where the document gives one.
    private(set) var number: Int?
    /// The constraints that the view holds.
    private(set) var constraints: Node?
    /// What is said of its layout.
    private(set) var traits: Node?
    /// The array of subviews.
    private(set) var subviews: Node?
    /// The bytes of `image`, where it is a data URI (RFC 2397) or data and no description of an image.
    private(set) var picture: [UInt8]?
    /// `image` as it stands there, where it is a `cid:` URL: it names a part of the upload that the dump came in.
    private(set) var pictureURL: String?

    /// - Parameter complete: the properties that are usual where a view says nothing of them.
    init(_ node: Node, values: DocumentValues, complete: PropertySet = []) {
        self.values = values
        view.said = complete.union(.identity)
        for (name, value) in node.members {
            if !value.isNull {
                take(name, value)
            } else if let property = ViewProperty.named(name) {
                view.said.insert(property)
            }
        }
        for name in node[Self.unknownKey]?.elements ?? [] {
            if let property = name.stringValue.flatMap(ViewProperty.named) { view.said.remove(property) }
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

    private mutating func take(_ name: String, _ node: Node) {
        switch name {
        case "subviews":
            if node.isArray { subviews = node } else { keepUnreadable(name, node) }
        case "id": number = values.integer(node)
        case LayoutDocument.constraintsKey: constraints = node
        case LayoutDocument.traitsKey: traits = node
        case "attributes":
            takeAttributes(node)
        case "image":
            pictureURL = node.stringValue.flatMap { DumpParts.name(in: $0) == nil ? nil : $0 }
            if pictureURL == nil {
                picture = Self.picture(node)
                if picture == nil { keep(name, node.verbatim) }
            }
        default:
            guard let property = ViewProperty.named(name) else {
                if !DocumentKeys.derived.contains(name) { keep(name, node.verbatim) }
                return
            }
            guard let value = values.value(node, property.kind) else { return keepUnreadable(name, node) }
            property.set(value, in: &view)
            view.said.insert(property)
            if property == .className { hasClass = true }
            if property == .frame { hasFrame = true }
        }
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

private enum DocumentKeys {
    static let unknown = "unknown"
    /// Keys of the API's views that follow from the others.
    static let derived: Set<String> = [
        "key", "superview", "depth", "windowFrame", "visibleFrame", "visible", "diagnostics", unknown,
    ]
}
