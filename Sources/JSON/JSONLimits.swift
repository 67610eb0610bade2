/// How large a JSON text may be before it is refused.
public struct JSONLimits: Sendable, Hashable {
    /// The longest text, in bytes.
    public var maximumBytes: Int
    /// The deepest nesting of arrays and objects; a bare number has depth 0.
    public var maximumDepth: Int
    /// The most arrays and objects in one text. An empty object of two bytes takes about 800 bytes once read
    /// (json-c starts each with a table of 16 slots), so the size alone does not bound the memory.
    public var maximumContainers: Int
    /// Whether whole numbers from 2^63 up to 2^64 - 1 are read, as kind `number`; otherwise they are refused.
    public var allowsUnsignedIntegers: Bool

    /// Creates limits. Depth is held to 2,000 and size to 1 GiB, because json-c frees a tree recursively and
    /// counts bytes in 32 bits.
    public init(
        maximumBytes: Int,
        maximumDepth: Int,
        maximumContainers: Int = 50_000,
        allowsUnsignedIntegers: Bool = false
    ) {
        self.maximumBytes = min(maximumBytes, Self.greatestBytes)
        self.maximumDepth = min(maximumDepth, Self.greatestDepth)
        self.maximumContainers = maximumContainers
        self.allowsUnsignedIntegers = allowsUnsignedIntegers
    }

    /// For request bodies: 1 MiB, 256 levels, 50,000 arrays and objects.
    public static let standard = JSONLimits(maximumBytes: 1 << 20, maximumDepth: 256)

    /// For view-hierarchy dumps: 32 MiB, 2,000 levels, 600,000 arrays and objects, unsigned numbers allowed.
    public static let dump = JSONLimits(
        maximumBytes: 32 << 20,
        maximumDepth: 2_000,
        maximumContainers: 600_000,
        allowsUnsignedIntegers: true
    )

    /// No depth limit is above this: a recursion of so many levels fits the stack of every thread.
    static let greatestDepth = 2_000
    /// No size limit is above this.
    static let greatestBytes = 1 << 30
    /// The longest number, in bytes: enough for the exact decimal form of every double.
    static let maximumNumberBytes = 1_100
}
