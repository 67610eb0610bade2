public import FoundationEssentials
public import PropertyList

/// A domain as it was at one moment.
public struct DomainSnapshot: Sendable, Hashable {
    /// The name: a bundle identifier, an app-group name or `NSGlobalDomain`.
    public var name: String
    /// How often it had changed: 0 when it has never been written. It grows even when the domain is removed, so a
    /// revision never names two states.
    public var revision: Int
    /// The stored values by key.
    public var values: [String: PropertyListValue]
    /// When it last changed.
    public var updatedAt: Date?

    /// Creates a snapshot.
    public init(name: String, revision: Int, values: [String: PropertyListValue], updatedAt: Date?) {
        self.name = name
        self.revision = revision
        self.values = values
        self.updatedAt = updatedAt
    }
}
