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
