/// Part of a list of dumps.
public struct DumpPage: Sendable, Hashable {
    /// The dumps.
    public var dumps: [StoredDump]
    /// What to pass as `after` to get the next part; nil at the end.
    public var next: String?
    /// How many dumps the whole list has.
    public var total: Int

    /// Creates a page.
    public init(dumps: [StoredDump], next: String?, total: Int) {
        self.dumps = dumps
        self.next = next
        self.total = total
    }
}
