import JSON

/// The part of a long list that a request asks for: `limit` entries after a cursor.
struct PageRange: Sendable {
    /// How many entries a reply holds when the request does not say.
    static let standardLimit = 1_000
    /// How many entries a reply holds at the most.
    static let maximumLimit = 10_000
    /// About how many bytes a part of up to the standard number of entries takes; it ends early where they are long.
    static let standardBytes = 1_900_000
    /// Everything at once, for readers that are no requests.
    static let everything = PageRange(limit: .max, after: nil)

    /// At most this many entries.
    var limit: Int
    /// The cursor: where the previous part ended.
    var after: Int?

    /// About how many bytes the reply takes: who asks for more entries gets more.
    var maximumBytes: Int {
        guard limit <= Self.maximumLimit else { return .max }
        return Self.standardBytes * max(1, (limit + Self.standardLimit - 1) / Self.standardLimit)
    }

    private init(limit: Int, after: Int?) {
        self.limit = limit
        self.after = after
    }

    /// Reads `limit` and `after`. The cursor of a list is the position of its last entry.
    init(_ query: inout QueryReader) {
        self.init(limit: Self.limit(&query), after: query.integer("after", in: 0...Int.max))
    }

    /// Reads `limit` alone, for lists whose cursor is no position.
    static func limit(_ query: inout QueryReader) -> Int {
        query.integer("limit", in: 1...maximumLimit) ?? standardLimit
    }

    /// The positions of a list with so many entries that are asked for.
    func positions(of count: Int) -> Range<Int> {
        let start = after.map { $0 >= count ? count : $0 + 1 } ?? 0
        return start..<(limit < count - start ? start + limit : count)
    }

    /// The slice of a list, and the cursor of the next one or nil at the end.
    func slice<Element>(of list: [Element]) -> (entries: ArraySlice<Element>, next: Int?) {
        let positions = positions(of: list.count)
        guard !positions.isEmpty else { return ([], nil) }
        return (list[positions], positions.upperBound < list.count ? positions.upperBound - 1 : nil)
    }
}

/// Long lists in replies.
extension JSONWriter {
    /// How many entries a list inside another shape holds. Where there are more, a member beside it says how many.
    static let maximumNested = 1_000

    /// A member that is the part of a list which is asked for, its entries objects. It ends early when the reply has
    /// grown too long, but not before its first entry.
    /// - Returns: the cursor of the next part, nil at the end.
    mutating func part<Element>(
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
    mutating func end(total: Int, next: Int?) {
        member("total", total)
        member("next", next.map(String.init))
        endObject()
    }

    /// A member that is a list inside another shape.
    mutating func nested<Element>(
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
    mutating func nested(_ name: String, _ list: some Collection<Int>) {
        nested(name, list) { $0.integer(Int64($1)) }
    }
}
