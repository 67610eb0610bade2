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
    /// The most edits of one dump.
    public var maximumEdits: Int
    /// The most bytes that a loaded dump keeps to take edits back; those before are taken back by reading the dump
    /// again.
    public var undoBytes: Int

    /// Creates limits; the defaults are those of ``standard``.
    public init(
        dump: DumpLimits = .standard,
        cacheBytes: Int = 256 << 20,
        maximumFolderDepth: Int = 8,
        maximumFolderEntries: Int = 20_000,
        maximumPictureBytes: Int = 16 << 20,
        maximumNameLength: Int = 200,
        maximumEdits: Int = 10_000,
        undoBytes: Int = 16 << 20
    ) {
        self.dump = dump
        self.cacheBytes = cacheBytes
        self.maximumFolderDepth = maximumFolderDepth
        self.maximumFolderEntries = maximumFolderEntries
        self.maximumPictureBytes = maximumPictureBytes
        self.maximumNameLength = maximumNameLength
        self.maximumEdits = maximumEdits
        self.undoBytes = undoBytes
    }

    /// A cache of 256 MiB, folders of 20,000 entries in 8 levels, pictures of 16 MiB, 10,000 edits a dump.
    public static let standard = CatalogLimits()
}
