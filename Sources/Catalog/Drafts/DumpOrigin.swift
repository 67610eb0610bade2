/// Where a dump comes from.
enum DumpOrigin: Sendable {
    /// Somebody sent it; what lists say about it without its edits.
    case upload(StoredDump)
    /// It is a file given on the command line.
    case file(DumpFile)

    var file: DumpFile? {
        if case .file(let file) = self { file } else { nil }
    }

    /// What lists say about the dump with its edits.
    func summary(_ journal: EditJournal?) -> StoredDump {
        switch self {
        case .upload(let summary): summary.edited(journal)
        case .file(let file): file.summary.editedFile(journal)
        }
    }
}
