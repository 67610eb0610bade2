import PropertyList

/// The files of a bundle, wherever they are: a folder, or an archive.
///
/// Paths are relative to the bundle; the empty path is the bundle itself. Conformers never serve anything outside.
public protocol BundleFiles: Sendable {
    /// The bundle's own name, such as `Example.app`.
    var name: String { get }

    /// The files and folders directly inside a folder, sorted by name.
    ///
    /// - Throws: ``AppBundleError`` when the folder is missing, outside, or has more entries than `limit`.
    func entries(in folder: String, limit: Int) throws(AppBundleError) -> [BundleEntry]

    /// What is at a path; nil when nothing is, when it lies outside, and when it is neither a regular file nor a
    /// folder.
    func kind(of path: String) -> BundleEntry.Kind?

    /// The bytes of a file.
    ///
    /// - Throws: ``AppBundleError`` when it is missing, outside, no regular file, or larger than `limit` bytes.
    func read(_ path: String, limit: Int) throws(AppBundleError) -> [UInt8]
}

extension BundleFiles {
    /// Whether there is a regular file at a path.
    public func isFile(_ path: String) -> Bool { kind(of: path) == .file }

    /// Shows files and folders to a visitor: those of a folder sorted by name, then those of its subfolders.
    ///
    /// - Parameters:
    ///   - maximumEntries: so many are shown.
    ///   - maximumDepth: so many folders below one another are entered. A link to a folder above makes endless paths,
    ///     which this ends.
    ///   - maximumListed: folders with more entries are not listed; as many as may be shown unless given.
    ///   - unreadable: is told of folders that cannot be listed.
    ///   - visit: gets a path, what is there, and how many folders it is in; says of a folder whether to enter it.
    /// - Returns: whether everything was shown that the visitor wanted to see and that could be listed.
    @discardableResult
    public func walk(
        maximumEntries: Int,
        maximumDepth: Int,
        maximumListed: Int? = nil,
        unreadable: (String, AppBundleError) -> Void = { _, _ in },
        _ visit: (_ path: String, _ entry: BundleEntry, _ depth: Int) -> Bool
    ) -> Bool {
        var pending = [(path: "", depth: 0)]
        var shown = 0
        while let (folder, depth) = pending.popLast() {
            var subfolders: [String] = []
            do throws(AppBundleError) {
                for entry in try entries(in: folder, limit: maximumListed ?? maximumEntries) {
                    guard shown < maximumEntries else { return false }
                    shown &+= 1
                    let path = BundlePath.joining(folder, entry.name)
                    let isWanted = visit(path, entry, depth)
                    if isWanted, entry.kind == .folder, depth < maximumDepth { subfolders.append(path) }
                }
            } catch {
                unreadable(folder, error)
            }
            pending += subfolders.reversed().map { ($0, depth &+ 1) }
        }
        return true
    }
}

/// A file or folder in a folder of a bundle.
public struct BundleEntry: Sendable, Hashable {
    /// What an entry is.
    public enum Kind: Sendable, Hashable {
        /// A regular file.
        case file
        /// A folder.
        case folder
    }

    /// The last component of its path.
    public var name: String
    /// Whether it is a file or a folder.
    public var kind: Kind
    /// Whether it is a link to one.
    public var isLink: Bool

    /// Creates an entry.
    public init(name: String, kind: Kind, isLink: Bool = false) {
        self.name = name
        self.kind = kind
        self.isLink = isLink
    }
}

/// Paths inside a bundle: relative, with `/` between components, never leaving the bundle.
public enum BundlePath {
    /// The longest path that is looked at, in UTF-8 bytes.
    public static let maximumLength = 1024

    /// The path without empty components and `.`; nil when it is absolute, climbs with `..`, holds a NUL or a
    /// backslash, or is too long. The bundle itself is the empty path.
    public static func normalized(_ path: String) -> String? {
        let bytes = path.utf8
        guard bytes.count <= maximumLength, bytes.first != UInt8(ascii: "/"),
            !bytes.contains(0), !bytes.contains(UInt8(ascii: "\\"))
        else { return nil }
        let components = path.split(separator: "/").filter { $0 != "." }
        guard !components.contains("..") else { return nil }
        return components.joined(separator: "/")
    }

    /// The path of an entry of a folder.
    static func joining(_ folder: String, _ name: String) -> String {
        folder.isEmpty ? name : folder + "/" + name
    }
}

/// The files below one folder of a bundle, as a bundle of their own.
public struct SubfolderFiles: BundleFiles {
    private let files: any BundleFiles
    private let folder: String

    /// The last component of the folder's path.
    public var name: String { folder.split(separator: "/").last.map(String.init) ?? files.name }

    /// Narrows `files` to a folder, given by its path.
    public init(_ files: any BundleFiles, folder: String) {
        self.files = files
        self.folder = folder
    }

    /// The files and folders directly inside a folder.
    public func entries(in folder: String, limit: Int) throws(AppBundleError) -> [BundleEntry] {
        try files.entries(in: try path(folder), limit: limit)
    }

    /// What is at a path.
    public func kind(of path: String) -> BundleEntry.Kind? {
        guard let inner = try? self.path(path) else { return nil }
        return files.kind(of: inner)
    }

    /// The bytes of a file.
    public func read(_ path: String, limit: Int) throws(AppBundleError) -> [UInt8] {
        try files.read(try self.path(path), limit: limit)
    }

    private func path(_ inner: String) throws(AppBundleError) -> String {
        guard let normalized = BundlePath.normalized(inner) else {
            throw AppBundleError(.unsafePath, "“\(inner)” leads out of the bundle; use a path inside it.")
        }
        return normalized.isEmpty ? folder : BundlePath.joining(folder, normalized)
    }
}

/// Reads a property list from a bundle.
enum PropertyListFile {
    /// Why a file gives no property list.
    struct Failure: Error {
        /// A sentence for people.
        let reason: String
        /// The line where that is known.
        let line: Int?
    }

    static func read(
        _ path: String,
        from files: any BundleFiles,
        limits: BundleLimits
    ) throws(Failure) -> PropertyListValue {
        try value(of: bytes(of: path, from: files, limits: limits), limits: limits)
    }

    static func bytes(of path: String, from files: any BundleFiles, limits: BundleLimits) throws(Failure) -> [UInt8] {
        do {
            return try files.read(path, limit: limits.maximumFileBytes)
        } catch {
            throw Failure(reason: error.message, line: nil)
        }
    }

    static func value(of bytes: [UInt8], limits: BundleLimits) throws(Failure) -> PropertyListValue {
        do {
            return try PropertyListReader.read(bytes, limits: limits.propertyList)
        } catch {
            throw Failure(reason: error.message, line: error.line)
        }
    }
}
