import PastedText
import ViewHierarchy

/// The objects of an archive of Interface Builder 3: elements with keys, and references to them by numbers.
struct InterfaceArchive {
    let document: InterfaceDocument
    /// The numbers by which Interface Builder knows objects, by their elements.
    private var objectIDs: [Int: String] = [:]
    private var elements: [String: Int] = [:]
    /// Classes of the app's own, by the numbers of objects.
    private var customClasses: [String: String] = [:]
    private var connectionElements: [Int] = []
    /// The view that the outlet `view` of the owner leads to.
    private var ownerView: Int?

    /// Keys whose objects are not inside the one that has them.
    private static let links: Set<String> = [
        "NSNextKeyView", "NSNextResponder", "NSSuperview", "NSWindow", "source", "destination", "object", "parent",
        "children",
    ]

    init(_ document: InterfaceDocument) {
        self.document = document
        for element in document.indices {
            if document.value("class", of: element) == "IBObjectRecord" {
                guard let id = text("objectID", of: element), let object = member("object", of: element) else {
                    continue
                }
                objectIDs[object] = id
                elements[id] = object
            } else if document.value("key", of: element) == "flattenedProperties" {
                readCustomClasses(element)
            } else if document.value("key", of: element) == "connection" {
                connectionElements.append(element)
            }
        }
        guard let owner = elements["-1"] else { return }
        ownerView =
            connectionElements.first { text("label", of: $0) == "view" && member("source", of: $0) == owner }
            .flatMap { member("destination", of: $0) }
    }

    private mutating func readCustomClasses(_ element: Int) {
        let suffix = ".CustomClassName"
        if let keys = document.child(of: element, key: "dict.sortedKeys"),
            let values = document.child(of: element, key: "dict.values")
        {
            // The lists hold the flag of the encoder before their entries.
            for (key, value) in zip(entries(of: keys), entries(of: values)) {
                guard let name = document.text(of: key), name.hasSuffix(suffix) else { continue }
                customClasses[String(name.dropLast(suffix.count))] = document.text(of: value)
            }
        } else {
            for entry in document.children(of: element) {
                guard let name = document.value("key", of: entry), name.hasSuffix(suffix) else { continue }
                customClasses[String(name.dropLast(suffix.count))] = document.text(of: entry)
            }
        }
    }

    // MARK: Objects

    /// The element itself, or what it refers to.
    func resolved(_ element: Int) -> Int? {
        guard document.name(element) == "reference" else { return element }
        return document.value("ref", of: element).flatMap { document.byID[$0] }
    }

    /// What an object has under a key.
    func member(_ key: String, of element: Int) -> Int? { document.child(of: element, key: key).flatMap(resolved) }

    private func entries(of list: Int) -> [Int] {
        document.children(of: list).filter { document.value("key", of: $0) != "EncodedWithXMLCoder" }
    }

    /// The entries of a list, references followed.
    func items(of list: Int) -> [Int] { entries(of: list).compactMap(resolved) }

    /// The text that an object has under a key.
    func text(_ key: String, of element: Int) -> String? {
        guard let found = member(key, of: element) else { return nil }
        switch document.name(found) {
        case "string", "int", "integer", "float", "double", "real", "bool", "bytes", "characters":
            return document.text(of: found) ?? document.value("value", of: found) ?? ""
        default: return nil
        }
    }

    /// The finite number that an object has under a key, also inside an object for a constant.
    func number(_ key: String, of element: Int) -> Double? {
        let text = text(key, of: element) ?? member(key, of: element).flatMap { self.text("value", of: $0) }
        return text.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }

    /// Whether an object is a view.
    func isView(_ element: Int) -> Bool {
        guard document.name(element) == "object", document.value("class", of: element)?.hasPrefix("IB") == true else {
            return false
        }
        return ["NSvFlags", "NSFrame", "NSFrameSize"].contains { document.child(of: element, key: $0) != nil }
    }

    /// The nearest object around an element that fits; nil where a mere link leads to it.
    func enclosing(_ element: Int, where fits: (Int) -> Bool) -> Int? {
        var next = element
        for _ in 0..<32 {
            if let key = document.value("key", of: next), Self.links.contains(key) { break }
            guard let parent = document.parent(of: next) else { break }
            if fits(parent) { return parent }
            next = parent
        }
        return member("NSSuperview", of: element).flatMap { fits($0) ? $0 : nil }
    }

    // MARK: Views

    /// UIKit's class: `IBUIView` is a `UIView`.
    func className(of element: Int) -> String {
        let name = document.value("class", of: element) ?? "IBUIView"
        return name.hasPrefix("IB") ? String(name.dropFirst(2)) : name
    }

    func objectID(of element: Int) -> String? { objectIDs[element] }

    func customClass(of element: Int) -> String? { objectIDs[element].flatMap { customClasses[$0] } }

    /// The classes of the app's own of objects that are no views, by their numbers.
    var otherCustomClasses: [String: String] {
        customClasses.filter { id, _ in elements[id].map { !isView($0) } ?? true }
    }

    /// The frame; nil where there is none that can be read.
    func frame(of element: Int) -> Rect? {
        if let frame = text("NSFrame", of: element).flatMap({ NumberList.parse($0, count: 4) }) {
            return Rect(x: frame[0], y: frame[1], width: frame[2], height: frame[3])
        }
        guard let size = text("NSFrameSize", of: element).flatMap({ NumberList.parse($0, count: 2) }) else {
            return nil
        }
        return Rect(x: 0, y: 0, width: size[0], height: size[1])
    }

    /// The class of the controller that a view belongs to: one that stands around it, or the owner of the file.
    func controller(of element: Int) -> String? {
        if let around = document.parent(of: element), document.name(around) == "object",
            let kind = document.value("class", of: around), kind.hasSuffix("Controller")
        {
            return customClass(of: around) ?? className(of: around)
        }
        return ownerView == element ? customClasses["-1"] : nil
    }

    /// Outlets and actions by the views that they concern.
    func connections() -> [Int: [(name: String, words: String)]] {
        var found: [Int: [(name: String, words: String)]] = [:]
        for element in connectionElements {
            guard let label = text("label", of: element) else { continue }
            let source = member("source", of: element)
            let destination = member("destination", of: element)
            if document.value("class", of: element) == "IBCocoaTouchEventConnection" {
                let event = text("IBEventType", of: element).map { " on event \($0)" } ?? ""
                guard let source else { continue }
                found[source, default: []].append(("action", "\(label) of \(name(of: destination))\(event)"))
            } else {
                if let destination {
                    found[destination, default: []].append(("outlet", "\(name(of: source)).\(label)"))
                }
                if let source { found[source, default: []].append(("outletTo", "\(label) = \(name(of: destination))")) }
            }
        }
        return found
    }

    /// What an object is called, for people.
    func name(of element: Int?) -> String {
        guard let element else { return "nothing" }
        if let custom = customClass(of: element) { return custom }
        if let proxy = text("IBProxiedObjectIdentifier", of: element) { return proxy }
        let id = objectIDs[element].map { " (\($0))" } ?? ""
        return className(of: element) + id
    }
}

/// What is said of the objects of an archive beside what their views are read from: keys stand under the names that the views
/// have them under.
extension InterfaceArchive {
    /// Members by which Interface Builder finds things again, or keeps its own books.
    private static let books: Set<String> = [
        "EncodedWithXMLCoder", "connectionID", "objectRecords", "flattenedProperties", "unlocalizedProperties",
        "activeLocalization", "localizations", "sourceID", "maxID", "targetRuntimeIdentifier",
    ]
    /// Of the document what the app is made from.
    private static let content: Set<String> = ["IBDocument.RootObjects", "IBDocument.Objects"]
    private static let names = [
        "IBUINormalTitleColor": "titleColor", "IBUINormalImage": "image",
        "IBUINormalBackgroundImage": "backgroundImage", "IBUIFontDescription": "font", "IBSegmentTitles": "segment",
        "IBUIItems": "item", "IBUIAccessibilityConfiguration": "label", "connectionRecords": "outlet",
    ]

    /// What a member is called; nil where it has no key.
    func step(_ element: Int) -> String? {
        document.value("key", of: element).map { Self.names[$0] ?? ArchivedView.property($0) }
    }

    /// Whether an element says nothing to the app.
    func isBook(_ element: Int) -> Bool {
        // Which subviews a view has is in the tree.
        let list = document.parent(of: element).flatMap { document.value("key", of: $0) }
        if document.name(element) == "reference", list == "NSSubviews" { return true }
        guard let key = document.value("key", of: element) else { return false }
        if document.name(element) == "reference", Self.links.contains(key), !["source", "destination"].contains(key) {
            return true
        }
        return Self.books.contains(key) || key.hasPrefix("IBDocument.") && !Self.content.contains(key)
    }

    /// Whether the view that holds an element tells all of it: a plain value, or a reference to what it reads.
    func isRead(_ element: Int) -> Bool {
        let key = document.value("key", of: element)
        guard let target = resolved(element), document.parent(of: element).map(isView) ?? false, key != "NSFrameMatrix"
        else { return false }
        let kind = document.value("class", of: target) ?? ""
        return document.name(element) == "reference"
            ? key == "IBUIFont" || kind.hasSuffix("Color") || text("NSResourceName", of: target) != nil
            : kind.isEmpty
    }

    /// An attribute as the object says it: a reference by what it leads to; nil for what only the archive needs.
    func said(_ attribute: String, _ value: String, of element: Int) -> String? {
        switch attribute {
        case "ref": name(of: resolved(element))
        case "class" where isView(element): nil
        case "class": ["Array", "Dictionary", "Set"].contains(where: value.hasSuffix) ? nil : value
        case "key": step(element)
        default: value
        }
    }
}
