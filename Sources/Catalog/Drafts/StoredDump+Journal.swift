extension StoredDump {
    /// What lists say about an upload with its edits.
    func edited(_ journal: EditJournal?) -> StoredDump {
        guard let journal else { return self }
        var summary = self
        summary.revision = journal.revision
        summary.take(journal)
        return summary
    }

    /// What lists say about a file with its edits: as long as one is applied it is the copy that they were made on.
    ///
    /// The receiver's revision counts the contents of the file since the journal was written.
    func editedFile(_ journal: EditJournal?) -> StoredDump {
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
