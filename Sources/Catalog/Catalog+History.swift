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
                    "What revision \(revision) changed is not kept: the dump is at revision "
                        + "\(snapshot.summary.revision). Read the views again."
                )
            }
            guard let last = loaded.lastChange, last.revision == revision else {
                throw CatalogError(
                    .unknownRevision,
                    "What revision \(revision) changed is not known any more. Read the views again."
                )
            }
            return (last.changed, snapshot)
        }
    }
}
