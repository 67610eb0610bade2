/// How much an archive may ask of its reader.
public struct ArchiveLimits: Sendable, Hashable {
    /// The most files and folders it may have, those too that only paths name.
    public var maximumEntries: Int
    /// The most bytes of its table of contents, which is mostly names.
    public var maximumDirectoryBytes: Int
    /// The most bytes that one file may expand to.
    public var maximumEntryBytes: Int
    /// The most bytes that all files together may expand to.
    public var maximumTotalBytes: Int
    /// How many times its compressed size a file, or the whole archive, may expand to.
    public var maximumRatio: Int
    /// Up to so many bytes the ratio does not matter: blank pictures and tables are small and compress well.
    public var ratioFloorBytes: Int
    /// The longest path, in UTF-8 bytes.
    public var maximumPathBytes: Int
    /// The most folders below one another.
    public var maximumDepth: Int

    /// Creates limits; the defaults are those of ``standard``.
    public init(
        maximumEntries: Int = 50_000,
        maximumDirectoryBytes: Int = 16 << 20,
        maximumEntryBytes: Int = 1 << 30,
        maximumTotalBytes: Int = 4 << 30,
        maximumRatio: Int = 200,
        ratioFloorBytes: Int = 16 << 20,
        maximumPathBytes: Int = 1_024,
        maximumDepth: Int = 32
    ) {
        self.maximumEntries = maximumEntries
        self.maximumDirectoryBytes = maximumDirectoryBytes
        self.maximumEntryBytes = maximumEntryBytes
        self.maximumTotalBytes = maximumTotalBytes
        self.maximumRatio = maximumRatio
        self.ratioFloorBytes = ratioFloorBytes
        self.maximumPathBytes = maximumPathBytes
        self.maximumDepth = maximumDepth
    }

    /// 50,000 entries, 1 GiB a file, 4 GiB together, 200 times the compressed size beyond 16 MiB, 32 folders deep.
    public static let standard = ArchiveLimits()
}
