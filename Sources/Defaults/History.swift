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
    /// The application of a set that it is part of; nil for a write of its own.
    public var step: ChangeStep?

    /// Creates an entry.
    public init(
        revision: Int,
        at: Date,
        source: ChangeSource,
        actor: String?,
        changes: [DefaultsChange],
        step: ChangeStep? = nil
    ) {
        self.step = step
        self.revision = revision
        self.at = at
        self.source = source
        self.actor = actor
        self.changes = changes
    }
}

/// The writes of several domains that are one step: a set was applied, or that was undone.
public struct ChangeStep: Sendable, Hashable {
    /// The name of the set.
    public var set: String
    /// The revision that each domain got.
    public var revisions: [String: Int]

    /// Creates a step.
    public init(set: String, revisions: [String: Int]) {
        self.set = set
        self.revisions = revisions
    }

    /// The step as a storage keeps it: the name on a line, then a revision and a domain on each. No name has a line end.
    package var stored: String {
        ([set] + revisions.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }).joined(separator: "\n")
    }

    /// Reads a step that a storage kept; nil for a text that is none.
    package init?(stored text: String) {
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let set = lines.first else { return nil }
        self.init(set: set, revisions: [:])
        for line in lines.dropFirst() {
            let words = line.unicodeScalars.split(separator: " ", maxSplits: 1).map(String.init)
            guard words.count == 2, let revision = Int(words[0]) else { return nil }
            revisions[words[1]] = revision
        }
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
    func snapshot(of domain: String, at revision: Int?) throws(DefaultsError) -> DomainSnapshot {
        guard let revision else { return try snapshot(of: domain) }
        return try snapshot(of: domain, atRevision: revision)
    }
}

/// Which keys a revision of a domain changed.
public struct ChangedKeys: Sendable, Hashable {
    /// The revision.
    public var revision: Int
    /// The keys whose value it changed, sorted.
    public var keys: [String]
    /// Whether others may have changed that are not among them, since the revision that somebody has seen: the history does
    /// not reach back so far, or the older revision never was.
    public var isTruncated: Bool

    /// Creates an answer.
    public init(revision: Int, keys: [String], isTruncated: Bool = false) {
        self.revision = revision
        self.keys = keys
        self.isTruncated = isTruncated
    }

    /// The most revisions that are told one by one.
    public static let mostRevisions = 1_000
    /// The most bytes of their keys.
    static let mostBytes = 1 << 20
}

extension DefaultsStore {
    /// The revision that a domain is at.
    public func revision(of domain: String) throws(DefaultsError) -> Int {
        try history(of: domain, limit: 1, after: nil).entries.first?.revision ?? 0
    }

    /// What has changed since an older revision: one answer for each revision, in ascending order; the last one is where the
    /// domain is.
    ///
    /// Where these are more than ``ChangedKeys/mostRevisions``, or the history does not have all of them, the first answer says that
    /// it is not complete.
    /// - Parameter older: the revision that somebody has seen. Nil for none, and the present one, give where the domain is, with no
    ///   keys.
    public func changes(of domain: String, since older: Int?) throws(DefaultsError) -> [ChangedKeys] {
        var page = try history(of: domain, limit: 1, after: nil)
        let current = page.entries.first?.revision ?? 0
        guard let older, older != current else { return [ChangedKeys(revision: current, keys: [])] }
        let unknown = [ChangedKeys(revision: current, keys: [], isTruncated: true)]
        guard older >= 0, older < current, current - older <= ChangedKeys.mostRevisions else { return unknown }
        var changes: [ChangedKeys] = []
        var bytes = 0
        while let newest = page.entries.first, newest.revision > older {
            for entry in page.entries where entry.revision > older {
                let keys = entry.changes.map(\.key)
                bytes += keys.reduce(0) { $0 + $1.utf8.count }
                changes.append(ChangedKeys(revision: entry.revision, keys: keys))
            }
            guard bytes <= ChangedKeys.mostBytes else { return unknown }
            guard let oldest = changes.last?.revision, oldest > older + 1 else { break }
            page = try history(of: domain, limit: 100, after: oldest)
        }
        if let oldest = changes.indices.last, changes[oldest].revision > older + 1 {
            changes[oldest].isTruncated = true
        }
        return changes.reversed()
    }

    /// Takes back what one write did to its keys; later changes of other keys stay. That is itself a change. What is part of a
    /// step is taken back with the rest of it, in all domains or none.
    /// - Parameters:
    ///   - undone: the revision that the write made.
    ///   - revision: the revision the domain must be at now; nil accepts any.
    /// - Returns: what became of the domain, and of the others of the step behind it.
    /// - Throws: `unknownRevision` when the history does not reach the write, `undoConflict` when one of its keys has
    ///   another value by now than the write gave it, or was written to again and whoever asks may not see what it holds.
    @discardableResult
    public func undoStep(
        _ undone: Int,
        of domain: String,
        actor: String? = nil,
        ifRevision revision: Int? = nil
    ) throws(DefaultsError) -> [DefaultsWriteResult] {
        try limits.check(domain: domain)
        let first = try entry(undone, of: domain)
        var parts = [try UndonePart(domain, first, ifRevision: revision, in: self)]
        let others = first.step?.revisions.filter { $0.key != domain } ?? [:]
        for (other, undone) in others.sorted(by: { $0.key < $1.key }) {
            parts.append(try UndonePart(other, try entry(undone, of: other), ifRevision: nil, in: self))
        }
        return try update(parts.map(\.condition), source: .restore, actor: actor, announce: { _ in }) {
            snapshot throws(DefaultsError) in
            guard let part = parts.first(where: { $0.condition.name == snapshot.name }) else { return snapshot.values }
            let moved = part.moved(in: snapshot)
            guard moved.isEmpty else {
                let other = snapshot.name == domain ? nil : snapshot.name
                throw .undoConflict(moved, of: other, since: part.entry.revision)
            }
            var values = snapshot.values
            for change in part.entry.changes {
                // Taken out first: assigning would keep the spelling of an equal key.
                values[change.key] = nil
                values[change.key] = change.before
            }
            try limits.check(values: values, of: snapshot.name)
            return values
        }
    }

    /// The same where only the domain is asked after.
    @discardableResult
    public func undo(
        _ undone: Int,
        of domain: String,
        actor: String? = nil,
        ifRevision revision: Int? = nil
    ) throws(DefaultsError) -> DefaultsWriteResult {
        try undoStep(undone, of: domain, actor: actor, ifRevision: revision).first
            ?? DefaultsWriteResult(domain: domain, revision: undone, changed: [])
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

/// What an undo does to one domain.
private struct UndonePart {
    let entry: HistoryEntry
    let condition: DomainCondition
    /// What has changed since, where keys are among it whose values whoever asks may not see.
    private let since: [ChangedKeys]?

    init(
        _ domain: String,
        _ entry: HistoryEntry,
        ifRevision revision: Int?,
        in store: some DefaultsStore
    ) throws(DefaultsError) {
        self.entry = entry
        condition = try DomainCondition(domain, revision: revision, step: entry.step?.set)
            .writing(entry.changes.map(\.key), in: store)
        since = condition.unseen.isEmpty ? nil : try store.changes(of: domain, since: entry.revision)
    }

    /// The keys that have another value now than the write gave them.
    func moved(in snapshot: DomainSnapshot) -> [String] {
        entry.changes.filter { change in
            // Whether it has the same value again would tell something of that.
            if let since, condition.unseen.contains(change.key) {
                return since.last?.revision != snapshot.revision
                    || since.contains { $0.isTruncated || $0.keys.contains(change.key) }
            }
            return switch (snapshot.values[change.key], change.after) {
            case (nil, nil): false
            case (let now?, let then?): !now.isIdentical(to: then)
            default: true
            }
        }
        .map(\.key)
    }
}
