import ViewHierarchy

extension XPathEvaluator {
    /// What a path gives: nodes, but for the words of `tokenize` alone.
    func value(of path: XPathPath, _ context: XPathContext) throws(LocatorError) -> XPathValue {
        var nodes: [XPathNode]
        switch path.start {
        case .root: nodes = [.document]
        case .context: nodes = [context.node]
        case .value(let start):
            guard !path.steps.isEmpty || !path.predicates.isEmpty else { return try value(of: start, context) }
            nodes = try filtered(try self.nodes(start, context), path.predicates)
        }
        for step in path.steps {
            guard !nodes.isEmpty else { break }
            nodes = try self.step(step, from: nodes)
        }
        return .nodes(nodes)
    }

    /// The nodes that pass all predicates, each with its place among those that passed the one before.
    private func filtered(
        _ nodes: [XPathNode],
        _ predicates: [XPathPredicate]
    ) throws(LocatorError) -> [XPathNode] {
        var nodes = nodes
        for predicate in predicates {
            if let place = predicate.place {
                nodes = nodes.indices.contains(place - 1) ? [nodes[place - 1]] : []
                continue
            }
            var passed: [XPathNode] = []
            let size = nodes.count
            for (index, node) in nodes.enumerated() {
                let context = XPathContext(node: node, position: index + 1, size: size)
                let value = try self.value(of: predicate.value, context)
                let passes = if case .number(let number) = value { number == Double(index + 1) } else { boolean(value) }
                if passes { passed.append(node) }
            }
            nodes = passed
        }
        return nodes
    }

    private func step(_ step: XPathStep, from nodes: [XPathNode]) throws(LocatorError) -> [XPathNode] {
        let test = NodeTest(step, tree)
        guard step.predicates.contains(where: \.isPositional) else {
            return try filtered(try all(step, test, from: nodes), step.predicates)
        }
        // Places count anew for each node that the step begins at.
        var found: [XPathNode] = []
        for node in nodes {
            var own: [XPathNode] = []
            let most = step.predicates.first?.place ?? Int.max
            try walk(step.axis, from: node) { other throws(LocatorError) in
                if test.passes(other, self) { own.append(other) }
                return own.count < most
            }
            found += try filtered(own, step.predicates)
        }
        return try ordered(found)
    }

    /// Which elements and attributes a step takes.
    private struct NodeTest {
        let test: XPathStep.Test
        let tag: Int32?
        let isAttribute: Bool
        let tags: [Int32]

        init(_ step: XPathStep, _ tree: ElementTree) {
            test = step.test
            isAttribute = step.axis == .attribute
            tags = tree.tagNumbers
            tag =
                if case .name(let name) = step.test {
                    tree.tags.known(name).map { Int32(truncatingIfNeeded: $0) }
                } else {
                    nil
                }
        }

        func passes(_ node: XPathNode, _ evaluator: XPathEvaluator) -> Bool {
            switch test {
            case .node: return true
            case .nothing: return false
            case .any: return node.element != nil && (node.attribute != nil) == isAttribute
            case .name(let name):
                guard let element = node.element else { return false }
                if let attribute = node.attribute { return isAttribute && evaluator.names.names[attribute] == name }
                return !isAttribute && tags[element] == tag
            }
        }
    }

    // MARK: From many nodes at once

    /// What a step without places finds from all nodes, in time linear in what it passes.
    private func all(
        _ step: XPathStep,
        _ test: NodeTest,
        from nodes: [XPathNode]
    ) throws(LocatorError) -> [XPathNode] {
        var found: [XPathNode] = []
        func add(_ node: XPathNode) throws(LocatorError) {
            try budget.spend()
            if test.passes(node, self) { found.append(node) }
        }
        switch step.axis {
        case .itself: for node in nodes { try add(node) }
        case .descendant, .descendantOrSelf:
            let includesSelf = step.axis == .descendantOrSelf
            var covered = scope.lowerBound
            for node in nodes {
                guard node.attribute == nil else {
                    if includesSelf { try add(node) }
                    continue
                }
                if includesSelf, node.element == nil { try add(node) }
                let range = node.element.map(tree.subtree(of:)) ?? scope
                let first = node.element == nil || includesSelf ? range.lowerBound : range.lowerBound + 1
                for element in max(first, covered)..<max(first, covered, range.upperBound) {
                    try add(XPathNode(element))
                }
                covered = max(covered, range.upperBound)
            }
        case .ancestor, .ancestorOrSelf:
            var seen: Set<XPathNode> = []
            for node in nodes {
                var next: XPathNode? = step.axis == .ancestor ? parent(of: node) : node
                while let ancestor = next, seen.insert(ancestor).inserted {
                    try add(ancestor)
                    next = parent(of: ancestor)
                }
            }
        case .following:
            let ends = nodes.compactMap { node in node.element.map { end(of: node, $0) } }
            for element in (ends.min() ?? scope.upperBound)..<scope.upperBound { try add(XPathNode(element)) }
        case .preceding:
            guard let last = nodes.last?.element else { break }
            for element in scope.lowerBound..<last where tree.subtree(of: element).upperBound <= last {
                try add(XPathNode(element))
            }
            try budget.spend(last - scope.lowerBound)
        case .followingSibling:
            // The first of the nodes among the children of one parent has the others behind it.
            var parents: Set<Int> = []
            for node in nodes where node.attribute == nil {
                guard let parent = parent(of: node), parents.insert(parent.key).inserted else { continue }
                try walk(.followingSibling, from: node) { other throws(LocatorError) in
                    try add(other)
                    return true
                }
            }
        case .precedingSibling:
            var parents: Set<Int> = []
            for node in nodes.reversed() where node.attribute == nil {
                guard let parent = parent(of: node), parents.insert(parent.key).inserted else { continue }
                try walk(.precedingSibling, from: node) { other throws(LocatorError) in
                    try add(other)
                    return true
                }
            }
        case .child, .parent, .attribute, .namespace:
            if step.axis == .attribute, case .name(let name) = step.test {
                guard names.isVisible(name) else { break }
                let number = names.number(name)
                for node in nodes {
                    try budget.spend(2)
                    guard node.attribute == nil, let element = node.element,
                        tree.attribute(name, of: element) != nil
                    else { continue }
                    found.append(XPathNode(element, attribute: number))
                }
                break
            }
            for node in nodes {
                try walk(step.axis, from: node) { other throws(LocatorError) in
                    if test.passes(other, self) { found.append(other) }
                    return true
                }
            }
        }
        return try ordered(found)
    }

    private func parent(of node: XPathNode) -> XPathNode? {
        guard let element = node.element else { return nil }
        if node.attribute != nil { return XPathNode(element) }
        guard element != scope.lowerBound else { return .document }
        return tree.parent(of: element).map { XPathNode($0) } ?? .document
    }

    /// Behind what is below a node.
    private func end(of node: XPathNode, _ element: Int) -> Int {
        node.attribute != nil ? element + 1 : tree.subtree(of: element).upperBound
    }

    // MARK: From one node

    /// Hands over the nodes of an axis in its direction until `body` has enough.
    func walk(
        _ axis: XPathStep.Axis,
        from node: XPathNode,
        _ body: (XPathNode) throws(LocatorError) -> Bool
    ) throws(LocatorError) {
        func visit(_ node: XPathNode) throws(LocatorError) -> Bool {
            try budget.spend()
            return try body(node)
        }
        let element = node.element
        switch axis {
        case .itself: _ = try visit(node)
        case .parent: if let parent = parent(of: node) { _ = try visit(parent) }
        case .child:
            guard node.attribute == nil else { return }
            guard let element else {
                if !scope.isEmpty { _ = try visit(XPathNode(scope.lowerBound)) }
                return
            }
            let end = tree.subtree(of: element).upperBound
            var next = element + 1
            while next < end {
                guard try visit(XPathNode(next)) else { return }
                next = tree.subtree(of: next).upperBound
            }
        case .descendant, .descendantOrSelf:
            if axis == .descendantOrSelf, node.attribute != nil || element == nil {
                guard try visit(node) else { return }
            }
            guard node.attribute == nil else { return }
            let range = element.map(tree.subtree(of:)) ?? scope
            let first = element == nil || axis == .descendantOrSelf ? range.lowerBound : range.lowerBound + 1
            for other in first..<max(first, range.upperBound) { guard try visit(XPathNode(other)) else { return } }
        case .ancestor, .ancestorOrSelf:
            var next: XPathNode? = axis == .ancestor ? parent(of: node) : node
            while let ancestor = next {
                guard try visit(ancestor) else { return }
                next = parent(of: ancestor)
            }
        case .following:
            guard let element else { return }
            let first = end(of: node, element)
            for other in first..<max(first, scope.upperBound) { guard try visit(XPathNode(other)) else { return } }
        case .preceding:
            guard let element else { return }
            for other in (scope.lowerBound..<element).reversed() {
                try budget.spend()
                guard tree.subtree(of: other).upperBound <= element else { continue }
                guard try visit(XPathNode(other)) else { return }
            }
        case .followingSibling:
            guard node.attribute == nil, let element, element != scope.lowerBound,
                let parent = tree.parent(of: element)
            else { return }
            let end = tree.subtree(of: parent).upperBound
            var next = tree.subtree(of: element).upperBound
            while next < end {
                guard try visit(XPathNode(next)) else { return }
                next = tree.subtree(of: next).upperBound
            }
        case .precedingSibling:
            guard node.attribute == nil, let element, element != scope.lowerBound,
                let parent = tree.parent(of: element)
            else { return }
            try budget.spend(tree.siblingIndex(of: element))
            let siblings = tree.children(of: parent, before: element)
            for other in siblings.reversed() { guard try visit(XPathNode(other)) else { return } }
        case .attribute:
            guard node.attribute == nil, let element else { return }
            for (name, _) in tree.attributes(of: element) where names.isVisible(name) {
                guard try visit(XPathNode(element, attribute: names.number(name))) else { return }
            }
        case .namespace: return
        }
    }
}
