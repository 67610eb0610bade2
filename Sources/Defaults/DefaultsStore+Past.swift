extension DefaultsStore {
    /// A domain as it was at one of its revisions; at revision 0 it is empty.
    ///
    /// It is found by undoing the changes since then, so it costs as much as there are of them.
    public func snapshot(of domain: String, atRevision revision: Int) throws(DefaultsError) -> DomainSnapshot {
        var snapshot = try self.snapshot(of: domain)
        guard revision >= 0, revision <= snapshot.revision else {
            throw DefaultsError(
                .unknownRevision,
                "The domain “\(domain)” has no revision \(revision); it is at \(snapshot.revision)."
            )
        }
        var after = snapshot.revision + 1
        while snapshot.revision > revision {
            let page = try history(of: domain, limit: 200, after: after)
            for entry in page.entries where snapshot.revision > revision {
                guard entry.revision == snapshot.revision else { throw forgotten(revision, of: domain) }
                for change in entry.changes {
                    // Taken out first: assigning would keep the spelling of an equal key.
                    snapshot.values[change.key] = nil
                    snapshot.values[change.key] = change.before
                }
                snapshot.revision -= 1
                after = entry.revision
            }
            guard !page.entries.isEmpty else { throw forgotten(revision, of: domain) }
        }
        snapshot.updatedAt = try history(of: domain, limit: 1, after: revision + 1).entries.first?.at
        return snapshot
    }

    private func forgotten(_ revision: Int, of domain: String) -> DefaultsError {
        DefaultsError(
            .unknownRevision,
            "The history of the domain “\(domain)” does not reach back to revision \(revision)."
        )
    }
}
