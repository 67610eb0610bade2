extension JSONScanner {
    /// Reads a string, from its opening to its closing quote, and says whether it holds an escape.
    mutating func scanString() throws(JSONError) -> Bool {
        var hasEscape = false
        offset += 1
        while true {
            skipPlainCharacters()
            guard let byte = next else { throw truncated() }
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return hasEscape
            case UInt8(ascii: "\\"):
                hasEscape = true
                try scanEscape()
            case 0:
                throw failure(.nullCharacter, "NUL bytes are not allowed.")
            case 1..<0x20:
                throw failure(.controlCharacter, "Control character \(byte) in a string must be escaped.")
            case 0x20..<0x80:
                offset += 1
            default:
                try scanMultibyteCharacter(byte)
            }
        }
    }

    /// Passes over the ASCII characters of a string that stand for themselves, which most are.
    private mutating func skipPlainCharacters() {
        var place = offset
        while place < bytes.count {
            let byte = bytes[place]
            guard byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { break }
            place += 1
        }
        offset = place
    }

    /// Reads a character of two to four bytes, after the table of well-formed UTF-8 (Unicode Standard, table 3-7).
    private mutating func scanMultibyteCharacter(_ first: UInt8) throws(JSONError) {
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch first {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: throw failure(.invalidUTF8, "Byte \(first) cannot begin a character of UTF-8.")
        }
        for position in 1..<length {
            guard offset + position < bytes.count else { throw truncated() }
            let allowed = position == 1 ? second : 0x80...0xBF
            guard allowed.contains(bytes[offset + position]) else {
                throw failure(.invalidUTF8, "The bytes are not UTF-8.")
            }
        }
        offset += length
    }

    /// Reads an escape sequence (RFC 8259, section 7).
    private mutating func scanEscape() throws(JSONError) {
        let start = offset
        offset += 1
        guard let byte = next else { throw truncated() }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return
        case UInt8(ascii: "u"):
            try scanUnicodeEscape(from: start)
        default:
            offset = start
            throw failure(.invalidEscape, "The escape sequence is not valid in JSON.")
        }
    }

    /// Reads the digits after `\u`, and the second half of a surrogate pair after the first.
    private mutating func scanUnicodeEscape(from start: Int) throws(JSONError) {
        let unit = try scanHexadecimal(from: start)
        switch unit {
        case 0:
            hasNull = true
        case 0xD800...0xDBFF:
            try scanSecondSurrogate(from: start)
        case 0xDC00...0xDFFF:
            throw unpairedSurrogate(at: start)
        default:
            return
        }
    }

    private mutating func scanSecondSurrogate(from start: Int) throws(JSONError) {
        for byte in "\\u".utf8 {
            guard let found = next else { throw truncated() }
            guard found == byte else { throw unpairedSurrogate(at: start) }
            offset += 1
        }
        guard (0xDC00...0xDFFF).contains(try scanHexadecimal(from: start)) else {
            throw unpairedSurrogate(at: start)
        }
    }

    private mutating func unpairedSurrogate(at start: Int) -> JSONError {
        offset = start
        return failure(.invalidEscape, "The escape is half of a surrogate pair.")
    }

    private mutating func scanHexadecimal(from start: Int) throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next else { throw truncated() }
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                offset = start
                throw failure(.invalidEscape, "An escape with \\u needs four hexadecimal digits.")
            }
            unit = unit << 4 | UInt32(digit)
            offset += 1
        }
        return unit
    }
}

extension JSONScanner {
    /// Reads a number (RFC 8259, section 6), checks that it fits 64 bits or a double, and says which kind it is.
    mutating func scanNumber() throws(JSONError) -> JSONWord.Kind {
        let start = offset
        let isNegative = skip(UInt8(ascii: "-"))
        let firstDigit = offset
        let wholeDigits = try scanDigits()
        if wholeDigits > 1, bytes[firstDigit] == UInt8(ascii: "0") {
            offset = firstDigit
            throw failure(.syntax, "A number can't start with 0 followed by another digit.")
        }
        var isInteger = true
        if skip(UInt8(ascii: ".")) {
            isInteger = false
            try scanDigits()
        }
        var exponent = 0
        if let byte = next, byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            isInteger = false
            offset += 1
            exponent = try scanExponent()
        }
        let end = offset
        offset = start
        guard end - start <= JSONLimits.maximumNumberBytes else {
            throw failure(.numberOutOfRange, "A number is longer than \(JSONLimits.maximumNumberBytes) characters.")
        }
        var kind = JSONWord.Kind.number
        if isInteger {
            kind = try checkInteger(firstDigit..<end, isNegative: isNegative)
        } else if wholeDigits + exponent > 308 {
            // A number below 10^308 is finite; only for the few others it is worth reading the digits.
            guard JSONText.number(UnsafeBufferPointer(rebasing: bytes[start..<end]))?.isFinite == true else {
                throw failure(.numberOutOfRange, "The number is too large for a double.")
            }
        }
        offset = end
        return kind
    }

    private func checkInteger(_ digits: Range<Int>, isNegative: Bool) throws(JSONError) -> JSONWord.Kind {
        // So many digits fit for sure.
        guard digits.count > 18 else { return .integer }
        var magnitude: UInt64 = 0
        for index in digits {
            let (product, tooLarge) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, carried) = product.addingReportingOverflow(UInt64(bytes[index] - UInt8(ascii: "0")))
            guard !tooLarge, !carried else {
                throw failure(.numberOutOfRange, "The whole number does not fit 64 bits.")
            }
            magnitude = sum
        }
        let isSigned = magnitude <= (isNegative ? Int64.min.magnitude : Int64.max.magnitude)
        guard isSigned || limits.allowsUnsignedIntegers && !isNegative else {
            throw failure(.numberOutOfRange, "The whole number does not fit 64 signed bits.")
        }
        return isSigned ? .integer : .unsigned
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        offset += 1
        return true
    }

    @discardableResult
    private mutating func scanDigits() throws(JSONError) -> Int {
        let start = offset
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
        guard offset > start else {
            guard let byte = next else { throw truncated() }
            throw unexpected(byte, wanted: "a digit")
        }
        return offset - start
    }

    /// Reads the digits of an exponent, held to a million either way: that is far outside every double.
    private mutating func scanExponent() throws(JSONError) -> Int {
        let isNegative = skip(UInt8(ascii: "-"))
        if !isNegative { _ = skip(UInt8(ascii: "+")) }
        let start = offset
        try scanDigits()
        var exponent = 0
        for byte in bytes[start..<offset] where exponent < 1_000_000 {
            exponent = exponent * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return isNegative ? -exponent : exponent
    }
}

/// What stands at one place of a text that was read: a value, or the name of a member, in 64 bits.
///
/// The words of a document are in the order of its text, so that a value is the words from its own on: a scalar is one, an
/// array is followed by its elements, an object by its members, each a name and a value.
@usableFromInline
struct JSONWord: Sendable {
    @usableFromInline
    enum Kind: UInt8 {
        case null, bool, integer, unsigned, number
        /// A string without escapes, whose bytes are those of the text.
        case string
        /// A string with escapes.
        case escapedString
        case array, object, name
    }

    /// The kind in the 4 high bits, then two numbers of 30 bits, which are enough for what `JSONLimits` lets a text be.
    @usableFromInline let bits: UInt64

    private init(_ kind: Kind, _ first: Int, _ second: Int) {
        bits = UInt64(kind.rawValue) << 60 | UInt64(first & Self.most) << 30 | UInt64(second & Self.most)
    }

    @inlinable static var most: Int { 1 << 30 - 1 }

    /// A scalar in the bytes of a range; a string without its quotes.
    init(_ kind: Kind, at range: Range<Int>) { self.init(kind, range.lowerBound, range.count) }

    /// `null`, or a truth value.
    init(_ bool: Bool?) { self.init(bool == nil ? .null : .bool, bool == true ? 1 : 0, 1) }

    /// An array or an object.
    ///
    /// - Parameters:
    ///   - count: how many elements or members it has.
    ///   - span: how many words it takes, its own included.
    init(_ kind: Kind, count: Int, span: Int) { self.init(kind, count, span) }

    /// The name of a member, by its number in `ByteNames`.
    init(name number: Int) { self.init(.name, number, 1) }

    @inlinable var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: bits >> 60)) ?? .null }

    @inlinable var first: Int { Int(truncatingIfNeeded: bits >> 30) & Self.most }

    @inlinable var second: Int { Int(truncatingIfNeeded: bits) & Self.most }

    /// Where a scalar stands in the text.
    @inlinable var range: Range<Int> { first..<first + second }

    /// How many words the value, or the name, takes.
    @inlinable
    var span: Int {
        switch kind {
        case .array, .object: max(second, 1)
        default: 1
        }
    }
}
