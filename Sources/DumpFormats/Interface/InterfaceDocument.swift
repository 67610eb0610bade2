import Markup
import ViewHierarchy

/// The elements of an interface file, flat and in the order of the text: an element is an index, what is inside it a
/// range. Interface files name their objects before and after they describe them, so all of them are kept.
final class InterfaceDocument: MarkupHandler {
    /// The most elements: each takes about as much memory as a small view.
    static let maximumElements = 4_000_000

    private struct Element {
        var name: Int32
        var parent: Int32
        var end: Int32
        var line: Int32
        var firstAttribute: Int32
    }

    private var elements: [Element] = []
    private var names = Interned<String>()
    private var attributeNames: [Int32] = []
    private var attributeValues: [String] = []
    private var texts: [Int: String] = [:]
    private var open: [Int] = []
    private(set) var isFull = false
    /// Why the document breaks off, if it does.
    private(set) var error: MarkupError?
    /// The elements that have an `id`, by it; of two with the same that which comes first.
    private(set) lazy var byID: [String: Int] = {
        var found: [String: Int] = [:]
        for element in indices {
            if let id = value("id", of: element), found[id] == nil { found[id] = element }
        }
        return found
    }()

    /// Reads a document as far as it is well formed.
    init(_ input: DumpInput) {
        let text = input.text
        // The XML declaration has to be the first thing there is.
        let start = text.skippingSpace(from: 0, before: text.count)
        let skipped = text.bytes[..<start].count { $0 == UInt8(ascii: "\n") }
        let isDecoded = input.decoded.note != nil
        let error = MarkupParser.parse(
            start == 0 ? text.bytes : Array(text.bytes[start...]),
            isUTF8: isDecoded,
            handler: self
        )
        self.error = error.map { found in
            var moved = found
            moved.line += skipped
            return moved
        }
        if skipped > 0 { for index in elements.indices { elements[index].line += Int32(skipped) } }
    }

    // MARK: Reading

    func begin(_ name: String, _ attributes: MarkupAttributes, line: Int) -> Bool {
        guard elements.count < Self.maximumElements else {
            isFull = true
            return false
        }
        let index = elements.count
        elements.append(
            Element(
                name: Int32(truncatingIfNeeded: names.number(of: name)),
                parent: Int32(truncatingIfNeeded: open.last ?? -1),
                end: 0,
                line: Int32(truncatingIfNeeded: line),
                firstAttribute: Int32(truncatingIfNeeded: attributeNames.count)
            )
        )
        for place in 0..<attributes.count {
            let attribute = attributes[place]
            attributeNames.append(Int32(truncatingIfNeeded: names.number(of: attribute.name)))
            attributeValues.append(attribute.value)
        }
        open.append(index)
        return true
    }

    func end(_ name: String) {
        guard let index = open.popLast() else { return }
        elements[index].end = Int32(truncatingIfNeeded: elements.count)
        if let text = texts[index], text.allSatisfy(\.isWhitespace) { texts[index] = nil }
    }

    func text(_ text: String) {
        guard let index = open.last else { return }
        // The blanks between elements are no text.
        if texts[index] == nil, text.utf8.allSatisfy({ $0 <= 0x20 }),
            names.values[Int(elements[index].name)] != "string"
        {
            return
        }
        texts[index, default: ""] += text
    }

    // MARK: Asking

    var indices: Range<Int> { elements.indices }

    /// The element's name; empty out of range.
    func name(_ element: Int) -> String {
        indices.contains(element) ? names.values[Int(elements[element].name)] : ""
    }

    /// The first index behind everything inside an element.
    func end(of element: Int) -> Int { indices.contains(element) ? Int(elements[element].end) : element + 1 }

    /// The element around an element; nil for the outermost one.
    func parent(of element: Int) -> Int? {
        guard indices.contains(element), elements[element].parent >= 0 else { return nil }
        return Int(elements[element].parent)
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
        var next = element + 1
        let end = end(of: element)
        while next < end, indices.contains(next) {
            if name.map({ $0 == self.name(next) }) ?? true, key.map({ $0 == value("key", of: next) }) ?? true {
                return next
            }
            next = max(self.end(of: next), next + 1)
        }
        return nil
    }

    /// The value of an attribute.
    func value(_ name: String, of element: Int) -> String? {
        guard indices.contains(element), let wanted = names.known(name) else { return nil }
        for place in attributes(of: element) where Int(attributeNames[place]) == wanted {
            return attributeValues[place]
        }
        return nil
    }

    /// The attributes of an element in their order.
    func allAttributes(of element: Int) -> [(name: String, value: String)] {
        attributes(of: element).map { (names.values[Int(attributeNames[$0])], attributeValues[$0]) }
    }

    private func attributes(of element: Int) -> Range<Int> {
        guard indices.contains(element) else { return 0..<0 }
        let start = Int(elements[element].firstAttribute)
        let next = element + 1
        return start..<(indices.contains(next) ? Int(elements[next].firstAttribute) : attributeNames.count)
    }

    /// Yes or no; nil for neither, and where it is not said.
    func flag(_ name: String, of element: Int) -> Bool? { value(name, of: element).flatMap(DocumentValues.bool) }

    /// A finite number; nil for anything else.
    func number(_ name: String, of element: Int) -> Double? {
        value(name, of: element).flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }
}
