import ViewHierarchy

/// A regular expression whose search takes time in proportion to text and pattern, never more: all ways through it are
/// followed at once (Thompson's construction with the registers of Pike).
///
/// It has ICU's syntax without what needs going back: no back references, no looking ahead or behind, no atomic groups,
/// no possessive quantifiers. Matching is by Unicode scalar.
package struct Pattern: Sendable {
    /// One step of the machine. Of two ways the first is preferred.
    enum Instruction: Sendable {
        case scalar(UInt32)
        case any
        case set(Int)
        case split(Int, Int)
        case jump(Int)
        case save(Int)
        case assert(Assertion)
        case match
    }

    /// What has to be so between two characters.
    enum Assertion: Sendable { case start, end, veryEnd, boundary, noBoundary }

    /// Why a pattern is not understood, and before which of its scalars.
    package struct Failure: Error {
        package var message: String
        package var place: Int
    }

    /// How many instructions a pattern may become, repetitions written out.
    static let maximumSize = 2_000

    private(set) var program: [Instruction] = []
    private(set) var sets: [ScalarSet] = []
    /// How many groups catch something, the whole match included.
    let groupCount: Int
    let ignoresCase: Bool
    /// How many parts were written out, those that take no instruction too.
    private var written = 0

    /// Reads a pattern.
    ///
    /// - Throws: ``Failure``.
    package init(_ text: String, ignoresCase: Bool = false) throws(Failure) {
        var parser = PatternParser(Array(text.unicodeScalars), ignoresCase: ignoresCase)
        let node = try parser.parse()
        sets = parser.sets
        groupCount = parser.groupCount
        self.ignoresCase = parser.ignoresCase
        program = [.save(0)]
        try append(node)
        program += [.save(1), .match]
    }

    private mutating func append(_ node: PatternNode) throws(Failure) {
        written += 1
        guard program.count < Self.maximumSize, written < 4 * Self.maximumSize else {
            throw Failure(
                message: "The pattern has more than \(Self.maximumSize) steps when its repetitions are written out.",
                place: 0
            )
        }
        switch node {
        case .empty: break
        case .scalar(let value): program.append(.scalar(value))
        case .any: program.append(.any)
        case .set(let number): program.append(.set(number))
        case .assert(let assertion): program.append(.assert(assertion))
        case .sequence(let nodes): for node in nodes { try append(node) }
        case .group(let number, let node):
            program.append(.save(2 * number))
            try append(node)
            program.append(.save(2 * number + 1))
        case .choice(let nodes): try appendChoice(nodes)
        case .repetition(let node, let least, let most, let isLazy):
            for _ in 0..<least { try append(node) }
            guard let most else { return try appendLoop(node, isLazy) }
            // Each of those that need not be jumps to the end of all.
            var splits: [Int] = []
            for _ in 0..<max(most - least, 0) {
                splits.append(program.count)
                program.append(.split(program.count + 1, 0))
                try append(node)
            }
            for split in splits { program[split] = Self.split(split + 1, program.count, isLazy) }
        }
    }

    private mutating func appendLoop(_ node: PatternNode, _ isLazy: Bool) throws(Failure) {
        let start = program.count
        program.append(.split(start + 1, 0))
        try append(node)
        program.append(.jump(start))
        program[start] = Self.split(start + 1, program.count, isLazy)
    }

    private mutating func appendChoice(_ nodes: [PatternNode]) throws(Failure) {
        var ends: [Int] = []
        for (place, node) in nodes.enumerated() {
            guard place + 1 < nodes.count else {
                try append(node)
                break
            }
            let split = program.count
            program.append(.split(split + 1, 0))
            try append(node)
            ends.append(program.count)
            program.append(.jump(0))
            program[split] = .split(split + 1, program.count)
        }
        for end in ends { program[end] = .jump(program.count) }
    }

    private static func split(_ inside: Int, _ outside: Int, _ isLazy: Bool) -> Instruction {
        isLazy ? .split(outside, inside) : .split(inside, outside)
    }
}

/// A pattern as a tree. How deep it nests is bounded by its parser.
indirect enum PatternNode: Sendable {
    case empty
    case scalar(UInt32)
    case any
    case set(Int)
    case assert(Pattern.Assertion)
    case sequence([PatternNode])
    case choice([PatternNode])
    case group(Int, PatternNode)
    case repetition(PatternNode, least: Int, most: Int?, isLazy: Bool)
}

/// Which scalars a class such as `[a-z\d]` has.
struct ScalarSet: Sendable {
    /// The classes that have names.
    enum Kind: Sendable {
        case digit, word, space, letter, upper, lower, number, punctuation, symbol, mark, separator, control
        case horizontalSpace

        func contains(_ scalar: Unicode.Scalar) -> Bool {
            let properties = scalar.properties
            return switch self {
            case .digit: properties.generalCategory == .decimalNumber
            case .word:
                properties.isAlphabetic || properties.generalCategory == .decimalNumber || scalar == "_"
                    || [.nonspacingMark, .spacingMark, .enclosingMark, .connectorPunctuation].contains(
                        properties.generalCategory
                    ) || scalar.value == 0x200C || scalar.value == 0x200D
            case .space: properties.isWhitespace
            case .horizontalSpace: scalar == "\t" || properties.generalCategory == .spaceSeparator
            case .letter:
                [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter].contains(
                    properties.generalCategory
                )
            case .upper: properties.generalCategory == .uppercaseLetter
            case .lower: properties.generalCategory == .lowercaseLetter
            case .number: [.decimalNumber, .letterNumber, .otherNumber].contains(properties.generalCategory)
            case .punctuation:
                [
                    .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
                    .finalPunctuation, .otherPunctuation,
                ].contains(properties.generalCategory)
            case .symbol:
                [.mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol].contains(properties.generalCategory)
            case .mark: [.nonspacingMark, .spacingMark, .enclosingMark].contains(properties.generalCategory)
            case .separator:
                [.spaceSeparator, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
            case .control: properties.generalCategory == .control
            }
        }
    }

    var ranges: [ClosedRange<UInt32>] = []
    var kinds: [(kind: Kind, isNegated: Bool)] = []
    var isNegated = false

    /// Whether the scalar is in the class, in any case where that is wanted.
    func contains(_ scalar: Unicode.Scalar, ignoringCase: Bool) -> Bool {
        var isIn = has(scalar)
        if !isIn, ignoringCase {
            let properties = scalar.properties
            for other in [properties.lowercaseMapping, properties.uppercaseMapping] {
                if let scalar = other.unicodeScalars.first, other.unicodeScalars.count == 1, has(scalar) { isIn = true }
            }
        }
        return isIn != isNegated
    }

    private func has(_ scalar: Unicode.Scalar) -> Bool {
        ranges.contains { $0.contains(scalar.value) } || kinds.contains { $0.kind.contains(scalar) != $0.isNegated }
    }
}

extension Pattern {
    /// The places of one match: for each group where it begins and ends, -1 where it took no part.
    typealias Match = [Int]

    /// Whether the pattern is found somewhere in a text.
    func isFound(in text: String, budget: WorkBudget) throws(LocatorError) -> Bool {
        try run(Array(text.unicodeScalars), from: 0, isWhole: false, keepsGroups: false, budget) != nil
    }

    /// Whether the pattern is the whole text.
    package func isWhole(_ text: String, budget: WorkBudget) throws(LocatorError) -> Bool {
        try run(Array(text.unicodeScalars), from: 0, isWhole: true, keepsGroups: false, budget) != nil
    }

    /// The first match from a place on, of several at one place the preferred one.
    func firstMatch(
        in text: [Unicode.Scalar],
        from start: Int,
        budget: WorkBudget
    ) throws(LocatorError) -> Match? {
        try run(text, from: start, isWhole: false, keepsGroups: true, budget)
    }

    /// The ways that are followed at one place of the text, the preferred one first.
    private struct Threads {
        var places: [Int] = []
        var groups: [Match] = []
        /// In which round each instruction was added last.
        var rounds: [Int]
        /// How many instructions were looked at.
        var work = 0

        init(_ count: Int) { rounds = Array(repeating: -1, count: count) }

        mutating func clear() {
            places.removeAll(keepingCapacity: true)
            groups.removeAll(keepingCapacity: true)
            work = 0
        }
    }

    private func run(
        _ text: [Unicode.Scalar],
        from start: Int,
        isWhole: Bool,
        keepsGroups: Bool,
        _ budget: WorkBudget
    ) throws(LocatorError) -> Match? {
        var now = Threads(program.count)
        var then = Threads(program.count)
        var best: Match?
        let none = keepsGroups ? Match(repeating: -1, count: 2 * groupCount) : []
        var at = start
        while at <= text.count {
            if best == nil, !isWhole || at == start { add(0, none, to: &now, text, at, keepsGroups) }
            guard !now.places.isEmpty || best == nil && !isWhole else { break }
            try budget.spend(1 + now.work * (keepsGroups ? 1 + groupCount : 1))
            then.clear()
            for (number, place) in now.places.enumerated() {
                let groups = keepsGroups ? now.groups[number] : []
                if case .match = program[place] {
                    guard !isWhole || at == text.count else { continue }
                    best = groups
                    guard keepsGroups else { return [] }
                    // What is less preferred counts no more.
                    break
                }
                if at < text.count, accepts(program[place], text[at]) {
                    add(place + 1, groups, to: &then, text, at + 1, keepsGroups)
                }
            }
            swap(&now, &then)
            at += 1
        }
        return best
    }

    private func accepts(_ instruction: Instruction, _ scalar: Unicode.Scalar) -> Bool {
        switch instruction {
        case .scalar(let value):
            value == scalar.value || ignoresCase && Self.folded(value) == Self.folded(scalar.value)
        case .any: !Self.isLineEnd(scalar)
        case .set(let number): sets[number].contains(scalar, ignoringCase: ignoresCase)
        default: false
        }
    }

    private static func folded(_ value: UInt32) -> UInt32 {
        guard value > 0x7F else { return (0x41...0x5A).contains(value) ? value + 0x20 : value }
        guard let scalar = Unicode.Scalar(value) else { return value }
        let lower = scalar.properties.lowercaseMapping.unicodeScalars
        return lower.count == 1 ? lower.first?.value ?? value : value
    }

    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xA...0xD, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    /// Adds an instruction and all that are reached from it without taking a character.
    private func add(
        _ place: Int,
        _ groups: Match,
        to threads: inout Threads,
        _ text: [Unicode.Scalar],
        _ at: Int,
        _ keepsGroups: Bool
    ) {
        var pending: [(place: Int, groups: Match)] = [(place, groups)]
        while let (place, groups) = pending.popLast() {
            threads.work += 1
            guard threads.rounds[place] != at else { continue }
            threads.rounds[place] = at
            switch program[place] {
            case .jump(let target): pending.append((target, groups))
            case .split(let first, let second):
                pending.append((second, groups))
                pending.append((first, groups))
            case .save(let slot):
                var groups = groups
                if keepsGroups { groups[slot] = at }
                pending.append((place + 1, groups))
            case .assert(let assertion):
                if holds(assertion, text, at) { pending.append((place + 1, groups)) }
            case .scalar, .any, .set, .match:
                threads.places.append(place)
                if keepsGroups { threads.groups.append(groups) }
            }
        }
    }

    private func holds(_ assertion: Assertion, _ text: [Unicode.Scalar], _ at: Int) -> Bool {
        func isWord(_ index: Int) -> Bool {
            text.indices.contains(index) && ScalarSet.Kind.word.contains(text[index])
        }
        return switch assertion {
        case .start: at == 0
        case .veryEnd: at == text.count
        case .end:
            at == text.count || at == text.count - 1 && Self.isLineEnd(text[at])
                || at == text.count - 2 && text[at] == "\r" && text[at + 1] == "\n"
        case .boundary: isWord(at - 1) != isWord(at)
        case .noBoundary: isWord(at - 1) == isWord(at)
        }
    }
}
