import Defaults

extension DefaultsStore {
    /// The most revisions that are looked through for the keys that changed.
    private static var longestLook: Int { 1_000 }

    /// The revision that a domain is at.
    func revision(of domain: String) throws(DefaultsError) -> Int {
        try history(of: domain, limit: 1, after: nil).entries.first?.revision ?? 0
    }

    /// The event that tells where a domain is, and which of its keys have changed since an older revision.
    ///
    /// Where the history does not reach back so far, or the older revision never was, the list of keys is truncated.
    /// - Parameter older: the revision a client has seen; nil when it has seen none.
    func changes(of domain: String, since older: Int?) throws(DefaultsError) -> TopicEvent {
        let current = try revision(of: domain)
        guard let older, older != current else { return .change(domain: domain, revision: current, keys: []) }
        guard older >= 0, older < current, current - older <= Self.longestLook else {
            return .change(domain: domain, revision: current, keys: [], isTruncated: true)
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
        return .change(domain: domain, revision: current, keys: keys.sorted(), isTruncated: reached > older + 1)
    }
}
