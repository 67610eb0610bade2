/// How much of each domain's history is kept.
public struct HistoryRetention: Sendable, Hashable {
    /// The most revisions of one domain; nil keeps them all.
    public var maximumRevisions: Int?

    /// Creates a rule.
    public init(maximumRevisions: Int?) {
        self.maximumRevisions = maximumRevisions.map { max($0, 1) }
    }

    /// The last 10,000 revisions of each domain.
    public static let standard = HistoryRetention(maximumRevisions: 10_000)
    /// All revisions.
    public static let everything = HistoryRetention(maximumRevisions: nil)
}
