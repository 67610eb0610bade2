/// The part of a long list that a request asks for: `limit` entries after a cursor.
package struct PageRange: Sendable {
    /// How many entries a reply holds when the request does not say.
    package static let standardLimit = 1_000
    /// How many entries a reply holds at the most.
    package static let maximumLimit = 10_000
    /// About how many bytes a part of up to the standard number of entries takes; it ends early where they are long.
    package static let standardBytes = 1_900_000
    /// Everything at once, for readers that are no requests.
    package static let everything = PageRange(limit: .max, after: nil)

    /// At most this many entries.
    package var limit: Int
    /// The cursor: where the previous part ended.
    package var after: Int?

    /// About how many bytes the reply takes: who asks for more entries gets more.
    package var maximumBytes: Int {
        guard limit <= Self.maximumLimit else { return .max }
        return Self.standardBytes * max(1, (limit + Self.standardLimit - 1) / Self.standardLimit)
    }

    package init(limit: Int, after: Int?) {
        self.limit = limit
        self.after = after
    }

    /// The positions of a list with so many entries that are asked for.
    package func positions(of count: Int) -> Range<Int> {
        let start = after.map { $0 >= count ? count : $0 + 1 } ?? 0
        return start..<(limit < count - start ? start + limit : count)
    }

    /// The slice of a list, and the cursor of the next one or nil at the end.
    package func slice<Element>(of list: [Element]) -> (entries: ArraySlice<Element>, next: Int?) {
        let positions = positions(of: list.count)
        guard !positions.isEmpty else { return ([], nil) }
        return (list[positions], positions.upperBound < list.count ? positions.upperBound - 1 : nil)
    }
}

/// Long lists in replies.
extension JSONWriter {
    /// How many entries a list inside another shape holds. Where there are more, a member beside it says how many.
    package static let maximumNested = 1_000

    /// A member that is the part of a list which is asked for, its entries objects. It ends early when the reply has
    /// grown too long, but not before its first entry.
    /// - Returns: the cursor of the next part, nil at the end.
    package mutating func part<Element>(
        _ name: String,
        of list: [Element],
        _ range: PageRange,
        _ members: (inout JSONWriter, Element) throws -> Void
    ) rethrows -> Int? {
        var next: Int?
        key(name)
        beginArray()
        for position in range.positions(of: list.count) {
            beginObject()
            try members(&self, list[position])
            endObject()
            next = position
            if count > range.maximumBytes { break }
        }
        endArray()
        return next.flatMap { $0 < list.count - 1 ? $0 : nil }
    }

    /// Ends an object that is a part of a list.
    package mutating func end(total: Int, next: Int?) {
        member("total", total)
        member("next", next.map(String.init))
        endObject()
    }

    /// A member that is a list inside another shape.
    package mutating func nested<Element>(
        _ name: String,
        _ list: some Collection<Element>,
        _ write: (inout JSONWriter, Element) -> Void
    ) {
        key(name)
        beginArray()
        for element in list.prefix(Self.maximumNested) { write(&self, element) }
        endArray()
        if list.count > Self.maximumNested { member(name + "Total", list.count) }
    }

    /// A member that is a list of numbers inside another shape.
    package mutating func nested(_ name: String, _ list: some Collection<Int>) {
        nested(name, list) { $0.integer(Int64($1)) }
    }
}
