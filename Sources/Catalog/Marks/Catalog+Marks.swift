import DumpFormats
import FoundationEssentials
import ViewHierarchy

extension Catalog {
    /// The pins and notes of a dump's views.
    /// - Throws: `unknownDump`.
    public func marks(of id: String) throws(CatalogError) -> ViewMarks {
        _ = try origin(of: id)
        return try store.marks(of: id)
    }

    /// Pins a view, writes a note on it, or takes one of both away. All is durable when this returns.
    ///
    /// What is there already, and what is not there to be taken away, makes no revision. A mark can be taken off a view
    /// that is gone.
    /// - Parameters:
    ///   - revision: the revision of the marks that the command is meant for; nil takes any.
    ///   - announce: is told of a new revision when it is durable and before there is another. It must not call the
    ///     catalog.
    /// - Throws: `unknownDump`, `unknownView`, `revisionConflict`, `impossibleNote`, `tooManyMarks`.
    public func mark(
        _ view: Int,
        of id: String,
        _ command: MarkCommand,
        ifRevision revision: Int? = nil,
        announce: (MarkOutcome) -> Void = { _ in }
    ) throws(CatalogError) -> MarkOutcome {
        for _ in 0..<16 {
            do throws(CatalogError) {
                return try withDump(id) { origin, loaded throws(CatalogError) in
                    let marks = try store.marks(of: id)
                    let isThere = loaded.dump.tree.index(ofID: view) != nil
                    guard isThere || (command.takesAway && marks.hold(view)) else { throw .unknownView(view, of: id) }
                    if let revision, revision != marks.revision { throw .marksConflict(id, current: marks.revision) }
                    let dumpRevision = origin.summary(loaded.journal).revision
                    var outcome = MarkOutcome(marks: marks, isRevision: false, dumpRevision: dumpRevision)
                    guard let change = try change(for: command, on: view, in: marks) else { return outcome }
                    try store.change(change, of: id, from: marks.revision, isUpload: origin.file == nil)
                    outcome.marks.apply(change)
                    if let file = origin.file, !command.takesAway { keepIdentity(of: file, loaded) }
                    outcome.isRevision = true
                    announce(outcome)
                    return outcome
                }
            } catch {
                guard error.code == .marksConflict else { throw error }
            }
        }
        throw CatalogError(.storageFailed, "The marks of the dump “\(id)” are being changed constantly. Try again.")
    }

    /// Takes marks off views whose ids are given anew: an edit that is made after others were taken back gives the ids
    /// of views that can never come back.
    func forgetMarks(on views: some Sequence<Int>, of id: String) throws(CatalogError) {
        try withDump(id) { origin, _ throws(CatalogError) in
            let marks = try store.marks(of: id)
            let views = Set(views).intersection(marks.views)
            guard !views.isEmpty else { return }
            try store.change(.forget(views), of: id, from: marks.revision, isUpload: origin.file == nil)
        }
    }

    /// What a command has to change; nil when all is as it asks for.
    private func change(
        for command: MarkCommand,
        on view: Int,
        in marks: ViewMarks
    ) throws(CatalogError) -> MarkChange? {
        switch command {
        case .pin:
            guard !marks.pins.contains(view) else { return nil }
            try check(marks.pins.count, isBelow: limits.maximumPins, of: "pins", first: "Unpin a view")
            return .pin(view, actor: Author.current)
        case .unpin: return marks.pins.contains(view) ? .unpin(view) : nil
        case .erase: return marks.note(on: view) == nil ? nil : .erase(view)
        case .write(let text):
            let text = try noteText(text)
            let note = marks.note(on: view)
            guard note?.text != text else { return nil }
            if note == nil {
                try check(marks.notes.count, isBelow: limits.maximumNotes, of: "notes", first: "Delete one")
            }
            let now = Date()
            return .write(
                ViewNote(
                    view: view,
                    text: text,
                    createdAt: note?.createdAt ?? now,
                    changedAt: now,
                    actor: Author.current
                )
            )
        }
    }

    private func noteText(_ text: String) throws(CatalogError) -> String {
        let text = ViewNote.cleaned(text)
        guard !text.isEmpty else {
            throw CatalogError(.impossibleNote, "A note must have at least one character. Delete it to remove it.")
        }
        let length = text.unicodeScalars.count
        guard length <= limits.maximumNoteLength else {
            throw CatalogError(
                .impossibleNote,
                "The note has \(length) characters; the maximum is \(limits.maximumNoteLength). Shorten it."
            )
        }
        return text
    }

    private func check(
        _ count: Int,
        isBelow most: Int,
        of marks: String,
        first: String
    ) throws(CatalogError) {
        guard count >= most else { return }
        throw CatalogError(.tooManyMarks, "The dump has \(count) \(marks), which is the maximum. \(first) first.")
    }
}

extension MarkCommand {
    /// Whether it can only leave less than there was.
    fileprivate var takesAway: Bool { self == .unpin || self == .erase }
}
