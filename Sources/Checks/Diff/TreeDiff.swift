import Diagnostics
public import ViewHierarchy

/// What is not the same in two trees, view by view.
///
/// Which views are the same is told by ``TreeMatch``, without addresses: those are others in each run of the app. Frames
/// are compared in the superview, so that a view which moves takes nothing with it; those of a view in another superview
/// in the window. A view of another class is the same one where its name or its place says so, with a change of `class`.
public final class TreeDiff: Sendable {
    /// What became of a view.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// It is in the new tree only.
        case added
        /// It is in the former tree only.
        case removed
        /// It has another superview.
        case reparented
        /// It lies in another order among the subviews that stayed with it.
        case reordered
        /// The corner of its frame is elsewhere.
        case moved
        /// Its frame has another size.
        case resized
        /// It looks or says something else: another colour, text, opacity.
        case changed
    }

    /// A property that is not the same.
    public struct PropertyChange: Sendable, Hashable {
        /// The name in the property table, or of the attribute.
        public var name: String
        /// Whether it is an attribute, verbatim as the dump has it.
        public var isAttribute: Bool
        /// What it was; nil for none, and where the former dump did not say it.
        public var before: ViewPropertyValue?
        /// What it is; nil for none, and where the new dump does not say it.
        public var after: ViewPropertyValue?
    }

    /// What is not the same about one view.
    public struct Change: Sendable, Hashable {
        /// Its index in the former tree; nil for one that is new.
        public var before: Int?
        /// Its index in the new tree; nil for one that is gone.
        public var after: Int?
        /// What became of it, in the order of ``Kind``.
        public var kinds: [Kind]
        /// The frames that tell where it moved and how it was resized: in the superview, of a view in another superview in
        /// the window. Nil where there is none.
        public var frames: (before: Rect?, after: Rect?)
        /// The properties that are not the same.
        public var properties: [PropertyChange]

        /// Whether all is the same about both.
        public static func == (a: Change, b: Change) -> Bool {
            a.before == b.before && a.after == b.after && a.kinds == b.kinds && a.frames == b.frames
                && a.properties == b.properties
        }

        /// Hashes the view.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(before)
            hasher.combine(after)
        }
    }

    /// The differences in points that count as none when nothing else is said.
    public static let standardTolerance = 0.5

    /// The former tree.
    public let former: ViewTree
    /// The new tree.
    public let new: ViewTree
    /// Differences of places and sizes up to this count as none, in points.
    public let tolerance: Double
    /// Both trees as one, in which the changes stand.
    public let merged: MergedTree
    /// Every view that is not the same, in the order of the merged tree.
    public let changes: [Change]
    /// Every constraint that is not the same, in the order of the new tree, then those that are gone.
    public let constraints: [ConstraintDifference]
    /// Properties and attributes that only one of the dumps says of any view, where they have different formats: they are not
    /// compared.
    public let unsaid: [String]
    /// Of interface files: the objects of which more differs than views and constraints tell.
    public let objects: [ObjectDifference]
    /// Of interface files: what Interface Builder wrote in another way, and means nothing to the app, in words.
    public let rewritten: [String]
    /// Whether a place or a size differs by no more than the tolerance.
    public let isWithinTolerance: Bool

    /// After so many views it looks whether anybody still waits for them.
    private static let round = 1_000

    /// Compares two dumps. In a cancelled task it ends midway, and finds less.
    public convenience init(from former: Dump, to new: Dump, tolerance: Double = standardTolerance) {
        self.init(former.tree, new.tree, tolerance, isOneFormat: former.format == new.format, of: (former, new))
    }

    /// Compares two trees. In a cancelled task it ends midway, and finds less.
    ///
    /// - Parameter isOneFormat: Whether both come from dumps of one format: what only one of them says is a difference then.
    public convenience init(
        from former: ViewTree,
        to new: ViewTree,
        tolerance: Double = standardTolerance,
        isOneFormat: Bool = true
    ) {
        self.init(former, new, tolerance, isOneFormat: isOneFormat, of: nil)
    }

    private init(
        _ former: ViewTree,
        _ new: ViewTree,
        _ tolerance: Double,
        isOneFormat: Bool,
        of dumps: (former: Dump, new: Dump)?
    ) {
        let match = TreeMatch(from: former, to: new, options: [.texts, .objects, .classes])
        let merged = MergedTree(former, new, match)
        var comparison = ViewComparison(former, new, match, tolerance: tolerance, isOneFormat: isOneFormat)
        self.former = former
        self.new = new
        self.tolerance = tolerance
        self.merged = merged
        var changes: [Change] = []
        for (place, node) in merged.nodes.enumerated() {
            if place.isMultiple(of: Self.round), Task.isCancelled { break }
            if let change = comparison.change(before: node.before, after: node.after) { changes.append(change) }
        }
        self.changes = changes
        let constraints = ConstraintComparison(former, new, match).differences()
        self.constraints = constraints
        unsaid = comparison.unsaid
        isWithinTolerance = comparison.isWithinTolerance
        let interface = dumps.map { InterfaceComparison($0.former, $0.new, changes, constraints) }
        objects = interface?.differences ?? []
        rewritten = interface?.rewritten ?? []
    }

    /// Whether nothing differs.
    public var isEmpty: Bool { changes.isEmpty && constraints.isEmpty && objects.isEmpty }

    /// How many constraints that became of.
    public func countOfConstraints(_ kind: ConstraintDifference.Kind) -> Int { constraints.count { $0.kind == kind } }

    /// How many views something became of.
    public func count(_ kind: Kind) -> Int { changes.count { $0.kinds.contains(kind) } }
}

/// Two trees as one: the new tree, with the views that are gone where they were.
public struct MergedTree: Sendable {
    /// A view of either tree or of both.
    public struct Node: Sendable, Hashable {
        /// Its index in the former tree, if it is there.
        public var before: Int?
        /// Its index in the new tree, if it is there.
        public var after: Int?
        /// How many views it is in.
        public var depth: Int
        /// The place in the list of the view that it is in; nil for a root.
        public var parent: Int?
    }

    /// The views in depth-first order.
    public let nodes: [Node]

    /// Some of the views with all views that they are in, in depth-first order.
    public func withSuperviews(of places: some Sequence<Int>) -> [Int] {
        var shown = Set(places)
        for place in shown {
            var parent = nodes[place].parent
            while let above = parent, shown.insert(above).inserted { parent = nodes[above].parent }
        }
        return shown.sorted()
    }

    /// Puts two trees into one.
    init(_ former: ViewTree, _ new: ViewTree, _ match: TreeMatch) {
        /// The views that are gone, by what they come after: a view of the new tree below the same superview, the
        /// superview itself for the first ones, or the one that is gone and holds them.
        enum Place: Hashable { case first(Int?), after(Int), inside(Int) }
        var gone: [Place: [Int]] = [:]
        /// The last view of each superview that stayed, by the index of the superview in the former tree, -1 for roots.
        var last: [Int: Int] = [:]
        for index in former.indices {
            let superview = former.superview(of: index)
            let successor = superview.flatMap { match.successor(of: $0) }
            let isIn = superview == nil || successor != nil
            if let now = match.successor(of: index) {
                if isIn, new.superview(of: now) == successor { last[superview ?? -1] = now }
            } else if let superview, !isIn {
                gone[.inside(superview), default: []].append(index)
            } else if let sibling = last[superview ?? -1] {
                gone[.after(sibling), default: []].append(index)
            } else {
                gone[.first(successor), default: []].append(index)
            }
        }
        /// What is still to be listed, the next one last.
        enum Step { case new(Int, depth: Int, parent: Int?), old(Int, depth: Int, parent: Int?) }
        var nodes: [Node] = []
        nodes.reserveCapacity(new.count)
        var steps: [Step] = []
        func push(_ views: [Int]?, _ make: (Int) -> Step) {
            for view in (views ?? []).reversed() { steps.append(make(view)) }
        }
        func pushAll(_ views: [Int], in superview: Int?, _ depth: Int, _ parent: Int?) {
            for view in views.reversed() {
                push(gone[.after(view)]) { .old($0, depth: depth, parent: parent) }
                steps.append(.new(view, depth: depth, parent: parent))
            }
            push(gone[.first(superview)]) { .old($0, depth: depth, parent: parent) }
        }
        pushAll(new.roots, in: nil, 0, nil)
        while let step = steps.popLast() {
            switch step {
            case .new(let view, let depth, let parent):
                let place = nodes.count
                nodes.append(Node(before: match.predecessor(of: view), after: view, depth: depth, parent: parent))
                pushAll(new.subviews(of: view), in: view, depth + 1, place)
            case .old(let view, let depth, let parent):
                let place = nodes.count
                nodes.append(Node(before: view, after: nil, depth: depth, parent: parent))
                push(gone[.inside(view)]) { .old($0, depth: depth + 1, parent: place) }
            }
        }
        self.nodes = nodes
    }
}
