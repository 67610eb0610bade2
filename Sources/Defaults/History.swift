public import FoundationEssentials
public import PropertyList

/// Where a change came from.
public enum ChangeSource: String, Sendable, Hashable, CaseIterable {
    /// A page of the product.
    case web
    /// A client of the JSON API.
    case api
    /// The command line.
    case cli
    /// A property list that was read in.
    case `import`
    /// An older revision that was brought back.
    case restore
}

/// What happened to one key.
public struct DefaultsChange: Sendable, Hashable {
    /// The key.
    public var key: String
    /// Its value until then; nil when it had none.
    public var before: PropertyListValue?
    /// Its value from then on; nil when it has none.
    public var after: PropertyListValue?

    /// Creates a change.
    public init(key: String, before: PropertyListValue?, after: PropertyListValue?) {
        self.key = key
        self.before = before
        self.after = after
    }

    /// What leads from some values to others, sorted by key. Values of another type are another value.
    /// - Parameter unseen: the keys whose values whoever asks may not see. They are not compared: one that is on both sides
    ///   counts as changed, so that the answer does not tell whether a guess is right.
    public static func between(
        _ before: [String: PropertyListValue],
        and after: [String: PropertyListValue],
        unseen: Set<String> = []
    ) -> [DefaultsChange] {
        var changes: [DefaultsChange] = []
        for (key, old) in before {
            let new = after[key]
            if let new, !unseen.contains(key), new.isIdentical(to: old) { continue }
            changes.append(DefaultsChange(key: key, before: old, after: new))
        }
        for (key, new) in after where before[key] == nil {
            changes.append(DefaultsChange(key: key, before: nil, after: new))
        }
        return changes.sorted { $0.key < $1.key }
    }
}

/// One write that changed a domain.
public struct HistoryEntry: Sendable, Hashable {
    /// The revision that it made.
    public var revision: Int
    /// When it was stored.
    public var at: Date
    /// Where it came from.
    public var source: ChangeSource
    /// Who made it, when that is known.
    public var actor: String?
    /// What happened to each key, sorted by key.
    public var changes: [DefaultsChange]

    /// Creates an entry.
    public init(revision: Int, at: Date, source: ChangeSource, actor: String?, changes: [DefaultsChange]) {
        self.revision = revision
        self.at = at
        self.source = source
        self.actor = actor
        self.changes = changes
    }
}

/// Part of a domain's history, newest first.
public struct HistoryPage: Sendable, Hashable {
    /// The entries.
    public var entries: [HistoryEntry]
    /// What to pass as `after` to get the next part; nil at the end.
    public var next: Int?

    /// Creates a page.
    public init(entries: [HistoryEntry], next: Int?) {
        self.entries = entries
        self.next = next
    }
}

/// What differs between two revisions of a domain, or between two domains.
public struct DefaultsComparison: Sendable, Hashable {
    /// What is compared; its values are `before`.
    public var from: DomainSnapshot
    /// What it is compared with; its values are `after`.
    public var to: DomainSnapshot
    /// What leads from one to the other, sorted by key. Values of another type are another value.
    public var changes: [DefaultsChange]

    /// Compares two snapshots.
    /// - Parameter unseen: as of ``DefaultsChange/between(_:and:unseen:)``.
    public init(from: DomainSnapshot, to: DomainSnapshot, unseen: Set<String> = []) {
        self.from = from
        self.to = to
        changes = DefaultsChange.between(from.values, and: to.values, unseen: unseen)
    }

    /// Compares what a request names.
    /// - Parameters:
    ///   - from: a revision of the domain. Nil is the one before `to`, so that nothing named gives the latest change;
    ///     against another domain it is the present one.
    ///   - to: a revision of the domain in digits, or the name of another domain, which is taken as it is now. Nil is
    ///     the present revision.
    /// - Throws: `unknownRevision` for a revision that never was or is forgotten.
    public init(_ domain: String, from: Int?, to: String?, in store: any DefaultsStore) throws(DefaultsError) {
        if let to, Int(to) == nil {
            try store.limits.check(domain: to)
            self.init(
                from: try store.snapshot(of: domain, at: from),
                to: try store.snapshot(of: to),
                unseen: try store.unseenKeys(of: domain).union(try store.unseenKeys(of: to))
            )
        } else {
            let later = try store.snapshot(of: domain, at: to.flatMap { Int($0) })
            let earlier = from ?? max(later.revision - 1, 0)
            self.init(
                from: try store.snapshot(of: domain, atRevision: earlier),
                to: later,
                unseen: try store.unseenKeys(of: domain)
            )
        }
    }
}

extension DefaultsStore {
    /// A domain as it was at a revision, or as it is when none is named.
    fileprivate func snapshot(of domain: String, at revision: Int?) throws(DefaultsError) -> DomainSnapshot {
        guard let revision else { return try snapshot(of: domain) }
        return try snapshot(of: domain, atRevision: revision)
    }
}
