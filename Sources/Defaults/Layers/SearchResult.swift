public import PropertyList

/// A value that a search list found.
public struct SearchResult: Sendable, Hashable {
    /// The value.
    public var value: PropertyListValue
    /// Where it was found.
    public var origin: SearchList.Layer

    /// Creates a result.
    public init(value: PropertyListValue, origin: SearchList.Layer) {
        self.value = value
        self.origin = origin
    }
}
