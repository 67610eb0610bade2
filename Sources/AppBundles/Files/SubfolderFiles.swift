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
