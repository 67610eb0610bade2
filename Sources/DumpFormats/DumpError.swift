/// Why a dump could not be read.
public struct DumpError: Error, Sendable, Hashable {
    /// What kind of failure it is; the raw value is a stable slug.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The input has none of the formats; HTTP status 415.
        case unknownFormat = "unknown-dump-format"
        /// The input has the format, or was said to have it, and no views can be read from it; HTTP status 422.
        case unreadable = "unreadable-dump"
        /// The input breaks a limit on size or count; HTTP status 413.
        case tooLarge = "dump-too-large"
        /// The views nest deeper than the limit; HTTP status 422.
        case tooDeep = "dump-too-deep"
    }

    /// One format that was tried.
    public struct Attempt: Sendable, Hashable {
        /// The format.
        public var format: DumpFormat
        /// A sentence that says why the input does not have it.
        public var reason: String

        /// Creates an attempt.
        public init(_ format: DumpFormat, _ reason: String) {
            self.format = format
            self.reason = reason
        }
    }

    /// What kind of failure it is.
    public var code: Code
    /// One or two sentences for people: what the input looks like and what to do.
    public var message: String
    /// The line of the input, counted from 1, where the place is known.
    public var line: Int?
    /// The JSON pointer of the value it is about (RFC 6901), for documents.
    public var pointer: String?
    /// Each format that was tried and why the input does not have it, for an unknown format.
    public var attempts: [Attempt]

    /// Creates an error.
    public init(
        _ code: Code,
        _ message: String,
        line: Int? = nil,
        pointer: String? = nil,
        attempts: [Attempt] = []
    ) {
        self.code = code
        self.message = message
        self.line = line
        self.pointer = pointer
        self.attempts = attempts
    }

    /// The error for a dump that breaks a limit.
    static func limit(_ name: String, _ sentence: String, line: Int? = nil) -> DumpError {
        DumpError(.tooLarge, "\(sentence) The limit is \(name).", line: line)
    }
}
