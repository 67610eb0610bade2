/// An app on its way into a storage.
public struct NewApp: Sendable {
    /// What the store will say of it.
    public var summary: UploadedApp
    /// Its files.
    public var contents: AppContents

    /// Creates an app.
    public init(summary: UploadedApp, contents: AppContents) {
        self.summary = summary
        self.contents = contents
    }
}
