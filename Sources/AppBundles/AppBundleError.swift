/// Why a bundle, one of its files, or an edit of one of its settings is refused.
public struct AppBundleError: Error, Sendable, Hashable {
    /// What kind of refusal it is; the raw value is a stable slug.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The folder is neither an app nor a settings bundle.
        case notABundle = "not-a-bundle"
        /// A path is absolute, climbs out with `..`, or follows a link that leaves the bundle.
        case unsafePath = "unsafe-path"
        /// There is no such file or folder.
        case missingFile = "missing-file"
        /// The file is a pipe, a device or otherwise no regular file, or the system refuses to read it.
        case unreadableFile = "unreadable-file"
        /// A file has more bytes than the limit.
        case tooLarge = "file-too-large"
        /// The bundle has more files than the limit.
        case tooManyFiles = "too-many-files"
        /// The settings bundle has no pane of that name.
        case missingPane = "missing-pane"
        /// The row shows something and stores nothing.
        case readOnlyRow = "read-only-row"
        /// The row cannot take that value.
        case valueRefused = "value-refused"
    }

    /// What kind of refusal it is.
    public var code: Code
    /// One sentence for people: what, where, what to do.
    public var message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
