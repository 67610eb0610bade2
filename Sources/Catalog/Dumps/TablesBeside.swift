import AppBundles
import DumpFormats
import Foundation

/// The tables of texts beside an interface in a file: of `Base.lproj/Main.storyboard` those in `de.lproj/Main.strings` and its
/// like, which layouts take words from.
struct TablesBeside: Sendable {
    /// The folder around those of languages.
    private let root: URL
    /// The file's place in it.
    private let path: String
    /// What a table is called in the folder of its language.
    private let table: String

    /// Nil for a file that is no xib or storyboard in the folder of a language; nothing is looked for yet.
    init?(_ file: URL) {
        let folder = file.deletingLastPathComponent()
        guard ["xib", "storyboard"].contains(file.pathExtension.lowercased()),
            LanguageFolder(folder.lastPathComponent) != nil
        else { return nil }
        root = folder.deletingLastPathComponent()
        path = "\(folder.lastPathComponent)/\(file.lastPathComponent)"
        table = file.deletingPathExtension().lastPathComponent + ".strings"
    }

    /// The tables as parts of the dump, as many as are kept.
    var parts: [DumpPart] {
        // try?: a folder that cannot be opened has no tables to show.
        guard let files = try? FolderFiles(root: root), let interface = BundleInterface(at: path, in: files) else {
            return []
        }
        return interface.tablesForLayouts(in: files, besides: nil)
    }

    /// What tells, in this process, that a table has been written to, has come or is gone. Answers that are kept ask for it each
    /// time, so it looks at the names of folders and at times alone.
    var fingerprint: FolderFingerprint {
        // try?: a folder that cannot be opened has no tables to look at.
        let folders = (try? FolderFiles(root: root).entries(in: "", limit: 10_000)) ?? []
        let tables = folders.filter { LanguageFolder($0.name) != nil }.map { "\($0.name)/\(table)" }
        return FolderFingerprint(of: tables, in: root)
    }
}
