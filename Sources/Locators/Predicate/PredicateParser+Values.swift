import ViewHierarchy

extension PredicateParser {
    /// A value; a condition in its place is an error.
    mutating func operand() throws(LocatorError) -> PredicateOperand {
        let place = start
        guard case .value(let operand, _, _) = try sum() else {
            throw error("A value has to be here, and not a condition.", at: place)
        }
        return operand
    }

    /// Operators of one rank, each with its function.
    private static let ranks: [[String: PredicateFunction]] = [
        ["+": .add, "-": .subtract], ["*": .multiply, "/": .divide],
    ]

    /// Values of one rank of operators, from left to right; powers bind more than all.
    mutating func sum(rank: Int = 0) throws(LocatorError) -> Item {
        guard rank < Self.ranks.count else { return try power() }
        var item = try sum(rank: rank + 1)
        while case .sign(let sign) = piece, let function = Self.ranks[rank][sign] {
            guard case .value = item else { return item }
            try advance()
            let right = try sum(rank: rank + 1)
            item = try call(operator: function, item, right)
        }
        return item
    }

    private mutating func power() throws(LocatorError) -> Item {
        var item = try sign()
        while piece == .sign("**") {
            guard case .value = item else { return item }
            try advance()
            let right = try sign()
            item = try call(operator: .raise, item, right)
        }
        return item
    }

    /// A value, perhaps with signs before it.
    private mutating func sign() throws(LocatorError) -> Item {
        let place = start
        var isNegative = false
        var hasSign = false
        while piece == .sign("-") || piece == .sign("+") {
            if piece == .sign("-") { isNegative.toggle() }
            hasSign = true
            try advance()
        }
        let item = try primary()
        guard hasSign else { return item }
        guard case .value(let operand, let isWhole, _) = item else {
            throw error("A sign stands before a value, and not before a condition.", at: place)
        }
        if case .value(.number(let number)) = operand {
            return .value(.value(.number(isNegative ? -number : number)), isWhole: isWhole, start: place)
        }
        guard isNegative else { return item }
        return try call(.subtract, [.value(.value(.number(0)), isWhole: true, start: place), item])
    }

    /// What an operator gives.
    private mutating func call(
        operator function: PredicateFunction,
        _ left: Item,
        _ right: Item
    ) throws(LocatorError) -> Item {
        operatorCount += 1
        guard operatorCount <= Self.maximumOperators else {
            throw error("A predicate has at most \(Self.maximumOperators) operators of arithmetic.")
        }
        return try call(function, [left, right])
    }

    /// What a function gives.
    private func call(_ function: PredicateFunction, _ arguments: [Item]) throws(LocatorError) -> Item {
        var operands: [PredicateOperand] = []
        var areWhole = true
        var place: Int?
        for argument in arguments {
            guard case .value(let operand, let isWhole, let start) = argument else {
                throw error("\(function.rawValue) takes values, and not conditions.")
            }
            place = place ?? start
            if !isWhole { areWhole = false }
            operands.append(operand)
        }
        return .value(
            .call(function, operands, areWhole: areWhole),
            isWhole: function.keepsWhole(areWhole),
            start: place ?? start
        )
    }

    private mutating func primary() throws(LocatorError) -> Item {
        let place = start
        switch piece {
        case .sign("("):
            depth += 1
            guard depth <= Self.maximumDepth else {
                throw error("Parentheses nest at most \(Self.maximumDepth) deep.")
            }
            defer { depth -= 1 }
            try advance()
            let item = try disjunction()
            guard try take(")") else {
                _ = try condition(item)
                throw error("A parenthesis has to be closed here.")
            }
            return item
        case .text(let text):
            try advance()
            return .value(.value(.text(text)), isWhole: false, start: place)
        case .number(let number, let isWhole):
            try advance()
            return .value(.value(.number(number)), isWhole: isWhole, start: place)
        case .sign("{"): return .value(try list(), isWhole: false, start: place)
        case .word(let word, let isName):
            if !isName, let constant = Self.constants[word.uppercased()] {
                try advance()
                guard case .element = constant, try take(".") else {
                    return .value(constant, isWhole: true, start: place)
                }
            } else if !isName, lexer.isNext("(") {
                return try function(word)
            }
            let key = try key()
            return .value(key, isWhole: key.isWhole, start: place)
        case .end: throw error("The predicate ends where a value or the name of an attribute has to be.", at: place)
        case .sign: throw error("A value or the name of an attribute has to be here.", at: place)
        }
    }

    /// A call by the name of the function.
    private mutating func function(_ name: String) throws(LocatorError) -> Item {
        let place = start
        guard let function = PredicateFunction(name: name) else {
            let reason = Self.refused[name.uppercased()].map { "\(name) \($0)" }
            let known = PredicateFunction.allCases.map(\.rawValue).joined(separator: ", ")
            throw error(reason ?? "There is no function “\(name.prefix(40))”; there are \(known).", at: place)
        }
        depth += 1
        guard depth <= Self.maximumDepth else { throw error("Calls nest at most \(Self.maximumDepth) deep.") }
        defer { depth -= 1 }
        try advance()
        try advance()
        var arguments: [Item] = []
        if piece != .sign(")") {
            repeat { arguments.append(try sum()) } while try take(",")
        }
        guard piece == .sign(")") else { throw error("The call has to go on or to be closed here.") }
        guard function.arity.contains(arguments.count) else {
            let count = function.arity.count > 1 ? "a list" : "\(function.arity.upperBound) in parentheses"
            throw error("\(function.rawValue) takes \(count), not \(arguments.count).", at: place)
        }
        if function.takesList, arguments.count == 1, case .value(let only, _, _) = arguments[0], !only.isList {
            let hint = function == .count ? " The characters of a text are length(…)." : ""
            throw error("\(function.rawValue) takes a list, such as {1, index}.\(hint)", at: place)
        }
        let item = try call(function, arguments)
        try advance()
        return item
    }

    /// Why functions of predicates are not there.
    private static let refused = [
        "SUBQUERY": "asks collections, and no attribute is one.",
        "CAST": "makes values of classes, of which there are none here.",
        "FUNCTION": "calls methods of objects, of which there are none here.", "TERNARY": "is not supported.",
        "RANDOM": "would give another answer each time.", "NOW": "would give another answer each time.",
        "MEDIAN": "is not supported.", "MODE": "is not supported.", "STDDEV": "is not supported.",
        "ROUND": "is no function of NSExpression; floor, ceiling and trunc are.",
    ]

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
        ask(.key(key), at: place)
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
