public import AppBundles
public import Archives
internal import CMalloc
public import DumpFormats
import Synchronization

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
    /// How large a companion of a dump may be.
    public var companion = CompanionLimits.standard
    /// The most companions of one dump.
    public var maximumCompanions = 20
    /// The most bytes that a loaded dump keeps to take edits back; those before are taken back by reading the dump
    /// again.
    public var undoBytes: Int
    /// The most pinned views of one dump.
    public var maximumPins: Int
    /// The most notes of one dump.
    public var maximumNotes: Int
    /// The longest note, in Unicode scalars.
    public var maximumNoteLength: Int
    /// What an uploaded archive may hold.
    public var archive: ArchiveLimits
    /// How much is read of an app.
    public var bundle: BundleLimits
    /// The most bytes that are kept of one app; files for which there is no room are listed only.
    public var maximumAppBytes: Int
    /// The most files of one app.
    public var maximumAppFiles: Int
    /// The most bytes that opened uploads of apps may take together, as estimated.
    public var appCacheBytes: Int
    /// The most bytes that parsed strings tables, panes and findings of apps may take together, as estimated.
    public var parsedBytes: Int
    /// How long after a look at the folder of an app there is no other.
    public var recheckInterval: Duration
    /// How long after a search for bundles below the paths on the command line there is no other.
    public var rescanInterval: Duration

    /// Creates limits; the defaults are those of ``standard``.
    public init(
        dump: DumpLimits = .standard,
        cacheBytes: Int = 256 << 20,
        maximumFolderDepth: Int = 8,
        maximumFolderEntries: Int = 20_000,
        maximumPictureBytes: Int = 16 << 20,
        maximumNameLength: Int = 200,
        maximumEdits: Int = 10_000,
        undoBytes: Int = 16 << 20,
        maximumPins: Int = 500,
        maximumNotes: Int = 500,
        maximumNoteLength: Int = 2_000,
        archive: ArchiveLimits = .standard,
        bundle: BundleLimits = .standard,
        maximumAppBytes: Int = 64 << 20,
        maximumAppFiles: Int = 50_000,
        appCacheBytes: Int = 64 << 20,
        parsedBytes: Int = 128 << 20,
        recheckInterval: Duration = .seconds(1),
        rescanInterval: Duration = .seconds(3)
    ) {
        self.dump = dump
        self.cacheBytes = cacheBytes
        self.maximumFolderDepth = maximumFolderDepth
        self.maximumFolderEntries = maximumFolderEntries
        self.maximumPictureBytes = maximumPictureBytes
        self.maximumNameLength = maximumNameLength
        self.maximumEdits = maximumEdits
        self.undoBytes = undoBytes
        self.maximumPins = maximumPins
        self.maximumNotes = maximumNotes
        self.maximumNoteLength = maximumNoteLength
        self.archive = archive
        self.bundle = bundle
        self.maximumAppBytes = maximumAppBytes
        self.maximumAppFiles = maximumAppFiles
        self.appCacheBytes = appCacheBytes
        self.parsedBytes = parsedBytes
        self.recheckInterval = recheckInterval
        self.rescanInterval = rescanInterval
    }

    /// A cache of 256 MiB, folders of 20,000 entries in 8 levels, pictures of 16 MiB, 10,000 edits,
    /// 500 pins and 500 notes of 2,000 characters a dump, 64 MiB kept of an app of 50,000 files.
    public static let standard = CatalogLimits()
}

/// Gives memory back to the system once much of it was freed.
///
/// glibc keeps what is freed for what comes next, in the arenas of all threads, and the more of it the larger the blocks
/// were: without this a server that has shown a few large dumps looks as if it still held them.
final class FreedMemory: Sendable {
    /// Looking for free memory takes milliseconds, which are worth it for so many bytes.
    static let much = 8 << 20

    /// Done once for the process, whatever catalogs it has.
    private static let boundsWhatIsKept: Void = cm_keep_little_free_memory()

    private let freed = Mutex(0)
    private let giveBack: @Sendable () -> Void

    /// - Parameter giveBack: gives all free memory of the process back.
    init(giveBack: @escaping @Sendable () -> Void = { cm_give_back_free_memory() }) {
        self.giveBack = giveBack
        Self.boundsWhatIsKept
    }

    /// Notes that so many bytes were freed, as estimated.
    func add(_ bytes: Int) {
        let isMuch = freed.withLock { freed in
            freed = freed.addingReportingOverflow(max(bytes, 0)).partialValue
            guard freed >= Self.much || freed < 0 else { return false }
            freed = 0
            return true
        }
        if isMuch { giveBack() }
    }
}
