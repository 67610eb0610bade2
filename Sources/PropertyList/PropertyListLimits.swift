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

/// Why a property list could not be read or written.
public struct PropertyListError: Error, Sendable, Hashable {
    /// What kind of failure it is; the raw value is a stable slug.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The bytes follow none of the three property-list syntaxes, or break the one they began.
        case unreadable = "property-list-unreadable"
        /// The bytes are text in an encoding that is not read.
        case unsupportedEncoding = "property-list-unsupported-encoding"
        /// The document declares entities, which property lists never need.
        case entityDeclaration = "property-list-entity-declaration"
        /// The list has more bytes than the limit.
        case tooLarge = "property-list-too-large"
        /// Arrays and dictionaries nest deeper than the limit.
        case tooDeep = "property-list-too-deep"
        /// The list holds more values than the limit, shared values counted as often as they appear.
        case tooManyValues = "property-list-too-many-values"
        /// An array or dictionary holds itself.
        case cycle = "property-list-cycle"
        /// A value cannot be written, such as a date beyond year 9999.
        case unrepresentable = "property-list-unrepresentable"
    }

    /// What kind of failure it is.
    public var code: Code
    /// One sentence for people: what, where, what to do.
    public var message: String
    /// The line of the input, counted from 1, where the syntax has lines and the place is known.
    public var line: Int?

    /// Creates an error.
    public init(_ code: Code, _ message: String, line: Int? = nil) {
        self.code = code
        self.message = message
        self.line = line
    }

    static let unfoldsTooLarge = PropertyListError(
        .tooLarge,
        "The property list unfolds into more text and data than is read; make it smaller."
    )

    static func tooDeep(_ limits: PropertyListLimits, line: Int? = nil) -> PropertyListError {
        PropertyListError(
            .tooDeep,
            "Arrays and dictionaries nest deeper than \(limits.maximumDepth) levels; flatten the property list.",
            line: line
        )
    }

    static func tooManyValues(_ limits: PropertyListLimits, line: Int? = nil) -> PropertyListError {
        PropertyListError(
            .tooManyValues,
            "The property list holds more than \(limits.maximumValues) values; split it.",
            line: line
        )
    }
}
