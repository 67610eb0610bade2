/// How much a property list may ask of the reader.
public struct PropertyListLimits: Sendable, Hashable {
    /// The most bytes a list may have.
    public var maximumBytes: Int
    /// The deepest nesting of arrays and dictionaries; a lone string has depth 0. Foundation refuses more than 512.
    public var maximumDepth: Int
    /// The most values a list may hold, a value shared by several containers counted each time.
    public var maximumValues: Int
    /// The most bytes of text and data, a value shared by several containers counted each time.
    public var maximumExpandedBytes: Int

    /// Creates limits; the defaults are those of ``standard``.
    public init(
        maximumBytes: Int = 32 << 20,
        maximumDepth: Int = 256,
        maximumValues: Int = 1_000_000,
        maximumExpandedBytes: Int = 256 << 20
    ) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
        self.maximumValues = maximumValues
        self.maximumExpandedBytes = maximumExpandedBytes
    }

    /// 32 MiB, 256 levels, one million values.
    public static let standard = PropertyListLimits()
}
