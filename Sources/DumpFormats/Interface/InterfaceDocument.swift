import Markup
import PastedText
import ViewHierarchy

/// The elements of an interface file, flat and in the order of the text: an element is an index, what is inside it a
/// range. Interface files name their objects before and after they describe them, so all of them are kept.
///
/// Nothing in it changes once it is read, so that asking, which readers do a hundred times for each view, takes no checks of
/// who else writes.
final class InterfaceDocument {
    private let elements: [InterfaceElementList.Element]
    /// The names of elements and attributes, each once.
    let names: [String]
    private let numbers: NameLookup<Int32>
    private let attributeNames: [Int32]
    private let attributeValues: [String]
    private let texts: [Int: String]
    let isFull: Bool
    /// Why the document breaks off, if it does.
    let error: MarkupError?
    /// The elements that have an `id`, by it; of two with the same that which comes first.
    var byID: [String: Int] { identified.first }
    /// The elements whose `id` one before them has.
    var repeated: [Int] { identified.others }

    private lazy var identified: (first: [String: Int], others: [Int]) = {
        var (first, others): ([String: Int], [Int]) = ([:], [])
        for element in indices {
            guard let id = value("id", of: element) else { continue }
            if first[id] == nil { first[id] = element } else { others.append(element) }
        }
        return (first, others)
    }()

    private let text: ByteText
    private let isDecoded: Bool

    /// Reads a file, or a piece of one as the objects of a file.
    convenience init(_ input: DumpInput) {
        if InterfaceKind.isPiece(input) {
            let (head, tail) = ("<document useAutolayout=\"YES\"><objects>", "</objects></document>")
            self.init(ByteText(head.utf8 + input.text.bytes + tail.utf8), isDecoded: true)
        } else {
            self.init(input.text, isDecoded: input.pasted.wasDecoded)
        }
    }

    /// Reads a document as far as it is well formed.
    /// - Parameter isDecoded: Whether the text is UTF-8 whatever it says of itself.
    private init(_ text: ByteText, isDecoded: Bool) {
        (self.text, self.isDecoded) = (text, isDecoded)
        // The XML declaration has to be the first thing there is.
        let start = text.skippingSpace(from: 0, before: text.count)
        let skipped = text.bytes[..<start].count { $0 == UInt8(ascii: "\n") }
        let reader = InterfaceElements()
        let error = MarkupParser.parse(
            start == 0 ? text.bytes : Array(text.bytes[start...]),
            isUTF8: isDecoded,
            handler: reader
        )
        self.error = error.map { found in
            var moved = found
            moved.line += skipped
            return moved
        }
        var read = reader.list
        if skipped > 0 { read.moveLines(by: skipped) }
        (elements, names, texts, isFull) = (read.elements, read.names, read.texts, read.isFull)
        (attributeNames, attributeValues) = (read.attributeNames, read.attributeValues)
        numbers = NameLookup(names.enumerated().lazy.map { (key: $1, value: Int32(truncatingIfNeeded: $0)) })
    }

    /// Reads the objects from the text once more: they take far more room than it, and few ask for them.
    /// - Parameter views: The views by the elements that they are; nil for an archive.
    func objectReader(views: [Int: Int]?) -> @Sendable () -> [InterfaceObject] {
        { [text, isDecoded] in
            let document = InterfaceDocument(text, isDecoded: isDecoded)
            guard let views else { return InterfaceObjectReader(archive: InterfaceArchive(document)).objects() }
            return InterfaceObjectReader(document: document, views: Set(views.keys)).objects()
        }
    }

    // MARK: Asking

    var indices: Range<Int> { elements.indices }

    /// The element's name; empty out of range.
    func name(_ element: Int) -> String {
        indices.contains(element) ? names[Int(elements[element].name)] : ""
    }

    /// The first index behind everything inside an element.
    func end(of element: Int) -> Int { indices.contains(element) ? Int(elements[element].end) : element + 1 }

    /// The element around an element; nil for the outermost one.
    func parent(of element: Int) -> Int? {
        guard indices.contains(element), elements[element].parent >= 0 else { return nil }
        return Int(elements[element].parent)
    }

    /// The elements that have one of some names, in their order.
    func elements(named wanted: [String]) -> [Int] {
        let wanted = wanted.compactMap { numbers[$0] }
        return indices.filter { wanted.contains(elements[$0].name) }
    }

    /// The line on which the element's start tag ends.
    func line(of element: Int) -> Int { indices.contains(element) ? Int(elements[element].line) : 0 }

    /// The text directly inside an element.
    func text(of element: Int) -> String? { texts[element] }

    /// The elements directly inside an element.
    func children(of element: Int) -> [Int] {
        var children: [Int] = []
        var next = element + 1
        let end = end(of: element)
        while next < end, indices.contains(next) {
            children.append(next)
            next = max(self.end(of: next), next + 1)
        }
        return children
    }

    /// The first element directly inside an element that has a name and, where one is given, a `key`.
    func child(of element: Int, _ name: String? = nil, key: String? = nil) -> Int? {
        let wanted = name.map { numbers[$0] }
        if wanted == .some(nil) { return nil }
        var next = element + 1
        let end = end(of: element)
        while next < end, indices.contains(next) {
            if wanted.map({ $0 == elements[next].name }) ?? true, key.map({ $0 == value("key", of: next) }) ?? true {
                return next
            }
            next = max(self.end(of: next), next + 1)
        }
        return nil
    }

    /// The value of an attribute.
    func value(_ name: String, of element: Int) -> String? {
        guard indices.contains(element), let wanted = numbers[name] else { return nil }
        for place in attributes(of: element) where attributeNames[place] == wanted {
            return attributeValues[place]
        }
        return nil
    }

    /// Whether anything in the document has that name.
    func has(_ name: String) -> Bool { numbers.contains(name) }

    /// The attributes of an element in their order.
    func allAttributes(of element: Int) -> [(name: String, value: String)] {
        attributes(of: element).map { (names[Int(attributeNames[$0])], attributeValues[$0]) }
    }

    /// Hands over the attributes of an element in their order.
    /// - Parameter body: told where in `names` that of an attribute is, and its value.
    func forEachAttribute(of element: Int, _ body: (_ name: Int, _ value: String) -> Void) {
        for place in attributes(of: element) { body(Int(attributeNames[place]), attributeValues[place]) }
    }

    /// The elements of that name, in the order of the text.
    func elements(named name: String) -> [Int] {
        guard let wanted = numbers[name] else { return [] }
        return indices.filter { elements[$0].name == wanted }
    }

    private func attributes(of element: Int) -> Range<Int> {
        guard indices.contains(element) else { return 0..<0 }
        let start = Int(elements[element].firstAttribute)
        let next = element + 1
        return start..<(indices.contains(next) ? Int(elements[next].firstAttribute) : attributeNames.count)
    }

    /// Whether it is an interface for watchOS, which has no views and no frames: WatchKit lays it out.
    var isOfWatch: Bool {
        value("targetRuntime", of: 0) == "watchKit" || value("type", of: 0)?.contains("WatchKit") == true
    }

    /// Yes or no; nil for neither, and where it is not said.
    func flag(_ name: String, of element: Int) -> Bool? { value(name, of: element).flatMap(DocumentValues.bool) }

    /// A finite number; nil for anything else.
    func number(_ name: String, of element: Int) -> Double? {
        value(name, of: element).flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }
}

/// Takes down the elements of an interface file while it is read.
final class InterfaceElements: MarkupHandler {
    private(set) var list = InterfaceElementList()

    func begin(_ name: String, _ attributes: MarkupAttributes, line: Int) -> Bool { list.begin(attributes, line: line) }
    func end(_ name: String) { list.end() }
    func text(_ text: String) { list.add(text) }
}

/// The elements of an interface file and what stands in them, a column for each kind.
struct InterfaceElementList {
    /// The most elements: each takes about as much memory as a small view.
    static let maximumElements = 4_000_000

    /// One element.
    struct Element {
        /// The number of its name.
        var name: Int32
        /// The element around it; -1 for the outermost one.
        var parent: Int32
        /// The first one behind everything inside it.
        var end: Int32
        /// The line on which its start tag ends, counted from 1.
        var line: Int32
        /// Where its attributes begin among those of all elements.
        var firstAttribute: Int32
    }

    private(set) var elements: [Element] = []
    /// The names of elements and attributes by their numbers.
    private(set) var names: [String] = []
    /// The numbers of the names of the attributes of all elements.
    private(set) var attributeNames: [Int32] = []
    private(set) var attributeValues: [String] = []
    /// The texts directly inside elements.
    private(set) var texts: [Int: String] = [:]
    /// Whether there are more elements than are read.
    private(set) var isFull = false
    private var open: [Int] = []

    /// Notes the next element.
    ///
    /// - Returns: Whether there is room for more.
    mutating func begin(_ attributes: MarkupAttributes, line: Int) -> Bool {
        guard elements.count < Self.maximumElements else {
            isFull = true
            return false
        }
        let index = elements.count
        elements.append(
            Element(
                name: number(attributes.elementNumber, attributes),
                parent: Int32(truncatingIfNeeded: open.last ?? -1),
                end: 0,
                line: Int32(truncatingIfNeeded: line),
                firstAttribute: Int32(truncatingIfNeeded: attributeNames.count)
            )
        )
        for place in attributes.indices {
            attributeNames.append(number(attributes.nameNumber(at: place), attributes))
            attributeValues.append(attributes.value(at: place))
        }
        open.append(index)
        return true
    }

    /// The number of a name, which is noted the first time: numbers are given out in their order.
    private mutating func number(_ number: Int, _ attributes: MarkupAttributes) -> Int32 {
        while names.count <= number { names.append(attributes.name(names.count)) }
        return Int32(truncatingIfNeeded: number)
    }

    /// Ends the innermost open element.
    mutating func end() {
        guard let index = open.popLast() else { return }
        elements[index].end = Int32(truncatingIfNeeded: elements.count)
        if !texts.isEmpty, let text = texts[index], text.utf8.allSatisfy(\.isSpace) { texts[index] = nil }
    }

    /// Adds a text to the innermost open element.
    mutating func add(_ text: String) {
        guard let index = open.last else { return }
        // The blanks between elements are no text.
        if texts[index] == nil, text.utf8.allSatisfy({ $0 <= 0x20 }), names[Int(elements[index].name)] != "string" {
            return
        }
        texts[index, default: ""] += text
    }

    /// Counts lines that stand before the document.
    mutating func moveLines(by count: Int) {
        for index in elements.indices { elements[index].line += Int32(truncatingIfNeeded: count) }
    }
}

/// The bars that Interface Builder shows around scenes: those that a controller asks for, else those of the containers that
/// lead to it. A navigation controller hands its bar on to what is shown from its root.
struct InterfaceBars {
    private let document: InterfaceDocument
    /// What containers give, by the elements of controllers.
    private var given: [Int: SimulatedBars] = [:]

    init(_ document: InterfaceDocument) {
        self.document = document
        let controllers = document.indices.filter { InterfaceClasses.controller(document.name($0)) != nil }
        var open: [Int] = []
        for controller in controllers {
            let bars = Self.bars(ofContainer: controller, in: document)
            guard !bars.isEmpty else { continue }
            for (target, kind) in Self.segues(of: controller, in: document)
            where kind == "rootViewController" || kind == "viewControllers" {
                give(bars, to: target, &open)
            }
        }
        // Each controller is looked at once for each bar that it is given.
        while let controller = open.popLast() {
            let bars = (given[controller] ?? []).intersection([.navigation, .largeTitle])
            guard !bars.isEmpty else { continue }
            let kinds = document.name(controller) == "tabBarController" ? ["viewControllers"] : ["show", "push"]
            for (target, kind) in Self.segues(of: controller, in: document) where kinds.contains(kind) {
                give(bars, to: target, &open)
            }
        }
    }

    private mutating func give(_ bars: SimulatedBars, to controller: Int, _ open: inout [Int]) {
        // Such a container shows its own bar in place of that around it.
        guard !["navigationController", "splitViewController"].contains(document.name(controller)) else { return }
        let former = given[controller] ?? []
        guard !former.isSuperset(of: bars) else { return }
        given[controller] = former.union(bars)
        open.append(controller)
    }

    /// The bars around the view of a controller's element; for the root of a xib of the element itself.
    func bars(around element: Int) -> SimulatedBars {
        var bars = given[element] ?? []
        for child in document.children(of: element) {
            let isNone = document.name(child) == "nil"
            switch document.value("key", of: child) {
            case "simulatedTopBarMetrics":
                bars.subtract([.navigation, .largeTitle])
                if document.name(child) == "simulatedNavigationBarMetrics" { bars.insert(.navigation) }
            case "simulatedBottomBarMetrics":
                bars.subtract([.tab, .toolbar])
                if document.name(child) == "simulatedTabBarMetrics" { bars.insert(.tab) }
                if document.name(child) == "simulatedToolbarMetrics" { bars.insert(.toolbar) }
            case "simulatedStatusBarMetrics": if isNone { bars.insert(.noStatusBar) }
            default: break
            }
        }
        return bars
    }

    private static func bars(ofContainer controller: Int, in document: InterfaceDocument) -> SimulatedBars {
        switch document.name(controller) {
        case "navigationController":
            guard document.flag("navigationBarHidden", of: controller) != true else { return [] }
            let bar = document.child(of: controller, "navigationBar", key: "navigationBar")
            let isLarge = bar.flatMap { document.flag("largeTitles", of: $0) } == true
            return isLarge ? [.navigation, .largeTitle] : .navigation
        case "tabBarController": return .tab
        default: return []
        }
    }

    /// Where the segues of a controller lead, and what they are; those of views inside it too.
    private static func segues(of controller: Int, in document: InterfaceDocument) -> [(target: Int, kind: String)] {
        var found: [(target: Int, kind: String)] = []
        var next = controller + 1
        while next < document.end(of: controller) {
            if document.name(next) == "segue",
                let target = document.value("destination", of: next).flatMap({ document.byID[$0] }),
                let kind = document.value("relationship", of: next) ?? document.value("kind", of: next)
            {
                found.append((target, kind))
            }
            next += 1
        }
        return found
    }
}
