import ViewHierarchy

/// How well the frames of a layout by constraints are known, counted.
public struct LayoutTally: Sendable, Hashable {
    /// A view of which something is not decided.
    public struct Undecided: Sendable, Hashable {
        /// The index of the view.
        public let view: Int
        /// What is not decided, for people.
        public let words: String
    }

    /// How many frames follow from numbers that the file says.
    public private(set) var certain = 0
    /// How many depend on what contents need.
    public private(set) var byContents = 0
    /// The views of which something is not decided, in the tree's order.
    public private(set) var undecided: [Undecided] = []

    init(_ result: AutoLayoutResult) {
        for index in result.views {
            switch result.certainty(of: index) {
            case .dependsOnText: byContents += 1
            case .undetermined(let words): undecided.append(Undecided(view: index, words: words))
            default: certain += 1
            }
        }
    }
}

extension AutoLayoutResult {
    /// How well the frames are known, counted.
    public var tally: LayoutTally { LayoutTally(self) }
}
