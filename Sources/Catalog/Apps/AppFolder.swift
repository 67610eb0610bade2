import AppBundles
import Diagnostics
import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A bundle in a folder that somebody else writes.
final class AppFolder: Sendable {
    private struct State: Sendable {
        var app: CatalogApp
        /// What the bundle as it was read last marks as secure.
        var marks: SecretMarks
        var fingerprint: FolderFingerprint
        var checkedAt: ContinuousClock.Instant
        var isGone = false
        var present: CatalogApp? { isGone ? nil : app }
    }

    /// A bundle, and what its folder looked like when it was read.
    private struct Opened {
        var bundle: AppBundle
        var files: FolderSnapshot
        var fingerprint: FolderFingerprint
    }

    /// A bundle that is being written is looked at so often before what was there before is kept.
    private static let attempts = 3

    let url: URL
    let id: String
    /// Where it is.
    let path: String
    private let memory: BundleMemory
    private let learn: @Sendable (SecretMarks) -> Void
    private let state: Mutex<State>

    /// - Parameters:
    ///   - memory: keeps what is read of it later.
    ///   - learn: is told of what it marks as secure each time that it is read.
    ///   - makeID: the id for a bundle.
    /// - Throws: ``AppBundleError`` when the folder holds no bundle.
    init(
        at url: URL,
        limits: CatalogLimits,
        memory: BundleMemory,
        learn: @escaping @Sendable (SecretMarks) -> Void,
        id makeID: (AppBundle) -> String
    ) throws(AppBundleError) {
        self.url = url
        self.memory = memory
        self.learn = learn
        path = url.plainPath
        let opened = try Self.open(url, limits: limits, memory: memory)
        id = makeID(opened.bundle)
        let app = CatalogApp(
            id: id,
            bundle: opened.bundle,
            files: opened.files,
            readOnly: true,
            folderName: BundleFolder.name(of: url),
            notes: opened.files.notes
        )
        let marks = SecretMarks(app, seenAt: Date())
        state = Mutex(State(app: app, marks: marks, fingerprint: opened.fingerprint, checkedAt: .now))
        learn(marks)
    }

    /// What all that is told of the app depends on, as it was at the last look.
    struct Stamp: Sendable, Hashable {
        let fingerprint: FolderFingerprint
        let isGone: Bool
        let notes: [Diagnostic]
    }

    /// The app's stamp.
    var stamp: Stamp {
        state.withLock { Stamp(fingerprint: $0.fingerprint, isGone: $0.isGone, notes: $0.app.notes) }
    }

    /// Whether the folder is there.
    // try?: a folder that cannot be opened is not there; what it marked as secure is remembered.
    var isPresent: Bool { (try? FolderFiles(root: url)) != nil }

    /// What the bundle marks as secure as it was at the last look; nil when its folder was gone.
    var marks: SecretMarks? { state.withLock { $0.isGone ? nil : $0.marks } }

    /// The app as it is now, looked at again when the last look is some time ago; nil when its folder is gone.
    ///
    /// A folder that is no bundle any more, or that changes all the time, gives the app as it was, with a finding.
    func current(limits: CatalogLimits) -> CatalogApp? {
        let due: State? = state.withLock { state in
            let now = ContinuousClock.now
            guard now - state.checkedAt >= limits.recheckInterval else { return nil }
            state.checkedAt = now
            return state
        }
        guard let due else { return state.withLock { $0.present } }
        guard isPresent else {
            state.withLock { $0.isGone = true }
            return nil
        }
        guard FolderFingerprint(of: url, limits: limits) != due.fingerprint else {
            return state.withLock { state in
                // It is again as it was when the bundle was read.
                state.isGone = false
                state.app.notes.removeAll { $0.code == Self.staleCode }
                return state.app
            }
        }
        var (app, marks, fingerprint) = (due.app, due.marks, due.fingerprint)
        do throws(AppBundleError) {
            let opened = try Self.open(url, limits: limits, memory: memory)
            (app.bundle, app.files, app.notes) = (opened.bundle, opened.files, opened.files.notes)
            app.shelf = InterfaceShelf()
            fingerprint = opened.fingerprint
            marks = SecretMarks(app, seenAt: Date())
            learn(marks)
        } catch {
            app.notes = app.notes.filter { $0.code != Self.staleCode } + [Self.stale(error)]
        }
        return state.withLock { state in
            (state.app, state.marks, state.fingerprint, state.isGone) = (app, marks, fingerprint, false)
            return app
        }
    }

    private static let staleCode = "app.folder.changed"

    private static func stale(_ error: AppBundleError) -> Diagnostic {
        Diagnostic(
            .warning,
            staleCode,
            "The folder was changed and can't be read now: \(error.message) The previous version is shown."
        )
    }

    /// Reads a bundle so that all of it is from one moment: its texts are in memory, and no file was written to
    /// in between.
    private static func open(
        _ url: URL,
        limits: CatalogLimits,
        memory: BundleMemory
    ) throws(AppBundleError) -> Opened {
        for _ in 0..<attempts {
            let before = FolderFingerprint(of: url, limits: limits)
            let files = try FolderSnapshot(of: url, limits: limits)
            let memory = memory.part(for: "\(url.plainPath) \(before.text)")
            let bundle = try AppBundle(files: files, limits: limits.bundle, memory: memory)
            guard FolderFingerprint(of: url, limits: limits) == before else { continue }
            return Opened(bundle: bundle, files: files, fingerprint: before)
        }
        throw AppBundleError(.unreadableFile, "Its files are being written.")
    }
}

/// A bundle in a folder, its texts as they were at one moment and its other files as they are.
struct FolderSnapshot: BundleFiles {
    /// What was said of the files: texts for which there was no room.
    let notes: [Diagnostic]

    private let folder: FolderFiles
    private let texts: [String: [UInt8]]

    /// The bundle's own name.
    var name: String { folder.name }

    init(of url: URL, limits: CatalogLimits) throws(AppBundleError) {
        let folder = try FolderFiles(root: url)
        var texts: [String: [UInt8]] = [:]
        var room = limits.maximumAppBytes
        var isComplete = true
        folder.walk(
            maximumEntries: limits.maximumAppFiles,
            maximumDepth: limits.bundle.maximumFolderDepth,
            maximumListed: limits.bundle.maximumFiles
        ) { path, entry, _ in
            guard entry.kind == .file, KeptFiles.isText(path) else { return entry.kind == .folder }
            let limit = min(limits.bundle.maximumFileBytes, room)
            // try?: what is not kept here is read when it is needed, and says then why it cannot be.
            if let bytes = try? folder.read(path, limit: limit) {
                room -= bytes.count
                texts[path] = bytes
            } else {
                isComplete = isComplete && limit == limits.bundle.maximumFileBytes
            }
            return false
        }
        self.folder = folder
        self.texts = texts
        notes =
            isComplete
            ? []
            : [
                Diagnostic(
                    .warning,
                    "app.folder.large",
                    "The bundle has more than \(limits.maximumAppBytes) bytes of property lists and strings; those "
                        + "rest is read when needed, and may be newer."
                )
            ]
    }

    /// The files and folders directly inside a folder.
    func entries(in path: String, limit: Int) throws(AppBundleError) -> [BundleEntry] {
        try folder.entries(in: path, limit: limit)
    }

    /// What is at a path.
    func kind(of path: String) -> BundleEntry.Kind? { folder.kind(of: path) }

    /// The bytes of a file.
    func read(_ path: String, limit: Int) throws(AppBundleError) -> [UInt8] {
        guard let normalized = BundlePath.normalized(path), let bytes = texts[normalized] else {
            return try folder.read(path, limit: limit)
        }
        guard bytes.count <= limit else {
            throw AppBundleError(.tooLarge, "“\(path)” has more than \(limit) bytes; make it smaller.")
        }
        return bytes
    }
}

/// What tells that any file of a folder was written, added, renamed or removed, without reading one.
struct FolderFingerprint: Sendable, Hashable {
    private var state = 0
    private var count = 0

    /// Looks at the names, kinds, sizes and times of the files below a folder; as many of them as a bundle may have.
    init(of url: URL, limits: CatalogLimits) {
        // try?: a folder that is gone looks like none that is there, so that it is looked at again.
        guard let folder = try? FolderFiles(root: url) else { return }
        let start = url.plainPath + "/"
        folder.walk(
            maximumEntries: limits.maximumAppFiles,
            maximumDepth: limits.bundle.maximumFolderDepth
        ) { path, entry, _ in
            count += 1
            // Folders behind links are not entered, so that the walk ends.
            return add(path, start) && !entry.isLink
        }
    }

    /// Looks at the sizes and times of some files in a folder, by their paths in it; those that are not there add nothing.
    init(of files: [String], in folder: URL) {
        let start = folder.plainPath + "/"
        for path in files where add(path, start) { count += 1 }
    }

    /// Adds a file, a link as what it leads to; false when there is none. The parts are summed up, so that their order does not
    /// matter.
    private mutating func add(_ path: String, _ start: String) -> Bool {
        var status = stat()
        guard stat(start + path, &status) == 0 else { return false }
        state &+= Self.part(path, status)
        return true
    }

    /// A text that another state of the folder hardly has, nor any folder in another process.
    var text: String { "\(state) \(count)" }

    private static func part(_ path: String, _ status: stat) -> Int {
        var hasher = Hasher()
        hasher.combine(path)
        hasher.combine(status.st_mode)
        hasher.combine(status.st_ino)
        // The size of a folder, and its time, say nothing that its entries do not.
        if status.st_mode & S_IFMT != S_IFDIR {
            hasher.combine(status.st_size)
            for time in [status.st_mtim, status.st_ctim] {
                hasher.combine(time.tv_sec)
                hasher.combine(time.tv_nsec)
            }
        }
        return hasher.finalize()
    }
}
