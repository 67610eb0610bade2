/// The files of a bundle that came as an archive: all are listed, some have their bytes.
public struct AppContents: Sendable, Hashable {
    /// The name of the bundle's folder, such as `Clock.app`.
    public var bundleName: String
    /// All files, sorted by path.
    public var files: [AppFile]
    /// The bytes of those that are kept, by path.
    public var bytes: [String: [UInt8]]

    /// Creates contents.
    public init(bundleName: String, files: [AppFile], bytes: [String: [UInt8]]) {
        self.bundleName = bundleName
        self.files = files.sorted { $0.path < $1.path }
        self.bytes = bytes
    }

    /// A short text that other contents hardly have.
    var fingerprint: String {
        var text = bundleName
        for file in files { text += "\n\(file.path) \(file.size) \(file.checksum)" }
        return Identifiers.hash(text)
    }
}
