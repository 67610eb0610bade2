import Diagnostics

/// By which ids the views of a tree are known, with all that is needed to find them again in a newer tree.
public struct TreeIdentity: Sendable, Hashable {
    /// Above this many ids for each view, and above the least, ids that nothing names are given again, so that a dump
    /// may be replaced any number of times.
    private static let spread = 8
    private static let leastSpread = 1_000_000

    /// What the views are told apart by.
    public let outline: TreeOutline
    /// The ids of the views in tree order, all different.
    public let ids: [Int]
    /// The number that the next new view gets, greater than every id.
    public let next: Int

    private init(_ outline: TreeOutline, ids: [Int], next: Int) {
        (self.outline, self.ids, self.next) = (outline, ids, next)
    }

    /// The identity of a tree as it is.
    public init(_ tree: ViewTree) {
        self.init(TreeOutline(tree), ids: tree.ids, next: tree.nextID)
    }

    /// The identity of a newer version of the tree: its views take over the ids of those that they are, and the others
    /// get the next free ones.
    ///
    /// - Parameters:
    ///   - tree: The newer version.
    ///   - named: Ids that must not be given to another view, because something that people keep names them.
    ///   - next: The least number that a new view may get.
    public func followed(by tree: ViewTree, sparing named: Set<Int> = [], next least: Int = 0) -> TreeIdentity {
        let outline = TreeOutline(tree)
        let match = TreeMatch(from: self.outline, to: outline)
        var ids = tree.indices.map { match.predecessor(of: $0).map { self.ids[$0] } }
        let added = ids.count { $0 == nil }
        var next = max(self.next, least, (named.max() ?? -1) + 1)
        let isSpread = next + added > max(Self.leastSpread, ids.count * Self.spread)
        if isSpread {
            let taken = named.union(ids.compactMap { $0 })
            next = 0
            for index in ids.indices where ids[index] == nil {
                while taken.contains(next) { next += 1 }
                ids[index] = next
                next += 1
            }
            next = max(next, (taken.max() ?? -1) + 1)
        } else {
            for index in ids.indices where ids[index] == nil {
                ids[index] = next
                next += 1
            }
        }
        return TreeIdentity(outline, ids: ids.compactMap { $0 }, next: next)
    }

    /// Whether every id is the view's place, as in a tree that was just read.
    public var isPlain: Bool { next == ids.count && ids.indices.allSatisfy { ids[$0] == $0 } }
}

extension TreeIdentity {
    /// The first byte, which another layout of the bytes changes.
    private static let version: UInt8 = 1

    /// The identity as bytes, the same on every machine.
    public var bytes: [UInt8] {
        var bytes = [Self.version]
        for id in [next] + ids {
            withUnsafeBytes(of: UInt32(truncatingIfNeeded: id).littleEndian) { bytes.append(contentsOf: $0) }
        }
        return bytes + outline.bytes
    }

    /// Reads ``bytes``; nil for what is no identity, or one that another version of the program wrote.
    public init?(bytes: [UInt8]) {
        // A version, the next number, and for each view an id and the 36 bytes of its outline.
        guard bytes.first == Self.version, bytes.count >= 5, (bytes.count - 5) % 40 == 0 else { return nil }
        let count = (bytes.count - 5) / 40
        let numbers: [Int] = (0...count).map { place in
            bytes[(1 + place * 4)..<(5 + place * 4)].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        let ids = Array(numbers.dropFirst())
        guard let outline = TreeOutline(bytes: bytes[(5 + count * 4)...]), let next = numbers.first,
            ids.allSatisfy({ $0 < next }), Set(ids).count == count
        else { return nil }
        self.init(outline, ids: ids, next: next)
    }
}

/// What the views of a tree are told apart by, each word as a fingerprint: small enough to be kept where the tree is not.
///
/// The fingerprints are the same in every process, so an outline can be stored.
public struct TreeOutline: Sendable, Hashable {
    /// No word.
    package static var none: UInt64 { 0 }

    /// The index of each view's superview in depth-first order, -1 for a root.
    package private(set) var superviews: [Int32] = []
    /// The fingerprints of the class names.
    package private(set) var classes: [UInt64] = []
    /// Those of the addresses; 0 for a view without one.
    private(set) var addresses: [UInt64] = []
    /// Those of the accessibility identifiers; 0 for a view without one.
    package private(set) var identifiers: [UInt64] = []
    /// Those of the texts, else of the labels; 0 for a view without words. Digits alone are no words: what counts or tells
    /// the time is another text each time. What is typed into secure fields is none either: which views are the same must
    /// not tell whether a guess at it is right.
    package private(set) var texts: [UInt64] = []

    /// The number of views.
    public var count: Int { superviews.count }

    /// What names a view for certain: its address in one run of the app, or its object in an interface file.
    package enum Names { case addresses, objects }

    /// The outline of a tree.
    ///
    /// - Parameter names: What stands in the place of the addresses.
    package init(_ tree: ViewTree, names: Names) {
        reserve(tree.count)
        /// Words that come often are taken apart once.
        var known: [String: UInt64] = [:]
        func fingerprint(_ word: String?) -> UInt64 {
            guard let word, !word.isEmpty else { return Self.none }
            if let known = known[word] { return known }
            let number = max(ContentHash(word.utf8).number, 1)
            known[word] = number
            return number
        }
        let secure = SecureFields(tree)
        var secureEnd = 0
        for index in tree.indices {
            if index >= secureEnd, secure.contains(index, of: tree) { secureEnd = tree.subtree(of: index).upperBound }
            superviews.append(tree.superview(of: index).map { Int32(truncatingIfNeeded: $0) } ?? -1)
            classes.append(fingerprint(tree.className(of: index)))
            let address: String? =
                switch names {
                case .addresses: tree.address(of: index)
                case .objects: tree.attribute(ViewTree.objectIDAttribute, of: index)
                }
            addresses.append(address.map { max(ContentHash($0.utf8).number, 1) } ?? Self.none)
            identifiers.append(fingerprint(tree.identifier(of: index)))
            let words = index < secureEnd ? nil : tree.text(of: index) ?? tree.label(of: index)
            texts.append(fingerprint(words.flatMap { $0.contains(where: \.isLetter) ? $0 : nil }))
        }
    }

    /// The outline of a tree, with addresses.
    public init(_ tree: ViewTree) { self.init(tree, names: .addresses) }

    private mutating func reserve(_ count: Int) {
        superviews.reserveCapacity(count)
        classes.reserveCapacity(count)
        addresses.reserveCapacity(count)
        identifiers.reserveCapacity(count)
        texts.reserveCapacity(count)
    }
}

extension TreeOutline {
    /// The subviews of every view, and the roots, in their order: those of view `i` are at `starts[i + 1]..<starts[i + 2]`,
    /// the roots at `starts[0]..<starts[1]`.
    struct Children: Sendable {
        private let starts: [Int32]
        private let list: [Int32]

        init(_ superviews: [Int32]) {
            var starts = [Int32](repeating: 0, count: superviews.count + 2)
            for superview in superviews { starts[Int(superview) + 2] += 1 }
            for place in starts.indices.dropFirst() { starts[place] += starts[place - 1] }
            var next = starts
            var list = [Int32](repeating: 0, count: superviews.count)
            for (index, superview) in superviews.enumerated() {
                let place = Int(superview) + 1
                list[Int(next[place])] = Int32(truncatingIfNeeded: index)
                next[place] += 1
            }
            self.starts = starts
            self.list = list
        }

        /// The subviews of a view; the roots for -1.
        subscript(view: Int) -> ArraySlice<Int32> { list[Int(starts[view + 1])..<Int(starts[view + 2])] }
    }

    /// The subviews of every view.
    var children: Children { Children(superviews) }

    /// A fingerprint of everything in each subtree: equal ones hold the same classes, identifiers and texts in the same
    /// order. 0 for a view of which there is nothing to tell but its class.
    ///
    /// - Parameter ofContents: Leaves the class and the identifier of the view itself out.
    func signatures(ofContents: Bool = false) -> [UInt64] {
        var below = [UInt64](repeating: 0, count: count)
        var signatures = below
        for index in superviews.indices.reversed() {
            let isPlain = below[index] == 0 && identifiers[index] == Self.none && texts[index] == Self.none
            var own = Self.mixed(below[index], classes[index])
            own = Self.mixed(own, identifiers[index])
            own = max(Self.mixed(own, texts[index]), 1)
            signatures[index] = isPlain ? 0 : own
            if ofContents {
                let isEmpty = below[index] == 0 && texts[index] == Self.none
                signatures[index] = isEmpty ? 0 : max(Self.mixed(below[index], texts[index]), 1)
            }
            let superview = Int(superviews[index])
            // Blank views count in what holds them, too.
            if superview >= 0 { below[superview] = max(Self.mixed(below[superview], own), 1) }
        }
        return signatures
    }

    private static func mixed(_ seed: UInt64, _ word: UInt64) -> UInt64 {
        let mixed = (seed &* 0x9E37_79B9_7F4A_7C15 ^ word) &* 0xFF51_AFD7_ED55_8CCD
        return mixed ^ mixed >> 33
    }
}

extension ViewTree {
    /// Where the views are in their superviews, as fingerprints of one process; 0 for a view without an area.
    var placesInSuperviews: [UInt64] {
        indices.map { index in
            let frame = frame(of: index)
            guard frame.isFinite, frame.size.width > 0, frame.size.height > 0 else { return TreeOutline.none }
            return UInt64(truncatingIfNeeded: frame.hashValue) | 1
        }
    }
}

extension TreeOutline {
    /// The bytes of one view: four fingerprints and a superview.
    private static var stride: Int { 36 }

    /// The outline as bytes, the same on every machine.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count * Self.stride)
        for index in superviews.indices {
            for word in [classes[index], addresses[index], identifiers[index], texts[index]] {
                withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
            }
            withUnsafeBytes(of: superviews[index].littleEndian) { bytes.append(contentsOf: $0) }
        }
        return bytes
    }

    /// Reads ``bytes``; nil for what is no outline.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count % Self.stride == 0, bytes.count / Self.stride < Int(Int32.max) else { return nil }
        reserve(bytes.count / Self.stride)
        var rest = bytes.makeIterator()
        func number(_ count: Int) -> UInt64 {
            var number: UInt64 = 0
            for place in 0..<count { number |= UInt64(rest.next() ?? 0) << UInt64(place * 8) }
            return number
        }
        for index in 0..<bytes.count / Self.stride {
            classes.append(number(8))
            addresses.append(number(8))
            identifiers.append(number(8))
            texts.append(number(8))
            let superview = Int32(truncatingIfNeeded: number(4))
            // A view comes after the one that holds it.
            guard superview >= -1, superview < index else { return nil }
            superviews.append(superview)
        }
    }
}

/// Giving the views of a tree that was just read the ids that they are known by already.
extension ViewTree {
    /// The number that the next view gets which is inserted.
    public var nextID: Int { max(Int(identities.next), count) }

    /// The ids of all views in tree order.
    public var ids: [Int] { indices.map { identities.id(at: $0) } }

    /// Gives every view another id, its constraints and traits with it.
    ///
    /// - Parameters:
    ///   - ids: One for each view in tree order, all of them different and from 0 up to `next`.
    ///   - next: The number that the next new view gets.
    /// - Returns: Whether the ids can be taken; else nothing has changed.
    public mutating func takeIDs(_ ids: [Int], next: Int) -> Bool {
        guard ids.count == count, next >= count, next < Int(Int32.max) else { return false }
        var isTaken = [Bool](repeating: false, count: next)
        for id in ids {
            guard id >= 0, id < next, !isTaken[id] else { return false }
            isTaken[id] = true
        }
        let former = self.ids
        guard former != ids || nextID != next else { return true }
        identities.replace(ids.map { Int32(truncatingIfNeeded: $0) }, next: Int32(truncatingIfNeeded: next))
        guard saysConstraints, former != ids else { return true }
        let renamed = Dictionary(zip(former, ids)) { first, _ in first }
        // A view that is not in the tree has no id any more: -1 names none.
        layout = layout.renamed { renamed[$0] ?? -1 }
        return true
    }
}

extension LayoutTable {
    /// The same of views with other ids.
    func renamed(_ name: (Int) -> Int) -> LayoutTable {
        var table = LayoutTable()
        table.canvas = canvas
        table.canvas?.bars = Dictionary((canvas?.bars ?? [:]).map { (name($0.key), $0.value) }) { first, _ in first }
        for constraint in constraints { table.append(constraint.renamed(name)) }
        for (view, var traits) in traits {
            if let spacings = traits.stack?.customSpacings, !spacings.isEmpty {
                let renamed = spacings.map { (name($0.key), $0.value) }
                traits.stack?.customSpacings = Dictionary(renamed) { first, _ in first }
            }
            table.traits[name(view)] = traits
        }
        return table
    }
}

extension LayoutConstraint {
    /// The same of views with other ids.
    package func renamed(_ name: (Int) -> Int) -> LayoutConstraint {
        var renamed = self
        renamed.owner = name(owner)
        renamed.first = first.renamed(name)
        renamed.second = second?.renamed(name)
        return renamed
    }
}

extension LayoutAnchor {
    fileprivate func renamed(_ name: (Int) -> Int) -> LayoutAnchor {
        switch item {
        case .view(let id): LayoutAnchor(.view(name(id)), attribute)
        case .guide(let kind, let id): LayoutAnchor(.guide(kind, of: name(id)), attribute)
        case .unknown: self
        }
    }
}
