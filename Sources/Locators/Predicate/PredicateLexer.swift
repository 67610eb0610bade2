import ViewHierarchy

/// Cuts a predicate string into words and signs.
struct PredicateLexer {
    /// What a piece is.
    enum Piece: Equatable {
        case text(String)
        /// A number, and whether it is written as a whole one.
        case number(Double, isWhole: Bool)
        /// A name or a keyword; one behind `#` is no keyword.
        case word(String, isName: Bool)
        case sign(String)
        case end
    }

    private let scalars: [Unicode.Scalar]
    private let end: Int
    /// Where the next piece is looked for.
    var at: Int

    init(_ scalars: [Unicode.Scalar], _ range: Range<Int>) {
        self.scalars = scalars
        at = range.lowerBound
        end = range.upperBound
    }

    func error(_ message: String, at place: Int) -> LocatorError { LocatorError(message, in: scalars, at: place) }

    func note(_ message: String, at place: Int) -> LocatorNote {
        LocatorNote(message: message, offset: offset(of: place))
    }

    /// Where a scalar begins, in UTF-16 units.
    func offset(of place: Int) -> Int { LocatorError.offset(of: place, in: scalars) }

    /// Whether a sign comes next, behind blanks.
    func isNext(_ sign: Unicode.Scalar) -> Bool {
        scalars[at..<end].first { !$0.properties.isWhitespace } == sign
    }

    private static let signs = [
        "==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||", "**", "=", "<", ">", "!", "(", ")", "[", "]", "{", "}",
        ",", ".", "+", "-", "*", "/",
    ]

    /// The next piece and where it begins.
    mutating func next() throws(LocatorError) -> (piece: Piece, start: Int) {
        while at < end, scalars[at].properties.isWhitespace { at += 1 }
        let start = at
        guard at < end else { return (.end, end) }
        let scalar = scalars[at]
        if scalar == "\"" || scalar == "'" { return (.text(try text()), start) }
        if "“”‘’„«»".unicodeScalars.contains(scalar) {
            throw error("Typographic quotation marks do not delimit a text; \" and ' do.", at: start)
        }
        if scalar.digitValue != nil || scalar == "." && followed(by: { $0.digitValue != nil }) {
            return (try number(), start)
        }
        if Self.isWordStart(scalar) { return (.word(word(), isName: false), start) }
        if scalar == "#" {
            at += 1
            guard at < end, Self.isWordStart(scalars[at]) else {
                throw error("Behind # comes the name that is no keyword here.", at: start)
            }
            return (.word(word(), isName: true), start)
        }
        if scalar == "%" { throw error("There is nothing to fill in for %; write the value itself.", at: start) }
        if scalar == "$" { throw error("There are no variables.", at: start) }
        for sign in Self.signs where scalars[at..<end].starts(with: sign.unicodeScalars) {
            at += sign.unicodeScalars.count
            return (.sign(sign), start)
        }
        if scalar == "@" {
            throw error("No attribute is a collection, so that operators such as @count have no meaning.", at: start)
        }
        if scalar == ":" { throw error("Nothing can be assigned.", at: start) }
        throw error("“\(scalar)” has no meaning here.", at: start)
    }

    private func followed(by test: (Unicode.Scalar) -> Bool) -> Bool { at + 1 < end && test(scalars[at + 1]) }

    private static func isWordStart(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar.properties.isAlphabetic
    }

    /// A name, or that of a function with several arguments: `modulus:by:`.
    private mutating func word() -> String {
        var word = ""
        while at < end,
            Self.isWordStart(scalars[at]) || scalars[at].digitValue != nil
                || scalars[at] == ":" && followed(by: { Self.isWordStart($0) || $0 == "(" })
        {
            take(&word)
        }
        return word
    }

    private mutating func number() throws(LocatorError) -> Piece {
        let start = at
        if scalars[at] == "0", at + 1 < end, let radix = Self.radixes[scalars[at + 1]] {
            at += 2
            var value: UInt64 = 0
            let first = at
            while at < end, let digit = Character(scalars[at]).hexDigitValue, digit < radix {
                let (product, isTooLarge) = value.multipliedReportingOverflow(by: UInt64(radix))
                guard !isTooLarge else { throw error("The number has more than 64 bits.", at: start) }
                value = product | UInt64(digit)
                at += 1
            }
            guard at > first, at == end || !Self.isWordStart(scalars[at]) && scalars[at].digitValue == nil else {
                throw error("The number is not complete, or has digits that its base does not have.", at: start)
            }
            return .number(Double(value), isWhole: true)
        }
        var word = ""
        while at < end, scalars[at].digitValue != nil || scalars[at] == "." { take(&word) }
        if at < end, scalars[at] == "e" || scalars[at] == "E",
            followed(by: { $0.digitValue != nil || $0 == "-" || $0 == "+" })
        {
            take(&word)
            take(&word)
            while at < end, scalars[at].digitValue != nil { take(&word) }
        }
        if word.hasSuffix(".") { word += "0" }
        guard word.utf8.count < 400, let value = Double(word) else {
            throw error("This is no number: “\(word.prefix(40))”.", at: start)
        }
        return .number(value, isWhole: !word.contains { ".eE".contains($0) })
    }

    /// The bases of numbers by the letter behind their 0.
    private static let radixes: [Unicode.Scalar: Int] = ["x": 16, "X": 16, "o": 8, "O": 8, "b": 2, "B": 2]

    private mutating func take(_ word: inout String) {
        word.unicodeScalars.append(scalars[at])
        at += 1
    }

    private mutating func text() throws(LocatorError) -> String {
        let start = at
        let quote = scalars[at]
        at += 1
        var text = ""
        while at < end {
            let scalar = scalars[at]
            at += 1
            if scalar == quote { return text }
            guard scalar == "\\" else {
                text.unicodeScalars.append(scalar)
                continue
            }
            text.unicodeScalars.append(try escape())
        }
        throw error("The quote is not closed.", at: start)
    }

    private mutating func escape() throws(LocatorError) -> Unicode.Scalar {
        let start = at - 1
        guard at < end else { throw error("The quote is not closed.", at: start) }
        let scalar = scalars[at]
        at += 1
        switch scalar {
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "f": return "\u{C}"
        case "b": return "\u{8}"
        case "v": return "\u{B}"
        case "a": return "\u{7}"
        case "x": return try coded(16, 2, from: start)
        case "u": return try coded(16, 4, from: start)
        case "0"..."7":
            at -= 1
            return try coded(8, 3, from: start)
        default: return scalar
        }
    }

    private mutating func coded(_ radix: UInt32, _ length: Int, from start: Int) throws(LocatorError) -> Unicode.Scalar
    {
        var value: UInt32 = 0
        var count = 0
        while count < length, at < end, let digit = Character(scalars[at]).hexDigitValue, digit < Int(radix) {
            value = value * radix + UInt32(digit)
            at += 1
            count += 1
        }
        // Two halves of one character.
        if value & 0xFC00 == 0xD800, radix == 16, at + 5 < end, scalars[at] == "\\", scalars[at + 1] == "u" {
            var low: UInt32 = 0
            for place in at + 2..<at + 6 { low = low << 4 | UInt32(Character(scalars[place]).hexDigitValue ?? 0) }
            if low & 0xFC00 == 0xDC00, let pair = Unicode.Scalar(0x10000 + ((value & 0x3FF) << 10 | low & 0x3FF)) {
                at += 6
                return pair
            }
        }
        guard count == length || radix == 8 && count > 0, let scalar = Unicode.Scalar(value) else {
            throw error("The escape is not complete.", at: start)
        }
        return scalar
    }
}
