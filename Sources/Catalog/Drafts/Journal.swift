public import DumpFormats
public import FoundationEssentials
import ViewHierarchy

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

/// The applied edits of a loaded tree, newest last: what each touched, and for as many of the newest as fit in a number
/// of bytes what takes them back.
struct UndoStack: Sendable {
    struct Entry: Sendable {
        let undo: TreeUndo
        /// The views that the edit changed, added or took away.
        let changed: [Int]
        let removed: [Int]
        /// How large the dump was before.
        let extentBefore: DumpExtent

        var byteCount: Int {
            undo.byteCount + (changed.count + removed.count) * MemoryLayout<Int>.stride + MemoryLayout<Self>.stride
        }
    }

    /// The most bytes that entries may take.
    let budget: Int
    private var entries: [Entry] = []
    /// The views that edits touched whose entries are gone.
    private var settled = ViewIDSet()
    /// How many bytes the entries take.
    private(set) var byteCount = 0

    init(budget: Int) { self.budget = budget }

    /// How many edits can be taken back.
    var count: Int { entries.count }

    /// Adds what an edit did; the oldest entries go when there are too many bytes.
    mutating func push(_ edit: AppliedEdit, extentBefore: DumpExtent) {
        let entry = Entry(
            undo: edit.undo,
            changed: edit.changed,
            removed: edit.removed,
            extentBefore: extentBefore
        )
        entries.append(entry)
        byteCount += entry.byteCount
        var dropped = 0
        while byteCount > budget, dropped < entries.count {
            byteCount -= entries[dropped].byteCount
            settled.insert(contentsOf: entries[dropped].changed)
            settled.insert(contentsOf: entries[dropped].removed)
            dropped += 1
        }
        entries.removeFirst(dropped)
    }

    /// What takes the last edit back; nil when that is not kept.
    var last: Entry? { entries.last }

    /// What takes the oldest edit back that is kept.
    var first: Entry? { entries.first }

    /// Removes the last entry, when its edit was taken back.
    mutating func removeLast() {
        guard let entry = entries.popLast() else { return }
        byteCount -= entry.byteCount
    }

    /// The views that applied edits touched, those included that are gone.
    var touched: ViewIDSet {
        var touched = settled
        for entry in entries {
            touched.insert(contentsOf: entry.changed)
            touched.insert(contentsOf: entry.removed)
        }
        return touched
    }
}

/// Ids of views of one tree. They are small numbers, so each takes one bit.
public struct ViewIDSet: Sendable, Hashable {
    private var words: [UInt64] = []

    /// Creates an empty set.
    public init() {}

    /// Whether an id is in the set.
    public func contains(_ id: Int) -> Bool {
        guard id >= 0, id / 64 < words.count else { return false }
        return words[id / 64] & 1 << UInt64(id % 64) != 0
    }

    /// Adds an id; a negative one names no view and is left out.
    public mutating func insert(_ id: Int) {
        guard id >= 0 else { return }
        while id / 64 >= words.count { words.append(0) }
        words[id / 64] |= 1 << UInt64(id % 64)
    }

    mutating func insert(contentsOf ids: [Int]) {
        for id in ids { insert(id) }
    }

    /// The ids in ascending order.
    public var ids: [Int] {
        var ids: [Int] = []
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                ids.append(index * 64 + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
        return ids
    }
}
