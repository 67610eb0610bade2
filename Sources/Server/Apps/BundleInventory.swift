import AppBundles

/// What a bundle is made of, told from the names of its files.
struct BundleInventory: Sendable {
    /// A file, or a folder that is one document.
    struct Item: Sendable, Hashable {
        var path: String
        var kind: String
    }

    /// So many files and folders are looked at, and so deep.
    private static let maximumEntries = 20_000
    private static let maximumDepth = 6
    /// So many are listed of each kind.
    private static let maximumItems = 500

    /// Nibs and storyboards, compiled or not.
    private(set) var interfaces: [Item] = []
    /// Pictures that are named like icons.
    private(set) var icons: [Item] = []
    /// Files that may tell the entitlements of the app.
    private(set) var entitlements: [String] = []
    /// How many files there are, as far as was looked.
    private(set) var fileCount = 0

    private static let documents = [
        "nib": "nib", "xib": "nib source", "storyboard": "storyboard source", "storyboardc": "storyboard",
    ]
    /// Bundles in the bundle, which have contents of their own.
    private static let closed: Set<String> = ["app", "appex", "framework", "bundle", "momd", "dsym"]

    init(_ files: any BundleFiles) {
        var pending = [(path: "", depth: 0)]
        var seen = 0
        while let (folder, depth) = pending.popLast(), seen < Self.maximumEntries {
            for entry in (try? files.entries(in: folder, limit: Self.maximumEntries)) ?? [] {
                seen += 1
                let path = BundlePath.joining(folder, entry.name)
                let dot = entry.name.lastIndex(of: ".")
                let ending = dot.map { entry.name[entry.name.index(after: $0)...].lowercased() } ?? ""
                if let kind = Self.documents[ending] {
                    interfaces.append(Item(path: path, kind: kind))
                } else if entry.kind == .folder {
                    if depth < Self.maximumDepth, !Self.closed.contains(ending) { pending.append((path, depth + 1)) }
                } else if folder.isEmpty, ending == "png", entry.name.lowercased().contains("icon") {
                    icons.append(Item(path: path, kind: "PNG"))
                } else if ending == "xcent" || entry.name == "embedded.mobileprovision" {
                    entitlements.append(path)
                }
                if entry.kind == .file { fileCount += 1 }
            }
        }
        interfaces = Array(interfaces.sorted { $0.path < $1.path }.prefix(Self.maximumItems))
        icons = Array(icons.sorted { $0.path < $1.path }.prefix(Self.maximumItems))
    }
}
