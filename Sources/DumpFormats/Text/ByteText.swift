/// A UTF-8 text by its bytes. Reading outside of it gives 0 instead of a trap.
struct ByteText: Sendable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var count: Int { bytes.count }

    subscript(index: Int) -> UInt8 {
        index >= 0 && index < bytes.count ? bytes[index] : 0
    }

    /// The text of a range, cut to what is there.
    func string(_ range: Range<Int>) -> String {
        String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
    }

    /// Whether the literal stands at the index, before the limit.
    func has(_ literal: StaticString, at index: Int, before limit: Int) -> Bool {
        let length = literal.utf8CodeUnitCount
        guard index >= 0, index &+ length <= min(limit, bytes.count) else { return false }
        return literal.withUTF8Buffer { expected in
            for offset in 0..<length where bytes[index &+ offset] != expected[offset] { return false }
            return true
        }
    }

    /// Whether the range ends with the literal.
    func has(_ literal: StaticString, endingAt range: Range<Int>) -> Bool {
        let start = range.upperBound &- literal.utf8CodeUnitCount
        return start >= range.lowerBound && has(literal, at: start, before: range.upperBound)
    }

    /// Where the literal first occurs in the range.
    func firstIndex(of literal: StaticString, in range: Range<Int>) -> Int? {
        var index = range.lowerBound
        while index < range.upperBound {
            if has(literal, at: index, before: range.upperBound) { return index }
            index &+= 1
        }
        return nil
    }

    /// Where the byte last occurs in the range.
    func lastIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        range.last { self[$0] == byte }
    }

    /// The range without white space at its ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        while lower < upper, self[lower].isSpace { lower &+= 1 }
        while upper > lower, self[upper &- 1].isSpace { upper &-= 1 }
        return lower..<upper
    }

    /// The first index from there on that is no white space, at most the limit.
    func skippingSpace(from index: Int, before limit: Int) -> Int {
        var index = index
        while index < limit, self[index].isSpace { index &+= 1 }
        return index
    }
}
