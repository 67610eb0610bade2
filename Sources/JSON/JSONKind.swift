/// Which of the kinds of RFC 8259 a value is, with whole numbers told apart from the others.
public enum JSONKind: String, Sendable, Hashable, CaseIterable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool
    /// A number written without fraction and exponent that fits 64 signed bits.
    case integer
    /// Any other number.
    case number
    /// Text.
    case string
    /// An ordered list.
    case array
    /// Names and values.
    case object
}
