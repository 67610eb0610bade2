/// An app that somebody sends: a zip archive with one bundle in it.
public struct AppUpload: Sendable {
    /// The archive.
    public var archive: ArraySlice<UInt8>
    /// What the app is called when its bundle does not say, such as the name of the archive; nil leaves that to the
    /// folders in the archive.
    public var name: String?

    /// Creates an upload.
    public init(archive: ArraySlice<UInt8>, name: String? = nil) {
        self.archive = archive
        self.name = name
    }
}
