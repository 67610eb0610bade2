import ViewHierarchy

/// Views that were in an earlier step of a timeline and are gone, as they are found again when they come back.
///
/// What tells them, the first that applies: the class with an identifier that one gone view and one new one have; the class
/// with a text, in the same way; and the place: below the same superview, after as many siblings of its class with its
/// words. What fits several gone views alike is none of them.
struct GoneViews: Sendable {
    private enum Key: Hashable {
        case identifier(className: UInt64, UInt64)
        case text(className: UInt64, identifier: UInt64, UInt64)
        case place(superview: Int32, Words, ordinal: Int32)
    }

    /// What a view is called.
    private struct Words: Hashable {
        let className: UInt64
        let identifier: UInt64
        let text: UInt64
    }

    /// The tracks that have a key: how many, and their numbers added up, which of one alone is its number.
    private struct Holders {
        var count = 0
        var sum = 0
    }

    private var holders: [Key: Holders] = [:]
    private var keys: [Int32: [Key]] = [:]

    /// Notes views that are gone.
    ///
    /// - Parameters:
    ///   - removed: Their indexes in the last tree that had them.
    ///   - outline: That tree.
    ///   - tracks: The tracks of all its views.
    mutating func add(_ removed: [Int], in outline: TreeOutline, _ tracks: [Int32]) {
        let ordinals = Self.ordinals(outline)
        for index in removed {
            let found = Self.wordKeys(of: index, in: outline) + [Self.place(of: index, in: outline, tracks, ordinals)]
            keys[tracks[index]] = found
            for key in found {
                holders[key, default: Holders()].count += 1
                holders[key]?.sum += Int(tracks[index])
            }
        }
    }

    /// Gives new views the tracks of those that they were before they went, and the others a track of their own.
    ///
    /// - Parameters:
    ///   - added: The indexes of the new views, in tree order.
    ///   - outline: The tree that has them.
    ///   - tracks: The tracks of its views; -1 for those of new ones, which are filled in.
    ///   - next: A track that no view has.
    /// - Returns: The views that came back.
    mutating func takeBack(
        _ added: [Int],
        in outline: TreeOutline,
        _ tracks: inout [Int32],
        next: () -> Int32
    ) -> Set<Int> {
        var returned: Set<Int> = []
        guard !keys.isEmpty, !added.isEmpty else {
            for index in added { tracks[index] = next() }
            return []
        }
        var counts: [Key: Int] = [:]
        for index in added {
            for key in Self.wordKeys(of: index, in: outline) { counts[key, default: 0] += 1 }
        }
        for index in added {
            for key in Self.wordKeys(of: index, in: outline) where counts[key] == 1 && tracks[index] < 0 {
                guard let track = take(key) else { continue }
                tracks[index] = track
                returned.insert(index)
            }
        }
        let ordinals = Self.ordinals(outline)
        for index in added where tracks[index] < 0 {
            if let track = take(Self.place(of: index, in: outline, tracks, ordinals)) {
                tracks[index] = track
                returned.insert(index)
            } else {
                tracks[index] = next()
            }
        }
        return returned
    }

    /// The one track that has a key, which is then not gone any more.
    private mutating func take(_ key: Key) -> Int32? {
        guard let found = holders[key], found.count == 1, let track = Int32(exactly: found.sum) else { return nil }
        for key in keys.removeValue(forKey: track) ?? [] {
            guard var left = holders[key] else { continue }
            left.count -= 1
            left.sum -= Int(track)
            holders[key] = left.count > 0 ? left : nil
        }
        return track
    }

    private static func words(of index: Int, in outline: TreeOutline) -> Words {
        Words(
            className: outline.classes[index],
            identifier: outline.identifiers[index],
            text: outline.texts[index]
        )
    }

    private static func wordKeys(of index: Int, in outline: TreeOutline) -> [Key] {
        let words = words(of: index, in: outline)
        var keys: [Key] = []
        if words.identifier != TreeOutline.none {
            keys.append(.identifier(className: words.className, words.identifier))
        }
        if words.text != TreeOutline.none {
            keys.append(.text(className: words.className, identifier: words.identifier, words.text))
        }
        return keys
    }

    private static func place(
        of index: Int,
        in outline: TreeOutline,
        _ tracks: [Int32],
        _ ordinals: [Int32]
    ) -> Key {
        let superview = Int(outline.superviews[index])
        return .place(
            superview: superview < 0 ? -1 : tracks[superview],
            words(of: index, in: outline),
            ordinal: ordinals[index]
        )
    }

    /// How many siblings with the same words stand before each view.
    private static func ordinals(_ outline: TreeOutline) -> [Int32] {
        struct Sibling: Hashable {
            let superview: Int32
            let words: Words
        }
        var counts: [Sibling: Int32] = [:]
        return outline.superviews.indices.map { index in
            let sibling = Sibling(superview: outline.superviews[index], words: words(of: index, in: outline))
            defer { counts[sibling, default: 0] += 1 }
            return counts[sibling] ?? 0
        }
    }
}
