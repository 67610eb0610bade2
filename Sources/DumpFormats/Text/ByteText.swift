import Diagnostics
import Glibc
import JSON

/// A UTF-8 text by its bytes. Reading outside of it gives 0 instead of a trap.
struct ByteText: Sendable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var count: Int { bytes.count }

    subscript(index: Int) -> UInt8 {
        index >= 0 && index < bytes.count ? bytes[index] : 0
    }

    /// What a body makes of the bytes of a range, cut to what is there.
    func withBytes<Result>(_ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range.clamped(to: 0..<$0.count)])) }
    }

    /// Where the byte first occurs; nil when it does not.
    func firstIndex(of byte: UInt8) -> Int? {
        bytes.withUnsafeBytes { all in
            all.baseAddress.flatMap { start in
                memchr(start, Int32(byte), all.count).map { UnsafeRawPointer($0) - start }
            }
        }
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
        let start = range.clamped(to: 0..<bytes.count).lowerBound
        return withBytes(range) { bytes in
            literal.withUTF8Buffer { bytes.firstIndex(ofBytes: $0) }.map { $0 + start }
        }
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

extension UInt8 {
    /// Space, tab, or the end of a line.
    var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

    /// `0` to `9`.
    var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    /// An ASCII letter.
    var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }

    /// A byte that a class or attribute name may begin with: a letter, `_`, `$`, or a part of a letter beyond ASCII.
    var startsName: Bool { isLetter || self == UInt8(ascii: "_") || self == UInt8(ascii: "$") || self >= 0x80 }

    /// A byte that a name may go on with.
    var continuesName: Bool { startsName || isDigit }

    /// The value of a hexadecimal digit.
    var hexValue: UInt8? {
        if isDigit { return self &- 0x30 }
        let lower = self | 0x20
        return lower >= 0x61 && lower <= 0x66 ? lower &- 0x57 : nil
    }
}

/// One line of a text, without its end.
struct TextLine: Sendable, Hashable {
    /// Counted from 1.
    var number: Int
    /// Where its bytes are.
    var range: Range<Int>
}

/// Goes through the lines of a text, which end with LF, CR LF or CR. Keep a copy to come back to a place.
struct LineCursor: Sendable {
    private let text: ByteText
    private(set) var offset = 0
    private(set) var number = 0

    init(_ text: ByteText) { self.text = text }

    /// The next line, or nil at the end.
    mutating func next() -> TextLine? {
        guard offset < text.count else { return nil }
        let start = offset
        let end = text.bytes.withUnsafeBufferPointer { bytes in
            var end = start
            while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end &+= 1 }
            return end
        }
        offset = end &+ (text[end] == 0x0D && text[end &+ 1] == 0x0A ? 2 : 1)
        number &+= 1
        return TextLine(number: number, range: start..<end)
    }
}

/// Reads the numbers out of the ways in which UIKit and Foundation print points, sizes, rectangles and matrices:
/// `(0 20; 320 460)`, `{{0, 20}, {320, 460}}`, `[1, 0, 0, 1, 0, 0]`, `{0, -64}`.
enum NumberList {
    /// As many numbers as the largest group has, a matrix.
    typealias Numbers = InlineArray<6, Double>

    /// The numbers, when there are exactly `count` and nothing but brackets and separators between them.
    static func parse(_ text: ByteText, _ range: Range<Int>, count: Int) -> [Double]? {
        read(text, range, count: count).map { numbers in (0..<count).map { numbers[$0] } }
    }

    /// The same without an array; those beyond `count`, which is at most six, are 0.
    static func read(_ text: ByteText, _ range: Range<Int>, count: Int) -> Numbers? {
        var numbers = Numbers(repeating: 0)
        var found = 0
        var index = range.lowerBound
        while index < range.upperBound {
            guard !isSeparator(text[index]) else {
                index &+= 1
                continue
            }
            let start = index
            while index < range.upperBound, !isSeparator(text[index]) { index &+= 1 }
            guard found < min(count, numbers.count), index &- start <= 400, let number = number(text, start..<index)
            else { return nil }
            numbers[found] = number
            found &+= 1
        }
        return found == count ? numbers : nil
    }

    private static func number(_ text: ByteText, _ range: Range<Int>) -> Double? {
        text.withBytes(range) { DecimalText.number($0) } ?? Double(text.string(range))
    }

    /// The numbers of a text of its own.
    static func parse(_ string: String, count: Int) -> [Double]? {
        let text = ByteText(Array(string.utf8))
        return parse(text, 0..<text.count, count: count)
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["),
            UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ";"):
            true
        default: byte.isSpace
        }
    }
}
