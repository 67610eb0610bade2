import ViewHierarchy

/// Works out expressions over a tree of elements.
struct XPathEvaluator {
    let tree: ElementTree
    /// The subtree that is the document.
    let scope: Range<Int>
    let names: XPathNames
    let budget: WorkBudget

    init(_ tree: ElementTree, scope: Range<Int>, names: XPathNames, budget: WorkBudget) {
        self.tree = tree
        self.scope = scope
        self.names = names
        self.budget = budget
    }

    /// What an expression gives for a node.
    func value(of expression: XPathExpression, _ context: XPathContext) throws(LocatorError) -> XPathValue {
        try budget.spend()
        switch expression {
        case .text(let text): return .text(text)
        case .number(let number): return .number(number)
        case .or(let parts):
            for part in parts where try boolean(part, context) { return .boolean(true) }
            return .boolean(false)
        case .and(let parts):
            for part in parts where try !boolean(part, context) { return .boolean(false) }
            return .boolean(true)
        case .comparison(let first, let others):
            var result = try compare(first, others[0].operation, others[0].value, context)
            for other in others.dropFirst() {
                result = try compare(.boolean(result), other.operation, try value(of: other.value, context))
            }
            return .boolean(result)
        case .arithmetic(let first, let others):
            var result = try number(first, context)
            for other in others {
                let value = try number(other.value, context)
                switch other.operation {
                case .plus: result += value
                case .minus: result -= value
                case .times: result *= value
                case .divided: result /= value
                case .remainder: result = result.truncatingRemainder(dividingBy: value)
                }
            }
            return .number(result)
        case .negative(let value): return .number(-(try number(value, context)))
        case .union(let parts):
            var all: [XPathNode] = []
            for part in parts { all += try nodes(part, context) }
            return .nodes(try ordered(all))
        case .path(let path): return try value(of: path, context)
        case .call(let function, let arguments): return try call(function, arguments, context)
        }
    }

    // MARK: Conversions

    func boolean(_ expression: XPathExpression, _ context: XPathContext) throws(LocatorError) -> Bool {
        boolean(try value(of: expression, context))
    }

    func boolean(_ value: XPathValue) -> Bool {
        switch value {
        case .nodes(let nodes): !nodes.isEmpty
        case .text(let text): !text.isEmpty
        case .number(let number): !number.isNaN && number != 0
        case .boolean(let value): value
        }
    }

    func number(_ expression: XPathExpression, _ context: XPathContext) throws(LocatorError) -> Double {
        number(try value(of: expression, context))
    }

    func number(_ value: XPathValue) -> Double {
        switch value {
        case .number(let number): number
        case .boolean(let value): value ? 1 : 0
        default: XPathText.number(text(value))
        }
    }

    func text(_ expression: XPathExpression, _ context: XPathContext) throws(LocatorError) -> String {
        let text = text(try value(of: expression, context))
        try budget.spend(text.utf8.count / 16)
        return text
    }

    func text(_ value: XPathValue) -> String {
        switch value {
        case .nodes(let nodes): nodes.first.map(text) ?? ""
        case .text(let text): text
        case .number(let number): XPathText.text(number)
        case .boolean(let value): value ? "true" : "false"
        }
    }

    /// Elements hold no text, attributes have one.
    func text(of node: XPathNode) -> String {
        guard let element = node.element, let attribute = node.attribute, names.names.indices.contains(attribute)
        else { return "" }
        return tree.attribute(names.names[attribute], of: element) ?? ""
    }

    /// What a path finds.
    func nodes(_ expression: XPathExpression, _ context: XPathContext) throws(LocatorError) -> [XPathNode] {
        switch try value(of: expression, context) {
        case .nodes(let nodes): return nodes
        case let other: throw LocatorError(.noElements, "The expression gives \(other.noun), not what a path finds.")
        }
    }

    /// Document order, each node once.
    func ordered(_ nodes: [XPathNode]) throws(LocatorError) -> [XPathNode] {
        try budget.spend(nodes.count)
        var isOrdered = true
        var last = -1
        for node in nodes {
            if node.key <= last {
                isOrdered = false
                break
            }
            last = node.key
        }
        guard !isOrdered else { return nodes }
        // Sorting takes its logarithm, but hardly ever comes to this.
        try budget.spend(4 * nodes.count)
        var result: [XPathNode] = []
        result.reserveCapacity(nodes.count)
        for node in nodes.sorted() where result.last != node { result.append(node) }
        return result
    }

    // MARK: Comparisons (section 3.4)

    private func compare(
        _ a: XPathExpression,
        _ operation: XPathComparison.Operation,
        _ b: XPathExpression,
        _ context: XPathContext
    ) throws(LocatorError) -> Bool {
        // What most predicates are, without a list of nodes for each element.
        if let name = a.attributeName, let element = context.node.element, context.node.attribute == nil {
            guard case .text(let text) = b, operation.isEquality else {
                guard case .number(let number) = b else {
                    return try compare(try value(of: a, context), operation, try value(of: b, context))
                }
                try budget.spend(2)
                guard let value = attribute(name, of: element) else { return false }
                return operation.holds(XPathText.number(value), number)
            }
            try budget.spend(2)
            guard let value = attribute(name, of: element) else { return false }
            return value.isSame(as: text) == (operation == .equal)
        }
        return try compare(try value(of: a, context), operation, try value(of: b, context))
    }

    /// The value of an attribute that the document has.
    func attribute(_ name: String, of element: Int) -> String? {
        names.isVisible(name) ? tree.attribute(name, of: element) : nil
    }

    private func compare(
        _ a: XPathValue,
        _ operation: XPathComparison.Operation,
        _ b: XPathValue
    ) throws(LocatorError) -> Bool {
        switch (a, b) {
        case (.boolean, _), (_, .boolean):
            if operation.isEquality { return (boolean(a) == boolean(b)) == (operation == .equal) }
            // A set of nodes counts as true or false here, anything else as its number.
            func number(_ value: XPathValue) -> Double {
                if case .nodes(let nodes) = value { nodes.isEmpty ? 0 : 1 } else { self.number(value) }
            }
            return operation.holds(number(a), number(b))
        case (.nodes, _), (_, .nodes):
            let (left, right) = (try texts(a), try texts(b))
            guard operation.isEquality else { return compareNumbers(left, operation, right) }
            if case .number(let number) = a { return right.contains { operation.holds(number, XPathText.number($0)) } }
            if case .number(let number) = b { return left.contains { operation.holds(XPathText.number($0), number) } }
            let (one, other) = (Set(left.map(ExactText.init)), Set(right.map(ExactText.init)))
            if operation == .equal { return !one.isDisjoint(with: other) }
            return !one.isEmpty && !other.isEmpty && (one.count > 1 || other.count > 1 || one != other)
        default:
            guard operation.isEquality else { return operation.holds(number(a), number(b)) }
            if case .number = a { return operation.holds(number(a), number(b)) }
            if case .number = b { return operation.holds(number(a), number(b)) }
            return text(a).isSame(as: text(b)) == (operation == .equal)
        }
    }

    /// The texts of all nodes; of any other value its one text.
    private func texts(_ value: XPathValue) throws(LocatorError) -> [String] {
        switch value {
        case .nodes(let nodes):
            try budget.spend(4 * nodes.count)
            return nodes.map(text)
        default: return [text(value)]
        }
    }

    /// Whether some pair compares: the extremes decide.
    private func compareNumbers(
        _ left: [String],
        _ operation: XPathComparison.Operation,
        _ right: [String]
    ) -> Bool {
        let a = left.map(XPathText.number).filter { !$0.isNaN }
        let b = right.map(XPathText.number).filter { !$0.isNaN }
        let isLess = operation == .less || operation == .lessOrEqual
        guard let first = isLess ? a.min() : a.max(), let second = isLess ? b.max() : b.min() else { return false }
        return operation.holds(first, second)
    }
}

/// A text that equals only what is written the same way.
struct ExactText: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (a: ExactText, b: ExactText) -> Bool { a.text.isSame(as: b.text) }
}
