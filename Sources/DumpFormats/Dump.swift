public import Diagnostics
public import FoundationEssentials
public import ViewHierarchy

/// A view hierarchy that has been read, with everything else the dump said and what the format could not say.
public struct Dump: Sendable {
    /// The format it was read from.
    public var format: DumpFormat
    /// The name that the dump gives itself.
    public var name: String?
    /// The bundle identifier of the app.
    public var app: String?
    /// When it was taken.
    public var capturedAt: Date?
    /// The device it was taken on.
    public var device: DumpDevice?
    /// A picture of the screen, the bytes of a PNG or JPEG file.
    public var screenshot: [UInt8]?
    /// The views; a view's id is its index.
    public var tree: ViewTree
    /// What was lost, guessed or skipped: one `lost.<what>` entry for each thing the format cannot say, and findings
    /// with their line and view.
    public var report: [Diagnostic]

    /// Creates a dump of which only the views are known.
    public init(format: DumpFormat, tree: ViewTree, report: [Diagnostic] = []) {
        self.format = format
        self.tree = tree
        self.report = report
    }
}
