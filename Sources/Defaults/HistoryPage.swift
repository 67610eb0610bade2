/// Part of a domain's history, newest first.
public struct HistoryPage: Sendable, Hashable {
    /// The entries.
    public var entries: [HistoryEntry]
    /// What to pass as `after` to get the next part; nil at the end.
    public var next: Int?

    /// Creates a page.
    public init(entries: [HistoryEntry], next: Int?) {
        self.entries = entries
        self.next = next
    }
}
