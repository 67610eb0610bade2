/// Why an archive is refused. Nothing of it should be used then.
public struct ArchiveError: Error, Sendable, Hashable {
    /// What kind of refusal it is; the raw value is a stable slug.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The bytes are no zip archive.
        case notAnArchive = "not-an-archive"
        /// The archive ends early, or its parts contradict each other.
        case damaged = "damaged-archive"
        /// It lists more entries than the limit.
        case tooManyEntries = "archive-too-many-entries"
        /// A file, or all files together, would expand to more bytes than the limit.
        case tooLarge = "archive-too-large"
        /// A file, or the archive, expands to more times its size than the limit, or files share the same bytes.
        case bomb = "archive-bomb"
        /// A path is absolute or climbs, has a backslash, a drive or control characters, or is too long or too deep.
        case unsafePath = "archive-unsafe-path"
        /// A name is in no encoding that it could be in.
        case unreadableName = "archive-unreadable-name"
        /// An entry is a symbolic link, a device or a pipe.
        case specialFile = "archive-special-file"
        /// Two entries have the same path, or paths that differ in upper and lower case only, or one is a folder of
        /// the other and a file.
        case collision = "archive-collision"
        /// An entry is encrypted.
        case encrypted = "archive-encrypted"
        /// An entry is compressed in a way other than deflate.
        case unsupportedCompression = "archive-unsupported-compression"
    }

    /// What kind of refusal it is.
    public var code: Code
    /// One sentence for people: what, which entry, what to do.
    public var message: String
    /// The path of the entry it is about, as far as it can be shown.
    public var entry: String?

    /// Creates an error.
    public init(_ code: Code, _ message: String, entry: String? = nil) {
        self.code = code
        self.message = message
        self.entry = entry
    }
}
