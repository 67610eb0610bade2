import Foundation

/// Names for bundles that do not name themselves.
enum BundleFolder {
    /// Folders that say where a file is in a project and nothing about which app it belongs to.
    private static let generic: Set<String> = [
        "settings", "inappsettings", "resources", "resource", "supporting files", "supporting", "sources", "source",
        "src", "example", "examples", "app", "ios", "assets", "bundle", "bundles", "project", "main", "data",
    ]

    /// The nearest folder name, from the bundle's own upwards, that tells bundles apart: `Clock` for
    /// `Clock/Resources/Settings.bundle`.
    static func name(of folder: URL) -> String {
        var folder = folder.standardizedFileURL
        let own = folder.deletingPathExtension().lastPathComponent
        for _ in 0..<4 {
            let name = folder.deletingPathExtension().lastPathComponent
            if !name.isEmpty, name != "/", !generic.contains(name.lowercased()) { return name }
            folder = folder.deletingLastPathComponent()
        }
        return own
    }
}
