/// One line of a text, without its end.
struct TextLine: Sendable, Hashable {
    /// Counted from 1.
    var number: Int
    /// Where its bytes are.
    var range: Range<Int>
}
