import ViewHierarchy

/// What a test tool says of one element, by the names that the tools write, as a view and its place on the screen.
///
/// WebDriverAgent (JSON and XML), XCUITest, idb, Maestro and uiautomator have the same few facts under different names,
/// which this knows. What has no property of a view is kept as an attribute under the tool's own name.
struct ElementFields {
    /// What a field says.
    private enum Meaning {
        case type, label, value, identifier, name, text
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

    private static let meanings: [String: Meaning] = [
        "type": .type, "_type": .type, "class": .type, "elementType": .type,
        "label": .label, "AXLabel": .label, "accessibilityText": .label, "content-desc": .label,
        "value": .value, "AXValue": .value, "text": .text, "name": .name,
        "identifier": .identifier, "rawIdentifier": .identifier, "id": .identifier, "AXUniqueId": .identifier,
        "AXIdentifier": .identifier, "uniqueId": .identifier, "resource-id": .identifier,
        "nativeFrame": .frame(.native), "frame": .frame(.frame), "AXFrame": .frame(.frame), "rect": .frame(.rect),
        "bounds": .frame(.rect), "x": .side(0), "y": .side(1), "width": .side(2), "height": .side(3),
    ]

    /// A place that a field gave.
    private struct Place {
        var name: String
        var written: String
        var rect: Rect
        var precision: Precision
    }

    private var view = ViewDescription(found: ElementType.other)
    private var hasType = false
    private var name: String??
    private var places: [Place] = []
    private var sides = Self.noSides
    private var unreadable: [String] = []

    private static let sideNames = ["x", "y", "width", "height"]
    private static let noSides = [String?](repeating: nil, count: 4)

    /// An element of which nothing is known yet. It is an `XCUIElementTypeOther` until its type is known.
    init() {}

    /// Takes one field as the tool wrote it. A second one of the same meaning is kept as an attribute, if it differs.
    mutating func take(_ field: String, _ value: String) {
        switch Self.meanings[field] {
        case .type: takeType(field, value)
        case .label: say("label", value, field)
        case .value: say("value", value, field)
        case .text: say("text", value, field)
        case .identifier: value.isEmpty ? takeNothing(field) : say("identifier", value, field)
        case .name where name == nil:
            name = value
            view.keep(field, value)
        case .frame(let precision): takeFrame(field, value, precision)
        case .side(let side) where sides[side] == nil: sides[side] = value
        case .name, .side, nil: view.keep(field, value)
        }
    }

    /// Takes a field of which the tool says that there is nothing: JSON's `null`.
    mutating func takeNothing(_ field: String) {
        switch Self.meanings[field] {
        case .label: view.saysNothing("label")
        case .value: view.saysNothing("value")
        case .text: view.saysNothing("text")
        case .identifier: view.saysNothing("identifier")
        case .name where name == nil: name = .some(nil)
        default: break
        }
    }

    /// Takes a place that the tool wrote as an object or a list of numbers.
    mutating func take(_ field: String, _ rect: Rect, written: String) {
        guard case .frame(let precision) = Self.meanings[field] else { return view.keep(field, written) }
        places.append(Place(name: field, written: written, rect: rect, precision: precision))
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
    func finished() -> Element {
        var element = Element(view: view, screenFrame: nil, unreadable: unreadable)
        element.takeName(name)
        var places = places
        let numbers = sides.compactMap { $0.flatMap(Self.number) }
        if numbers.count == 4 {
            let rect = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
            let written = "{{\(sides[0] ?? ""), \(sides[1] ?? "")}, {\(sides[2] ?? ""), \(sides[3] ?? "")}}"
            places.append(Place(name: "x, y, width, height", written: written, rect: rect, precision: .sides))
        } else if numbers.count == 2, sides[0] == nil, sides[1] == nil {
            element.size = Size(width: numbers[0], height: numbers[1])
        } else {
            for (name, side) in zip(Self.sideNames, sides) {
                guard let side else { continue }
                element.view.keep(name, side)
                if Self.number(side) == nil { element.unreadable.append(name) }
            }
        }
        guard let best = places.max(by: { $0.precision < $1.precision }) else { return element }
        element.screenFrame = best.rect
        // The same place in fewer digits says nothing more.
        for place in places where place.rect != best.rect && place.rect != best.rect.roundedOutward {
            element.view.keep(place.name, place.written)
        }
        return element
    }

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

    private mutating func say(_ property: String, _ value: String, _ field: String) {
        guard let property = ViewProperty.named(property) else { return }
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
        places.append(Place(name: field, written: value, rect: rect, precision: precision))
    }

    private static func number(_ text: String) -> Double? { text.utf8.count <= 400 ? Double(text) : nil }
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
        guard let name, ViewProperty.named("identifier").map({ !view.said.contains($0) }) ?? false else { return }
        if let name {
            if !name.isEmpty, name != view.label { view.say("identifier", .text(name)) }
        } else {
            view.saysNothing("identifier")
        }
    }
}

extension ViewDescription {
    /// Notes that the dump said that there is no value.
    fileprivate mutating func saysNothing(_ name: String) {
        if let property = ViewProperty.named(name) { said.insert(property) }
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
