internal import CZip

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

extension ArchiveError {
    /// What kept libzip from opening an archive (libzip manual, zip_errors).
    init(_ error: zip_error_t) {
        var error = error
        switch zip_error_code_zip(&error) {
        case ZIP_ER_NOZIP:
            self.init(.notAnArchive, "This is not a zip archive. Send an app as .zip or .ipa.")
        case ZIP_ER_MEMORY:
            self.init(.tooLarge, "There is not enough memory to read the archive.")
        default:
            self.init(.damaged, "The archive is damaged: its parts contradict each other. Create or send it again.")
        }
    }
}

/// How much an archive may ask of its reader.
public struct ArchiveLimits: Sendable, Hashable {
    /// The most files and folders it may have, those too that only paths name.
    package var maximumEntries: Int
    /// The most bytes of its table of contents, which is mostly names.
    package var maximumDirectoryBytes: Int
    /// The most bytes that one file may expand to.
    package var maximumEntryBytes: Int
    /// The most bytes that all files together may expand to.
    package var maximumTotalBytes: Int
    /// How many times its compressed size a file, or the whole archive, may expand to.
    package var maximumRatio: Int
    /// Up to so many bytes the ratio does not matter: blank pictures and tables are small and compress well.
    package var ratioFloorBytes: Int
    /// The longest path, in UTF-8 bytes.
    package var maximumPathBytes: Int
    /// The most folders below one another.
    package var maximumDepth: Int

    /// Creates limits; the defaults are those of ``standard``.
    public init(
        maximumEntries: Int = 50_000,
        maximumDirectoryBytes: Int = 16 << 20,
        maximumEntryBytes: Int = 1 << 30,
        maximumTotalBytes: Int = 4 << 30,
        maximumRatio: Int = 200,
        ratioFloorBytes: Int = 16 << 20,
        maximumPathBytes: Int = 1_024,
        maximumDepth: Int = 32
    ) {
        self.maximumEntries = maximumEntries
        self.maximumDirectoryBytes = maximumDirectoryBytes
        self.maximumEntryBytes = maximumEntryBytes
        self.maximumTotalBytes = maximumTotalBytes
        self.maximumRatio = maximumRatio
        self.ratioFloorBytes = ratioFloorBytes
        self.maximumPathBytes = maximumPathBytes
        self.maximumDepth = maximumDepth
    }

    /// 50,000 entries, 1 GiB a file, 4 GiB together, 200 times the compressed size beyond 16 MiB, 32 folders deep.
    public static let standard = ArchiveLimits()
}
