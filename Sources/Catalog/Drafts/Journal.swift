public import DumpFormats
public import FoundationEssentials

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

/// A copy of a file from when its edits began: the file may change or go, and the edits stay what they were.
public struct DraftBase: Sendable, Hashable {
    /// What lists said about the file. It was written at `createdAt`.
    public var summary: DumpSummary
    /// How many bytes the file had.
    public var byteCount: Int

    /// Creates a description of a copy.
    public init(summary: DumpSummary, byteCount: Int) {
        self.summary = summary
        self.byteCount = byteCount
    }

    /// What the file looked like from outside.
    var fingerprint: FileFingerprint { FileFingerprint(modifiedAt: summary.createdAt, size: byteCount) }
}

extension DumpSummary {
    /// What lists say about an upload with its edits.
    func edited(_ journal: EditJournal?) -> DumpSummary {
        guard let journal else { return self }
        var summary = self
        summary.revision = journal.revision
        summary.take(journal)
        return summary
    }

    /// What lists say about a file with its edits: as long as one is applied it is the copy that they were made on.
    ///
    /// The receiver's revision counts the contents of the file since the journal was written.
    func editedFile(_ journal: EditJournal?) -> DumpSummary {
        guard let journal else { return self }
        guard journal.applied > 0, let base = journal.base else {
            var summary = edited(journal)
            summary.revision = journal.revision + revision
            return summary
        }
        return base.summary.edited(journal)
    }

    private mutating func take(_ journal: EditJournal) {
        appliedEdits = journal.applied
        undoneEdits = journal.undone
        guard journal.applied > 0 else { return }
        viewCount = journal.extent.viewCount
        depth = journal.extent.depth
        size = journal.extent.size
    }
}

/// What a list of edits says about one.
public struct JournalEntry: Sendable, Hashable {
    /// Its number, counted from 0.
    public var number: Int
    /// The operation, by its name in the API.
    public var operation: String
    /// The view it is about, or that it added.
    public var view: Int?
    /// What it changed, for people: `Frame of “Lap” button: 24 → 32 wide`.
    public var summary: String
    /// When it was made.
    public var at: Date
    /// Who made it; nil where nobody said.
    public var actor: String?

    /// Creates an entry.
    public init(number: Int, operation: String, view: Int?, summary: String, at: Date, actor: String? = nil) {
        self.number = number
        self.operation = operation
        self.view = view
        self.summary = summary
        self.at = at
        self.actor = actor
    }
}

/// An edit on its way into a storage.
public struct JournalEdit: Sendable, Hashable {
    /// What lists say about it.
    public var entry: JournalEntry
    /// The edit as JSON.
    public var text: [UInt8]

    /// Creates an edit.
    public init(entry: JournalEntry, text: [UInt8]) {
        self.entry = entry
        self.text = text
    }
}

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
}
