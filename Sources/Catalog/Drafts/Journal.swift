import DumpFormats
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
    /// A few words for people: `frame of UIButton 17`.
    public var summary: String
    /// When it was made.
    public var at: Date

    /// Creates an entry.
    public init(number: Int, operation: String, view: Int?, summary: String, at: Date) {
        self.number = number
        self.operation = operation
        self.view = view
        self.summary = summary
        self.at = at
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

/// What to call an edit in a list: `frame of UIButton 17`.
struct EditDescription {
    private let edit: TreeEdit
    /// The views by name as they are before the edit, which may take them away.
    private let summary: String

    init(_ edit: TreeEdit, in tree: ViewTree) {
        self.edit = edit
        func name(_ id: Int) -> String {
            guard let index = tree.index(ofID: id) else { return "view \(id)" }
            return "\(tree.className(of: index).prefix(80)) \(id)"
        }
        switch edit {
        case .change(let view, let changes):
            summary = "\(changes.givenNames.joined(separator: ", ")) of \(name(view))"
        case .changes(let changes):
            var names: [String] = []
            for name in changes.flatMap(\.changes.givenNames) where !names.contains(name) { names.append(name) }
            let views = changes.count == 1 ? "1 view" : "\(changes.count) views"
            summary = "\(names.joined(separator: ", ")) of \(views)"
        case .insert(let superview, _, let views):
            let others = views.count > 1 ? " with \(views.count - 1) below it" : ""
            summary = "\(views.first?.description.className.prefix(80) ?? "")\(others) added to \(name(superview))"
        case .remove(let view):
            summary = "\(name(view)) removed"
        case .move(let view, let superview, _):
            summary = "\(name(view)) moved into \(name(superview))"
        case .bringToFront(let view):
            summary = "\(name(view)) brought to the front"
        case .sendToBack(let view):
            summary = "\(name(view)) sent to the back"
        case .exchange(let superview, let first, let second):
            summary = "subviews \(first) and \(second) of \(name(superview)) exchanged"
        }
    }

    /// The entry of the journal for an edit that was carried out.
    func entry(number: Int, result: AppliedEdit, at date: Date) -> JournalEntry {
        JournalEntry(
            number: number,
            operation: TreeEditDocument.operation(of: edit),
            view: view(result),
            summary: summary,
            at: date
        )
    }

    private func view(_ result: AppliedEdit) -> Int? {
        switch edit {
        case .change(let view, _), .remove(let view), .move(let view, _, _), .bringToFront(let view),
            .sendToBack(let view), .exchange(let view, _, _):
            view
        case .changes(let changes):
            changes.first?.view
        case .insert(let superview, _, _):
            // New views get the next free numbers, the first of them the lowest.
            result.changed.filter { $0 != superview }.min()
        }
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
