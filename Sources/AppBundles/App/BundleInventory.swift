/// What a bundle is made of, told from the names of its files.
public struct BundleInventory: Sendable {
    /// A file, or a folder that is one document.
    public struct Item: Sendable, Hashable {
        /// The path, relative to the bundle.
        public var path: String
        /// What it is, in a word or two.
        public var kind: String
    }

    /// So many files and folders are looked at, and so deep.
    private static let maximumEntries = 20_000
    private static let maximumDepth = 6
    /// So many are listed of each kind.
    private static let maximumItems = 500

    /// Nibs and storyboards, compiled or not.
    public private(set) var interfaces: [Item] = []
    /// Pictures that are named like icons.
    public private(set) var icons: [Item] = []
    /// Files that may tell the entitlements of the app.
    public private(set) var entitlements: [String] = []
    /// How many files there are, as far as was looked.
    public private(set) var fileCount = 0

    private static let documents = [
        "nib": "nib", "xib": "nib source", "storyboard": "storyboard source", "storyboardc": "storyboard",
    ]
    /// Bundles in the bundle, which have contents of their own.
    private static let closed: Set<String> = ["app", "appex", "framework", "bundle", "momd", "dsym"]

    /// Looks at the files of a bundle; those of bundles inside are not its own.
    public init(_ files: any BundleFiles) {
        files.walk(maximumEntries: Self.maximumEntries, maximumDepth: Self.maximumDepth) { path, entry, depth in
            let dot = entry.name.lastIndex(of: ".")
            let ending = dot.map { entry.name[entry.name.index(after: $0)...].lowercased() } ?? ""
            if entry.kind == .file { fileCount += 1 }
            if let kind = Self.documents[ending] {
                interfaces.append(Item(path: path, kind: kind))
                return false
            }
            if entry.kind == .folder { return !Self.closed.contains(ending) }
            if depth == 0, ending == "png", entry.name.lowercased().contains("icon") {
                icons.append(Item(path: path, kind: "PNG"))
            } else if ending == "xcent" || entry.name == "embedded.mobileprovision" {
                entitlements.append(path)
            }
            return false
        }
        interfaces = Array(interfaces.sorted { $0.path < $1.path }.prefix(Self.maximumItems))
        icons = Array(icons.sorted { $0.path < $1.path }.prefix(Self.maximumItems))
    }
}
