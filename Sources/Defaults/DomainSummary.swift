public import FoundationEssentials

/// What a list of domains says about one.
public struct DomainSummary: Sendable, Hashable {
    /// The name: a bundle identifier, an app-group name or `NSGlobalDomain`.
    public var name: String
    /// How many keys have a value.
    public var keys: Int
    /// How often it has changed.
    public var revision: Int
    /// When it last changed.
    public var updatedAt: Date?

    /// Creates a summary.
    public init(name: String, keys: Int, revision: Int, updatedAt: Date?) {
        self.name = name
        self.keys = keys
        self.revision = revision
        self.updatedAt = updatedAt
    }
}
