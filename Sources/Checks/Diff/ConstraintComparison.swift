import Diagnostics
import ViewHierarchy

extension TreeDiff {
    /// A constraint that is not the same. One whose view is new or gone goes with that view.
    public struct ConstraintDifference: Sendable, Hashable {
        /// What becomes of constraints.
        public enum Kind: String, Sendable, Hashable, CaseIterable { case added, removed, changed }

        /// What became of it.
        public let kind: Kind
        /// Its place among ``ViewTree/allConstraints`` of the former tree; nil for one that is new.
        public let before: Int?
        /// Its place among those of the new tree; nil for one that is gone.
        public let after: Int?
        /// The ids of the views that it relates, in both trees; those that it relates now come first.
        public let views: [RelatedView]
        /// What differs: `first` and `second`, its sides, and the parts of ``LayoutConstraint/Part``; nothing for one that is
        /// new or gone.
        public let properties: [PropertyChange]
        /// The constraint: `Title.top = Header.bottom + 20`; as it was, where it is not new.
        public let sentence: String
        /// What it says now: `+ 28`, or the whole sentence where its sides are others; nil for one that is new or gone.
        public let change: String?

        /// A view by its ids in both trees; nil where it is not there.
        public struct RelatedView: Sendable, Hashable {
            /// Its id in the former tree.
            public let before: Int?
            /// Its id in the new tree.
            public let after: Int?
        }

        /// Whether it tells of what is related, and not only how.
        var tellsSides: Bool { kind != .changed || properties.contains { ["first", "second"].contains($0.name) } }

        /// `Title.top = Header.bottom + 20 → + 28`.
        public var text: String { change.map { "\(sentence) → \($0)" } ?? sentence }
    }
}

extension TreeDiff.ConstraintDifference.Kind {
    /// The sign before a line: `+`, `-`, `~`.
    public var sign: String {
        switch self {
        case .added: "+"
        case .removed: "-"
        case .changed: "~"
        }
    }

    /// What has become of a constraint, or of an object, after its name.
    var words: String {
        switch self {
        case .added: "has come"
        case .removed: "has gone"
        case .changed: "has changed"
        }
    }
}

/// Compares the constraints of two trees.
///
/// Constraints are the same by the name that the file gives them, by the identifier that the app gives them, or because they
/// relate the same. Of those that are left, two are the same where they are the only ones about an anchor. The time grows
/// with the number of constraints.
struct ConstraintComparison {
    private let former: ViewTree
    private let new: ViewTree
    private let match: TreeMatch
    /// The constraints of the former tree by their places, about the views of the new one: those that are gone have numbers
    /// below -1.
    private let olds: [Int: LayoutConstraint]
    private let nows: [Int: LayoutConstraint]
    private var pairs: [(old: Int, now: Int)] = []
    private var gone: Set<Int>
    private var added: Set<Int>

    init(_ former: ViewTree, _ new: ViewTree, _ match: TreeMatch) {
        (self.former, self.new, self.match) = (former, new, match)
        olds = Self.constraints(of: former).mapValues { constraint in
            constraint.renamed { view in
                former.index(ofID: view).flatMap { match.successor(of: $0) }.flatMap { new.id(at: $0) } ?? -2 - view
            }
        }
        nows = Self.constraints(of: new)
        (gone, added) = (Set(olds.keys), Set(nows.keys))
        pair { $0.name.isEmpty ? [] : [$0.name] }
        pair { $0.identifier.map { [$0] } ?? [] }
        pair(inOrder: true) { [Statement($0, isWhole: true)] }
        pair(inOrder: true) { [Statement($0, isWhole: false)] }
        pair(\.anchors)
        pair { [HeldAttributes(owner: $0.owner, attributes: $0.anchors.map(\.attribute))] }
    }

    /// The constraints by their places, without those that edits took away, and those of views that they did.
    private static func constraints(of tree: ViewTree) -> [Int: LayoutConstraint] {
        let all = tree.allConstraints.enumerated().map { ($0, $1) }
        return Dictionary(all, uniquingKeysWith: { first, _ in first }).filter { _, constraint in
            !constraint.isRemoved && constraint.views.allSatisfy { tree.index(ofID: $0) != nil }
        }
    }

    // MARK: Pairs

    /// What a constraint says, or only what it relates, whichever side comes first.
    private struct Statement: Hashable {
        let said: LayoutConstraint

        init(_ constraint: LayoutConstraint, isWhole: Bool) {
            var said = constraint.oriented
            (said.name, said.owner, said.label) = ("", 0, nil)
            self.said = isWhole ? said : LayoutConstraint(owner: 0, first: said.first, second: said.second)
        }
    }

    private struct HeldAttributes: Hashable {
        let owner: Int
        let attributes: [LayoutAttribute]
    }

    /// Pairs the constraints that alone have a key in each tree; in their order, those too that have it with others. Of one with
    /// several keys the first that pairs it counts.
    private mutating func pair<Key: Hashable>(inOrder: Bool = false, _ keys: (LayoutConstraint) -> [Key]) {
        guard !gone.isEmpty, !added.isEmpty else { return }
        func places(_ places: Set<Int>, _ constraints: [Int: LayoutConstraint]) -> [Key: [Int]] {
            var found: [Key: [Int]] = [:]
            for place in places.sorted() {
                for key in constraints[place].map(keys) ?? [] { found[key, default: []].append(place) }
            }
            return found
        }
        let others = places(added, nows)
        for (key, olds) in places(gone, olds).sorted(by: { ($0.value.first ?? 0) < ($1.value.first ?? 0) }) {
            guard let nows = others[key], inOrder || olds.count == 1 && nows.count == 1 else { continue }
            for (old, now) in zip(olds, nows) where gone.contains(old) && added.contains(now) {
                pairs.append((old, now))
                gone.remove(old)
                added.remove(now)
            }
        }
    }

    // MARK: Differences

    /// What differs, in the order of the new tree, then what is gone.
    func differences() -> [TreeDiff.ConstraintDifference] {
        let changed = pairs.filter { !isSame($0) }
        let added = added.filter { place in !(nows[place]?.views ?? []).contains(where: isNew) }
        let gone = gone.filter { place in !(olds[place]?.views ?? []).contains { $0 < -1 } }
        guard !changed.isEmpty || !added.isEmpty || !gone.isEmpty else { return [] }
        let (names, newNames) = (ConstraintNames(former), ConstraintNames(new))
        func difference(
            _ kind: TreeDiff.ConstraintDifference.Kind,
            _ old: Int?,
            _ now: Int?
        )
            -> TreeDiff.ConstraintDifference
        {
            let sentence =
                old.flatMap(former.constraint).map(names.sentence) ?? now.flatMap { nows[$0] }.map(newNames.sentence)
            var (properties, change): ([TreeDiff.PropertyChange], String?) = ([], nil)
            if let old, let now, let said = facing(old, now) {
                let sides = sides(old, said, names, newNames)
                let parts = parts(old, said)
                properties =
                    sides
                    + parts.map { part in
                        .init(
                            name: part.rawValue,
                            isAttribute: false,
                            before: olds[old]?.value(of: part),
                            after: said.value(of: part)
                        )
                    }
                // Numbers that differ in places which people are not told of are told exactly.
                let isClose = olds[old]?.words(of: parts, withUsual: true) == said.words(of: parts, withUsual: true)
                let words = said.words(of: parts, withUsual: true, isExact: isClose).joined(separator: ", ")
                change = sides.isEmpty ? words : newNames.sentence(said)
            }
            return .init(
                kind: kind,
                before: old,
                after: now,
                views: related(old, now),
                properties: properties,
                sentence: sentence ?? "",
                change: change
            )
        }
        let here =
            changed.map { ($0.now, difference(.changed, $0.old, $0.now)) }
            + added.map { ($0, difference(.added, nil, $0)) }
        return here.sorted { $0.0 < $1.0 }.map(\.1) + gone.sorted().map { difference(.removed, $0, nil) }
    }

    private func related(_ old: Int?, _ now: Int?) -> [TreeDiff.ConstraintDifference.RelatedView] {
        let nows = now.flatMap(new.constraint)?.views.map { view in
            let before = new.index(ofID: view).flatMap { match.predecessor(of: $0) }.flatMap { former.id(at: $0) }
            return TreeDiff.ConstraintDifference.RelatedView(before: before, after: view)
        }
        let olds = old.flatMap(former.constraint)?.views.map { view in
            let after = former.index(ofID: view).flatMap { match.successor(of: $0) }.flatMap { new.id(at: $0) }
            return TreeDiff.ConstraintDifference.RelatedView(before: view, after: after)
        }
        let found = nows ?? []
        return found + (olds ?? []).filter { !found.contains($0) }
    }

    private func isNew(_ view: Int) -> Bool { new.index(ofID: view).flatMap { match.predecessor(of: $0) } == nil }

    private func isSame(_ pair: (old: Int, now: Int)) -> Bool {
        guard let now = facing(pair.old, pair.now) else { return true }
        return parts(pair.old, now).isEmpty && otherSides(pair.old, now).isEmpty
    }

    /// A constraint of the new tree, with the same side first as that of the former one.
    private func facing(_ old: Int, _ now: Int) -> LayoutConstraint? {
        guard let old = olds[old], let now = nows[now], let turned = now.turned else { return nows[now] }
        func equalSides(_ constraint: LayoutConstraint) -> Int {
            (constraint.first == old.first ? 1 : 0) + (constraint.second == old.second ? 1 : 0)
        }
        return equalSides(turned) > equalSides(now) ? turned : now
    }

    private func parts(_ old: Int, _ now: LayoutConstraint) -> [LayoutConstraint.Part] {
        guard let old = olds[old] else { return [] }
        return LayoutConstraint.Part.allCases.filter { !old.isSame(as: now, in: $0) }
    }

    private enum Side: String, CaseIterable {
        case first, second

        func of(_ constraint: LayoutConstraint?) -> LayoutAnchor? {
            self == .first ? constraint?.first : constraint?.second
        }
    }

    /// The sides that differ, unless it is that a new view took the place of one that is gone: that tells of both.
    private func otherSides(_ old: Int, _ now: LayoutConstraint) -> [Side] {
        Side.allCases.filter { side in
            let (one, other) = (side.of(olds[old]), side.of(now))
            let isReplaced = (one?.item.view ?? 0) < -1 && other?.item.view.map(isNew) ?? false
            return one != other && (!isReplaced || one?.attribute != other?.attribute)
        }
    }

    private func sides(
        _ old: Int,
        _ now: LayoutConstraint,
        _ names: ConstraintNames,
        _ newNames: ConstraintNames
    ) -> [TreeDiff.PropertyChange] {
        otherSides(old, now).map { side in
            let (one, other) = (side.of(former.constraint(at: old)), side.of(now))
            return .init(
                name: side.rawValue,
                isAttribute: false,
                before: one.map { .text(names.anchor($0)) },
                after: other.map { .text(newNames.anchor($0)) }
            )
        }
    }
}

/// What views are called in constraints: by what they say, else by their class. Of several with one name each has its id.
private struct ConstraintNames {
    /// Longer names are cut.
    private static let maximumName = 40

    private let tree: ViewTree
    private let repeated: Set<String>

    init(_ tree: ViewTree) {
        self.tree = tree
        var (seen, repeated): (Set<String>, Set<String>) = ([], [])
        for index in tree.indices {
            let name = Self.name(of: index, in: tree)
            if !seen.insert(name).inserted { repeated.insert(name) }
        }
        self.repeated = repeated
    }

    private static func name(of index: Int, in tree: ViewTree) -> String {
        let words = [tree.text(of: index), tree.label(of: index), tree.identifier(of: index)].lazy.compactMap { $0 }
        let said = words.first { $0.contains { !$0.isWhitespace } } ?? tree.classTitle(of: index).shown
        return said.onOneLine(atMost: maximumName).terminalSafe
    }

    private func name(_ view: Int) -> String {
        guard let index = tree.index(ofID: view) else { return "view \(view)" }
        let name = Self.name(of: index, in: tree)
        return repeated.contains(name) ? "\(name) \(view)" : name
    }

    /// `Title.top = Header.bottom + 20`.
    func sentence(_ constraint: LayoutConstraint) -> String {
        ConstraintWords.sentence(of: constraint, in: tree, name: name)
    }

    /// `Header.bottom`.
    func anchor(_ anchor: LayoutAnchor) -> String {
        ConstraintWords.sides(of: LayoutConstraint(owner: 0, first: anchor), in: tree, name: name)
    }
}
