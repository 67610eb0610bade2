import DumpFormats
import FoundationEssentials
import ViewHierarchy

/// Writes to the journal of one dump and then to its tree, or to neither.
struct DraftWriter {
    let catalog: Catalog
    let id: String
    let origin: DumpOrigin
    /// The dump's revision before the write.
    let revision: Int

    var store: any CatalogStore { catalog.store }

    /// Adds an edit after those that are applied.
    func add(_ edit: TreeEdit, text: [UInt8], to loaded: inout LoadedDump) throws(CatalogError) -> EditOutcome {
        let number = loaded.applied
        guard loaded.skipped == nil else {
            throw CatalogError(
                .incompleteDraft,
                "Edit \(loaded.shown) of the dump can no longer be applied. Undo it first."
            )
        }
        guard number < catalog.limits.maximumEdits else {
            let message =
                "The dump has \(number) edits, which is the maximum. Undo some, or load the edited dump as a new one."
            throw CatalogError(.tooManyEdits, message)
        }
        let description = EditDescription(edit, in: loaded.dump.tree)
        let extent = DumpExtent(loaded.dump)
        let result = try apply(edit, to: &loaded)
        guard !result.isEmpty else { return outcome(loaded) }
        do throws(CatalogError) {
            let (base, source) = try base(of: loaded)
            let next = EditJournal(
                revision: revision + 1,
                applied: number + 1,
                count: number + 1,
                extent: DumpExtent(loaded.dump),
                base: base
            )
            let entry = description.entry(number: number, result: result, at: Date())
            try store.append(
                JournalEdit(entry: entry, text: text),
                to: id,
                from: loaded.journal?.revision,
                becoming: next,
                source: source
            )
            loaded.keep(result, extentBefore: extent)
            return finish(&loaded, next, changed: result.changed, removed: result.removed)
        } catch {
            loaded.revert(result)
            throw error
        }
    }

    /// Carries out again the edit that was taken back last.
    func redo(_ loaded: inout LoadedDump) throws(CatalogError) -> EditOutcome {
        guard let journal = loaded.journal, journal.undone > 0 else {
            throw CatalogError(.nothingToRedo, "There is no edit to redo.")
        }
        let number = journal.applied
        guard loaded.skipped == nil else {
            throw CatalogError(.incompleteDraft, "The edits of this dump can no longer be applied.")
        }
        let edit = try edit(number)
        if number == 0, let base = journal.base, base.fingerprint != loaded.content {
            // The file has changed; its edits belong to what it was.
            var fresh = try catalog.base(of: id, origin, journal)
            let extent = DumpExtent(fresh.dump)
            fresh.keep(try apply(edit, to: &fresh), extentBefore: extent)
            return try replace(&loaded, with: fresh, journal, at: 1, touched: nil)
        }
        let extent = DumpExtent(loaded.dump)
        let result = try apply(edit, to: &loaded)
        let next = moved(journal, to: number + 1, DumpExtent(loaded.dump))
        do throws(CatalogError) {
            try store.setPosition(of: id, from: journal.revision, becoming: next)
        } catch {
            loaded.revert(result)
            throw error
        }
        loaded.keep(result, extentBefore: extent)
        return finish(&loaded, next, changed: result.changed, removed: result.removed)
    }

    // MARK: Steps

    /// An edit of the journal.
    func edit(_ number: Int) throws(CatalogError) -> TreeEdit {
        guard let text = try store.edits(of: id, in: number..<number + 1).first else {
            throw CatalogError(.storageFailed, "Edit \(number) of the dump “\(id)” is missing.")
        }
        do throws(EditDocumentError) {
            return try TreeEditDocument.edit(text)
        } catch {
            throw CatalogError(.impossibleEdit, "Edit \(number) can no longer be applied: \(error.message)")
        }
    }

    func apply(_ edit: TreeEdit, to loaded: inout LoadedDump) throws(CatalogError) -> AppliedEdit {
        do throws(TreeEditError) {
            return try loaded.apply(edit)
        } catch {
            throw CatalogError(error)
        }
    }

    /// A journal with other edits applied.
    func moved(_ journal: EditJournal, to applied: Int, _ extent: DumpExtent) -> EditJournal {
        var journal = journal
        journal.revision = revision + 1
        journal.applied = applied
        journal.extent = extent
        return journal
    }

    /// Writes that other edits are applied, and then shows the tree that has them.
    /// - Parameter touched: the views that may differ; nil for all.
    func replace(
        _ loaded: inout LoadedDump,
        with fresh: LoadedDump,
        _ journal: EditJournal,
        at position: Int,
        touched: [Int]?
    ) throws(CatalogError) -> EditOutcome {
        let next = moved(journal, to: position, DumpExtent(fresh.dump))
        try store.setPosition(of: id, from: journal.revision, becoming: next)
        let before = Set(loaded.ids)
        loaded = fresh
        let (changed, gone) = loaded.sorted(touched ?? loaded.ids + before)
        return finish(&loaded, next, changed: changed, removed: gone.filter(before.contains))
    }

    /// Takes over a journal that is stored by now.
    func finish(
        _ loaded: inout LoadedDump,
        _ journal: EditJournal,
        changed: [Int],
        removed: [Int]
    ) -> EditOutcome {
        loaded.journal = journal
        // The revision that was stored counts the contents of the file until now.
        origin.file?.settle()
        if journal.applied == 0, loaded.seen == nil { loaded.seen = loaded.content }
        loaded.lastChange = (journal.revision, changed)
        return EditOutcome(
            snapshot: catalog.snapshot(of: loaded, origin),
            changed: changed,
            removed: removed,
            isRevision: true
        )
    }

    private func outcome(_ loaded: LoadedDump) -> EditOutcome {
        EditOutcome(snapshot: catalog.snapshot(of: loaded, origin), changed: [], removed: [], isRevision: false)
    }

    /// What an edit is made on, with its bytes when they are not stored yet.
    private func base(of loaded: LoadedDump) throws(CatalogError) -> (DraftBase?, [UInt8]?) {
        guard let file = origin.file else { return (nil, nil) }
        if let base = loaded.journal?.base, loaded.applied > 0 || base.fingerprint == loaded.content {
            return (base, nil)
        }
        // Only the bytes that the tree was read from will do.
        guard let content = loaded.content, let bytes = try file.bytes(of: content, limits: catalog.limits) else {
            throw .journalConflict(id)
        }
        var summary = file.summary
        summary.revision = 0
        summary.fileVersion = nil
        return (DraftBase(summary: summary, byteCount: bytes.count), bytes)
    }
}

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
            throw CatalogError(.nothingToUndo, "There is no edit to undo.")
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
        fresh.revert(result)
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
            // try?: without the copy the file counts as another, and all of it as changed.
            origin.file?.holds(base, limits: catalog.limits) { try? store.draftSource(of: id) } ?? false
        }
        let touched = isSame == true ? loaded.undo.touched.ids : nil
        let fresh = try catalog.unedited(id, origin, journal)
        return try replace(&loaded, with: fresh, journal, at: 0, touched: touched)
    }
}
