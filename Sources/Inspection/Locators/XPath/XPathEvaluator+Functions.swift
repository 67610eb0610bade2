extension XPathEvaluator {
    /// How long a text may become, in bytes.
    private static let maximumText = 1 << 20

    /// Calls a function. The parser has checked how many arguments there are.
    func call(
        _ function: XPathFunction,
        _ arguments: [XPathExpression],
        _ context: XPathContext
    ) throws(LocatorError) -> XPathValue {
        /// The text of an argument; of the node itself where it is left out.
        func text(_ place: Int) throws(LocatorError) -> String {
            guard arguments.indices.contains(place) else { return place == 0 ? self.text(of: context.node) : "" }
            return try self.text(arguments[place], context)
        }
        func number(_ place: Int) throws(LocatorError) -> Double {
            guard arguments.indices.contains(place) else { return XPathText.number(self.text(of: context.node)) }
            return try self.number(arguments[place], context)
        }
        switch function {
        case .last: return .number(Double(context.size))
        case .position: return .number(Double(context.position))
        case .count: return .number(Double(try items(arguments[0], context).count))
        case .id: return .nodes([])
        case .name, .localName:
            let node = arguments.isEmpty ? context.node : try nodes(arguments[0], context).first
            return .text(node.map(name) ?? "")
        case .namespaceURI: return .text("")
        case .string: return .text(try text(0))
        case .concat:
            var joined = ""
            for place in arguments.indices { joined = try bounded(joined + (try text(place))) }
            return .text(joined)
        case .startsWith: return .boolean(try text(0).utf8.starts(with: try text(1).utf8))
        case .endsWith: return .boolean(try text(0).utf8.reversed().starts(with: try text(1).utf8.reversed()))
        case .contains: return .boolean(try range(of: try text(1), in: try text(0)) != nil)
        case .substringBefore:
            let whole = try text(0)
            guard let found = try range(of: try text(1), in: whole) else { return .text("") }
            return .text(String(decoding: Array(whole.utf8)[..<found.lowerBound], as: UTF8.self))
        case .substringAfter:
            let whole = try text(0)
            guard let found = try range(of: try text(1), in: whole) else { return .text("") }
            return .text(String(decoding: Array(whole.utf8)[found.upperBound...], as: UTF8.self))
        case .substring:
            return .text(substring(try text(0), try number(1), arguments.count > 2 ? try number(2) : nil))
        case .stringLength: return .number(Double(try text(0).unicodeScalars.count))
        case .normalizeSpace: return .text(XPathText.normalized(try text(0)))
        case .translate: return .text(try translated(try text(0), try text(1), try text(2)))
        case .lowerCase: return .text(try text(0).lowercased())
        case .upperCase: return .text(try text(0).uppercased())
        case .boolean: return .boolean(try boolean(arguments[0], context))
        case .not: return .boolean(!(try boolean(arguments[0], context)))
        case .isTrue: return .boolean(true)
        case .isFalse, .lang: return .boolean(false)
        case .number: return .number(try number(0))
        case .sum:
            var sum = 0.0
            for item in try items(arguments[0], context) { sum += XPathText.number(item) }
            return .number(sum)
        case .floor: return .number(try number(0).rounded(.down))
        case .ceiling: return .number(try number(0).rounded(.up))
        case .round: return .number(Self.rounded(try number(0)))
        case .matches:
            let pattern = try self.pattern(try text(1), flags: try text(2))
            return .boolean(try pattern.isFound(in: try text(0), budget: budget))
        case .replace: return .text(try replaced(try text(0), try text(1), try text(2), flags: try text(3)))
        case .tokenize: return .words(try words(try text(0), arguments.count > 1 ? try text(1) : nil, try text(2)))
        case .stringJoin:
            return .text(try bounded(try items(arguments[0], context).joined(separator: try text(1))))
        }
    }

    /// The texts of what a path finds, or the words of `tokenize`.
    private func items(_ expression: XPathExpression, _ context: XPathContext) throws(LocatorError) -> [String] {
        let value = try value(of: expression, context)
        if case .words(let words) = value { return words }
        guard case .nodes(let nodes) = value else { return [text(value)] }
        try budget.spend(2 * nodes.count)
        return nodes.map(text)
    }

    private func name(_ node: XPathNode) -> String {
        guard let element = node.element else { return "" }
        return node.attribute.map { names.names[$0] } ?? tree.tag(of: element)
    }

    private func bounded(_ text: String) throws(LocatorError) -> String {
        try budget.spend(text.utf8.count / 16)
        guard text.utf8.count <= Self.maximumText else {
            throw LocatorError(.tooMuchWork, "A text in the expression becomes longer than \(Self.maximumText) bytes.")
        }
        return text
    }

    private func range(of part: String, in whole: String) throws(LocatorError) -> Range<Int>? {
        guard !part.isEmpty else { return 0..<0 }
        let (needle, hay) = (Array(part.utf8), Array(whole.utf8))
        guard needle.count <= hay.count else { return nil }
        for start in 0...(hay.count - needle.count) where hay[start] == needle[0] {
            try budget.spend(1 + needle.count / 8)
            if hay[start..<start + needle.count].elementsEqual(needle) { return start..<start + needle.count }
        }
        return nil
    }

    /// Characters count from 1; places are rounded, and what is NaN takes none (section 4.2).
    private func substring(_ text: String, _ start: Double, _ length: Double?) -> String {
        let first = Self.rounded(start)
        // Without a length all that follows, also from -Infinity on, which has no sum with Infinity.
        let end = length.map { first + Self.rounded($0) } ?? .infinity
        guard !first.isNaN, !end.isNaN else { return "" }
        var result = ""
        var place = 1.0
        for scalar in text.unicodeScalars {
            if place >= first, place < end { result.unicodeScalars.append(scalar) }
            place += 1
        }
        return result
    }

    private static func rounded(_ number: Double) -> Double { number.isFinite ? (number + 0.5).rounded(.down) : number }

    private func translated(_ text: String, _ from: String, _ to: String) throws(LocatorError) -> String {
        let targets = Array(to.unicodeScalars)
        var map: [Unicode.Scalar: Unicode.Scalar?] = [:]
        for (place, scalar) in from.unicodeScalars.enumerated() where map[scalar] == nil {
            map[scalar] = .some(targets.indices.contains(place) ? targets[place] : nil)
        }
        try budget.spend(from.utf8.count / 4)
        var result = ""
        for scalar in text.unicodeScalars {
            if let target = map[scalar] ?? scalar { result.unicodeScalars.append(target) }
        }
        return result
    }

    // MARK: Regular expressions

    /// Of the flags only `i` acts, and `q` in replacements, as in WebDriverAgent.
    private func pattern(_ text: String, flags: String, allowed: String = "imsx") throws(LocatorError) -> Pattern {
        if let unknown = flags.first(where: { !allowed.contains($0) }) {
            throw LocatorError(.syntax, "There is no flag “\(unknown)”; there are \(allowed).")
        }
        return try names.pattern(text, ignoresCase: flags.contains("i"), isLiteral: flags.contains("q"), budget)
    }

    private func replaced(
        _ text: String,
        _ expression: String,
        _ template: String,
        flags: String
    ) throws(LocatorError) -> String {
        let pattern = try pattern(expression, flags: flags, allowed: "imsxq")
        let scalars = Array(text.unicodeScalars)
        let template = Array(template.unicodeScalars)
        let isLiteral = flags.contains("q")
        var result = String.UnicodeScalarView()
        var last = 0
        try matches(of: pattern, in: scalars) { match throws(LocatorError) in
            result.append(contentsOf: scalars[last..<match[0]])
            last = match[1]
            var at = 0
            while at < template.count {
                let scalar = template[at]
                at += 1
                if !isLiteral, scalar == "\\", at < template.count {
                    result.append(template[at])
                    at += 1
                } else if !isLiteral, scalar == "$", at < template.count, let group = template[at].digitValue {
                    at += 1
                    guard 2 * group + 1 < match.count else {
                        throw LocatorError(.syntax, "The pattern has no group \(group).")
                    }
                    if match[2 * group] >= 0 {
                        result.append(contentsOf: scalars[match[2 * group]..<match[2 * group + 1]])
                    }
                } else {
                    result.append(scalar)
                }
            }
            try budget.spend(1 + template.count)
            guard result.count <= Self.maximumText else { _ = try bounded(String(result)); return }
        }
        result.append(contentsOf: scalars[last...])
        return try bounded(String(result))
    }

    /// What stands between the matches; without a pattern, between blanks.
    private func words(_ text: String, _ expression: String?, _ flags: String) throws(LocatorError) -> [String] {
        guard let expression else {
            return XPathText.normalized(text).split(separator: " ").map(String.init)
        }
        let pattern = try pattern(expression, flags: flags)
        let scalars = Array(text.unicodeScalars)
        guard !scalars.isEmpty else { return [] }
        var words: [String] = []
        var last = 0
        func take(_ range: Range<Int>) {
            var word = ""
            word.unicodeScalars.append(contentsOf: scalars[range])
            words.append(word)
        }
        try matches(of: pattern, in: scalars) { match throws(LocatorError) in
            guard match[1] > match[0] else { return }
            take(last..<match[0])
            last = match[1]
        }
        take(last..<scalars.count)
        return words
    }

    private func matches(
        of pattern: Pattern,
        in scalars: [Unicode.Scalar],
        _ body: (Pattern.Match) throws(LocatorError) -> Void
    ) throws(LocatorError) {
        var at = 0
        while at <= scalars.count, let match = try pattern.firstMatch(in: scalars, from: at, budget: budget) {
            try body(match)
            at = match[1] > match[0] ? match[1] : match[1] + 1
        }
    }
}

extension XPathNames {
    /// A pattern, made once however many elements it is asked of.
    func pattern(
        _ text: String,
        ignoresCase: Bool,
        isLiteral: Bool,
        _ budget: WorkBudget
    ) throws(LocatorError) -> Pattern {
        let key = "\(ignoresCase)\(isLiteral)\(text)"
        if let known = patterns[key] { return known }
        try budget.spend(1_000 + text.utf8.count)
        do throws(Pattern.Failure) {
            let pattern = try Pattern(text, ignoresCase: ignoresCase, isLiteral: isLiteral)
            if patterns.count < 64 { patterns[key] = pattern }
            return pattern
        } catch {
            let place = String(text.unicodeScalars.prefix(error.place)).count + 1
            throw LocatorError(
                .syntax,
                "In the pattern “\(text.prefix(80))”, at its character \(place): \(error.message)"
            )
        }
    }
}
