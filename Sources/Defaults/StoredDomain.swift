package import FoundationEssentials
package import PropertyList

/// How much of each domain's history is kept. The newest revision always is.
public struct HistoryRetention: Sendable, Hashable {
    /// The most revisions of one domain; nil keeps them all.
    public var maximumRevisions: Int?
    /// The most bytes of the keys and values of one domain's history; nil keeps them all.
    public var maximumBytes: Int?

    /// Creates a rule.
    public init(maximumRevisions: Int?, maximumBytes: Int? = 64 << 20) {
        self.maximumRevisions = maximumRevisions.map { max($0, 1) }
        self.maximumBytes = maximumBytes.map { max($0, 0) }
    }

    /// The last 10,000 revisions of each domain, and of these as many as 64 MiB hold.
    public static let standard = HistoryRetention(maximumRevisions: 10_000)
    /// All revisions.
    public static let everything = HistoryRetention(maximumRevisions: nil, maximumBytes: nil)
}

/// What a write makes of one domain: the revision that a storage keeps, and what it says of it.
package struct DomainWrite: Sendable {
    /// The revision; nil where nothing changes.
    package let entry: HistoryEntry?
    /// What becomes of the domain.
    package let result: DefaultsWriteResult

    /// Holds a domain against a condition, and makes a revision of it where its values are others afterwards.
    /// - Parameter date: when it is stored; asked only where there is a revision.
    /// - Throws: `revisionConflict` when the domain is at another revision, and what the closure throws.
    package init(
        of snapshot: DomainSnapshot,
        under condition: DomainCondition,
        at date: @autoclosure () -> Date,
        source: ChangeSource,
        actor: String?,
        _ transform: (DomainSnapshot) throws(DefaultsError) -> [String: PropertyListValue]
    ) throws(DefaultsError) {
        try condition.check(snapshot.revision)
        let after = try transform(snapshot)
        let changes = DefaultsChange.between(snapshot.values, and: after, unseen: condition.unseen)
        let revision = changes.isEmpty ? snapshot.revision : snapshot.revision + 1
        result = DefaultsWriteResult(domain: condition.name, revision: revision, changed: changes.map(\.key))
        entry =
            changes.isEmpty
            ? nil : HistoryEntry(revision: revision, at: date(), source: source, actor: actor, changes: changes)
    }
}

extension HistoryPage {
    /// A page ends when its keys and values have more bytes; the largest single entry is two domains large.
    package static let maximumBytes = 4 << 20
}

extension PropertyListValue {
    /// A value as a storage keeps it, which is a binary property list; nil for bytes that are none.
    package init?(stored bytes: [UInt8]) {
        guard PropertyListFormat(detectedIn: bytes) == .binary,
            // try?: nil is what callers throw an error for.
            let value = try? PropertyListReader.read(bytes, limits: .stored)
        else { return nil }
        self = value
    }
}

extension PropertyListLimits {
    /// Whatever a storage has written, which is a value of a domain and was checked as such, and no more work than that
    /// for a damaged file.
    fileprivate static let stored = PropertyListLimits(
        maximumBytes: 1 << 30,
        maximumDepth: 1 << 12,
        maximumValues: 1 << 26,
        maximumExpandedBytes: 1 << 32
    )
}
