public import PropertyList

/// How much a bundle may ask of its reader.
public struct BundleLimits: Sendable, Hashable {
    /// The most bytes that are read from one file.
    public var maximumFileBytes: Int
    /// The most files and folders that are looked at in a settings bundle, and in the top folder of an app.
    public var maximumFiles: Int
    /// The most folders below one another in a settings bundle.
    public var maximumFolderDepth: Int
    /// The most panes that are followed from the root.
    public var maximumPanes: Int
    /// The most specifiers that are read from one pane.
    public var maximumRows: Int
    /// The limits of each property list and strings table.
    public var propertyList: PropertyListLimits

    /// Creates limits; the defaults are those of ``standard``.
    public init(
        maximumFileBytes: Int = 8 << 20,
        maximumFiles: Int = 20_000,
        maximumFolderDepth: Int = 8,
        maximumPanes: Int = 2_000,
        maximumRows: Int = 10_000,
        propertyList: PropertyListLimits = PropertyListLimits(maximumBytes: 8 << 20, maximumValues: 200_000)
    ) {
        self.maximumFileBytes = maximumFileBytes
        self.maximumFiles = maximumFiles
        self.maximumFolderDepth = maximumFolderDepth
        self.maximumPanes = maximumPanes
        self.maximumRows = maximumRows
        self.propertyList = propertyList
    }

    /// 8 MiB a file, 20,000 files, 2,000 panes of 10,000 rows.
    public static let standard = BundleLimits()
}
