/// How much one domain may hold.
public struct DefaultsLimits: Sendable, Hashable {
    /// The longest name of a domain, in bytes of UTF-8.
    public var maximumNameBytes: Int
    /// The longest key, in bytes of UTF-8.
    public var maximumKeyBytes: Int
    /// The largest value, in bytes: of its text and data, and 8 for every other value and container.
    public var maximumValueBytes: Int
    /// The deepest nesting of arrays and dictionaries in one value; a string has depth 0.
    public var maximumDepth: Int
    /// The most keys in one domain.
    public var maximumKeys: Int
    /// The most bytes in one domain, keys included.
    public var maximumDomainBytes: Int

    /// Creates limits; the defaults are those of ``standard``.
    public init(
        maximumNameBytes: Int = 255,
        maximumKeyBytes: Int = 1_024,
        maximumValueBytes: Int = 1 << 20,
        maximumDepth: Int = 128,
        maximumKeys: Int = 10_000,
        maximumDomainBytes: Int = 4 << 20
    ) {
        self.maximumNameBytes = maximumNameBytes
        self.maximumKeyBytes = maximumKeyBytes
        self.maximumValueBytes = maximumValueBytes
        self.maximumDepth = maximumDepth
        self.maximumKeys = maximumKeys
        self.maximumDomainBytes = maximumDomainBytes
    }

    /// Keys of 1 KiB, values of 1 MiB and 128 levels, domains of 10,000 keys and 4 MiB: four times what ends an app
    /// on the strictest of Apple's systems.
    public static let standard = DefaultsLimits()
}
