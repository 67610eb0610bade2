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

    /// Whether there is a folder at a path.
    public func isFolder(_ path: String) -> Bool { kind(of: path) == .folder }
}
