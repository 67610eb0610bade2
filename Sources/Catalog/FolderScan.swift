import AppBundles
import Foundation

/// Finds what the paths on the command line hold: files that may be dumps, and bundles.
///
/// Hidden files and symbolic links below a folder are passed over, so a walk ends and never leaves its folder.
struct FolderScan {
    /// Files that may be dumps, in order.
    private(set) var files: [URL] = []
    /// `.app` and `.bundle` folders, in order.
    private(set) var bundles: [URL] = []
    /// What could not be used.
    private(set) var problems: [CatalogProblem] = []

    private let limits: CatalogLimits
    private var entriesLeft = 0

    /// Extensions of files that lie beside dumps and are none.
    private static let otherExtensions: Set<String> = [
        "png", "jpg", "jpeg", "gif", "heic", "pdf", "md", "mov", "mp4", "tsv", "csv", "swift", "h", "m", "strings",
        "zip", "ipa", "html",
    ]

    init(limits: CatalogLimits) {
        self.limits = limits
    }

    /// Adds one path of the command line.
    mutating func add(_ path: String) {
        let url = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath()
        let values = try? url.resourceValues(forKeys: [.isDirectoryKey, .isRegularFileKey])
        if values?.isRegularFile == true {
            files.append(url)
        } else if values?.isDirectory == true {
            entriesLeft = limits.maximumFolderEntries
            if !addBundle(url) { walk(url) }
        } else {
            let message =
                values == nil ? "There is no such file or folder." : "This is neither a file nor a folder."
            problems.append(CatalogProblem(path: path, message: message))
        }
    }

    private mutating func addBundle(_ url: URL) -> Bool {
        // A folder that only is called so, such as a checkout of the app's sources, is looked into like any other.
        guard ["app", "bundle"].contains(url.pathExtension.lowercased()), AppBundle.isPresent(in: url) else {
            return false
        }
        bundles.append(url)
        return true
    }

    private mutating func walk(_ root: URL) {
        var pending = [(folder: root, depth: 0)]
        while let (folder, depth) = pending.popLast() {
            var subfolders: [URL] = []
            for url in contents(of: folder) {
                guard entriesLeft > 0 else {
                    problems.append(
                        CatalogProblem(
                            path: root.plainPath,
                            message: "The folder has more than \(limits.maximumFolderEntries) entries; "
                                + "the rest is left out."
                        )
                    )
                    return
                }
                entriesLeft -= 1
                guard let kind = kind(of: url) else { continue }
                if kind == .regular {
                    files.append(url)
                } else if !addBundle(url) {
                    subfolders.append(url)
                }
            }
            if depth < limits.maximumFolderDepth {
                pending.append(contentsOf: subfolders.reversed().map { ($0, depth + 1) })
            } else if let deepest = subfolders.first {
                problems.append(
                    CatalogProblem(
                        path: deepest.plainPath,
                        message: "The folder is nested deeper than \(limits.maximumFolderDepth) levels; "
                            + "it is left out."
                    )
                )
            }
        }
    }

    /// The entries of a folder that are worth looking at, sorted by name.
    private mutating func contents(of folder: URL) -> [URL] {
        do {
            return try FileManager.default.contentsOfDirectory(
                at: folder,
                includingPropertiesForKeys: [.isSymbolicLinkKey, .isDirectoryKey, .isRegularFileKey]
            )
            .filter { !$0.lastPathComponent.hasPrefix(".") }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
        } catch {
            problems.append(
                CatalogProblem(
                    path: folder.plainPath,
                    message: "The folder cannot be read; check its permissions."
                )
            )
            return []
        }
    }

    private enum Kind {
        case regular, folder
    }

    private func kind(of url: URL) -> Kind? {
        guard let values = try? url.resourceValues(forKeys: [.isSymbolicLinkKey, .isDirectoryKey, .isRegularFileKey]),
            values.isSymbolicLink != true
        else { return nil }
        if values.isDirectory == true { return .folder }
        guard values.isRegularFile == true, !Self.otherExtensions.contains(url.pathExtension.lowercased()) else {
            return nil
        }
        return .regular
    }
}
