/// All files of a bundle, hidden ones left out, within limits.
struct BundleTree {
    /// The paths of its files, folder by folder, each folder's sorted.
    private(set) var files: [String] = []
    /// The names of the folders at its top, sorted.
    private(set) var topFolders: [String] = []

    init(_ source: any BundleFiles, limits: BundleLimits) throws(AppBundleError) {
        var folders: [(path: String, depth: Int)] = [("", 0)]
        var seen = 0
        var next = 0
        while next < folders.count {
            let (folder, depth) = folders[next]
            next &+= 1
            for entry in try source.entries(in: folder, limit: limits.maximumFiles) where !entry.name.hasPrefix(".") {
                seen &+= 1
                guard seen <= limits.maximumFiles else {
                    throw AppBundleError(
                        .tooManyFiles,
                        "“\(source.name)” has more than \(limits.maximumFiles) files; remove what is not needed."
                    )
                }
                let path = BundlePath.joining(folder, entry.name)
                switch entry.kind {
                case .file:
                    files.append(path)
                case .folder:
                    if depth == 0 { topFolders.append(entry.name) }
                    // A link to a folder above makes endless paths, which this bound ends.
                    if depth < limits.maximumFolderDepth { folders.append((path, depth &+ 1)) }
                }
            }
        }
    }
}
