/// The bytes of a dump as they came.
public struct DumpSource: Sendable, Hashable {
    /// The bytes.
    public var bytes: [UInt8]
    /// Their media type, which follows from the format and never from what a client said.
    public var mediaType: String

    /// Creates a source.
    public init(bytes: [UInt8], mediaType: String) {
        self.bytes = bytes
        self.mediaType = mediaType
    }
}
