/// Where on a line the description of an object begins, and how.
struct ItemStart: Sendable, Hashable {
    /// How the description goes on after the class name.
    enum Form: Sendable, Hashable {
        /// `<UIView: 0x7f8a10`
        case addressed
        /// `<UIView:0x7f8a10`, as constraint logs and traces write it.
        case compact
        /// `<UIView 0x7f8a10`, as `_printHierarchy` writes it.
        case spaced
        /// `<UIView; frame = …`, with the address taken out.
        case purged
        /// `<UIView>`
        case bare
        /// The line ends within the class name.
        case cut
    }

    /// The index of the first `<`.
    var angle: Int
    /// What stands between the indentation and the description.
    var prefix: Range<Int>
    /// The class name.
    var className: Range<Int>
    /// How the description goes on.
    var form: Form
    /// Whether the prefix is empty or of a known kind, so that this is no mention in the middle of a sentence.
    var isTrusted: Bool
}
