import AppBundles
public import Diagnostics
import DumpFormats
import Foundation
public import Storage
import Synchronization

/// All apps and dumps there are: the files given on the command line, which are read-only, and the uploads in a store.
///
/// Any thread may call it.
public final class Catalog: Sendable {
    /// How much is read and kept.
    public let limits: CatalogLimits
    let store: any CatalogStore
    let files: Mutex<CatalogFiles>
    /// Dumps in memory by their ids. No more than two are read at the same time, because reading a large one takes many
    /// times its size.
    let loadedDumps: SharedCache<LoadedDump>
    /// What the catalog keeps in memory, by names for people who watch it.
    public var cacheStatistics: [(name: String, statistics: CacheStatistics)] {
        [("dumps", loadedDumps.statistics), ("apps", openedApps.statistics)]
    }
    /// Uploaded apps by their ids.
    let openedApps: SharedCache<OpenedApp>
    /// What was read of the apps' settings.
    let bundleMemory: BundleMemory
    /// How often a file of an upload could not be read.
    let failedReads = Tally()
    let dumpReads = Tally()
    /// How often the bytes of a dump that somebody sent were read: when they came, and again from the store.
    public var readCount: Int { dumpReads.value }
    /// What is secret and not stored yet.
    let secretMemory: SecretMemory

    /// Creates a catalog of the uploads in a store.
    public init(store: any CatalogStore, limits: CatalogLimits = .standard) {
        self.store = store
        self.limits = limits
        files = Mutex(CatalogFiles())
        secretMemory = SecretMemory(store: store)
        let freed = FreedMemory()
        loadedDumps = SharedCache(budget: limits.cacheBytes, makers: 2, released: { freed.add($0) }, cost: { $0.cost })
        openedApps = SharedCache(budget: limits.appCacheBytes) { $0.cost }
        bundleMemory = BundleMemory(budget: limits.parsedBytes)
    }

    /// Creates a catalog of the uploads in a store and of what some paths hold.
    ///
    /// A path names a dump, an `.app` or `.bundle` folder, or a folder of such. What cannot be used is listed in
    /// ``problems`` and stops nothing else.
    public static func open(
        paths: [String],
        store: any CatalogStore,
        limits: CatalogLimits = .standard
    ) -> Catalog {
        let catalog = Catalog(store: store, limits: limits)
        catalog.add(paths: paths)
        return catalog
    }

    /// What could not be used of the paths on the command line.
    public var problems: [CatalogProblem] { files.withLock { $0.problems } }

    /// Throws when the store cannot be reached or written.
    public func checkStore() throws(CatalogError) {
        try store.check()
        try store.checkWriting()
    }

    /// How much the store holds, defaults included; nil where it cannot tell.
    /// - Parameter most: how many of the largest dumps, apps and domains to name, and of the owners.
    public func usage(largest most: Int) throws(CatalogError) -> StorageUsage? { try store.usage(largest: most) }
}

/// What the paths on the command line hold.
struct CatalogFiles: Sendable {
    /// Dumps by id.
    var dumps: [String: DumpFile] = [:]
    /// Apps by id.
    var folders: [String: AppFolder] = [:]
    /// The paths, for another look.
    var paths: [String] = []
    /// When they were last looked at.
    var scannedAt = ContinuousClock.now
    /// What could not be used.
    var problems: [CatalogProblem] = []
}

/// A file or folder on the command line that could not be used. It stops nothing else.
public struct CatalogProblem: Sendable, Hashable {
    /// Where it is.
    public var path: String
    /// One sentence for people.
    public var message: String
    /// The line in it, counted from 1, when it is about one.
    public var line: Int?
}

extension Catalog {
    /// Adds what some paths hold, as ``open(paths:store:limits:)`` does.
    public func add(paths: [String]) {
        let found = paths.map { FoundPath($0, limits: limits) }
        files.withLock { files in
            files.paths += paths
            files.problems += found.flatMap(\.problems)
        }
        add(dumpsAt: found.flatMap(\.files))
        for url in found.flatMap(\.bundles) { add(bundleAt: url) }
    }

    /// Adds a bundle, unless it is there. A second app of the same identifier, from another folder, stays apart.
    /// - Parameter isFirst: whether nobody was told yet of what is wrong with it.
    func add(bundleAt url: URL, reporting isFirst: Bool = true) {
        let path = url.plainPath
        guard files.withLock({ files in !files.folders.values.contains { $0.path == path } }) else { return }
        do throws(AppBundleError) {
            let folder = try AppFolder(
                at: url,
                limits: limits,
                memory: bundleMemory,
                learn: { [secretMemory] in secretMemory.learn($0) }
            ) { bundle in
                let isOwn = bundle.declaresIdentifier && isFree(bundle.identifier)
                let label = bundle.declaresIdentifier ? bundle.identifier : BundleFolder.name(of: url)
                return isOwn ? bundle.identifier : Identifiers.stable(name: label, path: path)
            }
            files.withLock { files in
                files.folders[folder.id] = folder
                files.problems.removeAll { $0.path == path }
            }
        } catch {
            guard isFirst else { return }
            files.withLock { $0.problems.append(CatalogProblem(path: path, message: error.message)) }
        }
    }

    private func isFree(_ id: String) -> Bool {
        guard files.withLock({ $0.folders[id] == nil }) else { return false }
        do throws(CatalogError) {
            return try store.uploadedApp(id) == nil
        } catch {
            // It may be that of an upload, which nothing may hide.
            return false
        }
    }

    /// Adds a dump, unless it is there. What is wrong with it takes the place of what was.
    /// - Returns: the file, nil when it cannot be read.
    @discardableResult
    func add(dumpAt url: URL) -> DumpFile? {
        let id = Self.id(ofDumpAt: url)
        if let known = file(id) { return known }
        return keep(read(dumpAt: url, id: id), id: id, of: url)
    }

    /// Adds dumps that are not there, in their order. They are read on all cores.
    private func add(dumpsAt urls: [URL]) {
        var seen: Set<String> = []
        let new = urls.map { (id: Self.id(ofDumpAt: $0), url: $0) }
            .filter { file($0.id) == nil && seen.insert($0.id).inserted }
        let results = new.concurrentMap { read(dumpAt: $0.url, id: $0.id) }
        for (new, result) in zip(new, results) { keep(result, id: new.id, of: new.url) }
    }

    private static func id(ofDumpAt url: URL) -> String {
        Identifiers.stable(name: url.deletingPathExtension().lastPathComponent, path: url.plainPath)
    }

    private func read(dumpAt url: URL, id: String) -> Result<DumpFile, CatalogError> {
        Result { () throws(CatalogError) in try DumpFile(at: url, id: id, limits: limits) }
    }

    /// Keeps what was read of a file, or what is wrong with it in place of what was.
    @discardableResult
    private func keep(_ result: Result<DumpFile, CatalogError>, id: String, of url: URL) -> DumpFile? {
        let path = url.plainPath
        switch result {
        case .success(let file):
            files.withLock { files in
                files.dumps[id] = file
                files.problems.removeAll { $0.path == path }
            }
            return file
        case .failure(let error):
            let problem = CatalogProblem(path: path, message: error.message, line: error.dumpError?.line)
            files.withLock { files in
                files.problems.removeAll { $0.path == path }
                files.problems.append(problem)
            }
            addDraft(of: url, id: id)
            return nil
        }
    }

    /// Keeps the edits of a file within reach although the file cannot be read any more.
    private func addDraft(of url: URL, id: String) {
        // try?: the problem of the file is listed; its edits are asked for at the next look.
        guard let journal = try? store.journal(of: id), journal.applied > 0, let base = journal.base else { return }
        let file = DumpFile(unreadableAt: url, copy: base)
        files.withLock { $0.dumps[id] = file }
    }
}

/// What a path on the command line holds: files that may be dumps, and bundles.
struct FoundPath {
    /// Files that may be dumps, in order.
    private(set) var files: [URL] = []
    /// `.app` and `.bundle` folders, in order.
    private(set) var bundles: [URL] = []
    /// What could not be used.
    private(set) var problems: [CatalogProblem] = []

    init(_ path: String, limits: CatalogLimits) {
        let url = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath()
        // try?: what has no values is not there, which is said below.
        let values = try? url.resourceValues(forKeys: [.isDirectoryKey, .isRegularFileKey])
        guard values?.isDirectory == true else {
            if values?.isRegularFile == true {
                files = [url]
            } else {
                let message = "This is neither a file nor a folder."
                add(path, values == nil ? "There is no such file or folder." : message)
            }
            return
        }
        let root = url.plainPath
        let search = BundleSearch(
            folder: root,
            maximumDepth: limits.maximumFolderDepth,
            maximumEntries: limits.maximumFolderEntries,
            files: DumpReader.mayRead(fileNamed:)
        )
        bundles = search.bundles.map { URL(filePath: $0, directoryHint: .isDirectory) }
        files = search.files.map { URL(filePath: $0, directoryHint: .notDirectory) }
        for gap in search.gaps {
            switch gap {
            case .tooManyEntries:
                let most = limits.maximumFolderEntries
                add(root, "The folder has more than \(most) entries. The rest is left out.")
            case .tooDeep(let folder):
                let most = limits.maximumFolderDepth
                add(folder, "The folder is nested deeper than \(most) levels and is left out.")
            case .unreadable(let folder):
                add(folder, "The folder can't be read. Check its permissions.")
            }
        }
    }

    private mutating func add(_ path: String, _ message: String) {
        problems.append(CatalogProblem(path: path, message: message))
    }
}
