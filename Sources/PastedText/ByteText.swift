import Diagnostics
import Glibc

/// A UTF-8 text by its bytes. Reading outside of it gives 0 instead of a trap.
public struct ByteText: Sendable {
    /// The UTF-8 bytes.
    public let bytes: [UInt8]

    /// Creates a text of bytes.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// How many bytes there are.
    @inlinable public var count: Int { bytes.count }

    /// The byte at an index, 0 outside of the text.
    @inlinable public subscript(index: Int) -> UInt8 {
        index >= 0 && index < bytes.count ? bytes[index] : 0
    }

    /// What a body makes of the bytes of a range, cut to what is there.
    @inlinable public func withBytes<Result>(
        _ range: Range<Int>,
        _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range.clamped(to: 0..<$0.count)])) }
    }

    /// Where the byte first occurs, from a place on and before another; nil when it does not.
    package func firstIndex(of byte: UInt8, from start: Int = 0, before limit: Int = .max) -> Int? {
        let end = min(limit, bytes.count)
        guard start >= 0, start < end else { return nil }
        return bytes.withUnsafeBytes { all in
            all.baseAddress.flatMap { all in
                memchr(all + start, Int32(byte), end &- start).map { UnsafeRawPointer($0) - all }
            }
        }
    }

    /// The text of a range, cut to what is there.
    package func string(_ range: Range<Int>) -> String {
        String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
    }

    /// Whether the literal stands at the index, before the limit.
    @inlinable public func has(_ literal: StaticString, at index: Int, before limit: Int) -> Bool {
        let length = literal.utf8CodeUnitCount
        guard index >= 0, length > 0, index &+ length <= min(limit, bytes.count) else { return false }
        // Most texts differ at once.
        if literal.hasPointerRepresentation, literal.utf8Start.pointee != bytes[index] { return false }
        return literal.withUTF8Buffer { expected in
            for offset in 0..<length where bytes[index &+ offset] != expected[offset] { return false }
            return true
        }
    }

    /// Whether the range ends with the literal.
    @inlinable public func has(_ literal: StaticString, endingAt range: Range<Int>) -> Bool {
        let start = range.upperBound &- literal.utf8CodeUnitCount
        return start >= range.lowerBound && has(literal, at: start, before: range.upperBound)
    }

    /// Where the literal first occurs in the range.
    package func firstIndex(of literal: StaticString, in range: Range<Int>) -> Int? {
        let start = range.clamped(to: 0..<bytes.count).lowerBound
        return withBytes(range) { bytes in
            literal.withUTF8Buffer { bytes.firstIndex(ofBytes: $0) }.map { $0 &+ start }
        }
    }

    /// Where the literal last occurs in the range.
    package func lastIndex(of literal: StaticString, in range: Range<Int>) -> Int? {
        var last: Int?
        var rest = range
        while let next = firstIndex(of: literal, in: rest) {
            last = next
            rest = next &+ 1..<range.upperBound
        }
        return last
    }

    /// Where the byte last occurs in the range.
    package func lastIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        range.last { self[$0] == byte }
    }

    /// The code unit that four hexadecimal digits name; nil where others stand there.
    func codeUnit(at index: Int) -> UInt16? {
        var unit: UInt16 = 0
        for offset in 0..<4 {
            guard let digit = self[index &+ offset].hexValue else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    /// Where hexadecimal digits end, at most the limit.
    package func endOfHex(from index: Int, before limit: Int) -> Int {
        (index..<max(index, limit)).first { self[$0].hexValue == nil } ?? limit
    }

    /// The range without white space at its ends.
    @inlinable public func trimmed(_ range: Range<Int>) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        while lower < upper, self[lower].isSpace { lower &+= 1 }
        while upper > lower, self[upper &- 1].isSpace { upper &-= 1 }
        return lower..<upper
    }

    /// The first index from there on that is no white space, at most the limit.
    @inlinable public func skippingSpace(from index: Int, before limit: Int) -> Int {
        var index = index
        while index < limit, self[index].isSpace { index &+= 1 }
        return index
    }
}

extension UInt8 {
    /// Space, tab, or the end of a line.
    @inlinable public var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

    /// `0` to `9`.
    @inlinable public var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    /// An ASCII letter.
    @inlinable public var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }

    /// A byte that a class or attribute name may begin with: a letter, `_`, `$`, or a part of a letter beyond ASCII.
    @inlinable public var startsName: Bool {
        isLetter || self == UInt8(ascii: "_") || self == UInt8(ascii: "$") || self >= 0x80
    }

    /// A byte that a name may go on with.
    @inlinable public var continuesName: Bool { startsName || isDigit }

    /// The value of a hexadecimal digit.
    @inlinable public var hexValue: UInt8? {
        if isDigit { return self &- 0x30 }
        let lower = self | 0x20
        return lower >= 0x61 && lower <= 0x66 ? lower &- 0x57 : nil
    }
}

/// One line of a text, without its end.
public struct TextLine: Sendable, Hashable {
    /// Counted from 1.
    public var number: Int
    /// Where its bytes are.
    public var range: Range<Int>

    /// Creates a line.
    @inlinable public init(number: Int, range: Range<Int>) { (self.number, self.range) = (number, range) }
}

/// Goes through the lines of a text, which end with LF alone, as those of texts that were pasted do. Keep a copy to come
/// back to a place.
public struct LineCursor: Sendable {
    private let text: ByteText
    /// Where the next line begins.
    public private(set) var offset = 0
    private var number = 0

    /// Begins with the first line.
    public init(_ text: ByteText) { self.text = text }

    /// The next line, or nil at the end.
    public mutating func next() -> TextLine? {
        guard offset < text.count else { return nil }
        let start = offset
        let end = text.firstIndex(of: 0x0A, from: start) ?? text.count
        offset = end &+ 1
        number &+= 1
        return TextLine(number: number, range: start..<end)
    }
}
