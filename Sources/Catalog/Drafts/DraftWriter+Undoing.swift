import DumpFormats
import ViewHierarchy

extension DraftWriter {
    /// Takes the last edit back, or all of those that cannot be carried out any more.
    func undo(_ loaded: inout LoadedDump) throws(CatalogError) -> EditOutcome {
        let journal = try edited(loaded)
        let target = loaded.skipped == nil ? journal.applied - 1 : loaded.shown
        if target == 0, isFileChanged(behind: loaded) { return try showFile(&loaded, journal) }
        guard target < loaded.shown else {
            let next = moved(journal, to: target, DumpExtent(loaded.dump))
            try store.setPosition(of: id, from: journal.revision, becoming: next)
            loaded.skipped = nil
            return finish(&loaded, next, changed: [], removed: [])
        }
        guard let entry = loaded.undo.last else { return try undoFromBase(&loaded, journal, to: target) }
        let next = moved(journal, to: target, entry.extentBefore)
        try store.setPosition(of: id, from: journal.revision, becoming: next)
        _ = loaded.takeBack()
        let (changed, removed) = loaded.sorted(entry.changed + entry.removed)
        return finish(&loaded, next, changed: changed, removed: removed)
    }

    /// Takes all edits back.
    func reset(_ loaded: inout LoadedDump) throws(CatalogError) -> EditOutcome {
        let journal = try edited(loaded)
        if isFileChanged(behind: loaded) { return try showFile(&loaded, journal) }
        let touched = loaded.undo.touched.ids
        guard loaded.undo.count == loaded.shown else {
            let fresh = try catalog.base(of: id, origin, journal)
            return try replace(&loaded, with: fresh, journal, at: 0, touched: touched)
        }
        let next = moved(journal, to: 0, loaded.undo.first?.extentBefore ?? DumpExtent(loaded.dump))
        try store.setPosition(of: id, from: journal.revision, becoming: next)
        let before = Set(loaded.sorted(touched).present)
        while loaded.takeBack() != nil {}
        loaded.skipped = nil
        let (changed, gone) = loaded.sorted(touched)
        return finish(&loaded, next, changed: changed, removed: gone.filter(before.contains))
    }

    /// The journal, when there is an edit to take back.
    private func edited(_ loaded: LoadedDump) throws(CatalogError) -> EditJournal {
        guard let journal = loaded.journal, journal.applied > 0 else {
            throw CatalogError(.nothingToUndo, "No edit of this dump is left to take back.")
        }
        return journal
    }

    /// Takes the last edit back where its undo is not kept: all edits before it are carried out once more.
    private func undoFromBase(
        _ loaded: inout LoadedDump,
        _ journal: EditJournal,
        to target: Int
    ) throws(CatalogError) -> EditOutcome {
        var fresh = try catalog.base(of: id, origin, journal)
        try catalog.replay(upTo: target, of: id, in: &fresh)
        // What the edit touches is only found by carrying it out.
        let result = try apply(try edit(target), to: &fresh)
        fresh.dump.tree.undo(result.undo)
        return try replace(&loaded, with: fresh, journal, at: target, touched: result.changed + result.removed)
    }

    /// Whether the file is not what the edits were made on: not even in when it was written.
    private func isFileChanged(behind loaded: LoadedDump) -> Bool {
        guard let file = origin.file else { return false }
        return file.isOutdated || file.present != loaded.content
    }

    /// Takes all edits back where the file is another by now: that is what shows then.
    private func showFile(_ loaded: inout LoadedDump, _ journal: EditJournal) throws(CatalogError) -> EditOutcome {
        let isSame = journal.base.map { base in
            origin.file?.holds(base, limits: catalog.limits) { try? store.draftSource(of: id) } ?? false
        }
        let touched = isSame == true ? loaded.undo.touched.ids : nil
        let fresh = try catalog.unedited(id, origin, journal)
        return try replace(&loaded, with: fresh, journal, at: 0, touched: touched)
    }
}
