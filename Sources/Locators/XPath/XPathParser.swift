import ViewHierarchy

/// Reads XPath 1.0 (the grammar of its sections 2 and 3), with the place of the first mistake.
struct XPathParser {
    private let text: [Unicode.Scalar]
    private var at = 0
    private var depth = 0
    /// The attributes that are written `@name`: WebDriverAgent puts no others into its document.
    private(set) var spelledAttributes: Set<String> = []
    /// Whether `@*` is written, so that all are there.
    private(set) var spellsAllAttributes = false
    /// What it asks of elements.
    private(set) var questions: [LocatorQuestion] = []

    /// How deep parentheses, brackets and calls may nest.
    static let maximumDepth = 48

    init(_ text: String) { self.text = Array(text.unicodeScalars) }

    /// The whole expression.
    mutating func parse() throws(LocatorError) -> XPathExpression {
        let value = try expression()
        skipBlanks()
        guard at == text.count else { throw error("Something stands here that belongs to nothing before it.") }
        return value
    }

    private func error(_ message: String, at place: Int? = nil) -> LocatorError {
        LocatorError(message, in: text, at: place ?? at)
    }

    private mutating func note(_ subject: LocatorQuestion.Subject, at place: Int) {
        guard questions.count < LocatorQuestion.most else { return }
        questions.append(LocatorQuestion(subject: subject, offset: LocatorError.offset(of: place, in: text)))
    }

    /// Notes what is compared with an attribute.
    private mutating func note(_ a: XPathExpression, _ b: XPathExpression, isWhole: Bool = true, at place: Int) {
        for (attribute, value) in [(a, b), (b, a)] {
            guard let name = attribute.attributeName else { continue }
            if case .text(let text) = value { note(.text(text, of: name, isWhole: isWhole), at: place) }
            if case .number(let number) = value { note(.number(number, of: name), at: place) }
        }
    }

    // MARK: Characters

    private var next: Unicode.Scalar? { at < text.count ? text[at] : nil }

    private mutating func skipBlanks() {
        while let next, next == " " || next == "\t" || next == "\n" || next == "\r" { at += 1 }
    }

    /// Where the next piece begins.
    private mutating func placeOfNext() -> Int {
        skipBlanks()
        return at
    }

    /// Takes a sign, blanks before it.
    private mutating func take(_ sign: String) -> Bool {
        skipBlanks()
        guard text[at...].starts(with: sign.unicodeScalars) else { return false }
        at += sign.unicodeScalars.count
        return true
    }

    /// Takes a name that is an operator: a whole word.
    private mutating func takeWord(_ word: String) -> Bool {
        let start = at
        skipBlanks()
        if name() == word { return true }
        at = start
        return false
    }

    private mutating func name() -> String? {
        guard let next, XMLText.isNameStart(next) else { return nil }
        let start = at
        while let next = self.next, XMLText.isNamePart(next) { at += 1 }
        return string(start..<at)
    }

    private func string(_ range: Range<Int>) -> String {
        var string = ""
        string.unicodeScalars.append(contentsOf: text[range])
        return string
    }

    // MARK: Operators

    private mutating func expression() throws(LocatorError) -> XPathExpression {
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw error("Parentheses, brackets and calls nest at most \(Self.maximumDepth) deep.")
        }
        defer { depth -= 1 }
        var parts = [try conjunction()]
        while takeWord("or") { parts.append(try conjunction()) }
        return parts.count == 1 ? parts[0] : .or(parts)
    }

    private mutating func conjunction() throws(LocatorError) -> XPathExpression {
        var parts = [try equality()]
        while takeWord("and") { parts.append(try equality()) }
        return parts.count == 1 ? parts[0] : .and(parts)
    }

    private mutating func equality() throws(LocatorError) -> XPathExpression {
        let first = try relation()
        var others: [XPathComparison] = []
        while let operation: XPathComparison.Operation = take("!=") ? .notEqual : take("=") ? .equal : nil {
            let place = placeOfNext()
            others.append(XPathComparison(operation: operation, value: try relation()))
            if others.count == 1 { note(first, others[0].value, at: place) }
        }
        return others.isEmpty ? first : .comparison(first, others)
    }

    private mutating func relation() throws(LocatorError) -> XPathExpression {
        let first = try sum()
        var others: [XPathComparison] = []
        while let operation: XPathComparison.Operation = take("<=")
            ? .lessOrEqual : take(">=") ? .greaterOrEqual : take("<") ? .less : take(">") ? .greater : nil
        {
            let place = placeOfNext()
            others.append(XPathComparison(operation: operation, value: try sum()))
            if others.count == 1 { note(first, others[0].value, at: place) }
        }
        return others.isEmpty ? first : .comparison(first, others)
    }

    private mutating func sum() throws(LocatorError) -> XPathExpression {
        let first = try product()
        var others: [XPathArithmetic] = []
        while let operation: XPathArithmetic.Operation = take("+") ? .plus : take("-") ? .minus : nil {
            others.append(XPathArithmetic(operation: operation, value: try product()))
        }
        return others.isEmpty ? first : .arithmetic(first, others)
    }

    private mutating func product() throws(LocatorError) -> XPathExpression {
        let first = try negation()
        var others: [XPathArithmetic] = []
        while let operation: XPathArithmetic.Operation = take("*")
            ? .times : takeWord("div") ? .divided : takeWord("mod") ? .remainder : nil
        {
            others.append(XPathArithmetic(operation: operation, value: try negation()))
        }
        return others.isEmpty ? first : .arithmetic(first, others)
    }

    private mutating func negation() throws(LocatorError) -> XPathExpression {
        var signs = 0
        while take("-") { signs += 1 }
        let value = try union()
        guard signs > 0 else { return value }
        return signs.isMultiple(of: 2) ? .negative(.negative(value)) : .negative(value)
    }

    private mutating func union() throws(LocatorError) -> XPathExpression {
        let start = at
        let first = try path()
        var parts = [first]
        while take("|") { parts.append(try path()) }
        guard parts.count > 1 else { return first }
        guard parts.allSatisfy({ $0.kind == .nodes }) else { throw error("| joins what paths find.", at: start) }
        return .union(parts)
    }

    // MARK: Paths

    private mutating func path() throws(LocatorError) -> XPathExpression {
        skipBlanks()
        let start = at
        if next == "/" {
            var path = XPathPath(start: .root)
            at += 1
            if next == "/" {
                at += 1
                try addSteps(to: &path, isDeep: true)
            } else {
                skipBlanks()
                if beginsStep { try addSteps(to: &path, isDeep: false) }
            }
            return .path(path)
        }
        guard let value = try primary() else {
            var path = XPathPath(start: .context)
            try addSteps(to: &path, isDeep: false)
            return .path(path)
        }
        var path = XPathPath(start: .value(value))
        path.predicates = try predicates()
        let isDeep = take("//")
        if isDeep || take("/") { try addSteps(to: &path, isDeep: isDeep) }
        guard !path.predicates.isEmpty || !path.steps.isEmpty else { return value }
        guard value.kind == .nodes else { throw error("Only what a path finds has steps and predicates.", at: start) }
        return .path(path)
    }

    private var beginsStep: Bool {
        guard let next else { return false }
        return next == "*" || next == "." || next == "@" || XMLText.isNameStart(next)
    }

    private mutating func addSteps(to path: inout XPathPath, isDeep: Bool) throws(LocatorError) {
        var isDeep = isDeep
        while true {
            var step = try self.step()
            if isDeep {
                // The same, but without a list of all that is in between.
                if step.axis == .child, !step.predicates.contains(where: \.isPositional) {
                    step.axis = .descendant
                } else {
                    path.steps.append(XPathStep(axis: .descendantOrSelf, test: .node))
                }
            }
            path.steps.append(step)
            isDeep = take("//")
            guard isDeep || take("/") else { return }
        }
    }

    private mutating func step() throws(LocatorError) -> XPathStep {
        skipBlanks()
        if take("..") { return XPathStep(axis: .parent, test: .node) }
        if next == ".", at + 1 == text.count || text[at + 1].digitValue == nil {
            at += 1
            return XPathStep(axis: .itself, test: .node)
        }
        var step = XPathStep(axis: .child, test: .node)
        if take("@") {
            step.axis = .attribute
            step.isAbbreviated = true
        } else {
            let start = at
            if let word = name(), take("::") {
                guard let axis = XPathStep.Axis(rawValue: word) else {
                    throw error("There is no axis “\(word.prefix(40))”.", at: start)
                }
                step.axis = axis
            } else {
                at = start
            }
        }
        let start = placeOfNext()
        step.test = try test(isElement: step.axis != .attribute)
        if step.axis == .attribute, case .name(let name) = step.test { note(.attribute(name), at: start) }
        if step.isAbbreviated {
            if case .name(let name) = step.test { spelledAttributes.insert(name) } else { spellsAllAttributes = true }
        }
        step.predicates = try predicates()
        return step
    }

    private mutating func test(isElement: Bool) throws(LocatorError) -> XPathStep.Test {
        skipBlanks()
        let start = at
        if take("*") { return .any }
        guard let name = name() else {
            throw error(
                at == text.count
                    ? "The path ends where the name of an element has to be."
                    : "The name of an element, an attribute or * has to be here."
            )
        }
        if next == ":" {
            throw error("Names with a prefix are not supported; the elements have none.", at: start)
        }
        guard take("(") else {
            guard isElement else { return .name(name) }
            guard name != ElementType.className("Any") else { return .any }
            let tag = ElementType.className(ofUIAutomation: name) ?? name
            note(.element(tag), at: start)
            return .name(tag)
        }
        guard ["node", "text", "comment", "processing-instruction"].contains(name) else {
            throw error("A function cannot be a step of a path.", at: start)
        }
        if name == "processing-instruction", let quote = next, quote == "'" || quote == "\"" { _ = try literal() }
        guard take(")") else { throw error("The parenthesis is not closed.", at: start + name.unicodeScalars.count) }
        // There is nothing but elements and attributes.
        if name == "text" { note(.content, at: start) }
        return name == "node" ? .node : .nothing
    }

    private mutating func predicates() throws(LocatorError) -> [XPathPredicate] {
        var predicates: [XPathPredicate] = []
        while take("[") {
            let start = at - 1
            predicates.append(XPathPredicate(try expression()))
            guard take("]") else {
                throw at == text.count
                    ? error("The bracket is not closed.", at: start) : error("A bracket has to be closed here.")
            }
        }
        return predicates
    }

    // MARK: Values

    /// A value that is no path; nil where a path begins.
    private mutating func primary() throws(LocatorError) -> XPathExpression? {
        skipBlanks()
        guard let next else { throw error("The expression ends where a value or a path has to be.") }
        if next == "\"" || next == "'" { return .text(try literal()) }
        if next.digitValue != nil || next == "." && at + 1 < text.count && text[at + 1].digitValue != nil {
            return number()
        }
        if next == "$" { throw error("There are no variables.") }
        if take("(") {
            let start = at - 1
            let value = try expression()
            guard take(")") else {
                throw at == text.count
                    ? error("The parenthesis is not closed.", at: start) : error("A parenthesis has to be closed here.")
            }
            return value
        }
        let start = at
        guard let name = name(), take("(") else {
            at = start
            return nil
        }
        if ["node", "text", "comment", "processing-instruction"].contains(name) {
            at = start
            return nil
        }
        return try call(name, from: start)
    }

    private mutating func call(_ name: String, from start: Int) throws(LocatorError) -> XPathExpression {
        guard let function = XPathFunction(rawValue: name) else {
            throw error("There is no function “\(name.prefix(40))”.", at: start)
        }
        var arguments: [XPathExpression] = []
        if !take(")") {
            repeat { arguments.append(try expression()) } while take(",")
            guard take(")") else { throw error("The call of \(name) is not closed.") }
        }
        guard function.arity.contains(arguments.count) else {
            let (least, most) = (function.arity.lowerBound, function.arity.upperBound)
            let count = least == most ? "\(least)" : "\(least) to \(most)"
            throw error("\(name) takes \(count) argument\(count == "1" ? "" : "s"), not \(arguments.count).", at: start)
        }
        if function.takesNodes, arguments.first?.kind != .nodes {
            throw error("\(name) takes what a path finds.", at: start)
        }
        if [.contains, .startsWith, .endsWith].contains(function) {
            note(arguments[0], arguments[1], isWhole: false, at: start)
        }
        return .call(function, arguments)
    }

    private mutating func literal() throws(LocatorError) -> String {
        let start = at
        let quote = text[start]
        guard let end = text[(start + 1)...].firstIndex(of: quote) else { throw error("The quote is not closed.") }
        at = end + 1
        return string(start + 1..<end)
    }

    private mutating func number() -> XPathExpression {
        let start = at
        while let next, next.digitValue != nil { at += 1 }
        if next == "." {
            at += 1
            while let next, next.digitValue != nil { at += 1 }
        }
        let digits = string(start..<at)
        return .number(Double(digits.hasSuffix(".") ? digits + "0" : digits) ?? .nan)
    }
}
