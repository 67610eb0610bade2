import AppBundles
import Diagnostics

/// A bundle made up for a test.
struct MemoryFiles: BundleFiles {
    let name: String
    let contents: [String: [UInt8]]

    init(_ texts: [String: String] = [:], bytes: [String: [UInt8]] = [:], name: String = "Settings.bundle") {
        self.name = name
        contents = texts.mapValues { Array($0.utf8) }.merging(bytes) { $1 }
    }

    func entries(in folder: String, limit: Int) throws(AppBundleError) -> [BundleEntry] {
        let start = folder.isEmpty ? "" : folder + "/"
        var entries: Set<BundleEntry> = []
        for path in contents.keys where path.hasPrefix(start) {
            let rest = path.dropFirst(start.count).split(separator: "/", maxSplits: 1)
            guard let first = rest.first else { continue }
            entries.insert(BundleEntry(name: String(first), kind: rest.count > 1 ? .folder : .file))
        }
        guard entries.count <= limit else { throw AppBundleError(.tooManyFiles, "too many") }
        return entries.sorted { $0.name < $1.name }
    }

    func kind(of path: String) -> BundleEntry.Kind? {
        guard let path = BundlePath.normalized(path) else { return nil }
        if contents[path] != nil { return .file }
        return path.isEmpty || contents.keys.contains { $0.hasPrefix(path + "/") } ? .folder : nil
    }

    func read(_ path: String, limit: Int) throws(AppBundleError) -> [UInt8] {
        guard let path = BundlePath.normalized(path) else { throw AppBundleError(.unsafePath, "unsafe") }
        guard let bytes = contents[path] else { throw AppBundleError(.missingFile, "missing") }
        guard bytes.count <= limit else { throw AppBundleError(.tooLarge, "too large") }
        return bytes
    }
}

/// A pane in old-style text, from its specifiers.
func pane(_ specifiers: String..., extra: String = "") -> String {
    "{ \(extra) PreferenceSpecifiers = ( \(specifiers.joined(separator: ", ")) ); }"
}

/// A pane in XML, from the inside of each specifier's dictionary.
func xmlPane(_ specifiers: String...) -> String {
    let elements = specifiers.map { "<dict>\($0)</dict>" }.joined()
    return "<plist><dict><key>PreferenceSpecifiers</key><array>\(elements)</array></dict></plist>"
}

/// The root pane of a bundle made of one list.
func rootPane(_ root: String, idiom: InterfaceIdiom = .phone) throws -> SettingsPane {
    try SettingsBundle(files: MemoryFiles(["Root.plist": root])).pane(idiom: idiom)
}

extension SettingsPane {
    var codes: [String] { report.map(\.code) }
}
