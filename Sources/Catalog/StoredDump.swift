public import DumpFormats
public import FoundationEssentials
public import ViewHierarchy

/// What a list of dumps says about one.
public struct StoredDump: Sendable, Hashable, Identifiable {
    /// The stable id: ASCII letters in lower case, digits and hyphens.
    public var id: String
    /// The name for people.
    public var name: String
    /// The format in which it came.
    public var format: DumpFormat
    /// The bundle identifier of the app that it shows, when it says so.
    public var app: String?
    /// How many views it has.
    public var viewCount: Int
    /// The greatest depth of a view; 0 for roots only.
    public var depth: Int
    /// The size of its first root that has one, in points; the device's screen where the dump names it.
    public var size: Size
    /// When it was taken, when it says so.
    public var capturedAt: Date?
    /// When it came here; for a file, when that was last written.
    public var createdAt: Date
    /// How often it has changed since it came: every edit, undo and redo counts, and every new content of a file.
    public var revision: Int
    /// Whether it comes from a file that is not the catalog's to change.
    public var readOnly: Bool
    /// Whether there is a picture of the screen.
    public var hasScreenshot: Bool
    /// How many edits are applied.
    public var appliedEdits = 0
    /// How many edits were taken back and can be carried out again.
    public var undoneEdits = 0
    /// Of a file that is shown as it is, without edits: which content of the file it is. Revisions of files are counted
    /// anew by each process; with this they tell contents apart.
    public var fileVersion: String?

    /// Creates a summary.
    public init(
        id: String,
        name: String,
        format: DumpFormat,
        app: String? = nil,
        viewCount: Int,
        depth: Int,
        size: Size,
        capturedAt: Date? = nil,
        createdAt: Date,
        revision: Int = 0,
        readOnly: Bool = false,
        hasScreenshot: Bool = false
    ) {
        self.id = id
        self.name = name
        self.format = format
        self.app = app
        self.viewCount = viewCount
        self.depth = depth
        self.size = size
        self.capturedAt = capturedAt
        self.createdAt = createdAt
        self.revision = revision
        self.readOnly = readOnly
        self.hasScreenshot = hasScreenshot
    }
}
