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

/// An expression of XPath 1.0, as its parser gives it. How deep it nests is bounded there; what stands in a row is a list.
indirect enum XPathExpression: Sendable {
    case text(String)
    case number(Double)
    case or([XPathExpression])
    case and([XPathExpression])
    /// `a = b < c`, from left to right.
    case comparison(XPathExpression, [XPathComparison])
    /// `a + b * c` of one rank, from left to right.
    case arithmetic(XPathExpression, [XPathArithmetic])
    case negative(XPathExpression)
    case union([XPathExpression])
    case path(XPathPath)
    case call(XPathFunction, [XPathExpression])

    /// What an expression is, which is known without a document.
    enum Kind: Sendable { case nodes, text, number, boolean }

    var kind: Kind {
        switch self {
        case .text: .text
        case .number, .arithmetic, .negative: .number
        case .or, .and, .comparison: .boolean
        case .union: .nodes
        case .path(let path):
            if case .value(let value) = path.start, path.predicates.isEmpty, path.steps.isEmpty {
                value.kind
            } else {
                .nodes
            }
        case .call(let function, _): function.kind
        }
    }

    /// Whether it asks for the place of the node that it is asked of, or for how many there are.
    var usesPosition: Bool {
        switch self {
        case .text, .number: false
        case .or(let parts), .and(let parts), .union(let parts): parts.contains(where: \.usesPosition)
        case .comparison(let first, let others): first.usesPosition || others.contains { $0.value.usesPosition }
        case .arithmetic(let first, let others): first.usesPosition || others.contains { $0.value.usesPosition }
        case .negative(let value): value.usesPosition
        case .path(let path): if case .value(let value) = path.start { value.usesPosition } else { false }
        case .call(let function, let arguments):
            function == .position || function == .last || arguments.contains(where: \.usesPosition)
        }
    }

    /// The name in `@name` alone.
    var attributeName: String? {
        guard case .path(let path) = self, path.steps.count == 1, case .context = path.start,
            case .attribute = path.steps[0].axis, path.steps[0].predicates.isEmpty, path.steps[0].isAbbreviated,
            case .name(let name) = path.steps[0].test
        else { return nil }
        return name
    }
}

/// A further part of a comparison.
struct XPathComparison: Sendable {
    /// How two values are compared.
    enum Operation: String, Sendable {
        case equal = "="
        case notEqual = "!="
        case lessOrEqual = "<="
        case greaterOrEqual = ">="
        case less = "<"
        case greater = ">"

        var isEquality: Bool { self == .equal || self == .notEqual }

        /// With both sides exchanged.
        var mirrored: Operation {
            switch self {
            case .equal, .notEqual: self
            case .less: .greater
            case .greater: .less
            case .lessOrEqual: .greaterOrEqual
            case .greaterOrEqual: .lessOrEqual
            }
        }

        func holds(_ a: Double, _ b: Double) -> Bool {
            switch self {
            case .equal: a == b
            case .notEqual: a != b
            case .less: a < b
            case .greater: a > b
            case .lessOrEqual: a <= b
            case .greaterOrEqual: a >= b
            }
        }
    }

    var operation: Operation
    var value: XPathExpression
}

/// A further part of a sum or a product.
struct XPathArithmetic: Sendable {
    enum Operation: String, Sendable {
        case plus = "+"
        case minus = "-"
        case times = "*"
        case divided = "div"
        case remainder = "mod"
    }

    var operation: Operation
    var value: XPathExpression
}

/// Where a path begins, and the steps that it takes.
struct XPathPath: Sendable {
    enum Start: Sendable {
        /// The document.
        case root
        /// The node that the path is asked of.
        case context
        /// What another expression finds.
        case value(XPathExpression)
    }

    var start: Start
    /// The predicates of the start: `(//a)[1]`.
    var predicates: [XPathPredicate] = []
    var steps: [XPathStep] = []
}

/// One step of a path.
struct XPathStep: Sendable {
    /// In which direction it goes.
    enum Axis: String, Sendable {
        case child, descendant, parent, ancestor, following, preceding, attribute, namespace
        case itself = "self"
        case followingSibling = "following-sibling"
        case precedingSibling = "preceding-sibling"
        case descendantOrSelf = "descendant-or-self"
        case ancestorOrSelf = "ancestor-or-self"
    }

    /// Which nodes it takes.
    enum Test: Sendable, Hashable {
        case any, name(String), node, nothing
    }

    var axis: Axis
    var test: Test
    var predicates: [XPathPredicate] = []
    /// Whether it was written `@name`.
    var isAbbreviated = false
}

/// What stands in brackets.
struct XPathPredicate: Sendable {
    var value: XPathExpression
    /// Whether it depends on the place among the others.
    var isPositional: Bool

    init(_ value: XPathExpression) {
        self.value = value
        isPositional = value.kind == .number || value.usesPosition
    }

    /// The only place that passes, where it is a number.
    var place: Int? {
        if case .number(let number) = value { Int(exactly: number) ?? 0 } else { nil }
    }
}

/// The functions: those of XPath 1.0, and those that WebDriverAgent adds.
enum XPathFunction: String, Sendable, CaseIterable {
    case last, position, count, id, name, string, concat, contains, substring, translate, boolean, not, lang, number
    case sum, floor, ceiling, round, matches, replace, tokenize
    case isTrue = "true"
    case isFalse = "false"
    case localName = "local-name"
    case namespaceURI = "namespace-uri"
    case startsWith = "starts-with"
    case endsWith = "ends-with"
    case substringBefore = "substring-before"
    case substringAfter = "substring-after"
    case stringLength = "string-length"
    case normalizeSpace = "normalize-space"
    case lowerCase = "lower-case"
    case upperCase = "upper-case"
    case stringJoin = "string-join"

    var kind: XPathExpression.Kind {
        switch self {
        case .last, .position, .count, .number, .sum, .floor, .ceiling, .round, .stringLength: .number
        case .contains, .startsWith, .endsWith, .boolean, .not, .isTrue, .isFalse, .lang, .matches: .boolean
        case .id: .nodes
        default: .text
        }
    }

    /// How many arguments it takes.
    var arity: ClosedRange<Int> {
        switch self {
        case .last, .position, .isTrue, .isFalse: 0...0
        case .name, .localName, .namespaceURI, .string, .stringLength, .normalizeSpace, .number: 0...1
        case .count, .id, .boolean, .not, .lang, .sum, .floor, .ceiling, .round, .lowerCase, .upperCase: 1...1
        case .contains, .startsWith, .endsWith, .substringBefore, .substringAfter, .stringJoin: 2...2
        case .tokenize: 1...2
        case .substring, .matches: 2...3
        case .translate: 3...3
        case .replace: 3...4
        case .concat: 2...64
        }
    }

    /// Whether its first argument has to be nodes.
    var takesNodes: Bool { self == .count || self == .sum }
}
