/// A nib or storyboard of a bundle, compiled or not.
public struct BundleInterface: Sendable, Hashable {
    /// What it is; the raw values are the endings of the files' names.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A compiled nib: a file, or a folder with one for each range of systems.
        case nib
        /// A compiled storyboard: a folder with nibs and a list of them.
        case storyboardc
        /// Interface Builder's file for views.
        case xib
        /// Interface Builder's file for scenes.
        case storyboard

        /// A compiled storyboard is a folder, a compiled nib may be one, Interface Builder's files are none.
        func isStored(as entry: BundleEntry.Kind) -> Bool {
            switch self {
            case .nib: true
            case .storyboardc: entry == .folder
            case .xib, .storyboard: entry == .file
            }
        }
    }

    /// The path, relative to the bundle: `Base.lproj/Main~ipad.storyboardc`.
    public var path: String
    /// What it is.
    public var kind: Kind
    /// What the app loads it by: `Main`.
    public var name: String
    /// The language of its folder as that is spelled, `Base` included; nil outside of such folders.
    public var language: String?
    /// The idiom that it is for, as its name says: `ipad`; nil for all.
    public var idiom: String?
    /// The paths of the tables with its texts in other languages, by the language.
    public var tables: [String: String] = [:]

    /// The languages in which its texts can be shown, sorted; its own is not among them.
    public var languages: [String] { tables.keys.sorted() }

    /// The language among ``languages`` that somebody asks for: the very same, or the same in a region or without one.
    public func language(matching wanted: String) -> String? { LanguageTag.match(wanted, among: languages) }

    /// Looks at one path of some files, and for tables of its texts in the folders of other languages; nil when there is
    /// no interface.
    public init?(at path: String, in files: any BundleFiles) {
        self.init(path: path)
        guard let kind = files.kind(of: path), self.kind.isStored(as: kind) else { return nil }
        guard let own = language else { return }
        let folders = path.split(separator: "/").map(String.init)
        let around = folders.dropLast(2).joined(separator: "/")
        guard let file = folders.last, let dot = file.lastIndex(of: ".") else { return }
        for entry in (try? files.entries(in: around, limit: 10_000)) ?? [] {
            guard let language = LanguageFolder(entry.name)?.language, language != own else { continue }
            let table = BundlePath.joining(BundlePath.joining(around, entry.name), file[..<dot] + ".strings")
            if files.isFile(table) { tables[language] = table }
        }
    }

    /// Reads a path; nil when it names no interface.
    init?(path: String) {
        let components = path.split(separator: "/")
        guard let last = components.last, let dot = last.lastIndex(of: "."), dot > last.startIndex,
            let kind = Kind(rawValue: last[last.index(after: dot)...].lowercased())
        else { return nil }
        self.path = path
        self.kind = kind
        let stem = last[..<dot]
        // UIKit's suffixes of resources: `~iphone`, `~ipad` and their like.
        if let tilde = stem.lastIndex(of: "~"), tilde > stem.startIndex, stem.index(after: tilde) < stem.endIndex {
            name = String(stem[..<tilde])
            idiom = String(stem[stem.index(after: tilde)...])
        } else {
            name = String(stem)
        }
        language = components.dropLast().last.flatMap { LanguageFolder(String($0))?.language }
    }

    /// What the tables of its texts have in common: the folder around that of its language, and its file's name.
    fileprivate var tableKey: String? { language == nil ? nil : BundleInterfaces.tableKey(path) }
}

/// Finds the nibs and storyboards of a bundle and of the frameworks, extensions and bundles in it, from the names of its
/// files alone.
public struct BundleInterfaces: Sendable {
    /// So many files and folders are looked at, and so deep.
    private static let maximumEntries = 50_000
    private static let maximumDepth = 10
    /// Folders that hold no interfaces of UIKit.
    private static let closed: Set<String> = ["momd", "dsym", "scnassets", "mlmodelc"]

    /// The interfaces, sorted by path.
    public let all: [BundleInterface]
    /// Whether all files could be looked at.
    public let isComplete: Bool

    /// Looks at the files of a bundle.
    public init(_ files: any BundleFiles) {
        var found: [BundleInterface] = []
        var tables: [String: [String: String]] = [:]
        isComplete = files.walk(
            maximumEntries: Self.maximumEntries,
            maximumDepth: Self.maximumDepth
        ) { path, entry, depth in
            if let interface = BundleInterface(path: path) {
                if interface.kind.isStored(as: entry.kind) {
                    found.append(interface)
                    return false
                }
            }
            let ending = path.split(separator: ".").last?.lowercased() ?? ""
            if entry.kind == .folder { return !Self.closed.contains(ending) && !entry.isLink }
            if ending == "strings", let folder = path.split(separator: "/").dropLast().last,
                let language = LanguageFolder(String(folder))?.language, let key = Self.tableKey(path)
            {
                tables[key, default: [:]][language] = path
            }
            return false
        }
        for place in found.indices {
            guard let key = found[place].tableKey, var own = tables[key] else { continue }
            // The interface itself speaks its own language.
            if let language = found[place].language { own[language] = nil }
            found[place].tables = own
        }
        all = found.sorted { $0.path < $1.path }
    }

    /// A file's path without the folder of its language and without its ending.
    fileprivate static func tableKey(_ path: String) -> String? {
        var components = path.split(separator: "/").map(String.init)
        guard components.count >= 2, let file = components.popLast(), let dot = file.lastIndex(of: ".") else {
            return nil
        }
        components.removeLast()
        return (components + [String(file[..<dot])]).joined(separator: "/")
    }
}

extension BundleInterface {
    /// The path of the file that is read: the interface itself, or the one in its folder that the newest system takes.
    /// - Throws: ``AppBundleError`` when the folder holds none.
    public func mainFile(in files: any BundleFiles) throws(AppBundleError) -> String {
        switch kind {
        case .xib, .storyboard: path
        case .storyboardc: BundlePath.joining(path, "Info.plist")
        case .nib: try Self.nibFile(path, in: files)
        }
    }

    /// The nibs of a compiled storyboard, each with the name that its list calls it by and with its file.
    public func nibs(in files: any BundleFiles) throws(AppBundleError) -> [(name: String, file: String)] {
        guard kind == .storyboardc else { return [] }
        var nibs: [(name: String, file: String)] = []
        for entry in try files.entries(in: path, limit: 10_000) where entry.name.lowercased().hasSuffix(".nib") {
            guard let file = try? Self.nibFile(BundlePath.joining(path, entry.name), in: files) else { continue }
            nibs.append((entry.name, file))
        }
        return nibs
    }

    /// A nib is a file or a folder; in a folder stand `objects-13.0+.nib` for newer systems, `runtime.nib` for all, and
    /// before iOS 6 `keyedobjects.nib`.
    private static func nibFile(_ path: String, in files: any BundleFiles) throws(AppBundleError) -> String {
        guard files.kind(of: path) == .folder else { return path }
        let names = try files.entries(in: path, limit: 1_000).filter { $0.kind == .file }.map(\.name)
        let newest = names.filter { $0.hasPrefix("objects-") && $0.hasSuffix(".nib") }.max { version($0) < version($1) }
        let older = ["runtime.nib", "keyedobjects.nib"].first(where: names.contains)
        let versioned = names.filter { $0.hasPrefix("keyedobjects-") && $0.hasSuffix(".nib") }.max()
        guard let name = newest ?? older ?? versioned else {
            throw AppBundleError(.missingFile, "The folder “\(path)” holds no runtime.nib.")
        }
        return BundlePath.joining(path, name)
    }

    private static func version(_ name: String) -> Double {
        Double(name.drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." }) ?? 0
    }
}
