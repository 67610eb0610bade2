/// Which views of two trees are the same view: of two versions of one dump, or of two dumps of one screen.
///
/// What decides, the first that applies: the address (with the class), where addresses count; an identifier that each
/// tree has once in that class; where texts count, a class with a text that each tree has once; and the place: subviews
/// of the same view that hold the same things, then those of the same class in the same order between such. What is left
/// is looked for in the whole tree by what it holds, so that views are found again in another superview.
///
/// Where classes may change, what names a view names it in another class too. So do, among its siblings that are left, what
/// it alone holds, and the frame that it alone has.
///
/// A tree matches itself view by view. The time grows with the number of views, whatever they are.
public struct TreeMatch: Sendable, Hashable {
    /// What counts besides identifiers and places.
    public struct Options: OptionSet, Sendable, Hashable {
        /// The options as bits.
        public let rawValue: Int

        /// Creates a set from its bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Both trees are of one run of the app, in which an address names one object.
        public static let addresses = Options(rawValue: 1)
        /// A class with a text that only one view has names that view, wherever it is.
        public static let texts = Options(rawValue: 2)
        /// In interface files the id of an object names it, in whatever version of the file. Other trees have none.
        public static let objects = Options(rawValue: 4)
        /// A view may be of another class than it was.
        public static let classes = Options(rawValue: 8)
    }

    /// For each view of the former tree the one of the new tree, -1 for one that is gone.
    private var forward: [Int32]
    /// For each view of the new tree the one of the former tree, -1 for a new one.
    private var backward: [Int32]

    /// Matches two trees.
    public init(from former: ViewTree, to new: ViewTree, options: Options = .addresses) {
        let names: TreeOutline.Names =
            options.contains(.objects) && former.isInterface && new.isInterface
            ? .objects : .addresses
        // Objects of interface files have names in place of places.
        let isByPlace = options.contains(.classes) && names == .addresses
        self.init(
            from: TreeOutline(former, names: names),
            to: TreeOutline(new, names: names),
            options: names == .objects ? options : options.subtracting(.objects),
            places: isByPlace ? (former.placesInSuperviews, new.placesInSuperviews) : nil
        )
    }

    /// Matches the outlines of two trees.
    public init(from former: TreeOutline, to new: TreeOutline, options: Options = .addresses) {
        self.init(from: former, to: new, options: options.subtracting(.classes), places: nil)
    }

    private init(
        from former: TreeOutline,
        to new: TreeOutline,
        options: Options,
        places: (former: [UInt64], new: [UInt64])?
    ) {
        var matcher = TreeMatcher(former, new, places)
        let changesClasses = options.contains(.classes)
        if options.contains(.objects) {
            // An object that has another identifier is the same one.
            matcher.matchUnique(whateverIdentifiers: true) { $0.addresses }
            if changesClasses { matcher.matchUnique(whateverIdentifiers: true, whateverClasses: true) { $0.addresses } }
        } else if options.contains(.addresses) {
            matcher.matchUnique { $0.addresses }
        }
        matcher.matchUnique { $0.identifiers }
        if changesClasses { matcher.matchUnique(whateverClasses: true) { $0.identifiers } }
        if options.contains(.texts) { matcher.matchUnique { $0.texts } }
        matcher.matchPlaces()
        if matcher.hasRest {
            matcher.matchUniqueContents()
            matcher.matchUnique { $0.texts }
            matcher.matchPlaces()
        }
        forward = matcher.forward
        backward = matcher.backward
    }

    /// The index in the new tree of the view with an index in the former one; nil when it is gone, and out of range.
    public func successor(of index: Int) -> Int? {
        guard forward.indices.contains(index), forward[index] >= 0 else { return nil }
        return Int(forward[index])
    }

    /// The index in the former tree of the view with an index in the new one; nil when it is new, and out of range.
    public func predecessor(of index: Int) -> Int? {
        guard backward.indices.contains(index), backward[index] >= 0 else { return nil }
        return Int(backward[index])
    }

    /// The indexes of the views of the former tree that are gone, in tree order.
    public var removed: [Int] { forward.indices.filter { forward[$0] < 0 } }

    /// The indexes of the views of the new tree that are new, in tree order.
    public var added: [Int] { backward.indices.filter { backward[$0] < 0 } }

    /// How many views are in both.
    public var count: Int { backward.count { $0 >= 0 } }
}

/// Finds the pairs of a match, step by step.
struct TreeMatcher {
    private let former: TreeOutline
    private let new: TreeOutline
    private let formerChildren: TreeOutline.Children
    private let newChildren: TreeOutline.Children
    private let formerSignatures: [UInt64]
    private let newSignatures: [UInt64]
    /// Where the views are in their superviews, as far as another class may have come there; 0 for nowhere.
    private let places: (former: [UInt64], new: [UInt64])?
    /// What the views hold, whatever their classes are; 0 for nothing.
    private lazy var contents = (former.signatures(ofContents: true), new.signatures(ofContents: true))
    private(set) var forward: [Int32]
    private(set) var backward: [Int32]

    init(_ former: TreeOutline, _ new: TreeOutline, _ places: (former: [UInt64], new: [UInt64])?) {
        (self.former, self.new, self.places) = (former, new, places)
        (formerChildren, newChildren) = (former.children, new.children)
        (formerSignatures, newSignatures) = (former.signatures(), new.signatures())
        forward = Array(repeating: -1, count: former.count)
        backward = Array(repeating: -1, count: new.count)
    }

    /// Whether both trees have views that are not matched.
    var hasRest: Bool { forward.contains(-1) && backward.contains(-1) }

    /// A class with a word.
    private struct Key: Hashable {
        let className: UInt64
        let word: UInt64
    }

    private mutating func pair(_ old: Int32, _ now: Int32) {
        forward[Int(old)] = now
        backward[Int(now)] = old
    }

    /// Whether identifiers do not say that two views are two.
    private static func areAlike(_ one: UInt64, _ other: UInt64) -> Bool {
        one == other || one == TreeOutline.none || other == TreeOutline.none
    }

    // MARK: By what they are

    /// Matches the views that have a word which, with their class, is said once in each tree.
    mutating func matchUnique(
        whateverIdentifiers: Bool = false,
        whateverClasses: Bool = false,
        _ words: (TreeOutline) -> [UInt64]
    ) {
        let olds = keys(former, words(former), forward, whateverClasses)
        match(olds, keys(new, words(new), backward, whateverClasses), whateverIdentifiers)
    }

    /// Matches what holds the same and is there once in each tree.
    mutating func matchUniqueContents() {
        match(keys(former, formerSignatures, forward), keys(new, newSignatures, backward))
    }

    /// The views that alone have their key; -1 where several have it.
    private func keys(
        _ tree: TreeOutline,
        _ words: [UInt64],
        _ partners: [Int32],
        _ whateverClasses: Bool = false
    ) -> [Key: Int32] {
        var found: [Key: Int32] = [:]
        for index in words.indices where words[index] != TreeOutline.none && partners[index] < 0 {
            let key = Key(className: whateverClasses ? TreeOutline.none : tree.classes[index], word: words[index])
            found[key] = found[key] == nil ? Int32(truncatingIfNeeded: index) : -1
        }
        return found
    }

    private mutating func match(_ olds: [Key: Int32], _ nows: [Key: Int32], _ whateverIdentifiers: Bool = false) {
        for (key, old) in olds where old >= 0 {
            guard let now = nows[key], now >= 0 else { continue }
            let (one, other) = (former.identifiers[Int(old)], new.identifiers[Int(now)])
            if whateverIdentifiers || Self.areAlike(one, other) { pair(old, now) }
        }
    }

    // MARK: By where they are

    /// Matches the subviews of views that are matched, from the roots down.
    mutating func matchPlaces() {
        matchChildren(of: -1, and: -1)
        for now in backward.indices where backward[now] >= 0 { matchChildren(of: Int(backward[now]), and: now) }
    }

    private mutating func matchChildren(of old: Int, and now: Int) {
        let (olds, nows) = (formerChildren[old], newChildren[now])
        guard !olds.isEmpty, !nows.isEmpty, !matchEqual(olds, nows) else { return }
        var siblings = SiblingMatcher(
            olds: olds.filter { forward[Int($0)] < 0 },
            nows: nows.filter { backward[Int($0)] < 0 }
        )
        guard !siblings.isDone else { return }
        let (former, new) = (former, new)
        let (formerSignatures, newSignatures) = (formerSignatures, newSignatures)
        // Those that hold the same.
        take(&siblings) { old in
            let signature = formerSignatures[old]
            return signature == 0 ? nil : .init(gap: 0, className: former.classes[old], word: signature)
        } _: { now in
            let signature = newSignatures[now]
            return signature == 0 ? nil : .init(gap: 0, className: new.classes[now], word: signature)
        }
        guard !siblings.isDone else { return }
        // Those of the same class and identifier in the same order, between two that are matched.
        let (oldGaps, newGaps) = gaps(olds, nows)
        take(&siblings) { old in
            .init(gap: oldGaps[old] ?? -1, className: former.classes[old], word: former.identifiers[old])
        } _: { now in
            .init(gap: newGaps[now] ?? -1, className: new.classes[now], word: new.identifiers[now])
        }
        // Those of which one has got or lost its identifier.
        for hadIdentifier in [false, true] {
            take(&siblings) { old in
                guard (former.identifiers[old] != TreeOutline.none) == hadIdentifier else { return nil }
                return .init(gap: oldGaps[old] ?? -1, className: former.classes[old], word: 0)
            } _: { now in
                guard (new.identifiers[now] != TreeOutline.none) != hadIdentifier else { return nil }
                return .init(gap: newGaps[now] ?? -1, className: new.classes[now], word: 0)
            }
        }
        // Views without any content are as good as each other: separators, spacers.
        take(&siblings) { old in
            formerSignatures[old] == 0 ? .init(gap: 0, className: former.classes[old], word: 0) : nil
        } _: { now in
            newSignatures[now] == 0 ? .init(gap: 0, className: new.classes[now], word: 0) : nil
        }
        matchOtherClasses(&siblings)
    }

    /// Matches those of another class that are at the same address, hold the same or are in the same place, each alone.
    private mutating func matchOtherClasses(_ siblings: inout SiblingMatcher) {
        guard let places, !siblings.isDone else { return }
        let (former, new) = (former.identifiers, new.identifiers)
        for (olds, nows) in [(self.former.addresses, self.new.addresses), contents, places] where !siblings.isDone {
            let pairs = siblings.takeSingle {
                olds[$0]
            } _: {
                nows[$0]
            } where: {
                Self.areAlike(former[$0], new[$1])
            }
            for (old, now) in pairs { pair(old, now) }
        }
    }

    /// Matches subviews that are the same one by one, which most are.
    private mutating func matchEqual(_ olds: ArraySlice<Int32>, _ nows: ArraySlice<Int32>) -> Bool {
        guard olds.count == nows.count else { return false }
        for (old, now) in zip(olds, nows) {
            let (former, new) = (forward[Int(old)], backward[Int(now)])
            guard former == now || former < 0 && new < 0 else { return false }
            guard self.former.classes[Int(old)] == self.new.classes[Int(now)],
                formerSignatures[Int(old)] == newSignatures[Int(now)]
            else { return false }
        }
        for (old, now) in zip(olds, nows) where forward[Int(old)] < 0 { pair(old, now) }
        return true
    }

    private mutating func take(
        _ siblings: inout SiblingMatcher,
        _ oldKey: (Int) -> SiblingMatcher.Key?,
        _ newKey: (Int) -> SiblingMatcher.Key?
    ) {
        guard !siblings.isDone else { return }
        for (old, now) in siblings.take(oldKey, newKey) { pair(old, now) }
    }

    /// Between which matched siblings each subview stands: the former index of the one before it, of those that are below
    /// the same superview in both trees.
    private func gaps(
        _ olds: ArraySlice<Int32>,
        _ nows: ArraySlice<Int32>
    ) -> (olds: [Int: Int32], nows: [Int: Int32]) {
        let (above, below) = (nows.first.map { new.superviews[Int($0)] }, olds.first.map { former.superviews[Int($0)] })
        var found: (olds: [Int: Int32], nows: [Int: Int32]) = ([:], [:])
        var last: Int32 = -1
        for old in olds {
            let partner = forward[Int(old)]
            if partner < 0 {
                found.olds[Int(old)] = last
            } else if new.superviews[Int(partner)] == above {
                last = old
            }
        }
        last = -1
        for now in nows {
            let partner = backward[Int(now)]
            if partner < 0 {
                found.nows[Int(now)] = last
            } else if former.superviews[Int(partner)] == below {
                last = partner
            }
        }
        return found
    }
}

/// The subviews of one view that are not matched yet, in both trees.
private struct SiblingMatcher {
    /// What two subviews have in common that are the same.
    struct Key: Hashable {
        let gap: Int32
        let className: UInt64
        let word: UInt64
    }

    private var olds: [Int32]
    private var nows: [Int32]

    init(olds: [Int32], nows: [Int32]) { (self.olds, self.nows) = (olds, nows) }

    /// Whether there is nothing left to match.
    var isDone: Bool { olds.isEmpty || nows.isEmpty }

    /// Pairs those with equal keys, the first with the first, and takes them out.
    mutating func take(_ oldKey: (Int) -> Key?, _ newKey: (Int) -> Key?) -> [(old: Int32, now: Int32)] {
        var waiting: [Key: [Int32]] = [:]
        // The last first, so that the first is at the end of its list.
        for old in olds.reversed() {
            if let key = oldKey(Int(old)) { waiting[key, default: []].append(old) }
        }
        var pairs: [(old: Int32, now: Int32)] = []
        var left: [Int32] = []
        for now in nows {
            if let key = newKey(Int(now)), let old = waiting[key]?.popLast() {
                pairs.append((old, now))
            } else {
                left.append(now)
            }
        }
        guard !pairs.isEmpty else { return [] }
        nows = left
        let taken = Set(pairs.map(\.old))
        olds.removeAll(where: taken.contains)
        return pairs
    }
    /// Pairs those of which one alone in each tree has a word, which is not ``TreeOutline/none``, and takes them out.
    mutating func takeSingle(
        _ oldWord: (Int) -> UInt64,
        _ newWord: (Int) -> UInt64,
        where areAlike: (Int, Int) -> Bool
    ) -> [(old: Int32, now: Int32)] {
        func single(_ views: [Int32], _ word: (Int) -> UInt64) -> [UInt64: Int32] {
            let named = views.map { (word(Int($0)), $0) }.filter { $0.0 != TreeOutline.none }
            return Dictionary(named) { _, _ in -1 }.filter { $0.value >= 0 }
        }
        let found = single(olds, oldWord)
        let pairs = single(nows, newWord).compactMap { word, now -> (old: Int32, now: Int32)? in
            found[word].flatMap { areAlike(Int($0), Int(now)) ? ($0, now) : nil }
        }
        guard !pairs.isEmpty else { return [] }
        let (takenOlds, takenNows) = (Set(pairs.map(\.old)), Set(pairs.map(\.now)))
        olds.removeAll(where: takenOlds.contains)
        nows.removeAll(where: takenNows.contains)
        return pairs
    }
}
