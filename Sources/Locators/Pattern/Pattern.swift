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
