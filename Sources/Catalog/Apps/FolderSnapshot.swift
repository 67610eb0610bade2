import AppBundles
import Diagnostics
import Foundation

/// A bundle in a folder, its texts as they were at one moment and its other files as they are.
struct FolderSnapshot: BundleFiles {
    /// What was said of the files: texts for which there was no room.
    let notes: [Diagnostic]

    private let folder: FolderFiles
    private let texts: [String: [UInt8]]

    /// The bundle's own name.
    var name: String { folder.name }

    init(of url: URL, limits: CatalogLimits) throws(AppBundleError) {
        folder = try FolderFiles(root: url)
        var texts: [String: [UInt8]] = [:]
        var room = limits.maximumAppBytes
        var seen = 0
        var isComplete = true
        var pending = [(path: "", depth: 0)]
        while let (path, depth) = pending.popLast(), seen < limits.maximumAppFiles {
            for entry in (try? folder.entries(in: path, limit: limits.bundle.maximumFiles)) ?? [] {
                seen += 1
                let inner = BundlePath.joining(path, entry.name)
                guard entry.kind == .file else {
                    // A link to a folder above makes endless paths, which this bound ends.
                    if depth < limits.bundle.maximumFolderDepth { pending.append((inner, depth + 1)) }
                    continue
                }
                guard KeptFiles.isText(inner) else { continue }
                let limit = min(limits.bundle.maximumFileBytes, room)
                guard let bytes = try? folder.read(inner, limit: limit) else {
                    isComplete = isComplete && limit == limits.bundle.maximumFileBytes
                    continue
                }
                room -= bytes.count
                texts[inner] = bytes
            }
        }
        self.texts = texts
        notes =
            isComplete
            ? []
            : [
                Diagnostic(
                    .warning,
                    "app.folder.large",
                    "The bundle has more than \(limits.maximumAppBytes) bytes of property lists and strings; those "
                        + "beyond are read when they are needed, and may be newer than the others."
                )
            ]
    }

    /// The files and folders directly inside a folder.
    func entries(in path: String, limit: Int) throws(AppBundleError) -> [BundleEntry] {
        try folder.entries(in: path, limit: limit)
    }

    /// What is at a path.
    func kind(of path: String) -> BundleEntry.Kind? { folder.kind(of: path) }

    /// The bytes of a file.
    func read(_ path: String, limit: Int) throws(AppBundleError) -> [UInt8] {
        guard let normalized = BundlePath.normalized(path), let bytes = texts[normalized] else {
            return try folder.read(path, limit: limit)
        }
        guard bytes.count <= limit else {
            throw AppBundleError(.tooLarge, "“\(path)” has more than \(limit) bytes; make it smaller.")
        }
        return bytes
    }
}
