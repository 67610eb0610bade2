/// What a line of a dump is, judged by itself.
struct LineShape: Sendable {
    /// The kinds of lines.
    enum Kind: Sendable, Hashable {
        /// Nothing, or nothing but indentation.
        case blank
        /// Prompts, code fences, legends: known to hold no view.
        case noise
        /// `...` in place of lines that someone took out.
        case elision
        /// The description of a view.
        case view(ItemStart)
        /// The description of a layer that is no view's own.
        case layer(ItemStart)
        /// Indented by bars and without a description: what a view with its own `debugDescription` prints.
        case words
        /// A line of `_autolayoutTrace`.
        case trace
        /// A line of `_printHierarchy`.
        case controller
        /// A line of a constraint log.
        case constraint
        /// Anything else.
        case other
    }

    var line: TextLine
    /// How many bars indent the line.
    var bars: Int
    /// How wide the indentation is, a tab counting as four.
    var columns: Int
    /// What follows the indentation, without white space at the end.
    var content: Range<Int>
    var kind: Kind

    /// Where a description begins, when the line has one.
    var start: ItemStart? {
        switch kind {
        case .view(let start), .layer(let start): start
        default: nil
        }
    }
}
