import Markup

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
        if !texts.isEmpty, let text = texts[index], text.allSatisfy(\.isWhitespace) { texts[index] = nil }
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
