/// The part of a long list that a request asks for: `limit` entries after a cursor.
struct PageRange: Sendable {
    /// How many entries a reply holds when the request does not say.
    static let standardLimit = 1_000
    /// How many entries a reply holds at the most.
    static let maximumLimit = 10_000

    /// At most this many entries.
    var limit: Int
    /// The cursor: where the previous part ended.
    var after: Int?

    /// Reads `limit` and `after`. The cursor of a list is the position of its last entry.
    init(_ query: inout QueryReader) {
        limit = query.integer("limit", in: 1...Self.maximumLimit) ?? Self.standardLimit
        after = query.integer("after", in: 0...Int.max)
    }

    /// The slice of a list, and the cursor of the next one or nil at the end.
    func slice<Element>(of list: [Element]) -> (entries: ArraySlice<Element>, next: Int?) {
        let start = after.map { $0 >= list.count ? list.count : $0 + 1 } ?? 0
        let end = limit < list.count - start ? start + limit : list.count
        guard start < end else { return ([], nil) }
        return (list[start..<end], end < list.count ? end - 1 : nil)
    }
}
