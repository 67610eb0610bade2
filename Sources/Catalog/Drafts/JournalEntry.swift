public import FoundationEssentials

/// What a list of edits says about one.
public struct JournalEntry: Sendable, Hashable {
    /// Its number, counted from 0.
    public var number: Int
    /// The operation, by its name in the API.
    public var operation: String
    /// The view it is about, or that it added.
    public var view: Int?
    /// A few words for people: `frame of UIButton 17`.
    public var summary: String
    /// When it was made.
    public var at: Date

    /// Creates an entry.
    public init(number: Int, operation: String, view: Int?, summary: String, at: Date) {
        self.number = number
        self.operation = operation
        self.view = view
        self.summary = summary
        self.at = at
    }
}
