import JSON
import PastedText
import ViewHierarchy

/// What a test tool says of one element, by the names that the tools write, as a view and its place on the screen.
///
/// WebDriverAgent (JSON and XML), XCUITest, idb, Maestro and uiautomator have the same few facts under different names,
/// which this knows. What has no property of a view is kept as an attribute under the tool's own name.
struct ElementFields {
    /// What a field says.
    private enum Meaning {
        case type, label, value, identifier, name, text, traits
        /// Where the element is on the screen. Of several that a tool gives the one that says most counts.
        case frame(Precision)
        case side(Int)
    }

    /// How exactly a field says where an element is.
    private enum Precision: Int, Comparable {
        /// Four whole numbers, rounded outward.
        case sides
        /// A rectangle that some tools round or scale.
        case rect
        /// The rectangle of the element, which WebDriverAgent rounds outward.
        case frame
        /// WebDriverAgent's `nativeFrame`, with its fractions.
        case native

        static func < (a: Precision, b: Precision) -> Bool { a.rawValue < b.rawValue }
    }

    private static let meanings = NameLookup<Meaning>(known)
    private static let known: KeyValuePairs<String, Meaning> = [
        "type": .type, "_type": .type, "class": .type, "elementType": .type,
        "label": .label, "AXLabel": .label, "accessibilityText": .label, "content-desc": .label,
        "value": .value, "AXValue": .value, "text": .text, "name": .name,
        "identifier": .identifier, "rawIdentifier": .identifier, "id": .identifier, "AXUniqueId": .identifier,
        "AXIdentifier": .identifier, "uniqueId": .identifier, "resource-id": .identifier,
        "nativeFrame": .frame(.native), "frame": .frame(.frame), "AXFrame": .frame(.frame), "rect": .frame(.rect),
        "bounds": .frame(.rect), "x": .side(0), "y": .side(1), "width": .side(2), "height": .side(3), "traits": .traits,
    ]

    /// The properties that fields say.
    fileprivate enum Said {
        static let (label, value) = (ViewProperty.named("label"), ViewProperty.named("value"))
        static let (text, identifier) = (ViewProperty.named("text"), ViewProperty.named("identifier"))
    }

    /// A place that a field gave.
    private struct Place {
        var name: String
        var written: Written
        var rect: Rect
        var precision: Precision
    }

    /// How a field says a place; few are asked for as text.
    private enum Written {
        case text(String)
        case json(JSONNode)
        case sides
    }

    private var view = ViewDescription(found: ElementType.other)
    private var hasType = false
    private var name: String??
    private var traits: String?
    private var places: [Place] = []
    private var sides = InlineArray<4, String?>(repeating: nil)
    private var unreadable: [String] = []

    private static let sideNames = ["x", "y", "width", "height"]

    /// An element of which nothing is known yet. It is an `XCUIElementTypeOther` until its type is known.
    init() {}

    /// Takes one field as the tool wrote it. A second one of the same meaning is kept as an attribute, if it differs.
    mutating func take(_ field: String, _ value: String) {
        switch Self.meanings[field] {
        case .type: takeType(field, value)
        case .label: say(Said.label, value, field)
        case .value: say(Said.value, value, field)
        case .text: say(Said.text, value, field)
        case .identifier: value.isEmpty ? takeNothing(field) : say(Said.identifier, value, field)
        case .name where name == nil:
            name = value
            view.keep(field, value)
        case .frame(let precision): takeFrame(field, value, precision)
        case .side(let side) where sides[side] == nil: sides[side] = value
        case .traits:
            view.keep(field, value)
            traits = value
        case .name, .side, nil: view.keep(field, value)
        }
    }

    /// Takes a field of which the tool says that there is nothing: JSON's `null`.
    mutating func takeNothing(_ field: String) {
        switch Self.meanings[field] {
        case .label: view.saysNothing(Said.label)
        case .value: view.saysNothing(Said.value)
        case .text: view.saysNothing(Said.text)
        case .identifier: view.saysNothing(Said.identifier)
        case .name where name == nil: name = .some(nil)
        default: break
        }
    }

    /// Takes a place that the tool wrote as an object or a list of numbers.
    mutating func take(_ field: String, _ rect: Rect, in node: JSONNode) {
        guard case .frame(let precision) = Self.meanings[field] else { return view.keep(field, node.verbatim) }
        places.append(Place(name: field, written: .json(node), rect: rect, precision: precision))
    }

    /// Keeps a field whose meaning is another one in this tool than in the others.
    mutating func keep(_ field: String, _ value: String) { view.keep(field, value) }

    /// Keeps a field that should say where the element is and cannot be understood.
    mutating func keepUnreadable(_ field: String, _ value: String) {
        view.keep(field, value)
        unreadable.append(field)
    }

    /// Sets the class, which some tools tell by more than one field.
    mutating func take(className: String) {
        view.className = className
        hasType = true
    }

    /// Whether a field of that name says where an element is.
    static func isFrame(_ field: String) -> Bool {
        if case .frame = meanings[field] { true } else { false }
    }

    /// The element as a view.
    consuming func finished() -> Element {
        var element = Element(view: view, screenFrame: nil, unreadable: unreadable)
        element.takeName(name)
        if let traits { element.view.keepStates(of: traits) }
        var places = places
        if let numbers = sideNumbers {
            let rect = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
            places.append(Place(name: "x, y, width, height", written: .sides, rect: rect, precision: .sides))
        } else if sides[0] == nil, sides[1] == nil, let width = number(at: 2), let height = number(at: 3) {
            element.size = Size(width: width, height: height)
        } else {
            for (place, name) in Self.sideNames.enumerated() {
                guard let side = sides[place] else { continue }
                element.view.keep(name, side)
                if Self.number(side) == nil { element.unreadable.append(name) }
            }
        }
        guard let best = places.max(by: { $0.precision < $1.precision }) else { return element }
        element.screenFrame = best.rect
        guard places.count > 1 else { return element }
        // The same place in fewer digits says nothing more.
        for place in places where place.rect != best.rect && place.rect != best.rect.roundedOutward {
            element.view.keep(place.name, text(place.written))
        }
        return element
    }

    /// The four sides as numbers; nil where one is missing or is none.
    private var sideNumbers: InlineArray<4, Double>? {
        var numbers = InlineArray<4, Double>(repeating: 0)
        for place in 0..<4 {
            guard let number = number(at: place) else { return nil }
            numbers[place] = number
        }
        return numbers
    }

    /// A place as its field has it; of four sides `{{16, 20}, {100, 44}}`, each as it is written.
    private func text(_ written: Written) -> String {
        switch written {
        case .text(let text): text
        case .json(let node): node.verbatim
        case .sides: "{{\(sides[0] ?? ""), \(sides[1] ?? "")}, {\(sides[2] ?? ""), \(sides[3] ?? "")}}"
        }
    }

    private func number(at place: Int) -> Double? { sides[place].flatMap(Self.number) }

    private mutating func takeType(_ field: String, _ value: String) {
        guard !hasType else {
            if ElementType.className(ofTool: value) != view.className { view.keep(field, value) }
            return
        }
        hasType = true
        if let known = ElementType.className(ofTool: value) {
            view.className = known
            if known != value, known != ElementType.className(value) { view.keep(field, value) }
        } else if field == "class", !value.isEmpty {
            view.className = value
        } else {
            view.keep(field, value)
        }
    }

    private mutating func say(_ property: ViewProperty?, _ value: String, _ field: String) {
        guard let property else { return }
        if case .text(let said)? = property.value(in: view) {
            if said != value { view.keep(field, value) }
        } else {
            view.say(property, .text(value))
        }
    }

    private mutating func takeFrame(_ field: String, _ value: String, _ precision: Precision) {
        guard let n = NumberList.parse(value, count: 4) else { return keepUnreadable(field, value) }
        let rect =
            field == "bounds"
            ? Rect(x: n[0], y: n[1], width: n[2] - n[0], height: n[3] - n[1])
            : Rect(x: n[0], y: n[1], width: n[2], height: n[3])
        places.append(Place(name: field, written: .text(value), rect: rect, precision: precision))
    }

    /// Which of x, y, width and height a name is, by its place; nil for any other.
    static func side(_ name: String) -> Int? {
        if case .side(let side) = meanings[name] { side } else { nil }
    }

    /// A number as Swift reads it, `inf` and `nan` too; nil for what is none, and for one of more than 400 characters.
    static func number(_ text: String) -> Double? {
        guard text.utf8.count <= 400 else { return nil }
        let plain = text.utf8.withContiguousStorageIfAvailable { DecimalText.number($0) }.flatMap { $0 }
        return plain ?? Double(text)
    }
}

/// An element as a view, before it has its place in a tree.
struct Element {
    /// The view; its frame is not set.
    var view: ViewDescription
    /// Where it is on the screen, in the tool's unit; nil where no field says it.
    var screenFrame: Rect?
    /// How large it is, where no field says where it is.
    var size: Size?
    /// The fields that say where it is and cannot be understood. They are kept as attributes.
    var unreadable: [String] = []

    /// What `name` says, which is the identifier, or the label where there is none: one that is not the label is the
    /// identifier, and none at all means that there is neither (WebDriverAgent, `wdName`).
    fileprivate mutating func takeName(_ name: String??) {
        guard let name, let identifier = ElementFields.Said.identifier, !view.said.contains(identifier) else { return }
        if let name {
            if !name.isEmpty, name != view.texts.label { view.say(identifier, .text(name)) }
        } else {
            view.saysNothing(identifier)
        }
    }
}

/// The traits of accessibility that say in what state an element is, as numbers and as the words of tools.
private enum StateTraits {
    /// The bits of `UIAccessibilityTraitSelected` and `UIAccessibilityTraitNotEnabled`, which UIKit does not promise and never
    /// changed, and the attributes that say the same.
    static let known: [(bit: UInt64, word: String, names: [String], value: String)] = [
        (1 << 3, "selected", ["selected", "isSelected"], "true"),
        (1 << 8, "notenabled", ["enabled", "isEnabled"], "false"),
    ]

    private static let prefix = "uiaccessibilitytrait"

    /// Which of them are among traits: a number, or words as in `Button, Selected`, `["button", "not enabled"]` or
    /// `UIAccessibilityTraitNotEnabled`.
    static func found(in traits: String) -> [(bit: UInt64, word: String, names: [String], value: String)] {
        if let bits = UInt64(traits) { return known.filter { bits & $0.bit != 0 } }
        let words = traits.utf8.split(separator: UInt8(ascii: ",")).map { word in
            word.prefix { $0 != UInt8(ascii: "(") }.filter(\.isLetter).map { $0 | 0x20 }
        }
        return known.filter { known in
            words.contains { $0.elementsEqual(known.word.utf8) || $0.elementsEqual("\(prefix)\(known.word)".utf8) }
        }
    }
}

extension ViewDescription {
    /// Keeps the states that traits say, as far as nothing else says them.
    mutating func keepStates(of traits: String) {
        for (_, _, names, value) in StateTraits.found(in: traits) {
            if !attributes.contains(where: { names.contains($0.name) }) { keep(names[0], value) }
        }
    }
}

extension ViewDescription {
    /// Notes that the dump said that there is no value.
    fileprivate mutating func saysNothing(_ property: ViewProperty?) {
        if let property { said.insert(property) }
    }
}

extension Rect {
    /// The smallest rectangle of whole numbers around it, as `CGRectIntegral` makes it.
    fileprivate var roundedOutward: Rect {
        let (x, y) = (origin.x.rounded(.down), origin.y.rounded(.down))
        return Rect(
            x: x,
            y: y,
            width: (origin.x + size.width).rounded(.up) - x,
            height: (origin.y + size.height).rounded(.up) - y
        )
    }
}
