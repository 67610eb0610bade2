public import ViewHierarchy

/// What a dump is to a test tool: one element for each view, in tree order, with a tag and attributes, below one root.
///
/// Elements are called by their places in depth-first order. Where the dump has no root that can stand for all, an
/// element of no view comes first (``hasOwnRoot``).
public struct ElementTree: Sendable {
    /// How the elements are named.
    public enum Shape: Sendable, Hashable {
        /// Types of XCUITest with the attributes of WebDriverAgent, as Appium's page source has them. The views of a dump
        /// of UIKit become the elements that a test most likely sees.
        case elements
        /// Each view after its class, with the properties that dumps of UIKit have, below an element `dump`.
        case classes
    }

    /// The views.
    public private(set) var views: ViewTree
    /// How the elements are named.
    public let shape: Shape
    /// Whether the first element stands for no view.
    public let hasOwnRoot: Bool
    private(set) var geometry: WindowGeometry
    /// The bundle identifier of the app.
    let app: String?
    /// Whether every attribute comes from WebDriverAgent, so that what is missing is not there.
    let isVerbatim: Bool
    /// Whether all attributes that the dump has are those of page source.
    let isPageSource: Bool
    /// Whether the views are elements of a test tool, whose places are on the screen.
    let saysScreenPlaces: Bool
    /// Whether the tool writes flags only where they are true, as XCUITest does.
    let saysOnlyTrue: Bool
    /// The tags, and for each element the place of its own.
    private(set) var tags: Interned<String>
    private(set) var tagNumbers: [Int32]
    /// Whether each element is accessible unless the dump says otherwise.
    private var accessible: [Bool] = []

    /// Makes the elements of a dump; linear in the number of views.
    ///
    /// - Parameters:
    ///   - shape: How they are named. A dump of elements has one shape: each is what it says.
    ///   - tree: The views as they are now, those of the dump where nothing is given.
    ///   - geometry: Where the views lie, when it is known already.
    public init(_ dump: Dump, shape: Shape = .elements, tree: ViewTree? = nil, geometry: WindowGeometry? = nil) {
        let tree = tree ?? dump.tree
        let isOfElements = Self.isOfElements(tree)
        views = tree
        app = dump.app
        self.shape = isOfElements ? .elements : shape
        self.geometry = geometry ?? WindowGeometry(tree)
        saysScreenPlaces = isOfElements || dump.format == .uiautomator
        saysOnlyTrue = dump.format == .xcuitest
        isPageSource = isOfElements && dump.format == .webDriverAgentXML
        isVerbatim = isPageSource || isOfElements && dump.format == .webDriverAgentJSON
        hasOwnRoot =
            self.shape == .classes || tree.roots.count != 1
            || tree.className(of: 0) != ElementType.className("Application") && tree.className(of: 0) != "UIApplication"
        tags = Interned()
        tagNumbers = []
        tagNumbers.reserveCapacity(tree.count + 1)
        if hasOwnRoot { appendTag(self.shape == .classes ? "dump" : ElementType.className("Application")) }
        self.shape == .classes ? appendClasses() : appendTypes()
    }

    /// Whether a tree has the elements of a test tool and not views: its first root is one.
    public static func isOfElements(_ tree: ViewTree) -> Bool {
        tree.roots.first.map { tree.className(of: $0).hasPrefix(ElementType.prefix) } ?? false
    }

    private mutating func appendTag(_ tag: String) {
        tagNumbers.append(Int32(truncatingIfNeeded: tags.number(of: tag)))
    }

    private mutating func appendClasses() {
        var known: [String: String] = [:]
        for index in views.indices {
            let name = views.className(of: index)
            let tag = known[name] ?? XMLText.name(name)
            known[name] = tag
            appendTag(tag)
        }
    }

    private mutating func appendTypes() {
        struct Kind: Hashable {
            var className: String
            var baseClass: String?
            var isSecure: Bool
        }
        var known: [Kind: String] = [:]
        // Whether something around each view is accessible, so that it is not.
        var isCovered: [Bool] = []
        let secureFields = SecureFields(views)
        if hasOwnRoot { accessible.append(false) }
        for index in views.indices {
            let isSecure = secureFields.contains(index, of: views)
            let kind = Kind(
                className: views.className(of: index),
                baseClass: views.baseClass(of: index),
                isSecure: isSecure
            )
            let type =
                known[kind]
                ?? UIKitElement.type(className: kind.className, baseClass: kind.baseClass, isSecure: isSecure)
            known[kind] = type
            appendTag(XMLText.name(ElementType.className(type)))
            let isInside = views.superview(of: index).map { isCovered[$0] } ?? false
            let own =
                ElementFlag.value(views, index, ElementFlag.accessible)
                ?? (UIKitElement.accessibleTypes.contains(type) && !isInside)
            accessible.append(own)
            isCovered.append(isInside || own && type != "Table")
        }
    }
}

extension ElementTree {
    /// How many elements there are, never none.
    public var count: Int { tagNumbers.count }

    /// All elements.
    public var indices: Range<Int> { 0..<count }

    private var offset: Int { hasOwnRoot ? 1 : 0 }

    /// The index of the view that an element is; nil for a root of its own, and out of range.
    public func view(of element: Int) -> Int? {
        let view = element - offset
        return views.indices.contains(view) ? view : nil
    }

    /// The element that the view with that index is; nil out of range.
    public func element(ofView index: Int) -> Int? { views.indices.contains(index) ? index + offset : nil }

    /// The element around an element; nil for the root and out of range.
    public func parent(of element: Int) -> Int? {
        guard let view = view(of: element) else { return nil }
        return views.superview(of: view).map { $0 + offset } ?? (hasOwnRoot ? 0 : nil)
    }

    /// An element and all below it; empty out of range.
    public func subtree(of element: Int) -> Range<Int> {
        guard let view = view(of: element) else { return element == 0 ? indices : 0..<0 }
        let range = views.subtree(of: view)
        return range.lowerBound + offset..<range.upperBound + offset
    }

    /// How many elements are around an element.
    public func depth(of element: Int) -> Int { view(of: element).map { views.depth(of: $0) + offset } ?? 0 }

    /// The place among the siblings, counted from 0.
    public func siblingIndex(of element: Int) -> Int { view(of: element).flatMap(views.subviewIndex) ?? 0 }

    /// Only the elements around which at most so many others are, as a tool with such a limit would have read them.
    public func cut(below depth: Int) -> ElementTree {
        let kept = indices.filter { self.depth(of: $0) <= depth }
        guard kept.count < count else { return self }
        var tree = self
        tree.views = views.cut(below: depth - offset)
        tree.geometry = WindowGeometry(tree.views)
        tree.tagNumbers = kept.map { tagNumbers[$0] }
        tree.accessible = accessible.isEmpty ? [] : kept.map { accessible[$0] }
        return tree
    }

    /// The elements directly below an element, in their order.
    public func children(of element: Int) -> [Int] { children(of: element, before: subtree(of: element).upperBound) }

    /// Those of them that stand before an element.
    func children(of element: Int, before limit: Int) -> [Int] {
        var children: [Int] = []
        var next = element + 1
        while next < limit {
            children.append(next)
            next = subtree(of: next).upperBound
        }
        return children
    }

    /// What the element is called in XML: `XCUIElementTypeButton`, or the class; empty out of range.
    public func tag(of element: Int) -> String {
        tagNumbers.indices.contains(element) ? tags.values[Int(tagNumbers[element])] : ""
    }

    /// Whether an element is accessible unless the dump says otherwise.
    func isAccessible(_ element: Int) -> Bool {
        accessible.indices.contains(element) ? accessible[element] : false
    }
}

/// The names under which tools write what is true or false of an element.
package enum ElementFlag {
    package static let enabled = ["enabled", "isEnabled"]
    static let visible = ["visible", "isVisible"]
    static let accessible = ["accessible", "isAccessible", "isAccessibilityElement"]
    package static let selected = ["selected", "isSelected"]
    static let focused = ["focused", "isFocused", "hasFocus", "keyboardFocused"]
    static let hittable = ["hittable", "isHittable"]

    /// What the first attribute of those says; nil where none is there or its word is not understood.
    static func value(_ tree: ViewTree, _ index: Int, _ names: [String]) -> Bool? {
        for name in names {
            switch tree.attribute(name, of: index) {
            case "true", "1", "YES", "yes", "True": return true
            case "false", "0", "NO", "no", "False": return false
            default: continue
            }
        }
        return nil
    }
}

/// A tree of elements as XML: what Appium hands out as the source of a page.
public struct PageSource: Sendable {
    /// The document, UTF-8.
    public let xml: [UInt8]
    /// How many characters were left out because XML forbids them.
    public let removed: Int

    /// Elements below this depth are not indented further, so that the text stays linear in the tree.
    private static let maximumIndent = 50

    /// Writes the elements.
    ///
    /// - Parameters:
    ///   - root: The element to begin with.
    ///   - isWrapped: Whether an element `AppiumAUT` is put around, as Appium does.
    ///   - excluded: The names of attributes that are left out.
    public init(_ tree: ElementTree, root: Int = 0, isWrapped: Bool = false, excluding excluded: Set<String> = []) {
        var text = XMLText()
        text.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        if isWrapped { text.raw("<AppiumAUT>\n") }
        // The places of open elements, whose end tags are still to come.
        var open: [Int] = []
        let range = tree.subtree(of: root)
        for element in range {
            while let last = open.last, tree.subtree(of: last).upperBound <= element {
                open.removeLast()
                text.close(tree.tag(of: last), depth: min(open.count, Self.maximumIndent))
            }
            text.indent(min(open.count, Self.maximumIndent))
            text.raw("<")
            text.raw(tree.tag(of: element))
            for attribute in tree.attributes(of: element) where !excluded.contains(attribute.name) {
                text.raw(" ")
                text.raw(attribute.name)
                text.raw("=\"")
                text.value(attribute.value)
                text.raw("\"")
            }
            if tree.subtree(of: element).count > 1 {
                text.raw(">\n")
                open.append(element)
            } else {
                text.raw("/>\n")
            }
        }
        while let last = open.popLast() { text.close(tree.tag(of: last), depth: min(open.count, Self.maximumIndent)) }
        if isWrapped { text.raw("</AppiumAUT>\n") }
        xml = text.bytes
        removed = text.removed
    }
}

/// Text of an XML document.
struct XMLText {
    private(set) var bytes: [UInt8] = []
    /// How many characters XML forbids and were left out.
    private(set) var removed = 0

    mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func indent(_ depth: Int) { bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth)) }

    mutating func close(_ tag: String, depth: Int) {
        indent(depth)
        raw("</")
        raw(tag)
        raw(">\n")
    }

    /// The value of an attribute. Line breaks and tabs are written so that a reader does not make spaces of them.
    mutating func value(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": raw("&amp;")
            case "<": raw("&lt;")
            case ">": raw("&gt;")
            case "\"": raw("&quot;")
            case "\t": raw("&#9;")
            case "\n": raw("&#10;")
            case "\r": raw("&#13;")
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: removed += 1
            default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }

    /// Whether a text can be the name of an attribute or an element, without a prefix (XML 1.0, production 5).
    static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, isNameStart(first) else { return false }
        return text.unicodeScalars.allSatisfy(isNamePart)
    }

    /// A name with `_` in place of each character that the names of XML elements cannot have.
    static func name(_ text: String) -> String {
        guard !isName(text) else { return text }
        var name = ""
        for scalar in text.unicodeScalars {
            let fits = name.isEmpty ? isNameStart(scalar) : isNamePart(scalar)
            name.unicodeScalars.append(fits ? scalar : "_")
        }
        return name.isEmpty ? "_" : name
    }

    static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF,
            0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD,
            0x10000...0xEFFFF:
            true
        default: false
        }
    }

    static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
        default: isNameStart(scalar)
        }
    }
}
