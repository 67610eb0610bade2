import Foundation

/// Finds the apps and settings bundles at a path.
public struct BundleSearch: Sendable {
    /// The deepest that folders are looked into.
    public static let maximumDepth = 16
    /// The most entries of folders that are looked at.
    public static let maximumEntries = 200_000

    /// The paths of the bundles, as the given path begins, sorted; the path itself when it is one.
    public private(set) var bundles: [String] = []
    /// Whether there is anything at the path.
    public let exists: Bool
    /// Whether a folder holds more than is looked at.
    public private(set) var isCutOff = false

    /// Looks at a path: a `.app`, a `.bundle`, or a folder with some of them, but not into bundles.
    public init(_ path: String) {
        var isFolder: ObjCBool = false
        exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        guard isFolder.boolValue else { return }
        let start = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        if Self.isBundle(start) || AppBundle.isPresent(in: URL(filePath: start)) && !Self.holdsBundles(start) {
            bundles = [start]
        } else {
            walk(start)
            bundles.sort()
        }
    }

    /// A folder named like a bundle that is one; others so called, such as a checkout, are looked into.
    private static func isBundle(_ path: String) -> Bool {
        let name = path.lowercased()
        return (name.hasSuffix(".app") || name.hasSuffix(".bundle")) && AppBundle.isPresent(in: URL(filePath: path))
    }

    private static func holdsBundles(_ path: String) -> Bool {
        subfolders(of: path).contains { isBundle(path + "/" + $0) && !$0.lowercased().hasSuffix("settings.bundle") }
    }

    private static func subfolders(of path: String) -> [String] {
        let files = try? FolderFiles(root: URL(filePath: path, directoryHint: .isDirectory))
        let entries = try? files?.entries(in: "", limit: maximumEntries)
        return (entries ?? []).filter { $0.kind == .folder && !$0.name.hasPrefix(".") }.map(\.name)
    }

    private mutating func walk(_ start: String) {
        var pending = [(path: start, depth: 0)]
        var seen = 0
        while let (folder, depth) = pending.popLast() {
            for name in Self.subfolders(of: folder) {
                seen += 1
                guard seen <= Self.maximumEntries else {
                    isCutOff = true
                    return
                }
                let path = folder == "/" ? "/" + name : folder + "/" + name
                if Self.isBundle(path) {
                    bundles.append(path)
                } else if depth < Self.maximumDepth {
                    pending.append((path, depth + 1))
                }
            }
        }
    }
}
