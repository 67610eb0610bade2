import ViewHierarchy

/// Reads predicate strings, with the place of the first mistake.
struct PredicateParser {
    var lexer: PredicateLexer
    var piece = PredicateLexer.Piece.end
    /// Where the piece begins.
    var start = 0
    var depth = 0
    /// How many operators of arithmetic there were: each makes what is worked out deeper.
    var operatorCount = 0
    /// What is to be told of comparisons.
    private(set) var notes: [LocatorNote] = []
    /// What it asks of elements.
    private(set) var questions: [LocatorQuestion] = []

    /// How deep parentheses, NOT and lists may nest.
    static let maximumDepth = 64
    /// How many operators of arithmetic there may be.
    static let maximumOperators = 200

    init(_ scalars: [Unicode.Scalar], _ range: Range<Int>) { lexer = PredicateLexer(scalars, range) }

    /// The whole predicate.
    mutating func parse() throws(LocatorError) -> PredicateCondition {
        try advance()
        if piece == .end { throw error("The predicate is empty.") }
        let item = try disjunction()
        let whole = try condition(item)
        guard piece == .end else { throw error("AND, OR or the end has to come here.") }
        return whole
    }

    mutating func advance() throws(LocatorError) { (piece, start) = try lexer.next() }

    func error(_ message: String, at place: Int? = nil) -> LocatorError {
        lexer.error(message, at: place ?? start)
    }

    /// Whether the piece is a keyword, in any case.
    private func isKeyword(_ words: String...) -> Bool {
        if case .word(let word, false) = piece { words.contains(word.uppercased()) } else { false }
    }

    mutating func take(_ sign: String) throws(LocatorError) -> Bool {
        guard piece == .sign(sign) else { return false }
        try advance()
        return true
    }

    // MARK: Conditions

    /// What stands in a row or in parentheses: a condition, or a value that a comparison still has to follow.
    enum Item {
        case condition(PredicateCondition)
        /// A value, and whether it is a whole number by what it is.
        case value(PredicateOperand, isWhole: Bool, start: Int)
    }

    func condition(_ item: Item) throws(LocatorError) -> PredicateCondition {
        guard case .condition(let condition) = item else {
            if piece == .sign("[") {
                throw error("No attribute is a collection, so that [FIRST], [SIZE] and places have no meaning.")
            }
            throw error("A comparison has to come here, such as ==, CONTAINS or IN.")
        }
        return condition
    }

    mutating func disjunction() throws(LocatorError) -> Item {
        let first = try conjunction()
        guard isKeyword("OR") || piece == .sign("||") else { return first }
        var parts = [try condition(first)]
        while isKeyword("OR") || piece == .sign("||") {
            try advance()
            let part = try conjunction()
            parts.append(try condition(part))
        }
        return .condition(.or(parts))
    }

    private mutating func conjunction() throws(LocatorError) -> Item {
        let first = try negation()
        guard isKeyword("AND") || piece == .sign("&&") else { return first }
        var parts = [try condition(first)]
        while isKeyword("AND") || piece == .sign("&&") {
            try advance()
            let part = try negation()
            parts.append(try condition(part))
        }
        return .condition(.and(parts))
    }

    private mutating func negation() throws(LocatorError) -> Item {
        var count = 0
        while isKeyword("NOT") || piece == .sign("!") {
            try advance()
            count += 1
        }
        let item = try comparison()
        guard count > 0 else { return item }
        let negated = try condition(item)
        return .condition(count.isMultiple(of: 2) ? negated : .not(negated))
    }

    // MARK: Comparisons

    private mutating func comparison() throws(LocatorError) -> Item {
        if isKeyword("TRUEPREDICATE", "FALSEPREDICATE") {
            let isTrue = isKeyword("TRUEPREDICATE")
            try advance()
            return .condition(.always(isTrue))
        }
        if isKeyword("ANY", "SOME", "ALL", "NONE") {
            throw error("No attribute of an element is a collection, so that ANY, SOME, ALL and NONE have no meaning.")
        }
        let asked = questions.count
        let item = try sum()
        guard case .value(let left, _, let leftStart) = item, let operation = try operation() else { return item }
        var comparison = PredicateComparison(left: left, operation: operation, right: .element)
        try readOptions(of: &comparison)
        let patternStart = start
        comparison.right = try operand()
        if comparison.left.isNil || comparison.right.isNil {
            for place in asked..<questions.count {
                if case .key(let key) = questions[place].subject { questions[place].subject = .presence(key) }
            }
        }
        try check(&comparison, patternStart)
        // At what can be mended: the value, wherever it stands.
        var isValueFirst = false
        if case .value = left, case .key = comparison.right { isValueFirst = true }
        note(comparison, at: isValueFirst ? leftStart : patternStart)
        return .condition(comparison.isOfAnyType ? .always(operation != .notEqual) : .comparison(comparison))
    }

    private mutating func note(_ comparison: PredicateComparison, at place: Int) {
        if notes.count < PredicateNotes.most, let message = PredicateNotes.message(about: comparison) {
            notes.append(lexer.note(message, at: place))
        }
        let isWhole = comparison.operation == .equal
        for (side, other) in [(comparison.left, comparison.right), (comparison.right, comparison.left)] {
            guard case .key(let key, []) = side, key.isText, case .value(.text(let text)) = other,
                isWhole || [.contains, .beginsWith, .endsWith].contains(comparison.operation)
            else { continue }
            ask(.text(text, of: key.rawValue, isWhole: isWhole), at: place)
        }
    }

    mutating func ask(_ subject: LocatorQuestion.Subject, at place: Int) {
        guard questions.count < LocatorQuestion.most else { return }
        questions.append(LocatorQuestion(subject: subject, offset: lexer.offset(of: place)))
    }

    private mutating func operation() throws(LocatorError) -> PredicateComparison.Operation? {
        var found: PredicateComparison.Operation?
        switch piece {
        case .sign("="), .sign("=="): found = .equal
        case .sign("!="), .sign("<>"): found = .notEqual
        case .sign("<="), .sign("=<"): found = .lessOrEqual
        case .sign(">="), .sign("=>"): found = .greaterOrEqual
        case .sign("<"): found = .less
        case .sign(">"): found = .greater
        case .word(let word, false): found = PredicateComparison.Operation(rawValue: word.uppercased())
        default: break
        }
        if found != nil { try advance() }
        return found
    }

    /// `[c]`, `[d]` or `[cd]` behind the operator.
    private mutating func readOptions(of comparison: inout PredicateComparison) throws(LocatorError) {
        guard piece == .sign("[") else { return }
        let place = start
        try advance()
        guard case .word(let options, _) = piece, options.allSatisfy({ "cdCD".contains($0) }) else {
            throw error("The options of a comparison are [c] (any case), [d] (any accent) and [cd].", at: place)
        }
        guard comparison.operation.isOfTexts else { throw error("This comparison has no options.", at: place) }
        comparison.ignoresCase = options.contains("c") || options.contains("C")
        comparison.ignoresAccents = options.contains("d") || options.contains("D")
        try advance()
        guard try take("]") else { throw error("A bracket has to be closed here.") }
    }

    /// What is wrong whatever the element is.
    private func check(_ comparison: inout PredicateComparison, _ place: Int) throws(LocatorError) {
        switch comparison.operation {
        case .between:
            guard case .list(let bounds) = comparison.right, bounds.count == 2 else {
                throw error("Behind BETWEEN come two bounds: {0, 20}.", at: place)
            }
        case .like, .matches:
            guard case .value(let value) = comparison.right else { return }
            guard case .text(let text) = value else {
                throw error("Behind \(comparison.operation.rawValue) comes a text.", at: place)
            }
            do throws(Pattern.Failure) {
                comparison.pattern = try PredicateTest.pattern(text, for: comparison)
            } catch {
                // Before it stands the quote. Escapes are two characters, so that the place is not further left.
                throw self.error(
                    "In the pattern, at its character \(error.place + 1): \(error.message)",
                    at: place
                )
            }
        default: break
        }
    }
}
