/// One `name=value` pair of a query or of a URL-encoded form, percent-decoded, `+` read as a space.
public struct QueryItem: Sendable, Hashable {
    /// The name before the first `=`.
    public var name: String
    /// What follows the first `=`; empty where there is none.
    public var value: String

    /// Creates a pair of decoded strings.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
