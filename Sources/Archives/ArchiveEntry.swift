/// A file or folder that an archive lists, with a path that is safe to use.
public struct ArchiveEntry: Sendable, Hashable {
    /// The path: relative, `/` between components, without `.` and `..`, without a slash at its end.
    public let path: String
    /// Whether it is a folder, which has no bytes.
    public let isFolder: Bool
    /// How many bytes the archive says the file has.
    public let size: Int
    /// The check sum (CRC-32) that the archive gives for the file's bytes.
    public let checksum: UInt32

    /// Its number in the archive's central directory.
    let index: Int
}
