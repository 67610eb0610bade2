import PropertyList

/// Which keys of a domain have changed since a revision that somebody has seen.
public struct ChangedKeys: Sendable, Hashable {
    /// The revision that the domain is at.
    public var revision: Int
    /// The keys that have changed, sorted.
    public var keys: [String]
    /// Whether others may have changed that are not among them: the history does not reach back so far, or the older
    /// revision never was.
    public var isTruncated: Bool

    /// Creates an answer.
    public init(revision: Int, keys: [String], isTruncated: Bool = false) {
        self.revision = revision
        self.keys = keys
        self.isTruncated = isTruncated
    }
}

extension DefaultsStore {
    /// The revision that a domain is at.
    public func revision(of domain: String) throws(DefaultsError) -> Int {
        try history(of: domain, limit: 1, after: nil).entries.first?.revision ?? 0
    }

    /// Which keys have changed since an older revision.
    /// - Parameter older: the revision that somebody has seen, of which the last 1,000 are looked through; nil when it is
    ///   none, which tells where the domain is and names no keys.
    public func changes(of domain: String, since older: Int?) throws(DefaultsError) -> ChangedKeys {
        let current = try revision(of: domain)
        guard let older, older != current else { return ChangedKeys(revision: current, keys: []) }
        guard older >= 0, older < current, current - older <= 1_000 else {
            return ChangedKeys(revision: current, keys: [], isTruncated: true)
        }
        var keys: Set<String> = []
        var reached = current + 1
        while reached > older + 1 {
            let page = try history(of: domain, limit: 100, after: reached)
            let entries = page.entries.filter { $0.revision > older && $0.revision <= current }
            guard let oldest = entries.last else { break }
            for entry in entries { keys.formUnion(entry.changes.map(\.key)) }
            reached = oldest.revision
        }
        return ChangedKeys(revision: current, keys: keys.sorted(), isTruncated: reached > older + 1)
    }

    /// Takes back what one write did to its keys; later changes of other keys stay. That is itself a change.
    /// - Parameters:
    ///   - undone: the revision that the write made.
    ///   - revision: the revision the domain must be at now; nil accepts any.
    /// - Throws: `unknownRevision` when the history does not reach the write, `undoConflict` when one of its keys has
    ///   another value by now than the write gave it, or was written to again and whoever asks may not see what it holds.
    @discardableResult
    public func undo(
        _ undone: Int,
        of domain: String,
        actor: String? = nil,
        ifRevision revision: Int? = nil
    ) throws(DefaultsError) -> DefaultsWriteResult {
        try limits.check(domain: domain)
        let changes = try entry(undone, of: domain).changes
        let keys = changes.map(\.key)
        let unseen = try unseenKeys(of: domain).intersection(keys)
        let since = unseen.isEmpty ? nil : try self.changes(of: domain, since: undone)
        return try update(domain, writing: keys, source: .restore, actor: actor, ifRevision: revision) {
            snapshot throws(DefaultsError) in
            let moved = changes.filter { change in
                // Whether it has the same value again would tell something of that.
                if let since, unseen.contains(change.key) {
                    return since.revision != snapshot.revision || since.isTruncated || since.keys.contains(change.key)
                }
                return switch (snapshot.values[change.key], change.after) {
                case (nil, nil): false
                case (let now?, let then?): !now.isIdentical(to: then)
                default: true
                }
            }
            guard moved.isEmpty else { throw .undoConflict(moved.map(\.key), since: undone) }
            var values = snapshot.values
            for change in changes {
                // Taken out first: assigning would keep the spelling of an equal key.
                values[change.key] = nil
                values[change.key] = change.before
            }
            try limits.check(values: values, of: domain)
            return values
        }
    }

    /// The write that made a revision.
    private func entry(_ revision: Int, of domain: String) throws(DefaultsError) -> HistoryEntry {
        let current = try self.revision(of: domain)
        guard revision > 0, revision <= current else {
            throw .unknownRevision(revision, of: domain, current: current)
        }
        let page = try history(of: domain, limit: 1, after: revision &+ 1)
        guard let entry = page.entries.first, entry.revision == revision else {
            throw .forgottenRevision(revision, of: domain)
        }
        return entry
    }

    /// Gives a domain the values that it had at an older revision. That is itself a change.
    /// - Parameter revision: the revision the domain must be at now; nil accepts any.
    @discardableResult
    public func restore(
        _ domain: String,
        to older: Int,
        actor: String? = nil,
        ifRevision revision: Int? = nil
    ) throws(DefaultsError) -> DefaultsWriteResult {
        let values = try snapshot(of: domain, atRevision: older).values
        return try replace(domain, with: values, source: .restore, actor: actor, ifRevision: revision)
    }
}
