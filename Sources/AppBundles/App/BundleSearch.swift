import Foundation

/// Finds the apps and settings bundles at a path, and other files that may be of use.
///
/// Hidden files are passed over, and so are links below the path, so that the search ends and never leaves it. Bundles
/// are not looked into.
public struct BundleSearch: Sendable {
    /// Something that was not looked at.
    public enum Gap: Sendable, Hashable {
        /// There is more below the path than may be looked at.
        case tooManyEntries
        /// A folder lies deeper than may be.
        case tooDeep(String)
        /// A folder cannot be listed.
        case unreadable(String)
    }

    /// The paths of the bundles, as the given path begins, sorted; the path itself when it is one.
    public private(set) var bundles: [String] = []
    /// The paths of other files that were asked for, folder by folder.
    public private(set) var files: [String] = []
    /// What was not looked at.
    public private(set) var gaps: [Gap] = []
    /// Whether there is anything at the path.
    public let exists: Bool

    /// Looks at a path: a `.app`, a `.bundle`, or a folder with some of them. A folder named otherwise that holds
    /// Info.plist and Settings.bundle, but no apps, is a bundle too.
    /// - Parameters:
    ///   - maximumDepth: the deepest that folders are looked into.
    ///   - maximumEntries: the most entries of folders that are looked at.
    ///   - wants: whether a file of a name is of use.
    public init(
        _ path: String,
        maximumDepth: Int = 16,
        maximumEntries: Int = 200_000,
        files wants: (String) -> Bool = { _ in false }
    ) {
        exists = FileManager.default.fileExists(atPath: path)
        let path = Self.plain(path)
        guard let folder = try? FolderFiles(root: URL(filePath: path)) else { return }
        if Self.isBundle(path) || AppBundle.isPresent(in: URL(filePath: path)) && !Self.holdsBundles(folder, at: path) {
            bundles = [path]
        } else {
            search(folder, at: path, maximumDepth, maximumEntries, wants)
        }
    }

    /// Looks at a folder that may be a bundle, and for other files in it.
    /// - Parameters:
    ///   - maximumDepth: the deepest that folders are looked into.
    ///   - maximumEntries: the most entries of folders that are looked at.
    ///   - wants: whether a file of a name is of use.
    public init(folder path: String, maximumDepth: Int, maximumEntries: Int, files wants: (String) -> Bool) {
        let path = Self.plain(path)
        let folder = try? FolderFiles(root: URL(filePath: path))
        exists = folder != nil
        guard let folder else { return }
        if Self.isBundle(path) {
            bundles = [path]
        } else {
            search(folder, at: path, maximumDepth, maximumEntries, wants)
        }
    }

    private static func plain(_ path: String) -> String {
        path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// A folder named like a bundle that is one; others so called, such as a checkout, are looked into.
    private static func isBundle(_ path: String) -> Bool {
        let name = path.lowercased()
        return (name.hasSuffix(".app") || name.hasSuffix(".bundle")) && AppBundle.isPresent(in: URL(filePath: path))
    }

    private static func holdsBundles(_ folder: FolderFiles, at path: String) -> Bool {
        ((try? folder.entries(in: "", limit: .max)) ?? []).contains {
            $0.kind == .folder && !$0.name.lowercased().hasSuffix("settings.bundle") && isBundle(path + "/" + $0.name)
        }
    }

    private mutating func search(
        _ folder: FolderFiles,
        at path: String,
        _ maximumDepth: Int,
        _ maximumEntries: Int,
        _ wants: (String) -> Bool
    ) {
        let start = path == "/" ? path : path + "/"
        var bundles: [String] = []
        var files: [String] = []
        var gaps: [Gap] = []
        var tooDeep: Set<Substring> = []
        let isComplete = folder.walk(
            maximumEntries: maximumEntries,
            maximumDepth: maximumDepth,
            maximumListed: .max,
            unreadable: { inner, _ in gaps.append(.unreadable(start + inner)) },
            { inner, entry, depth in
                guard !entry.name.hasPrefix("."), !entry.isLink else { return false }
                if entry.kind == .file {
                    if wants(entry.name) { files.append(start + inner) }
                } else if Self.isBundle(start + inner) {
                    bundles.append(start + inner)
                } else if depth < maximumDepth {
                    return true
                } else if tooDeep.insert(inner.dropLast(entry.name.count)).inserted {
                    gaps.append(.tooDeep(start + inner))
                }
                return false
            }
        )
        if !isComplete { gaps.append(.tooManyEntries) }
        (self.bundles, self.files, self.gaps) = (bundles.sorted(), files, gaps)
    }
}

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

    /// Whether a file at the top of a bundle is named like an icon.
    static func isIcon(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasSuffix(".png") && name.contains("icon")
    }

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
            if depth == 0, Self.isIcon(entry.name) {
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
