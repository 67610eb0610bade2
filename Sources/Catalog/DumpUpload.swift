public import DumpFormats

/// A dump that somebody sends.
public struct DumpUpload: Sendable {
    /// Its bytes.
    public var source: [UInt8]
    /// Its name; nil leaves that to the dump.
    public var name: String?
    /// Its format; nil finds it out.
    public var format: DumpFormat?
    /// The picture of the screen, PNG or JPEG.
    public var screenshot: [UInt8]?

    /// Creates an upload.
    public init(source: [UInt8], name: String? = nil, format: DumpFormat? = nil, screenshot: [UInt8]? = nil) {
        self.source = source
        self.name = name
        self.format = format
        self.screenshot = screenshot
    }
}
