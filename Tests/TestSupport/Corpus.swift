public import Foundation

/// The folder of real dumps and bundles that some checks read, named by `VITRINE_CORPUS`; nil where it is not set.
public enum Corpus {
    /// The folder, when it is there.
    public static let root: URL? = {
        guard let path = ProcessInfo.processInfo.environment["VITRINE_CORPUS"], !path.isEmpty,
            FileManager.default.fileExists(atPath: path)
        else { return nil }
        return URL(filePath: path)
    }()

    /// The regular files directly inside a folder of the corpus, sorted by name.
    public static func files(_ folder: String) -> [URL] {
        guard let root else { return [] }
        let listed = try? FileManager.default.contentsOfDirectory(
            at: root.appending(path: folder),
            includingPropertiesForKeys: nil
        )
        return (listed ?? []).sorted { $0.lastPathComponent < $1.lastPathComponent }
    }

    /// The property lists and strings tables of all settings bundles.
    public static func propertyLists() -> [URL] {
        guard let root,
            let walk = FileManager.default.enumerator(
                at: root.appending(path: "settings"),
                includingPropertiesForKeys: nil
            )
        else { return [] }
        return walk.compactMap { $0 as? URL }
            .filter { ["plist", "strings", "stringsdict"].contains($0.pathExtension) }
            .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) ?? false }
    }
}
