public import AppBundles
import Synchronization

/// The files of a bundle whose list is known and whose bytes are somewhere else: in a store, or in memory.
public struct IndexedFiles: BundleFiles {
    /// The bundle's own name.
    public let name: String
    /// All files, sorted by path.
    public let files: [AppFile]

    private let kinds: [String: BundleEntry.Kind]
    private let folders: [String: [BundleEntry]]
    private let sizes: [String: Int]
    private let load: @Sendable (String) throws(CatalogError) -> [UInt8]?
    /// What was thrown first where the bytes of a file are. Whoever reads a bundle takes a file without bytes for one that says
    /// nothing, so what was made of these files since is not to be believed.
    let failure = FirstFailure()

    /// - Parameter load: the bytes of a file of the list; nil when there are none.
    init(name: String, files: [AppFile], load: @escaping @Sendable (String) throws(CatalogError) -> [UInt8]?) {
        self.name = name
        self.files = files
        self.load = load
        var kinds: [String: BundleEntry.Kind] = ["": .folder]
        var folders: [String: [BundleEntry]] = [:]
        var sizes: [String: Int] = [:]
        for file in files {
            sizes[file.path] = file.size
            var folder = ""
            let components = file.path.split(separator: "/")
            for (depth, component) in components.enumerated() {
                let path = folder.isEmpty ? String(component) : "\(folder)/\(component)"
                if kinds[path] == nil {
                    let kind: BundleEntry.Kind = depth == components.count - 1 ? .file : .folder
                    kinds[path] = kind
                    folders[folder, default: []].append(BundleEntry(name: String(component), kind: kind))
                }
                folder = path
            }
        }
        self.kinds = kinds
        self.folders = folders.mapValues { $0.sorted { $0.name < $1.name } }
        self.sizes = sizes
    }

    /// The files and folders directly inside a folder, sorted by name.
    public func entries(in folder: String, limit: Int) throws(AppBundleError) -> [BundleEntry] {
        guard let path = BundlePath.normalized(folder), kinds[path] == .folder else {
            throw AppBundleError(.missingFile, "There is no folder “\(folder)” in “\(name)”.")
        }
        let entries = folders[path] ?? []
        guard entries.count <= limit else {
            throw AppBundleError(
                .tooManyFiles,
                "“\(name)” has more than \(limit) files in one folder. Remove unneeded files."
            )
        }
        return entries
    }

    /// What is at a path.
    public func kind(of path: String) -> BundleEntry.Kind? { BundlePath.normalized(path).flatMap { kinds[$0] } }

    /// The bytes of a file, where they are kept.
    public func read(_ path: String, limit: Int) throws(AppBundleError) -> [UInt8] {
        guard let path = BundlePath.normalized(path), let size = sizes[path] else {
            throw AppBundleError(.missingFile, "There is no “\(path)” in “\(name)”.")
        }
        guard size <= limit else {
            throw AppBundleError(.tooLarge, "“\(path)” has more than \(limit) bytes; make it smaller.")
        }
        do throws(CatalogError) {
            if let bytes = try load(path) { return bytes }
        } catch {
            failure.note(error)
            throw AppBundleError(.unreadableFile, "“\(path)” can't be read right now. Try again.")
        }
        throw AppBundleError(
            .unreadableFile,
            "The contents of “\(path)” are not stored. If the bundle was too large, send a smaller one."
        )
    }
}

/// The first of several failures.
final class FirstFailure: Sendable {
    private let first = Mutex<CatalogError?>(nil)

    /// It; nil where all went well.
    var error: CatalogError? { first.withLock { $0 } }

    func note(_ error: CatalogError) { first.withLock { $0 = $0 ?? error } }
}

/// How often something has happened.
final class Tally: Sendable {
    private let number = Atomic(0)

    var value: Int { number.load(ordering: .relaxed) }

    func add() { number.wrappingAdd(1, ordering: .relaxed) }
}

/// Which files of a bundle anything here ever reads, by how much depends on them. The others, programs and asset catalogues first of all, are large,
/// and only their names matter.
enum KeptFiles {
    /// Property lists, strings, and what Xcode writes the entitlements to.
    private static let texts: Set<String> = ["plist", "strings", "stringsdict", "xcent", "mobileprovision"]
    private static let pictures: Set<String> = ["png", "jpg", "jpeg"]
    private static let interfaces: Set<String> = ["nib", "xib", "storyboard"]

    /// The worth of a file where there is not room for all: texts come before pictures, and these before nibs and
    /// storyboards; nil for a file that is not kept.
    static func rank(_ path: String) -> Int? {
        if isText(path) { return 0 }
        if isPicture(path) { return 1 }
        return interfaces.contains(fileExtension(of: path)) ? 2 : nil
    }

    /// Whether a file decides what is shown: a property list or strings table.
    static func isText(_ path: String) -> Bool { texts.contains(fileExtension(of: path)) }

    /// Whether a file is a picture that is shown: beside Info.plist or in a bundle of settings.
    private static func isPicture(_ path: String) -> Bool {
        guard pictures.contains(fileExtension(of: path)) else { return false }
        var folders = path.split(separator: "/").dropLast()
        // Where an app of macOS has them.
        if folders.starts(with: ["Contents", "Resources"]) { folders = folders.dropFirst(2) }
        return folders.first.map { $0.lowercased().hasSuffix(".bundle") || $0.lowercased().hasSuffix(".lproj") } ?? true
    }

    private static func fileExtension(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }
}
