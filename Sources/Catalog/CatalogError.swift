public import DumpFormats

/// Why the catalog could not do something. Nothing has changed when one is thrown.
public struct CatalogError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure it is; the raw value is a stable slug.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// There is no dump with this id.
        case unknownDump = "unknown-dump"
        /// There is no app with this id.
        case unknownApp = "unknown-app"
        /// The dump or app comes from a folder on the command line, which the catalog does not write to.
        case readOnly = "read-only"
        /// The dump cannot be read; `dumpError` says why.
        case unreadableDump = "unreadable-dump"
        /// A file or folder cannot be read.
        case unreadableFile = "unreadable-file"
        /// A picture is neither PNG nor JPEG.
        case unknownPicture = "unknown-picture"
        /// A picture has more bytes than the limit.
        case pictureTooLarge = "picture-too-large"
        /// Another dump has the id already.
        case idTaken = "id-taken"
        /// The storage could not do its work.
        case storageFailed = "catalog-storage-failed"
    }

    /// What kind of failure it is.
    public var code: Code
    /// One sentence for people: what, where, what to do.
    public var message: String
    /// Why the dump cannot be read, when that is the failure.
    public var dumpError: DumpError?

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The error of a dump that cannot be read.
    public init(_ error: DumpError) {
        self.init(.unreadableDump, error.message)
        dumpError = error
    }

    /// The sentence for people.
    public var description: String { message }

    /// The error of an id that names no dump.
    public static func unknownDump(_ id: String) -> CatalogError {
        CatalogError(.unknownDump, "There is no dump “\(id)”.")
    }
}
