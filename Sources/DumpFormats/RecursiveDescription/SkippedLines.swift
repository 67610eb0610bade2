/// Lines that follow each other and became no view.
struct SkippedLines: Sendable {
    /// What they are.
    enum Kind: Sendable {
        case words, trace, controllers, constraints

        init(_ kind: LineShape.Kind) {
            switch kind {
            case .trace: self = .trace
            case .controller: self = .controllers
            case .constraint: self = .constraints
            default: self = .words
            }
        }

        /// The code of the entry in the report.
        var code: String {
            switch self {
            case .words: "skipped.lines"
            case .trace: "skipped.autolayoutTrace"
            case .controllers: "skipped.printHierarchy"
            case .constraints: "skipped.constraints"
            }
        }

        /// What such lines are, for people.
        var name: String {
            switch self {
            case .words: "text around the dump"
            case .trace: "an _autolayoutTrace"
            case .controllers: "a _printHierarchy of view controllers"
            case .constraints: "a log of constraints"
            }
        }
    }

    var kind: Kind
    var first: Int
    var last: Int

    /// The sentence of the report.
    var message: String {
        first == last
            ? "Line \(first) is \(kind.name) and holds no view; it was skipped."
            : "Lines \(first) to \(last) are \(kind.name) and hold no view; they were skipped."
    }
}
