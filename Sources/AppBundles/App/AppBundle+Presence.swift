public import struct Foundation.URL

extension AppBundle {
    /// Whether a folder is an app or a settings bundle, told from the names in it alone.
    public static func isPresent(in folder: URL, limits: BundleLimits = .standard) -> Bool {
        guard let files = try? FolderFiles(root: folder),
            let top = try? files.entries(in: "", limit: limits.maximumFiles)
        else { return false }
        return files.isFile(infoFile) || settingsFolder(among: top, in: files, limits: limits) != nil
    }
}
