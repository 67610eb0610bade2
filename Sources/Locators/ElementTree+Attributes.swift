import Diagnostics
public import ViewHierarchy

extension ElementTree {
    /// One attribute as page source has it; nil where the element has none of that name.
    public func attribute(_ name: String, of element: Int) -> String? {
        guard let view = view(of: element) else { return element == 0 ? rootAttribute(name) : nil }
        return shape == .classes ? classAttribute(name, of: view) : elementAttribute(name, of: view, element)
    }

    /// All attributes as page source has them, in its order.
    public func attributes(of element: Int) -> [(name: String, value: String)] {
        var names = Self.names(in: shape)
        if let view = view(of: element), shape == .classes || isPageSource {
            let listed = Set(names)
            var seen: Set<String> = []
            for attribute in views.attributes(of: view)
            where !listed.contains(attribute.name) && XMLText.isName(attribute.name)
                && seen.insert(attribute.name).inserted
            {
                names.append(attribute.name)
            }
        }
        return names.compactMap { name in attribute(name, of: element).map { (name, $0) } }
    }

    /// The attributes that elements of a shape can have, the dump's own ones apart.
    static func names(in shape: Shape) -> [String] { shape == .classes ? classNames : elementNames }

    /// Whether page source ever has an attribute.
    static func isWritten(_ name: String) -> Bool { elementNames.contains(name) }

    /// Of a test tool's element (WebDriverAgent's order), then what its settings add, then what Vitrine adds.
    private static let elementNames = [
        "type", "value", "name", "label", "enabled", "visible", "accessible", "x", "y", "width", "height", "index",
        "traits", "placeholderValue", "hittable", "nativeAccessibilityElement", "nativeFrame", "minValue", "maxValue",
        "customActions", "class", "processId", "bundleId",
    ]

    private static let verbatimNames: Set = [
        "traits", "nativeAccessibilityElement", "minValue", "maxValue", "customActions", "processId",
    ]

    /// What page source never has.
    private static let omittedNames: Set = ["selected", "rect", "UID", "accessibilityContainer"]

    private static let classNames = [
        "id", "class", "address", "x", "y", "width", "height", "name", "label", "value", "text", "tag", "hidden",
        "visible", "enabled",
    ]

    private func rootAttribute(_ name: String) -> String? {
        guard shape == .elements else { return nil }
        return switch name {
        case "type": tag(of: 0)
        case "enabled", "visible": "true"
        case "accessible": "false"
        case "index": "0"
        case "bundleId": app
        case "name", "label": nil
        default: wholeFrame(of: 0).part(name)
        }
    }

    private func elementAttribute(_ name: String, of view: Int, _ element: Int) -> String? {
        switch name {
        case "type": return ElementType.className(type(of: element))
        case "name": return self.name(of: element)
        case "label": return label(of: element)
        case "value": return value(of: element)
        case "enabled": return isEnabled(element) ? "true" : "false"
        case "visible": return isVisible(element) ? "true" : "false"
        case "accessible": return isAccessible(element) ? "true" : "false"
        case "hittable": return flag(ElementFlag.hittable, of: element).map { $0 ? "true" : "false" }
        case "x", "y", "width", "height": return wholeFrame(of: element).part(name)
        case "index": return String(siblingIndex(of: element))
        case "placeholderValue": return placeholder(of: element)
        case "nativeFrame": return nativeFrame(of: element) ?? views.attribute(name, of: view)
        case "class":
            let className = views.className(of: view)
            return className.hasPrefix(ElementType.prefix) ? views.attribute(name, of: view) : className
        case "bundleId": return views.attribute(name, of: view) ?? (view == 0 && !hasOwnRoot ? app : nil)
        case _ where Self.verbatimNames.contains(name): return views.attribute(name, of: view)
        default:
            return isPageSource && !Self.omittedNames.contains(name) ? views.attribute(name, of: view) : nil
        }
    }

    private func classAttribute(_ name: String, of view: Int) -> String? {
        switch name {
        case "id": return views.id(at: view).map(String.init)
        case "class": return views.className(of: view)
        case "address": return views.address(of: view)
        case "x", "y", "width", "height":
            guard let frame = geometry.windowFrame(of: view) else { return nil }
            return NumberText.short(
                name == "x"
                    ? frame.origin.x
                    : name == "y" ? frame.origin.y : name == "width" ? frame.size.width : frame.size.height
            )
        case "name": return views.identifier(of: view) ?? views.label(of: view)
        case "label": return views.label(of: view)
        case "value": return views.value(of: view)
        case "text": return views.text(of: view)
        case "tag": return String(views.tag(of: view))
        case "hidden": return views.flags(of: view).isHidden ? "true" : "false"
        case "visible": return geometry.isVisible(view) ? "true" : "false"
        case "enabled":
            return ElementFlag.value(views, view, ElementFlag.enabled).map { $0 ? "true" : "false" } ?? "true"
        default: return views.attribute(name, of: view)
        }
    }
}

extension ElementTree {
    /// The short name of the element's type, `Button`, whatever the shape is; empty for an element that is none.
    public func type(of element: Int) -> String {
        let tag = tag(of: element)
        return tag.hasPrefix(ElementType.prefix) ? String(tag.dropFirst(ElementType.prefix.count)) : ""
    }

    /// The accessibility identifier, else the label.
    public func name(of element: Int) -> String? {
        guard let view = view(of: element) else { return nil }
        if views.className(of: view).hasPrefix(ElementType.prefix), let name = views.attribute("name", of: view) {
            return name
        }
        if let identifier = views.identifier(of: view), !identifier.isEmpty { return identifier }
        return label(of: element)
    }

    /// The accessibility label. Of a view of which the dump tells none it is what UIKit makes it: the text of a label, the
    /// title of a button.
    public func label(of element: Int) -> String? {
        guard let view = view(of: element) else { return nil }
        if isVerbatim { return views.label(of: view) }
        let type = type(of: element)
        var label = views.label(of: view)
        if label == nil {
            switch type {
            case "StaticText": label = views.text(of: view)
            case "Button", "MenuItem": label = views.text(of: view) ?? title(in: view)
            default: break
            }
        }
        return label?.isEmpty == true && type != "TextField" && type != "SecureTextField" ? nil : label
    }

    /// The text of the first label within a button, which lies a few views below it.
    private func title(in view: Int) -> String? {
        // What is lazy would keep a copy of the tree for each view.
        for part in views.subtree(of: view).dropFirst().prefix(8) where views.family(of: part) == .label {
            if let text = views.text(of: part) { return text }
        }
        return nil
    }

    /// The accessibility value as WebDriverAgent gives it: of a text its label, of a switch `0` or `1`, of a selected button
    /// `1`, of an input what is typed or the placeholder.
    public func value(of element: Int) -> String? {
        guard let view = view(of: element) else { return nil }
        if let value = views.value(of: view) ?? (isVerbatim ? nil : usualValue(of: view, element)) { return value }
        return nil
    }

    private func usualValue(of view: Int, _ element: Int) -> String? {
        switch type(of: element) {
        case "StaticText": return label(of: element)
        case "Button": return flag(ElementFlag.selected, of: element) == true ? "1" : nil
        case "Switch":
            return ElementFlag.value(views, view, ["on", "isOn", "value", "checked"]).map { $0 ? "1" : "0" }
        case let type where UIKitElement.textInputs.contains(type):
            guard let text = views.text(of: view), !text.isEmpty else { return placeholder(of: element) }
            return text
        default: return nil
        }
    }

    /// What an empty input shows.
    func placeholder(of element: Int) -> String? {
        guard let view = view(of: element) else { return nil }
        return views.attribute("placeholderValue", of: view) ?? views.attribute("placeholder", of: view)
            ?? views.attribute("hintText", of: view)
    }

    /// What the dump says of it by one of some names; nil where it says nothing.
    public func flag(_ names: [String], of element: Int) -> Bool? {
        view(of: element).flatMap { ElementFlag.value(views, $0, names) }
    }

    /// Whether it is enabled, as elements are unless the dump says otherwise.
    public func isEnabled(_ element: Int) -> Bool { flag(ElementFlag.enabled, of: element) ?? true }

    /// Whether it is selected; nil where the dump does not say it.
    public func isSelected(_ element: Int) -> Bool? {
        flag(ElementFlag.selected, of: element) ?? (saysOnlyTrue ? false : nil)
    }

    /// Whether it has the keyboard's focus; nil where the dump does not say it.
    public func isFocused(_ element: Int) -> Bool? {
        flag(ElementFlag.focused, of: element) ?? (saysOnlyTrue ? false : nil)
    }

    /// What the tool says; else whether the view can be seen, without regard to what lies in front of it.
    public func isVisible(_ element: Int) -> Bool {
        guard let view = view(of: element) else { return true }
        if views.flags(of: view).isHidden { return false }
        return ElementFlag.value(views, view, ElementFlag.visible) ?? geometry.isVisible(view)
    }

    /// Where it is on the screen; nil where that is not known.
    public func frame(of element: Int) -> Rect? {
        let view = view(of: element) ?? 0
        guard var frame = geometry.windowFrame(of: view) else { return nil }
        // A window's space is the screen's; a piece of a screen is somewhere on it.
        if saysScreenPlaces, let root = views.root(of: view), views.says(.frame, of: root) {
            frame.origin = frame.origin + views.frame(of: root).origin - views.bounds(of: root).origin
        }
        return frame
    }

    /// The frame with its fractions as WebDriverAgent writes it; nil where there are none, as it then says nothing more.
    private func nativeFrame(of element: Int) -> String? {
        guard let frame = frame(of: element), let whole = WholeRect(around: frame), whole.isRounded(frame) else {
            return nil
        }
        let numbers = [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height].map(NumberText.short)
        return "{{\(numbers[0]), \(numbers[1])}, {\(numbers[2]), \(numbers[3])}}"
    }

    /// Where it is on the screen in whole points, rounded outward, as in page source and for `getRect`.
    public func wholeFrame(of element: Int) -> WholeRect {
        frame(of: element).flatMap(WholeRect.init(around:)) ?? .nowhere
    }
}

/// A rectangle of whole points.
public struct WholeRect: Sendable, Hashable {
    /// The left edge.
    public var x: Int
    /// The top edge.
    public var y: Int
    /// The width.
    public var width: Int
    /// The height.
    public var height: Int

    /// What stands for a rectangle that is nowhere.
    public static let nowhere = WholeRect(x: -1, y: -1, width: 0, height: 0)

    /// Creates a rectangle.
    public init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The smallest around another one (`CGRectIntegral`); nil where that has no place. Thousandths are what sums of
    /// frames leave over.
    public init?(around rect: Rect) {
        func whole(_ value: Double, _ rule: FloatingPointRoundingRule) -> Int? {
            guard abs(value) < 1e9 else { return nil }
            return Int(exactly: ((value * 1000).rounded() / 1000).rounded(rule))
        }
        guard let left = whole(rect.origin.x, .down), let top = whole(rect.origin.y, .down),
            let right = whole(rect.maxX, .up), let bottom = whole(rect.maxY, .up)
        else { return nil }
        self.init(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Whether the other one has fractions.
    func isRounded(_ rect: Rect) -> Bool {
        zip([x, y, width, height], [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height])
            .contains { abs(Double($0) - $1) >= 0.0005 }
    }

    /// One of the four numbers as text.
    func part(_ name: String) -> String? {
        switch name {
        case "x": String(x)
        case "y": String(y)
        case "width": String(width)
        case "height": String(height)
        default: nil
        }
    }
}
