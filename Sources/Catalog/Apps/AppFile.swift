/// A file of an uploaded app, as lists tell of it.
public struct AppFile: Sendable, Hashable {
    /// The path, relative to the bundle.
    public var path: String
    /// How many bytes it has.
    public var size: Int
    /// The check sum (CRC-32) of its bytes.
    public var checksum: UInt32
    /// Whether its bytes are kept; those that nothing here reads are not.
    public var isKept: Bool

    /// Creates an entry.
    public init(path: String, size: Int, checksum: UInt32, isKept: Bool) {
        self.path = path
        self.size = size
        self.checksum = checksum
        self.isKept = isKept
    }
}
