import ViewHierarchy

/// Maps one object of a document to a view: the keys of Vitrine's JSON, with UIKit's defaults for those that are
/// missing. What cannot be understood is kept as an attribute.
struct DocumentView<Node: DocumentNode> {
    /// Keys of the API's views that follow from the others.
    private static var derivedKeys: Set<String> {
        ["id", "key", "superview", "depth", "windowFrame", "visibleFrame", "visible", "diagnostics"]
    }

    private let values: DocumentValues
    /// The view, as far as it is known.
    private(set) var view = ViewDescription(className: "UIView", frame: .zero)
    private(set) var hasClass = false
    private(set) var hasFrame = false
    /// Keys whose values have the wrong type.
    private(set) var unreadable: [String] = []
    /// The array of subviews.
    private(set) var subviews: Node?

    init(_ node: Node, values: DocumentValues) {
        self.values = values
        for (name, value) in node.members where !value.isNull { take(name, value) }
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

    private mutating func take(_ name: String, _ value: Node) {
        switch name {
        case "subviews":
            if value.isArray { subviews = value } else { keepUnreadable(name, value) }
        case "attributes":
            takeAttributes(value)
        case "frame":
            hasFrame = take(name, value, into: \.frame, values.rect)
        case _ where Self.derivedKeys.contains(name):
            break
        default:
            if !takeText(name, value), !takeGeometry(name, value), !takeFlag(name, value), !takeRest(name, value) {
                keep(name, value.verbatim)
            }
        }
    }

    // Each of these answers whether the key is its own.

    private mutating func takeText(_ name: String, _ value: Node) -> Bool {
        switch name {
        case "class": hasClass = take(name, value, into: \.className) { $0.stringValue }
        case "address": takeOptional(name, value, into: \.address) { $0.stringValue }
        case "text": takeOptional(name, value, into: \.text) { $0.stringValue }
        case "identifier": takeOptional(name, value, into: \.identifier) { $0.stringValue }
        case "label": takeOptional(name, value, into: \.label) { $0.stringValue }
        case "value": takeOptional(name, value, into: \.value) { $0.stringValue }
        case "controller": takeOptional(name, value, into: \.controller) { $0.stringValue }
        default: return false
        }
        return true
    }

    private mutating func takeGeometry(_ name: String, _ value: Node) -> Bool {
        switch name {
        case "bounds": takeOptional(name, value, into: \.bounds, values.rect)
        case "center": takeOptional(name, value, into: \.center, values.point)
        case "transform": take(name, value, into: \.transform, values.transform)
        case "anchorPoint": take(name, value, into: \.anchorPoint, values.point)
        case "contentOffset": takeOptional(name, value, into: \.contentOffset, values.point)
        case "contentSize": takeOptional(name, value, into: \.contentSize, values.size)
        default: return false
        }
        return true
    }

    private mutating func takeFlag(_ name: String, _ value: Node) -> Bool {
        switch name {
        case "hidden": take(name, value, into: \.isHidden, values.bool)
        case "opaque": take(name, value, into: \.isOpaque, values.bool)
        case "clipsToBounds": take(name, value, into: \.clipsToBounds, values.bool)
        case "userInteractionEnabled": take(name, value, into: \.isUserInteractionEnabled, values.bool)
        case "multipleTouchEnabled": take(name, value, into: \.isMultipleTouchEnabled, values.bool)
        case "exclusiveTouch": take(name, value, into: \.isExclusiveTouch, values.bool)
        case "autoresizesSubviews": take(name, value, into: \.autoresizesSubviews, values.bool)
        default: return false
        }
        return true
    }

    private mutating func takeRest(_ name: String, _ value: Node) -> Bool {
        switch name {
        case "alpha": take(name, value, into: \.alpha, values.number)
        case "tag": take(name, value, into: \.tag, values.integer)
        case "autoresizingMask": take(name, value, into: \.autoresizingMask, mask)
        case "contentMode": take(name, value, into: \.contentMode, contentMode)
        default: return false
        }
        return true
    }

    /// Names, or UIKit's raw value.
    private func mask(_ node: Node) -> AutoresizingMask? {
        if let raw = values.integer(node) { return UInt8(exactly: raw & 0x3F).map { AutoresizingMask(rawValue: $0) } }
        guard node.isArray else { return nil }
        var mask: AutoresizingMask = []
        for element in node.elements {
            guard let entry = AutoresizingMask.names.first(where: { $0.name == element.stringValue }) else {
                return nil
            }
            mask.insert(entry.flag)
        }
        return mask
    }

    /// A name, or UIKit's raw value.
    private func contentMode(_ node: Node) -> ContentMode? {
        if let raw = values.integer(node) { return UInt8(exactly: raw).flatMap { ContentMode(rawValue: $0) } }
        return node.stringValue.flatMap { ContentMode(name: $0) }
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

    @discardableResult
    private mutating func take<Value>(
        _ name: String,
        _ node: Node,
        into property: WritableKeyPath<ViewDescription, Value>,
        _ read: (Node) -> Value?
    ) -> Bool {
        guard let value = read(node) else {
            keepUnreadable(name, node)
            return false
        }
        view[keyPath: property] = value
        return true
    }

    private mutating func takeOptional<Value>(
        _ name: String,
        _ node: Node,
        into property: WritableKeyPath<ViewDescription, Value?>,
        _ read: (Node) -> Value?
    ) {
        take(name, node, into: property) { node in read(node).map { Optional($0) } }
    }

    private mutating func keepUnreadable(_ name: String, _ node: Node) {
        unreadable.append(name)
        keep(name, node.verbatim)
    }

    private mutating func keep(_ name: String, _ value: String) {
        view.attributes.append(ViewDescription.Attribute(name, value))
    }
}
