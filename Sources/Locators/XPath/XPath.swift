import ViewHierarchy

/// An XPath expression made ready for one tree of elements.
///
/// The engine is one of its own: it walks the flat tree as it is and counts every step, so that no expression takes long
/// and no document has to be made. libxml2 would build one of some hundred megabytes for a large dump, and joins sets of
/// nodes in quadratic time without counting that.
struct XPath {
    private let expression: XPathExpression
    private let names: XPathNames
    /// What it asks of elements.
    let questions: [LocatorQuestion]

    /// Reads an expression.
    ///
    /// - Throws: What is wrong with it and where.
    init(_ text: String, in tree: ElementTree) throws(LocatorError) {
        var parser = XPathParser(text)
        expression = try parser.parse()
        var visible: Set<String>?
        // WebDriverAgent writes only those attributes into its document.
        if tree.shape == .elements, !parser.spellsAllAttributes { visible = parser.spelledAttributes }
        names = XPathNames(visible)
        questions = parser.questions.map { question in
            guard case .attribute(let name) = question.subject, visible?.contains(name) == false else {
                return question
            }
            return LocatorQuestion(subject: .unwritten(name), offset: question.offset)
        }
    }

    /// The elements that it finds, in document order.
    ///
    /// - Parameter scope: The subtree that is the document; its first element is the root.
    /// - Throws: When it finds something else, or takes too much work.
    func elements(
        in tree: ElementTree,
        scope: Range<Int>,
        budget: WorkBudget
    ) throws(LocatorError) -> [Int] {
        let evaluator = XPathEvaluator(tree, scope: scope, names: names, budget: budget)
        let start = scope.isEmpty ? XPathNode.document : XPathNode(scope.lowerBound)
        let value = try evaluator.value(of: expression, XPathContext(node: start))
        guard case .nodes(let nodes) = value else {
            throw LocatorError(.noElements, "The expression gives \(value.noun) and finds no elements.")
        }
        var found: [Int] = []
        found.reserveCapacity(nodes.count)
        for node in nodes {
            guard let element = node.element, node.attribute == nil else {
                let noun = node.element == nil ? "the document" : "attributes"
                throw LocatorError(.noElements, "The expression finds \(noun); a locator has to find elements.")
            }
            found.append(element)
        }
        return found
    }
}

/// A node: the document, an element, or an attribute of one. Their order is that of the document.
struct XPathNode: Hashable, Comparable {
    /// The element counted from 1 and, in the lowest 20 bits, the number of the attribute's name counted from 1.
    let key: Int

    /// What is above the root.
    static let document = XPathNode(key: 0)

    private init(key: Int) { self.key = key }

    /// An element.
    init(_ element: Int) { key = (element + 1) << 20 }

    /// An attribute by the number of its name.
    init(_ element: Int, attribute: Int) { key = (element + 1) << 20 | (attribute + 1) & 0xFFFFF }

    /// The element, or that of the attribute; nil for the document.
    var element: Int? { key >> 20 > 0 ? (key >> 20) - 1 : nil }
    /// The number of the attribute's name.
    var attribute: Int? { key & 0xFFFFF > 0 ? key & 0xFFFFF - 1 : nil }

    static func < (a: XPathNode, b: XPathNode) -> Bool { a.key < b.key }
}

/// What an expression is asked of.
struct XPathContext {
    var node: XPathNode
    var position = 1
    var size = 1
}

/// What an expression gives.
enum XPathValue {
    /// Nodes in document order, each once.
    case nodes([XPathNode])
    case text(String)
    case number(Double)
    case boolean(Bool)

    /// What it is, for people.
    var noun: String {
        switch self {
        case .nodes: "nodes"
        case .text: "a text"
        case .number: "a number"
        case .boolean: "true or false"
        }
    }
}

/// The names of attributes as numbers, and which of them there are.
final class XPathNames {
    /// Those that the document has; nil for all.
    let visible: Set<String>?
    private(set) var names: [String] = []
    private var numbers: [String: Int] = [:]
    /// The regular expressions that were read.
    var patterns: [String: Pattern] = [:]

    init(_ visible: Set<String>?) { self.visible = visible }

    func number(_ name: String) -> Int {
        if let known = numbers[name] { return known }
        numbers[name] = names.count
        names.append(name)
        return names.count - 1
    }

    func isVisible(_ name: String) -> Bool { visible?.contains(name) ?? true }
}

/// Numbers and texts as XPath makes them of each other (section 4).
enum XPathText {
    /// `3`, `-0.5`, `NaN`, `Infinity`.
    static func text(_ number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
        if let whole = Int(exactly: number) { return String(whole) }
        let text = number.description
        guard text.contains("e") else { return text }
        // Swift writes very small and very large numbers with an exponent, which XPath does not have.
        return abs(number) < 1 ? "0" : text
    }

    /// NaN for what is no number.
    static func number(_ text: String) -> Double {
        let digits = text.drop(while: isBlank).utf8
        var end = digits.endIndex
        while end > digits.startIndex, isBlankByte(digits[digits.index(before: end)]) {
            end = digits.index(before: end)
        }
        let trimmed = digits[..<end]
        guard !trimmed.isEmpty, trimmed.count < 400,
            trimmed.enumerated().allSatisfy({ place, byte in
                (0x30...0x39).contains(byte) || byte == 0x2E || byte == 0x2D && place == 0
            }), trimmed.contains(where: { (0x30...0x39).contains($0) })
        else { return .nan }
        var word = String(Substring(trimmed))
        if word.hasSuffix(".") { word += "0" }
        return Double(word) ?? .nan
    }

    private static func isBlank(_ character: Character) -> Bool {
        character == " " || character == "\t" || character == "\n" || character == "\r" || character == "\r\n"
    }

    private static func isBlankByte(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x9 || byte == 0xA || byte == 0xD
    }

    /// The text without blanks at its ends, and one in place of several.
    static func normalized(_ text: String) -> String {
        text.split(whereSeparator: isBlank).joined(separator: " ")
    }
}
