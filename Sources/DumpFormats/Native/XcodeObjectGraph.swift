import Diagnostics
import JSON
import ViewHierarchy

/// The objects that the responses of a view debugger tell of, joined by their ids. A later response adds to an earlier.
struct XcodeObjectGraph {
    /// What an object is, by the group that it is listed in.
    enum Kind {
        case view, controller, layer, constraint, other

        init(group: String) {
            if group.hasSuffix("UIView") || group.hasSuffix("UIWindow") {
                self = .view
            } else if group.hasSuffix("UIViewController") {
                self = .controller
            } else if group.hasSuffix("CALayer") {
                self = .layer
            } else {
                self = group.hasSuffix("LayoutConstraint") ? .constraint : .other
            }
        }
    }

    /// One object.
    struct Object {
        var id: String
        var kind: Kind
        var className: String?
        var properties: [String: XcodeValue] = [:]
        /// The views in it, back to front.
        var subviews: [Int] = []
        /// Whether another view holds it.
        var hasSuperview = false
        /// The controller whose view it is.
        var controller: Int?
        /// The layer of a view.
        var layer: Int?
        /// The constraints that a view holds.
        var constraints: [Int] = []
    }

    private(set) var objects: [Object] = []
    private var places: [String: Int] = [:]
    /// How many views there may be; objects of other kinds may be as many more.
    let limit: Int
    /// Whether there were more.
    private(set) var isFull = false
    /// Layers that are in no view.
    private(set) var sublayers = 0

    init(limit: Int) { self.limit = limit }

    /// The place of an object by its id.
    func place(of id: String) -> Int? { places[id] }

    /// Whether a value is a response.
    static func isResponse(_ root: JSONNode) -> Bool {
        root["topLevelGroups"] != nil || root["topLevelPropertyDescriptions"] != nil
    }

    /// Adds a response: its groups of objects, with a stack of its own, and values for objects that are known.
    mutating func add(_ root: JSONNode) {
        var open: [(node: JSONNode, kind: Kind, parent: Int?)] = []
        root["topLevelGroups"]?.forEachMember { name, group in
            Self.push(group, name: name, parent: nil, onto: &open)
        }
        // The first group is the first one to be read.
        open.reverse()
        while let (node, kind, parent) = open.popLast() {
            guard let id = node["objectID"]?.stringValue, let place = object(id, kind) else { continue }
            if let className = node["className"]?.stringValue { objects[place].className = className }
            apply(node["properties"], to: place)
            if let parent { link(place, to: parent) }
            var inner: [(node: JSONNode, kind: Kind, parent: Int?)] = []
            if let group = node["childGroup"] { Self.push(group, name: nil, parent: place, onto: &inner) }
            if let groups = node["additionalGroups"] {
                for group in groups.elements { Self.push(group, name: nil, parent: place, onto: &inner) }
            }
            open.append(contentsOf: inner.reversed())
        }
        root["topLevelPropertyDescriptions"]?.forEachMember { key, description in
            let parts = key.split(separator: ".", maxSplits: 1).map(String.init)
            guard parts.count == 2, let place = places[parts[0]], let value = XcodeValue(description) else { return }
            objects[place].properties[parts[1]] = value
        }
    }

    private static func push(
        _ group: JSONNode,
        name: String?,
        parent: Int?,
        onto open: inout [(node: JSONNode, kind: Kind, parent: Int?)]
    ) {
        let kind = Kind(group: group["groupingID"]?.stringValue ?? name ?? "")
        guard let list = group["debugHierarchyObjects"] else { return }
        for node in list.elements { open.append((node, kind, parent)) }
    }

    /// The object of an id, a new one the first time; nil when there are too many.
    private mutating func object(_ id: String, _ kind: Kind) -> Int? {
        if let place = places[id] { return place }
        guard objects.count < limit * 4 else {
            isFull = true
            return nil
        }
        places[id] = objects.count
        objects.append(Object(id: id, kind: kind))
        return objects.count - 1
    }

    private mutating func apply(_ properties: JSONNode?, to place: Int) {
        guard let properties else { return }
        for description in properties.elements {
            guard let name = description["propertyName"]?.stringValue, let value = XcodeValue(description)
            else { continue }
            objects[place].properties[name] = value
        }
    }

    private mutating func link(_ child: Int, to parent: Int) {
        guard child != parent else { return }
        switch (objects[parent].kind, objects[child].kind) {
        case (.view, .view):
            guard !objects[child].hasSuperview else { return }
            objects[child].hasSuperview = true
            objects[parent].subviews.append(child)
        case (.controller, .view): if objects[child].controller == nil { objects[child].controller = parent }
        case (.view, .layer):
            if objects[parent].layer == nil { objects[parent].layer = child }
        case (.layer, .layer): sublayers += 1
        case (.view, .constraint): objects[parent].constraints.append(child)
        default: break
        }
    }
}

/// A property of an object as Xcode's view debugger writes it: a format, and the value as text in that format.
///
/// Apple does not document the formats. Numbers are hexadecimal floating-point texts (`0x1.4p+4`, C99), several of them an
/// array; whole numbers without sign are hexadecimal without a prefix.
struct XcodeValue {
    /// How long the text of a value may be.
    private static let maximumText = 4_000

    /// The numbers of a value, where it is made of numbers.
    private(set) var numbers: [Double] = []
    /// The value in words, where it is not made of numbers alone.
    private var words: String?
    /// The object that it refers to.
    private(set) var reference: String?
    /// The class of that object.
    private(set) var referenceClass: String?

    /// The value in words; nil where there is nothing to tell. Most numbers are never told in words.
    var text: String? {
        words ?? (numbers.isEmpty ? nil : numbers.map { NumberText.fine($0) }.joined(separator: " "))
    }

    /// The value of a property description; nil where it was not fetched.
    init?(_ description: JSONNode) {
        // 4 is a value, 8 one that an earlier response has.
        if let status = description["fetchStatus"]?.integerValue, status != 4 { return nil }
        guard let value = description["propertyValue"] ?? description["value"], !value.isNull else { return nil }
        self.init(value, format: description["propertyFormat"]?.stringValue ?? "")
    }

    private init?(_ value: JSONNode, format: String) {
        switch value.kind {
        case .array:
            let parts = format.utf8.split(separator: UInt8(ascii: ",")).map { Substring($0).drop { $0 == " " } }
            for index in 0..<min(value.arrayCount, 16) {
                let part = parts.indices.contains(index) ? parts[index] : parts.last ?? ""
                guard let number = value.element(at: index).flatMap({ Self.number($0, format: part) }) else {
                    numbers = []
                    break
                }
                numbers.append(number)
            }
        case .object: read(value)
        default:
            if let number = Self.number(value, format: format[...]) {
                numbers = [number]
                if format == "b" { words = number == 0 ? "NO" : "YES" }
            } else if let string = value.stringValue {
                // Pictures and archives would be long, and nobody reads them.
                guard !["public.data", "public.png", "public.tiff", "image"].contains(format) else { return nil }
                words = String(string.prefix(Self.maximumText))
            } else if let flag = value.boolValue {
                numbers = [flag ? 1 : 0]
                words = flag ? "YES" : "NO"
            }
        }
        if words == nil, numbers.isEmpty, reference == nil { return nil }
    }

    /// Colours, fonts and references.
    private mutating func read(_ value: JSONNode) {
        if let address = value["memoryAddress"]?.stringValue ?? value["objectID"]?.stringValue {
            reference = address
            referenceClass = value["className"]?.stringValue
            words = [referenceClass, address].compactMap { $0 }.joined(separator: " ")
        } else if let parts = value["componentValues"], parts.kind == .array {
            let format = value["componentValuesFormat"]?.stringValue ?? "CGf"
            let components = XcodeValue(parts, format: format)?.numbers ?? []
            let numbers = components.map { NumberText.fine($0) }.joined(separator: " ")
            switch components.count {
            case 4: words = "UIExtendedSRGBColorSpace \(numbers)"
            case 2: words = "UIExtendedGrayColorSpace \(numbers)"
            default: words = value["colorSpaceName"]?.stringValue
            }
        } else if let name = value["fontName"]?.stringValue {
            let size = value["pointSize"].flatMap { Self.number($0, format: "CGf") }
            words = ([name] + (size.map { [NumberText.fine($0)] } ?? [])).joined(separator: " ")
        } else if let name = value["metadata"]?["imageName"]?.stringValue {
            words = name
        }
    }

    /// A number by its format; nil for what is none.
    private static func number(_ value: JSONNode, format: Substring) -> Double? {
        if let number = value.doubleValue { return number }
        guard let text = value.stringValue else { return nil }
        switch format {
        case "uinteger", "ul", "uint64", "ull":
            // Masks that were written with a sign keep their bits.
            if let signed = Int64(text), signed < 0 { return Double(UInt64(bitPattern: signed)) }
            return UInt64(text, radix: 16).map { Double($0) }
        case "CGf", "f", "d", "b", "integer", "i", "l", "ui", "u", "ll": return Double(text)
        case "": return text.contains("0x") && text.contains("p") ? Double(text) : nil
        default: return nil
        }
    }
}
