import ViewHierarchy

/// What is not certain about the frames of a layout, found out by asking again with other numbers.
struct LayoutDoubts {
    /// Parts of a frame in its superview.
    struct Parts: OptionSet, Sendable, Hashable {
        let rawValue: UInt8

        static let x = Parts(rawValue: 1)
        static let y = Parts(rawValue: 2)
        static let width = Parts(rawValue: 4)
        static let height = Parts(rawValue: 8)
        static let all: Parts = [.x, .y, .width, .height]
    }

    /// What the file does not say, and the layout has a rule for.
    enum Guess: Sendable, Hashable {
        /// Which of the constraints that cannot hold together is left out.
        case conflict
        /// The size of a view that nothing sizes.
        case size
        /// The share of a view without content in a stack that fills in proportion to contents.
        case share
        /// The margins of a cell.
        case margins
        /// What the device and bars take from the root.
        case insets
    }

    /// Up to so many contents are changed one by one; of more, views depend on contents that are not named.
    private static let maximumLeaves = 60
    /// Changing one content looks at every row: so many rows are looked at together.
    private static let maximumProbedRows = 200_000
    /// How far what has a choice is pulled: beyond all screens.
    private static let pull = 10_000.0
    /// How far guesses are moved.
    private static let shift = 5.0
    /// What rounding in the solver amounts to at most, in points.
    private static let tolerance = 0.01

    /// What has a choice, by place.
    private(set) var free: [Parts]
    /// The lengths, by place, that nothing decides and that views have all the same (``LayoutRow/Source/unsized(_:)``).
    private(set) var unsized: [Int: Parts] = [:]
    /// What is guessed on which a view depends, by place.
    private(set) var guesses: [Int: Guess] = [:]
    /// The places of the views on whose contents a view depends, by place; nil where it depends on none.
    private(set) var leaves: [[Int]?]
    /// Whether all of it could be found out.
    private(set) var isComplete = true

    private let solver: AutoLayoutSolver
    private let base: [Rect]

    init(_ solver: AutoLayoutSolver) {
        self.solver = solver
        base = solver.frames(solver.answer)
        free = Array(repeating: [], count: base.count)
        leaves = Array(repeating: nil, count: base.count)
        guard solver.answer.isComplete else {
            isComplete = false
            return
        }
        findFree()
        findConflicting()
        findUnsized()
        for place in base.indices where guesses[place] == nil && solver.unit.isWithoutShare(place) {
            guesses[place] = .share
        }
        for guess in [Guess.margins, .insets] where solver.unit.target.isCanvas { find(guess) }
        findLeaves()
    }

    // MARK: Choices

    /// Pulls what has a choice this way and that: what follows has one in its superview too.
    private mutating func findFree() {
        guard !solver.free.isEmpty else { return }
        for sign in [1.0, -1] {
            let pulled = solver.frames(replacing: { row in
                guard case .stored(let place) = row.source else { return nil }
                let isUp = (place % 2 == 0) == row.isHorizontal
                return row.expression.constant + (isUp ? sign : -sign) * Self.pull
            })
            guard let pulled else {
                isComplete = false
                continue
            }
            for place in base.indices { free[place].formUnion(difference(place, pulled)) }
        }
        // A view of which no row speaks at all has not moved.
        for variable in solver.free where solver.answer.values[variable] == nil {
            free[variable / 4].insert(Parts(rawValue: 1 << UInt8(variable % 4)))
        }
    }

    // MARK: Guesses

    /// Moves what cannot hold together: what follows from it would be elsewhere if another constraint was left out.
    private mutating func findConflicting() {
        let rows = solver.answer.conflicts.flatMap(\.rows).map { solver.equations.rows[$0] }
        guard !rows.isEmpty else { return }
        let (wide, high) = (
            Set(rows.filter(\.isHorizontal).map(\.source)), Set(rows.filter { !$0.isHorizontal }.map(\.source))
        )
        for sign in [1.0, -1] {
            let other = solver.frames(replacing: { row in
                guard (row.isHorizontal ? wide : high).contains(row.source) else { return nil }
                // Not all by the same, which would move some of them together.
                return row.expression.constant + sign * (Self.shift + Double(row.source.place % 7))
            })
            note(.conflict, other)
        }
    }

    /// Makes what nothing sizes as short and as long as can be. On a device only what has no length is sized by nothing.
    private mutating func findUnsized() {
        let isCanvas = solver.unit.target.isCanvas
        let base = base
        func unsized(_ row: LayoutRow) -> Int? {
            guard case .unsized(let place) = row.source else { return nil }
            let length = row.isHorizontal ? base[place].size.width : base[place].size.height
            return isCanvas || length < Self.tolerance ? place : nil
        }
        let rows = solver.equations.rows.filter { unsized($0) != nil }
        guard !rows.isEmpty else { return }
        for length in [0, Self.pull] {
            let other = solver.frames(replacing: { unsized($0) == nil ? nil : -length })
            note(.size, other)
            guard let other else { continue }
            for row in rows {
                guard let place = unsized(row) else { continue }
                let part: Parts = row.isHorizontal ? .width : .height
                if difference(place, other).contains(part) { self.unsized[place, default: []].insert(part) }
            }
        }
    }

    /// Notes what moves where other margins or insets are guessed.
    private mutating func find(_ guess: Guess) {
        for points in [Self.shift, -Self.shift] { note(guess, solver.frames(guessing: guess, shiftedBy: points)) }
    }

    /// Notes of what lies elsewhere in other frames that it depends on a guess.
    private mutating func note(_ guess: Guess, _ other: [Rect]?) {
        guard let other else {
            isComplete = false
            return
        }
        for place in base.indices where guesses[place] == nil && !difference(place, other).isEmpty {
            guesses[place] = guess
        }
    }

    /// The parts of a view's frame in its superview that are another in other frames.
    private func difference(_ place: Int, _ frames: [Rect]) -> Parts {
        let superview = solver.unit.superviews[place]
        func inside(_ frames: [Rect]) -> Rect {
            Rect(origin: frames[place].origin - frames[superview].origin, size: frames[place].size)
        }
        let (old, new) = (inside(base), inside(frames))
        var parts: Parts = []
        if abs(old.origin.x - new.origin.x) > Self.tolerance { parts.insert(.x) }
        if abs(old.origin.y - new.origin.y) > Self.tolerance { parts.insert(.y) }
        if abs(old.size.width - new.size.width) > Self.tolerance { parts.insert(.width) }
        if abs(old.size.height - new.size.height) > Self.tolerance { parts.insert(.height) }
        return parts
    }

    // MARK: Contents

    private static func larger(_ points: Double) -> Double { 1.13 * points + 3 }
    private static func smaller(_ points: Double) -> Double { max(0.8 * points - 3, 0) }

    private mutating func findLeaves() {
        var changed = Set<Int>()
        for change in [Self.larger, Self.smaller] {
            let other = solver.frames(changing: { (_: Int, length: IntrinsicSize.Length) in
                length.source == .known ? length.points : change(length.points)
            })
            guard let other else {
                isComplete = false
                continue
            }
            for place in base.indices where !difference(place, other).isEmpty { changed.insert(place) }
        }
        for place in changed { leaves[place] = [] }
        guard !changed.isEmpty, solver.unit.target.namesContents else { return }
        let unknown = solver.system.contents.filter { $0.value.isUncertain }.keys.sorted()
        let most = min(Self.maximumLeaves, Self.maximumProbedRows / max(solver.equations.rows.count, 1))
        for leaf in unknown.prefix(most) {
            findViews(dependingOn: leaf, among: changed)
        }
    }

    /// Changes one view's content only, and notes what moves.
    private mutating func findViews(dependingOn leaf: Int, among changed: Set<Int>) {
        var moved = Set<Int>()
        for change in [Self.larger, Self.smaller] {
            let other = solver.frames(replacing: { row in
                guard row.source == .content(leaf) else { return nil }
                let content = solver.system.contents[leaf]
                guard let length = row.isHorizontal ? content?.width : content?.height, length.source != .known else {
                    return nil
                }
                return -change(length.points)
            })
            guard let other else {
                isComplete = false
                return
            }
            for place in changed where !difference(place, other).isEmpty { moved.insert(place) }
        }
        for place in moved { leaves[place, default: []].append(leaf) }
    }
}

extension IntrinsicSize {
    /// Whether some of it is not known for sure.
    var isUncertain: Bool { [width, height].contains { $0.map { $0.source != .known } ?? false } }
}

extension Array where Element == [Int]? {
    fileprivate subscript(place: Int, default usual: [Int]) -> [Int] {
        get { self[place] ?? usual }
        set { self[place] = newValue }
    }
}
