import ViewHierarchy

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
        case .tokenize:
            let words = try words(try text(0), arguments.count > 1 ? try text(1) : nil)
            return .text(try bounded(words.joined(separator: String(Self.wordSeparator))))
        case .stringJoin:
            return .text(try bounded(try parts(arguments[0], context).joined(separator: try text(1))))
        }
    }

    /// What stands between the words that `tokenize` gives: WebDriverAgent hands them on as one text.
    private static let wordSeparator: Character = "\u{1E}"

    /// The texts of what a path finds.
    private func items(_ expression: XPathExpression, _ context: XPathContext) throws(LocatorError) -> [String] {
        let nodes = try nodes(expression, context)
        try budget.spend(2 * nodes.count)
        return nodes.map(text)
    }

    /// What `string-join` joins: the texts of nodes, or the words of a text, of which an empty one has none.
    private func parts(_ expression: XPathExpression, _ context: XPathContext) throws(LocatorError) -> [String] {
        guard expression.kind != .nodes else { return try items(expression, context) }
        let text = try text(expression, context)
        return text.isEmpty
            ? [] : text.split(separator: Self.wordSeparator, omittingEmptySubsequences: false).map(String.init)
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

    /// Of the flags only `i` acts, as in WebDriverAgent, which takes the others and does not obey them.
    private func pattern(_ text: String, flags: String, allowed: String = "imsx") throws(LocatorError) -> Pattern {
        if let unknown = flags.first(where: { !allowed.contains($0) }) {
            throw LocatorError(.syntax, "There is no flag “\(unknown)”; there are \(allowed).")
        }
        return try names.pattern(text, ignoresCase: flags.contains("i"), budget)
    }

    private func replaced(
        _ text: String,
        _ expression: String,
        _ template: String,
        flags: String
    ) throws(LocatorError) -> String {
        let pattern = try pattern(expression, flags: flags, allowed: "imsxq")
        let scalars = Array(text.unicodeScalars)
        let template = PatternTemplate(template, groupCount: pattern.groupCount)
        var result = String.UnicodeScalarView()
        var last = 0
        try matches(of: pattern, in: scalars) { match throws(LocatorError) in
            result.append(contentsOf: scalars[last..<match[0]])
            last = match[1]
            for part in template.parts {
                switch part {
                case .scalar(let scalar): result.append(scalar)
                case .group(let group) where 2 * group + 1 < match.count && match[2 * group] >= 0:
                    result.append(contentsOf: scalars[match[2 * group]..<match[2 * group + 1]])
                case .group: break
                }
            }
            try budget.spend(1 + template.parts.count)
            guard result.count <= Self.maximumText else { _ = try bounded(String(result)); return }
        }
        result.append(contentsOf: scalars[last...])
        return try bounded(String(result))
    }

    /// What stands between the matches, without what is empty; without a pattern, between blanks. Nothing divides into
    /// characters.
    private func words(_ text: String, _ expression: String?) throws(LocatorError) -> [String] {
        guard let expression else {
            return text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map { String($0) }
        }
        guard !expression.isEmpty else { return text.map(String.init) }
        let pattern = try pattern(expression, flags: "")
        let scalars = Array(text.unicodeScalars)
        var words: [String] = []
        var last = 0
        func take(_ range: Range<Int>) {
            guard !range.isEmpty else { return }
            var word = ""
            word.unicodeScalars.append(contentsOf: scalars[range])
            words.append(word)
        }
        try matches(of: pattern, in: scalars) { match throws(LocatorError) in
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
        _ budget: WorkBudget
    ) throws(LocatorError) -> Pattern {
        let key = "\(ignoresCase)\(text)"
        if let known = patterns[key] { return known }
        try budget.spend(1_000 + text.utf8.count)
        do throws(Pattern.Failure) {
            let pattern = try Pattern(text, ignoresCase: ignoresCase)
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

/// What takes the place of a match, as NSRegularExpression reads it: `$1` is a group, and the character behind a backslash
/// stands for itself.
private struct PatternTemplate {
    enum Part {
        case scalar(Unicode.Scalar)
        case group(Int)
    }

    private(set) var parts: [Part] = []

    /// - Parameter groupCount: How many groups the pattern has, the whole match included. The number of a group has as many
    ///   digits as the largest needs; a group that there is not is empty.
    init(_ text: String, groupCount: Int) {
        let scalars = Array(text.unicodeScalars)
        let digits = String(max(1, groupCount - 1)).count
        var at = 0
        while at < scalars.count {
            let scalar = scalars[at]
            at += 1
            if scalar == "\\" {
                guard at < scalars.count else { break }
                parts.append(.scalar(scalars[at]))
                at += 1
            } else if scalar == "$", at < scalars.count, scalars[at].digitValue != nil {
                var group = 0
                let end = min(at + digits, scalars.count)
                while at < end, let digit = scalars[at].digitValue {
                    group = group * 10 + digit
                    at += 1
                }
                parts.append(.group(group))
            } else {
                parts.append(.scalar(scalar))
            }
        }
    }
}
