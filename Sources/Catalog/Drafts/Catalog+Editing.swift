import DumpFormats
public import ViewHierarchy

/// What can be asked for about the edits of a dump.
public enum EditCommand: Sendable, Hashable {
    /// One more edit.
    case edit(TreeEdit)
    /// Takes the last edit back.
    case undo
    /// Carries out again the edit that was taken back last.
    case redo
    /// Takes all edits back; each can be carried out again.
    case reset
}

extension Catalog {
    /// Edits a dump. A file stays as it is: its edits are made on a copy. All is durable when this returns, and nobody
    /// sees it before.
    ///
    /// An edit that changes nothing makes no revision.
    /// - Parameter revision: the revision that the edit is meant for; nil takes any.
    /// - Throws: `unknownDump`, `revisionConflict`, `impossibleEdit`, `tooManyEdits`, `incompleteDraft`.
    public func edit(
        _ id: String,
        _ edit: TreeEdit,
        ifRevision revision: Int? = nil
    ) throws(CatalogError) -> EditOutcome {
        try perform(.edit(edit), on: id, ifRevision: revision)
    }

    /// Takes the last edit back.
    /// - Throws: `unknownDump`, `revisionConflict`, `nothingToUndo`.
    public func undo(_ id: String, ifRevision revision: Int? = nil) throws(CatalogError) -> EditOutcome {
        try perform(.undo, on: id, ifRevision: revision)
    }

    /// Carries out again the edit that was taken back last.
    /// - Throws: `unknownDump`, `revisionConflict`, `nothingToRedo`, and `impossibleEdit` when it cannot be carried out
    ///   any more.
    public func redo(_ id: String, ifRevision revision: Int? = nil) throws(CatalogError) -> EditOutcome {
        try perform(.redo, on: id, ifRevision: revision)
    }

    /// Takes all edits back. They can be carried out again one by one.
    /// - Throws: `unknownDump`, `revisionConflict`, `nothingToUndo`.
    public func reset(_ id: String, ifRevision revision: Int? = nil) throws(CatalogError) -> EditOutcome {
        try perform(.reset, on: id, ifRevision: revision)
    }

    /// Carries out what a client asks for.
    /// - Parameter announce: is told of a new revision when it is durable and before there is another, so that it hears
    ///   of revisions in their order. It must not call the catalog.
    /// - Throws: as the functions for single commands.
    public func perform(
        _ command: EditCommand,
        on id: String,
        ifRevision revision: Int? = nil,
        announce: (EditOutcome) -> Void = { _ in }
    ) throws(CatalogError) -> EditOutcome {
        let (command, text) = try Self.written(command)
        let outcome = try writing(id, ifRevision: revision) { writer, loaded throws(CatalogError) in
            let outcome =
                switch command {
                case .edit(let edit): try writer.add(edit, text: text, to: &loaded)
                case .undo: try writer.undo(&loaded)
                case .redo: try writer.redo(&loaded)
                case .reset: try writer.reset(&loaded)
                }
            if outcome.isRevision { announce(outcome) }
            return outcome
        }
        // try?: the edit is made, whatever becomes of marks on views that were only in edits taken back.
        if case .edit(.insert) = command { try? forgetMarks(on: outcome.changed.dropFirst(), of: id) }
        return outcome
    }

    /// A command and the text for the journal. What is carried out now is what will be read from there, to the last bit.
    private static func written(
        _ command: EditCommand
    ) throws(CatalogError) -> (command: EditCommand, text: [UInt8]) {
        guard case .edit(let edit) = command else { return (command, []) }
        let text = TreeEditDocument.bytes(of: edit)
        do throws(EditDocumentError) {
            return (.edit(try TreeEditDocument.edit(text)), text)
        } catch {
            throw CatalogError(.impossibleEdit, error.message)
        }
    }

    /// Writes while nobody else in this process does; when another process was faster, once more on what it left.
    func writing(
        _ id: String,
        ifRevision revision: Int?,
        _ body: (DraftWriter, inout LoadedDump) throws(CatalogError) -> EditOutcome
    ) throws(CatalogError) -> EditOutcome {
        for _ in 0..<16 {
            do throws(CatalogError) {
                return try withDump(id) { origin, loaded throws(CatalogError) in
                    let current = origin.summary(loaded.journal).revision
                    if let revision, revision != current { throw .revisionConflict(id, current: current) }
                    return try body(DraftWriter(catalog: self, id: id, origin: origin, revision: current), &loaded)
                }
            } catch {
                guard error.code == .journalConflict else { throw error }
            }
        }
        throw CatalogError(.storageFailed, "The dump “\(id)” is being changed constantly. Try again.")
    }
}

/// What an edit did to a dump.
public struct EditOutcome: Sendable {
    /// The dump after it.
    public var snapshot: DumpSnapshot
    /// The ids of the views that are not as they were, in tree order.
    public var changed: [Int]
    /// The ids of the views that are gone.
    public var removed: [Int]
    /// Whether it made a revision; what changes nothing makes none.
    public var isRevision: Bool

    /// The dump's revision after it.
    public var revision: Int { snapshot.summary.revision }
}

extension Catalog {
    /// The edits of a dump, those that were taken back too, newest first.
    /// - Parameters:
    ///   - limit: the most edits to give.
    ///   - after: the `next` of the part before.
    /// - Throws: `unknownDump`.
    public func edits(of id: String, limit: Int = 1_000, after: Int? = nil) throws(CatalogError) -> EditHistory {
        let summary = try dump(id)
        guard let journal = try store.journal(of: id) else {
            return EditHistory(entries: [], applied: 0, count: 0, revision: summary.revision, next: nil)
        }
        let end = min(max(after ?? journal.count, 0), journal.count)
        let start = end - min(max(limit, 1), end)
        return EditHistory(
            entries: try store.entries(of: id, in: start..<end).reversed(),
            applied: journal.applied,
            count: journal.count,
            revision: max(journal.revision, summary.revision),
            next: start > 0 ? start : nil
        )
    }

    /// The views that the last write changed, in tree order, and the dump as it left it.
    /// - Throws: `unknownDump`; `unknownRevision` unless the revision is the last one and was made since the dump was
    ///   loaded into memory.
    public func changes(
        of id: String,
        inRevision revision: Int
    ) throws(CatalogError) -> (changed: [Int], snapshot: DumpSnapshot) {
        try withDump(id) { origin, loaded throws(CatalogError) in
            let snapshot = snapshot(of: loaded, origin)
            guard revision == snapshot.summary.revision else {
                throw CatalogError(
                    .unknownRevision,
                    "The changes of revision \(revision) are not stored: the dump is at revision "
                        + "\(snapshot.summary.revision). Read the views again."
                )
            }
            guard let last = loaded.lastChange, last.revision == revision else {
                throw CatalogError(
                    .unknownRevision,
                    "The changes of revision \(revision) are no longer available. Read the views again."
                )
            }
            return (last.changed, snapshot)
        }
    }
}
