/// A dump on its way into a storage.
public struct NewDump: Sendable {
    /// What lists say about it.
    public var summary: StoredDump
    /// Its bytes as they came.
    public var source: [UInt8]
    /// The picture of the screen that came beside it, PNG or JPEG.
    public var screenshot: [UInt8]?

    /// Creates a dump.
    public init(summary: StoredDump, source: [UInt8], screenshot: [UInt8]?) {
        self.summary = summary
        self.source = source
        self.screenshot = screenshot
    }
}
