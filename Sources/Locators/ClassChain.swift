import ViewHierarchy

/// A class chain as WebDriverAgent takes it: steps from parents to children, each with a type, predicates and a place.
struct ClassChain: Sendable {
    /// One step.
    private struct Step: Sendable {
        /// Whether all descendants count, and not only children.
        var isDeep: Bool
        /// The tag of the element; nil for any.
        var tag: String?
        /// What it asks for by its name.
        var question: LocatorQuestion?
        var predicates: [Condition] = []
        /// The place among all that are found, counted from 1, from the end when negative.
        var place: Int?
    }

    private struct Condition: Sendable {
        var predicate: Predicate
        /// Whether some descendant has to fulfil it, and not the element itself.
        var isOfDescendants: Bool
    }

    private var steps: [Step] = []

    /// What is to be told of its predicates.
    var notes: [LocatorNote] {
        Array(steps.flatMap { $0.predicates.flatMap(\.predicate.notes) }.prefix(PredicateNotes.most))
    }

    /// What it asks of elements.
    var questions: [LocatorQuestion] {
        let all = steps.flatMap { step in
            (step.question.map { [$0] } ?? []) + step.predicates.flatMap(\.predicate.questions)
        }
        return Array(all.prefix(LocatorQuestion.most))
    }

    /// How many steps there are at the most.
    static let maximumSteps = 256

    /// Reads a chain.
    ///
    /// - Throws: What is wrong with it and where.
    init(_ text: String) throws(LocatorError) {
        let scalars = Array(text.unicodeScalars)
        var at = 0
        func error(_ message: String, at place: Int) -> LocatorError { LocatorError(message, in: scalars, at: place) }
        repeat {
            if !steps.isEmpty { at += 1 }
            guard steps.count < Self.maximumSteps else {
                throw error("A chain has at most \(Self.maximumSteps) steps.", at: at)
            }
            let start = at
            var step = try Self.step(scalars, &at)
            if steps.isEmpty, step.tag == ElementType.className("Application") {
                step.question = LocatorQuestion(subject: .application, offset: start)
            }
            steps.append(step)
        } while at < scalars.count && scalars[at] == "/"
        guard at == scalars.count else {
            let isBlank = scalars[at].properties.isWhitespace
            throw error(
                isBlank
                    ? "There are no blanks in a chain outside of its predicates." : "A / or the end has to come here.",
                at: at
            )
        }
    }

    private static func step(_ scalars: [Unicode.Scalar], _ at: inout Int) throws(LocatorError) -> Step {
        func error(_ message: String, at place: Int) -> LocatorError { LocatorError(message, in: scalars, at: place) }
        var step = Step(isDeep: false)
        if scalars[at...].starts(with: "**/".unicodeScalars) {
            step.isDeep = true
            at += 3
        } else if scalars[at...].starts(with: "**".unicodeScalars), at + 2 < scalars.count, scalars[at + 2].isLetter {
            step.isDeep = true
            at += 2
        }
        let start = at
        if at < scalars.count, scalars[at] == "*" {
            at += 1
        } else {
            while at < scalars.count, scalars[at].isLetter { at += 1 }
            guard at > start else {
                throw error(
                    at == scalars.count
                        ? "The chain ends where a type or * has to be."
                        : "A type such as XCUIElementTypeButton, or *, has to be here.",
                    at: start
                )
            }
            var name = ""
            name.unicodeScalars.append(contentsOf: scalars[start..<at])
            guard name.hasPrefix(ElementType.prefix) else {
                throw error("The name of a type begins with \(ElementType.prefix).", at: start)
            }
            let type = String(name.dropFirst(ElementType.prefix.count))
            // What there is not, WebDriverAgent takes for Other.
            step.tag = type == "Any" ? nil : ElementType.className(ElementType.isKnown(type) ? type : "Other")
            step.question = LocatorQuestion(
                subject: .element(name),
                offset: LocatorError.offset(of: start, in: scalars)
            )
        }
        try readBrackets(of: &step, scalars, &at)
        return step
    }

    private static func readBrackets(
        of step: inout Step,
        _ scalars: [Unicode.Scalar],
        _ at: inout Int
    ) throws(LocatorError) {
        func error(_ message: String, at place: Int) -> LocatorError { LocatorError(message, in: scalars, at: place) }
        while at < scalars.count, scalars[at] == "[" {
            let bracket = at
            guard step.place == nil else { throw error("The place comes last.", at: bracket) }
            at += 1
            guard at < scalars.count else { throw error("The bracket is not closed.", at: bracket) }
            let mark = scalars[at]
            if mark == "`" || mark == "$" {
                step.predicates.append(try condition(mark, scalars, &at))
            } else {
                let start = at
                if mark == "-" { at += 1 }
                let digits = at
                while at < scalars.count, scalars[at].digitValue != nil { at += 1 }
                var number = ""
                number.unicodeScalars.append(contentsOf: scalars[start..<at])
                guard at > digits, at - digits < 10, let place = Int(number) else {
                    throw error("Brackets hold a predicate between ` or $, or a place such as 1 or -1.", at: start)
                }
                guard place != 0 else { throw error("Places count from 1, or from -1 at the end.", at: start) }
                step.place = place
            }
            guard at < scalars.count, scalars[at] == "]" else {
                throw error("A bracket has to be closed here.", at: at)
            }
            at += 1
        }
    }

    /// A predicate between two marks; a mark inside is doubled.
    private static func condition(
        _ mark: Unicode.Scalar,
        _ scalars: [Unicode.Scalar],
        _ at: inout Int
    ) throws(LocatorError) -> Condition {
        let start = at
        at += 1
        var text: [Unicode.Scalar] = []
        while true {
            guard at < scalars.count else {
                throw LocatorError("The predicate is not closed by \(mark).", in: scalars, at: start)
            }
            let scalar = scalars[at]
            at += 1
            if scalar == mark {
                guard at < scalars.count, scalars[at] == mark else { break }
                at += 1
            }
            text.append(scalar)
        }
        guard !text.isEmpty else { throw LocatorError("The predicate is empty.", in: scalars, at: at) }
        return Condition(predicate: try Predicate(text, in: scalars, at: start + 1), isOfDescendants: mark == "$")
    }
}

extension ClassChain {
    /// The elements that it finds, in tree order.
    ///
    /// - Parameter scope: The subtree in which it begins, below its first element.
    func elements(in tree: ElementTree, scope: Range<Int>, budget: WorkBudget) throws(LocatorError) -> [Int] {
        var found = scope.isEmpty ? [] : [scope.lowerBound]
        for step in steps where !found.isEmpty {
            found = try elements(of: step, from: found, in: tree, budget)
            for condition in step.predicates { found = try filtered(found, condition, in: tree, scope, budget) }
            guard let place = step.place else { continue }
            let index = place > 0 ? place - 1 : found.count + place
            found = found.indices.contains(index) ? [found[index]] : []
        }
        return found
    }

    private func elements(
        of step: Step,
        from parents: [Int],
        in tree: ElementTree,
        _ budget: WorkBudget
    ) throws(LocatorError) -> [Int] {
        var found: [Int] = []
        let tag = step.tag.map { tree.tags.known($0).map { Int32(truncatingIfNeeded: $0) } ?? -1 }
        func take(_ element: Int) { if tag == nil || tree.tagNumbers[element] == tag { found.append(element) } }
        if step.isDeep {
            var covered = 0
            for parent in parents {
                let range = tree.subtree(of: parent)
                let first = max(parent + 1, covered)
                try budget.spend(1 + max(0, range.upperBound - first))
                for element in first..<max(first, range.upperBound) { take(element) }
                covered = max(covered, range.upperBound)
            }
            return found
        }
        for parent in parents {
            let children = tree.children(of: parent)
            try budget.spend(1 + children.count)
            for child in children { take(child) }
        }
        return found.sorted()
    }

    private func filtered(
        _ elements: [Int],
        _ condition: Condition,
        in tree: ElementTree,
        _ scope: Range<Int>,
        _ budget: WorkBudget
    ) throws(LocatorError) -> [Int] {
        var test = PredicateTest(tree, budget: budget)
        var passed: [Int] = []
        guard condition.isOfDescendants else {
            for element in elements where try test.holds(condition.predicate, element) { passed.append(element) }
            return passed
        }
        // How many of those before each element fulfil it: each is asked once, however many are around it.
        var counts = [0]
        counts.reserveCapacity(scope.count + 1)
        for element in scope {
            counts.append(counts[counts.count - 1] + (try test.holds(condition.predicate, element) ? 1 : 0))
        }
        return elements.filter { element in
            let range = tree.subtree(of: element)
            return counts[range.upperBound - scope.lowerBound] > counts[element + 1 - scope.lowerBound]
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isLetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}
