/// What a write did, once it is durable.
public struct DefaultsWriteResult: Sendable, Hashable {
    /// The domain.
    public var domain: String
    /// The revision it is at now; the one before when nothing changed.
    public var revision: Int
    /// The keys whose value is another one now, sorted.
    public var changed: [String]

    /// Creates a result.
    public init(domain: String, revision: Int, changed: [String]) {
        self.domain = domain
        self.revision = revision
        self.changed = changed
    }
}
