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
