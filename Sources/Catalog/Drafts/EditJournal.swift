/// How far the edits of a dump are. The edits themselves are numbered from 0.
public struct EditJournal: Sendable, Hashable {
    /// The dump's revision after the last write. Every edit, undo and redo makes one.
    public var revision: Int
    /// How many edits are applied: those with the numbers below.
    public var applied: Int
    /// How many edits there are; those from ``applied`` on were taken back and can be carried out again.
    public var count: Int
    /// How large the dump is with the edits.
    public var extent: DumpExtent
    /// For a file, what the edits were made on; nil for an upload, whose source never changes.
    public var base: DraftBase?

    /// Creates a journal.
    public init(revision: Int, applied: Int, count: Int, extent: DumpExtent, base: DraftBase? = nil) {
        self.revision = revision
        self.applied = applied
        self.count = count
        self.extent = extent
        self.base = base
    }

    /// How many edits were taken back.
    public var undone: Int { count - applied }
}
