/// Reads predicate strings, with the place of the first mistake.
struct PredicateParser {
    private var lexer: PredicateLexer
    private var piece = PredicateLexer.Piece.end
    /// Where the piece begins.
    private var start = 0
    private var depth = 0
    /// What is to be told of comparisons.
    private(set) var notes: [LocatorNote] = []

    /// How deep parentheses, NOT and lists may nest.
    static let maximumDepth = 64

    init(_ scalars: [Unicode.Scalar], _ range: Range<Int>) { lexer = PredicateLexer(scalars, range) }

    /// The whole predicate.
    mutating func parse() throws(LocatorError) -> PredicateCondition {
        try advance()
        if piece == .end { throw error("The predicate is empty.") }
        let condition = try disjunction()
        guard piece == .end else { throw error("AND, OR or the end has to come here.") }
        return condition
    }

    private mutating func advance() throws(LocatorError) { (piece, start) = try lexer.next() }

    private func error(_ message: String, at place: Int? = nil) -> LocatorError {
        lexer.error(message, at: place ?? start)
    }

    /// Whether the piece is a keyword, in any case.
    private func isKeyword(_ words: String...) -> Bool {
        if case .word(let word, false) = piece { words.contains(word.uppercased()) } else { false }
    }

    private mutating func take(_ sign: String) throws(LocatorError) -> Bool {
        guard piece == .sign(sign) else { return false }
        try advance()
        return true
    }

    // MARK: Conditions

    private mutating func disjunction() throws(LocatorError) -> PredicateCondition {
        var parts = [try conjunction()]
        while isKeyword("OR") || piece == .sign("||") {
            try advance()
            parts.append(try conjunction())
        }
        return parts.count == 1 ? parts[0] : .or(parts)
    }

    private mutating func conjunction() throws(LocatorError) -> PredicateCondition {
        var parts = [try negation()]
        while isKeyword("AND") || piece == .sign("&&") {
            try advance()
            parts.append(try negation())
        }
        return parts.count == 1 ? parts[0] : .and(parts)
    }

    private mutating func negation() throws(LocatorError) -> PredicateCondition {
        var isNegated = false
        while isKeyword("NOT") || piece == .sign("!") {
            try advance()
            isNegated.toggle()
        }
        let condition = try primary()
        return isNegated ? .not(condition) : condition
    }

    private mutating func primary() throws(LocatorError) -> PredicateCondition {
        if piece == .sign("(") {
            depth += 1
            guard depth <= Self.maximumDepth else {
                throw error("Parentheses nest at most \(Self.maximumDepth) deep.")
            }
            defer { depth -= 1 }
            try advance()
            let condition = try disjunction()
            guard try take(")") else { throw error("A parenthesis has to be closed here.") }
            return condition
        }
        if isKeyword("TRUEPREDICATE", "FALSEPREDICATE") {
            let isTrue = isKeyword("TRUEPREDICATE")
            try advance()
            return .always(isTrue)
        }
        if isKeyword("ANY", "SOME", "ALL", "NONE") {
            throw error("No attribute of an element is a collection, so that ANY, SOME, ALL and NONE have no meaning.")
        }
        return .comparison(try comparison())
    }

    // MARK: Comparisons

    private mutating func comparison() throws(LocatorError) -> PredicateComparison {
        let leftStart = start
        let left = try operand()
        let place = start
        guard let operation = try operation() else {
            throw error("A comparison has to come here, such as ==, CONTAINS or IN.", at: place)
        }
        var comparison = PredicateComparison(left: left, operation: operation, right: .element)
        try readOptions(of: &comparison)
        let patternStart = start
        comparison.right = try operand()
        try check(&comparison, patternStart)
        if notes.count < PredicateNotes.most, let message = PredicateNotes.message(about: comparison) {
            // At what can be mended: the value, wherever it stands.
            var isValueFirst = false
            if case .value = left, case .key = comparison.right { isValueFirst = true }
            notes.append(lexer.note(message, at: isValueFirst ? leftStart : patternStart))
        }
        return comparison
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

    private mutating func operand() throws(LocatorError) -> PredicateOperand {
        let place = start
        switch piece {
        case .text(let text):
            try advance()
            return .value(.text(text))
        case .number(let number):
            try advance()
            return .value(.number(number))
        case .sign("{"): return try list()
        case .word(let word, let isName):
            if !isName, let constant = Self.constants[word.uppercased()] {
                try advance()
                if case .element = constant, try take(".") { return try self.key() }
                return constant
            }
            return try key()
        case .end: throw error("The predicate ends where a value or the name of an attribute has to be.", at: place)
        case .sign: throw error("A value or the name of an attribute has to be here.", at: place)
        }
    }

    private static let constants: [String: PredicateOperand] = [
        "TRUE": .value(.number(1)), "YES": .value(.number(1)), "FALSE": .value(.number(0)), "NO": .value(.number(0)),
        "NULL": .value(.null), "NIL": .value(.null), "SELF": .element,
    ]

    private mutating func list() throws(LocatorError) -> PredicateOperand {
        depth += 1
        guard depth <= Self.maximumDepth else { throw error("Lists nest at most \(Self.maximumDepth) deep.") }
        defer { depth -= 1 }
        try advance()
        var values: [PredicateOperand] = []
        if try take("}") { return .list([]) }
        repeat { values.append(try operand()) } while try take(",")
        guard try take("}") else { throw error("The list has to go on or to be closed here.") }
        return .list(values)
    }

    private mutating func key() throws(LocatorError) -> PredicateOperand {
        let place = start
        guard case .word(let word, _) = piece else { throw error("The name of an attribute has to be here.") }
        guard let key = PredicateKey(word) else {
            let hint = PredicateKey.suggestion(for: word).map { " Perhaps “\($0)” is meant." }
            let quotes = word.hasPrefix("XCUIElementType") ? " A text stands in quotes." : nil
            throw error(
                "Elements have no attribute “\(word.prefix(60))”.\(hint ?? quotes ?? " A text stands in quotes.")",
                at: place
            )
        }
        try advance()
        var parts: [PredicatePart] = []
        while piece == .sign(".") {
            try advance()
            guard case .word(let name, _) = piece else { throw error("Behind the point comes the name of a part.") }
            guard let part = PredicatePart(rawValue: name), parts.isEmpty ? key.parts.contains(part) : false else {
                let known = key.parts.map(\.rawValue).sorted().prefix(8).joined(separator: ", ")
                throw error("“\(word)” has no “\(name.prefix(40))”; it has \(known).")
            }
            parts.append(part)
            try advance()
        }
        return .key(key, parts)
    }
}
