import AppBundles

/// Which files of a bundle anything here ever reads. The others, programs and asset catalogues first of all, are large,
/// and only their names matter.
enum KeptFiles {
    /// Property lists, strings, and what Xcode writes the entitlements to.
    private static let texts: Set<String> = ["plist", "strings", "stringsdict", "xcent", "mobileprovision"]
    private static let pictures: Set<String> = ["png", "jpg", "jpeg"]

    /// Whether a file decides what is shown: a property list or strings table.
    static func isText(_ path: String) -> Bool { texts.contains(fileExtension(of: path)) }

    /// Whether a file is kept: a text anywhere, a picture beside Info.plist or in a bundle of settings.
    static func contains(_ path: String) -> Bool {
        if isText(path) { return true }
        guard pictures.contains(fileExtension(of: path)) else { return false }
        let folders = path.split(separator: "/").dropLast()
        return folders.first.map { $0.lowercased().hasSuffix(".bundle") || $0.lowercased().hasSuffix(".lproj") } ?? true
    }

    private static func fileExtension(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }
}
