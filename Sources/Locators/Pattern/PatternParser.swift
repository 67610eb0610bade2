import ViewHierarchy

/// Reads the syntax of regular expressions; see ``Pattern`` for what is understood.
struct PatternParser {
    private let text: [Unicode.Scalar]
    private var at = 0
    private var depth = 0
    private(set) var ignoresCase: Bool
    private(set) var sets: [ScalarSet] = []
    private(set) var groupCount = 1

    /// How deep groups may nest.
    private static let maximumDepth = 40
    /// How often a quantifier may repeat.
    private static let maximumCount = 1_000

    init(_ text: [Unicode.Scalar], ignoresCase: Bool) {
        self.text = text
        self.ignoresCase = ignoresCase
    }

    /// The whole pattern.
    mutating func parse() throws(Pattern.Failure) -> PatternNode {
        readFlags()
        let node = try choice()
        guard at == text.count else { throw failure("There is a closing parenthesis without an opening one.") }
        return node
    }

    /// `(?i)` at the start; of the other flags none changes anything here.
    private mutating func readFlags() {
        guard text.starts(with: "(?".unicodeScalars), let end = text.firstIndex(of: ")") else { return }
        let flags = text[2..<end]
        guard !flags.isEmpty, flags.allSatisfy({ "imsxw".unicodeScalars.contains($0) }) else { return }
        if flags.contains("i") { ignoresCase = true }
        at = end + 1
    }

    private func failure(_ message: String, at place: Int? = nil) -> Pattern.Failure {
        Pattern.Failure(message: message, place: place ?? at)
    }

    private var next: Unicode.Scalar? { at < text.count ? text[at] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        at += 1
        return true
    }

    private mutating func choice() throws(Pattern.Failure) -> PatternNode {
        var nodes = [try sequence()]
        while take("|") { nodes.append(try sequence()) }
        return nodes.count == 1 ? nodes[0] : .choice(nodes)
    }

    private mutating func sequence() throws(Pattern.Failure) -> PatternNode {
        var nodes: [PatternNode] = []
        while let next, next != "|", next != ")" {
            let start = at
            let node = try atom()
            nodes.append(try quantified(node, from: start))
        }
        return nodes.count == 1 ? nodes[0] : .sequence(nodes)
    }

    private mutating func quantified(_ node: PatternNode, from start: Int) throws(Pattern.Failure) -> PatternNode {
        var node = node
        var isQuantified = false
        while let range = try quantifier() {
            guard !isQuantified else { throw failure("A quantifier stands behind a quantifier.", at: at - 1) }
            isQuantified = true
            if case .assert = node { throw failure("Nothing stands before the quantifier.", at: start) }
            let isLazy = take("?")
            guard next != "+" else { throw failure("Possessive quantifiers (*+, ++, ?+) are not supported.") }
            node = .repetition(node, least: range.least, most: range.most, isLazy: isLazy)
        }
        return node
    }

    private mutating func quantifier() throws(Pattern.Failure) -> (least: Int, most: Int?)? {
        if take("*") { return (0, nil) }
        if take("+") { return (1, nil) }
        if take("?") { return (0, 1) }
        guard next == "{" else { return nil }
        let start = at
        at += 1
        let least = number()
        let hasComma = take(",")
        let most = hasComma ? number() : least
        guard let least, take("}"), most.map({ $0 >= least }) ?? true else {
            throw failure("A brace begins a count such as {2}, {2,} or {2,5}; the character itself is \\{.", at: start)
        }
        guard max(least, most ?? 0) <= Self.maximumCount else {
            throw failure("A quantifier repeats at most \(Self.maximumCount) times.", at: start)
        }
        return (least, most)
    }

    private mutating func number() -> Int? {
        let start = at
        var value = 0
        while let next, let digit = next.digitValue, at - start < 6 {
            value = value * 10 + digit
            at += 1
        }
        return at > start ? value : nil
    }

    private mutating func atom() throws(Pattern.Failure) -> PatternNode {
        let start = at
        guard let scalar = next else { return .empty }
        at += 1
        switch scalar {
        case ".": return .any
        case "^": return .assert(.start)
        case "$": return .assert(.end)
        case "[": return try set(from: start)
        case "(": return try group(from: start)
        case "\\": return try escape(from: start)
        case "*", "+", "?", "{": throw failure("Nothing stands before the quantifier.", at: start)
        default: return .scalar(scalar.value)
        }
    }

    private mutating func group(from start: Int) throws(Pattern.Failure) -> PatternNode {
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw failure("Groups nest at most \(Self.maximumDepth) deep.", at: start)
        }
        defer { depth -= 1 }
        var number: Int?
        if take("?") {
            if take("<"), next != "=", next != "!", let end = text[at...].firstIndex(of: ">") {
                at = end + 1
                number = groupCount
            } else if !take(":") {
                throw failure("Of the groups that begin with (? only (?:…) and (?<name>…) are supported.", at: start)
            }
        } else {
            number = groupCount
        }
        if number != nil { groupCount += 1 }
        let node = try choice()
        guard take(")") else { throw failure("The parenthesis is not closed.", at: start) }
        return number.map { .group($0, node) } ?? node
    }

    private mutating func escape(from start: Int) throws(Pattern.Failure) -> PatternNode {
        guard let scalar = next else { throw failure("The pattern ends with a backslash.", at: start) }
        switch scalar {
        case "A":
            at += 1
            return .assert(.start)
        case "Z":
            at += 1
            return .assert(.end)
        case "z":
            at += 1
            return .assert(.veryEnd)
        case "b":
            at += 1
            return .assert(.boundary)
        case "B":
            at += 1
            return .assert(.noBoundary)
        case "Q":
            at += 1
            var nodes: [PatternNode] = []
            while let next {
                at += 1
                if next == "\\", take("E") { break }
                nodes.append(.scalar(next.value))
            }
            return .sequence(nodes)
        case "1"..."9": throw failure("Back references are not supported.", at: start)
        default: break
        }
        if let kind = try kind(from: start) {
            var set = ScalarSet()
            set.kinds = [kind]
            return add(set)
        }
        return .scalar(try escapedScalar(from: start))
    }

    private mutating func add(_ set: ScalarSet) -> PatternNode {
        sets.append(set)
        return .set(sets.count - 1)
    }

    /// `\d`, `\w`, `\p{Lu}` and the like behind their backslash; nil for what is one character.
    private mutating func kind(from start: Int) throws(Pattern.Failure) -> (kind: ScalarSet.Kind, isNegated: Bool)? {
        guard let scalar = next else { return nil }
        let kinds: [Unicode.Scalar: ScalarSet.Kind] = [
            "d": .digit, "w": .word, "s": .space, "h": .horizontalSpace,
        ]
        for (name, kind) in kinds {
            let upper = name.properties.uppercaseMapping.unicodeScalars.first
            if scalar == name || scalar == upper {
                at += 1
                return (kind, scalar == upper)
            }
        }
        guard scalar == "p" || scalar == "P" else { return nil }
        at += 1
        guard take("{"), let end = text[at...].firstIndex(of: "}") else {
            throw failure("Behind \\p comes a property in braces: \\p{L}.", at: start)
        }
        var name = ""
        name.unicodeScalars.append(contentsOf: text[at..<end])
        at = end + 1
        guard let kind = Self.properties[name] else {
            throw failure(
                "The property \(name.prefix(40)) is not supported; \\p{L}, \\p{Lu}, \\p{N} and the like are.",
                at: start
            )
        }
        return (kind, scalar == "P")
    }

    private static let properties: [String: ScalarSet.Kind] = [
        "L": .letter, "Letter": .letter, "Alphabetic": .letter, "alpha": .letter, "Lu": .upper, "upper": .upper,
        "Uppercase": .upper, "Ll": .lower, "lower": .lower, "Lowercase": .lower, "N": .number, "Nd": .digit,
        "digit": .digit, "P": .punctuation, "punct": .punctuation, "S": .symbol, "M": .mark, "Z": .separator,
        "space": .space, "White_Space": .space, "blank": .horizontalSpace, "Cc": .control, "cntrl": .control,
    ]

    /// One character behind a backslash.
    private mutating func escapedScalar(from start: Int) throws(Pattern.Failure) -> UInt32 {
        guard let scalar = next else { throw failure("The pattern ends with a backslash.", at: start) }
        at += 1
        switch scalar {
        case "n": return 0xA
        case "t": return 0x9
        case "r": return 0xD
        case "f": return 0xC
        case "a": return 0x7
        case "e": return 0x1B
        case "0": return 0
        case "x", "u", "U": return try hexadecimal(scalar, from: start)
        case _ where scalar.properties.isAlphabetic && scalar.isASCII:
            throw failure("\\\(scalar) is not supported.", at: start)
        default: return scalar.value
        }
    }

    private mutating func hexadecimal(
        _ kind: Unicode.Scalar,
        from start: Int
    ) throws(Pattern.Failure) -> UInt32 {
        let isBraced = kind == "x" && take("{")
        let length = isBraced ? 6 : kind == "x" ? 2 : kind == "u" ? 4 : 8
        var value: UInt32 = 0
        var count = 0
        while count < length, let next, let digit = Character(next).hexDigitValue {
            value = value << 4 | UInt32(digit)
            at += 1
            count += 1
        }
        guard count == length || isBraced && count > 0 && take("}"), Unicode.Scalar(value) != nil else {
            throw failure("The escape is not complete.", at: start)
        }
        return value
    }

    private mutating func set(from start: Int) throws(Pattern.Failure) -> PatternNode {
        var set = ScalarSet()
        set.isNegated = take("^")
        var isFirst = true
        while true {
            guard let scalar = next else { throw failure("The bracket is not closed.", at: start) }
            if scalar == "]", !isFirst { break }
            isFirst = false
            guard scalar != "[" else {
                try namedClass(into: &set)
                continue
            }
            if scalar == "&", at + 1 < text.count, text[at + 1] == "&" {
                throw failure("Intersections of classes (&&) are not supported.")
            }
            if scalar == "\\" {
                at += 1
                if let kind = try kind(from: at - 1) {
                    set.kinds.append(kind)
                    continue
                }
                at -= 1
            }
            let low = try member()
            var high = low
            if next == "-", at + 1 < text.count, text[at + 1] != "]" {
                at += 1
                high = try member()
            }
            guard low <= high else { throw failure("The range is upside down.", at: start) }
            set.ranges.append(low...high)
        }
        at += 1
        return add(set)
    }

    private mutating func member() throws(Pattern.Failure) -> UInt32 {
        guard let scalar = next else { throw failure("The bracket is not closed.") }
        let start = at
        at += 1
        return scalar == "\\" ? try escapedScalar(from: start) : scalar.value
    }

    /// `[:alpha:]` inside a class.
    private mutating func namedClass(into set: inout ScalarSet) throws(Pattern.Failure) {
        let start = at
        at += 1
        guard take(":"), let end = text[at...].firstIndex(of: ":"), end + 1 < text.count, text[end + 1] == "]" else {
            throw failure("Classes inside classes are not supported; the character itself is \\[.", at: start)
        }
        let isNegated = take("^")
        var name = ""
        name.unicodeScalars.append(contentsOf: text[at..<end])
        at = end + 2
        if name == "alnum" {
            set.kinds += [(.letter, isNegated), (.digit, isNegated)]
        } else if let kind = Self.properties[name] {
            set.kinds.append((kind, isNegated))
        } else {
            throw failure("There is no class [:\(name.prefix(40)):].", at: start)
        }
    }
}

extension Unicode.Scalar {
    /// What an ASCII digit counts.
    var digitValue: Int? { ("0"..."9").contains(self) ? Int(value) - 0x30 : nil }
}
