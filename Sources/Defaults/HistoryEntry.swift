public import FoundationEssentials

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
