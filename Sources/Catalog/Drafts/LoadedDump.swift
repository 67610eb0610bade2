import Diagnostics
import DumpFormats
import ViewHierarchy

/// A dump in memory with its edits applied, as far as they can be.
struct LoadedDump: Sendable {
    /// The views as edited, and the report of the reader.
    var dump: Dump
    /// How far the edits are; nil when there never were any.
    var journal: EditJournal?
    /// What takes edits back.
    var undo: UndoStack
    /// Why the edits from ``shown`` on are not in the tree.
    var skipped: Diagnostic?
    /// How many edits the tree shows: those that are applied, unless one of them cannot be carried out any more.
    var shown = 0
    /// Of a file: which state of it the tree was read from.
    var content: FileFingerprint?
    /// Of a file: how it looked when the tree was read, nil when it was gone.
    var seen: FileFingerprint?
    /// The views that the last write changed, and the revision that it made.
    var lastChange: (revision: Int, changed: [Int])?

    init(_ dump: Dump, journal: EditJournal?, undoBudget: Int) {
        self.dump = dump
        self.journal = journal
        undo = UndoStack(budget: undoBudget)
    }

    var applied: Int { journal?.applied ?? 0 }

    /// About how many bytes it takes: arrays of a flat tree take about 200 bytes a view; texts and attributes are
    /// guessed at the same again.
    var cost: Int { dump.tree.count &* 400 &+ undo.byteCount &+ 4_096 }

    /// Keeps what an edit did that the tree shows by now.
    mutating func keep(_ result: AppliedEdit, extentBefore: DumpExtent) {
        undo.push(result, extentBefore: extentBefore)
        shown += 1
    }

    /// Takes the last edit back, if its undo is kept.
    mutating func takeBack() -> UndoStack.Entry? {
        guard let entry = undo.last else { return nil }
        undo.removeLast()
        dump.tree.undo(entry.undo)
        shown -= 1
        return entry
    }

    /// Notes that the edits from here on cannot be carried out.
    mutating func skip(upTo end: Int, because reason: String) {
        let others = end - shown - 1
        let rest = others > 0 ? " and the \(others) after it are kept, but not shown" : " is kept, but not shown"
        skipped = Diagnostic(
            .warning,
            "draft.editSkipped",
            "Edit \(shown) cannot be carried out any more: \(reason) It\(rest). Undo to go on from here."
        )
    }

    /// Which of some views are in the tree, in its order, and which are not.
    func sorted(_ ids: some Sequence<Int>) -> (present: [Int], gone: [Int]) {
        var indexes: [Int] = []
        var gone: [Int] = []
        for id in Set(ids) {
            if let index = dump.tree.index(ofID: id) { indexes.append(index) } else { gone.append(id) }
        }
        return (indexes.sorted().compactMap { dump.tree.id(at: $0) }, gone.sorted())
    }

    /// The ids of all views, in tree order.
    var ids: [Int] { dump.tree.indices.compactMap { dump.tree.id(at: $0) } }
}
