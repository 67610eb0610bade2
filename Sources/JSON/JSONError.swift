/// Why a JSON text was refused.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The stable name of a reason.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// There is nothing but white space.
        case empty
        /// The text is longer than the limit.
        case tooLarge
        /// Arrays and objects are nested deeper than the limit.
        case tooDeep
        /// There are more arrays and objects than the limit.
        case tooManyContainers
        /// The text ends in the middle of a value.
        case truncated
        /// The text does not follow the grammar of RFC 8259.
        case syntax
        /// The bytes are not UTF-8: overlong forms, surrogates and code points above U+10FFFF included.
        case invalidUTF8
        /// A NUL byte that is not escaped.
        case nullCharacter
        /// A string holds a control character that is not escaped.
        case controlCharacter
        /// An escape sequence is not one of RFC 8259, or is half of a surrogate pair.
        case invalidEscape
        /// A number does not fit: a whole one into 64 bits, another into a double.
        case numberOutOfRange
        /// An object has the same name twice.
        case duplicateKey
        /// Something follows the value.
        case trailingData
    }

    /// The stable name of the reason.
    public var code: Code
    /// One sentence for people, without the place.
    public var message: String
    /// The offset of the place in bytes, counted from 0, where there is one.
    public var offset: Int?
    /// The line of the place, counted from 1, where there is one.
    public var line: Int?
    /// The byte of the place in its line, counted from 1, where there is one.
    public var column: Int?

    /// Creates an error about the whole text.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Creates an error about one place in a text.
    init(_ code: Code, _ message: String, at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        self.init(code, message)
        let before = bytes.prefix(offset)
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        self.offset = offset
        line = before.count { $0 == UInt8(ascii: "\n") } + 1
        column = offset - lineStart + 1
    }

    /// The message and the place.
    public var description: String {
        guard let line, let column else { return message }
        return "\(message) (line \(line), column \(column))"
    }
}

/// How large a JSON text may be before it is refused.
public struct JSONLimits: Sendable, Hashable {
    /// The longest text, in bytes.
    public var maximumBytes: Int
    /// The deepest nesting of arrays and objects; a bare number has depth 0.
    public var maximumDepth: Int
    /// The most arrays and objects in one text. An empty object of two bytes takes about 800 bytes once json-c has
    /// read it, which starts each with a table of 16 slots, so the size alone does not bound the memory.
    public var maximumContainers: Int
    /// Whether whole numbers from 2^63 up to 2^64 - 1 are read, as kind `number`; otherwise they are refused.
    package var allowsUnsignedIntegers: Bool

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
