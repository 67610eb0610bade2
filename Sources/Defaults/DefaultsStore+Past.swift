extension DefaultsStore {
    /// Undoes the changes since the revision, page by page; a storage that can look it up does better.
    public func snapshot(of domain: String, atRevision revision: Int) throws(DefaultsError) -> DomainSnapshot {
        var snapshot = try self.snapshot(of: domain)
        guard revision >= 0, revision <= snapshot.revision else {
            throw .unknownRevision(revision, of: domain, current: snapshot.revision)
        }
        var after = snapshot.revision + 1
        while snapshot.revision > revision {
            let page = try history(of: domain, limit: 200, after: after)
            for entry in page.entries where snapshot.revision > revision {
                guard entry.revision == snapshot.revision else { throw .forgottenRevision(revision, of: domain) }
                for change in entry.changes {
                    // Taken out first: assigning would keep the spelling of an equal key.
                    snapshot.values[change.key] = nil
                    snapshot.values[change.key] = change.before
                }
                snapshot.revision -= 1
                after = entry.revision
            }
            guard !page.entries.isEmpty else { throw .forgottenRevision(revision, of: domain) }
        }
        snapshot.updatedAt = try history(of: domain, limit: 1, after: revision + 1).entries.first?.at
        return snapshot
    }
}
