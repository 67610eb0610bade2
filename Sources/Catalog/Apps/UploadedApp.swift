public import FoundationEssentials

/// What the store says of an uploaded app.
public struct UploadedApp: Sendable, Hashable, Identifiable {
    /// The stable id, which it keeps whatever other apps come and go.
    public var id: String
    /// The name of the bundle's folder in the archive, such as `Clock.app`.
    public var bundleName: String
    /// What the app is called when its bundle does not say.
    public var folderName: String
    /// A text that another content hardly has: the bundle's name and what lists say of its files.
    public var fingerprint: String
    /// When it came here.
    public var createdAt: Date

    /// Creates an entry.
    public init(id: String, bundleName: String, folderName: String, fingerprint: String, createdAt: Date) {
        self.id = id
        self.bundleName = bundleName
        self.folderName = folderName
        self.fingerprint = fingerprint
        self.createdAt = createdAt
    }
}
