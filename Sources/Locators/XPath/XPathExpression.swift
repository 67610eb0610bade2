import ViewHierarchy

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

        /// Whether positions count from the end of the document.
        var isReverse: Bool {
            [.ancestor, .ancestorOrSelf, .preceding, .precedingSibling].contains(self)
        }
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
