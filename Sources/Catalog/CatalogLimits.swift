public import DumpFormats

/// How much the catalog reads and keeps.
public struct CatalogLimits: Sendable {
    /// How large a dump may be.
    public var dump: DumpLimits
    /// The most bytes that loaded trees may take together, as estimated; the least recently used go first.
    public var cacheBytes: Int
    /// How deep below a folder on the command line files are looked for.
    public var maximumFolderDepth: Int
    /// How many files and folders are looked at below one folder on the command line.
    public var maximumFolderEntries: Int
    /// The most bytes of a screenshot.
    public var maximumPictureBytes: Int
    /// The longest name of an uploaded dump, in characters; the rest is cut off.
    public var maximumNameLength: Int

    /// Creates limits; the defaults are those of ``standard``.
    public init(
        dump: DumpLimits = .standard,
        cacheBytes: Int = 256 << 20,
        maximumFolderDepth: Int = 8,
        maximumFolderEntries: Int = 20_000,
        maximumPictureBytes: Int = 16 << 20,
        maximumNameLength: Int = 200
    ) {
        self.dump = dump
        self.cacheBytes = cacheBytes
        self.maximumFolderDepth = maximumFolderDepth
        self.maximumFolderEntries = maximumFolderEntries
        self.maximumPictureBytes = maximumPictureBytes
        self.maximumNameLength = maximumNameLength
    }

    /// A cache of 256 MiB, folders of 20,000 entries in 8 levels, pictures of 16 MiB.
    public static let standard = CatalogLimits()
}
