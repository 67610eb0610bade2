/// Part of the list of a dump's edits, newest first.
public struct EditHistory: Sendable, Hashable {
    /// The edits.
    public var entries: [JournalEntry]
    /// How many edits are applied: those with the numbers below.
    public var applied: Int
    /// How many edits there are.
    public var count: Int
    /// The dump's revision.
    public var revision: Int
    /// What to pass as `after` to get the next part; nil at the end.
    public var next: Int?

    /// Creates a part.
    public init(entries: [JournalEntry], applied: Int, count: Int, revision: Int, next: Int?) {
        self.entries = entries
        self.applied = applied
        self.count = count
        self.revision = revision
        self.next = next
    }
}
