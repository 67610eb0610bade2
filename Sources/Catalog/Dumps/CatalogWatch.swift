import Diagnostics
import AppBundles
import DumpFormats
import Foundation
import Synchronization

/// Looks again and again at the files and folders on the command line, for what is new, changed or gone.
///
/// A file counts when it looks the same at two looks, one after the other: what is being written is left alone until then,
/// and readers get what it was before. What cannot be read is a problem once, until it changes again.
public final class CatalogWatch: Sendable {
    private struct State: Sendable {
        /// What files looked like at the last look that do not count yet, by their paths.
        var unsettled: [String: FileFingerprint] = [:]
        /// Files that were not there at the last look.
        var missing: Set<String> = []
        /// What files looked like that could not be read, by their paths.
        var refused: [String: FileFingerprint] = [:]
    }

    private let catalog: Catalog
    private let state: Mutex<State>

    /// Begins to watch: from now on files change for readers when a look says so.
    public init(_ catalog: Catalog) {
        self.catalog = catalog
        var state = State()
        for problem in catalog.problems {
            state.refused[problem.path] = FileFingerprint(of: URL(filePath: problem.path))
        }
        self.state = Mutex(state)
        for file in catalog.files.withLock({ Array($0.dumps.values) }) { file.settle(on: file.lastRead) }
    }

    /// Looks once. Looks must come one after the other; between two must be more time than a program needs that writes a
    /// file to write on.
    public func look() -> CatalogChanges {
        let found = catalog.files.withLock { $0.paths }.map { FoundPath($0, limits: catalog.limits) }
        return state.withLock { state in
            var changes = CatalogChanges()
            look(at: found.flatMap(\.files), &state, &changes)
            let apps = catalog.folderIDs
            catalog.update(bundles: found.flatMap(\.bundles))
            changes.changedApps = catalog.folderIDs != apps
            // What a bundle marks as secure is remembered although nobody has asked for it yet.
            _ = catalog.presentFolders()
            return changes
        }
    }

    private func look(at urls: [URL], _ state: inout State, _ changes: inout CatalogChanges) {
        let files = catalog.files.withLock { Array($0.dumps.values) }
        let known = Dictionary(files.map { ($0.url.plainPath, $0) }) { first, _ in first }
        var present: Set<String> = []
        var unsettled: [String: FileFingerprint] = [:]
        for url in urls {
            let path = url.plainPath
            guard let fingerprint = FileFingerprint(of: url) else { continue }
            present.insert(path)
            guard fingerprint != known[path]?.present, fingerprint != state.refused[path] else { continue }
            guard fingerprint == state.unsettled[path] else {
                unsettled[path] = fingerprint
                continue
            }
            state.refused[path] = nil
            if let file = known[path] {
                file.settle(on: fingerprint)
                read(file, &changes)
            } else if let file = catalog.add(dumpAt: url) {
                file.settle(on: file.lastRead)
                changes.added.append(file.id)
            } else {
                changes.problems += catalog.problems.filter { $0.path == path }
            }
            if catalog.problems.contains(where: { $0.path == path }) { state.refused[path] = fingerprint }
        }
        state.unsettled = unsettled
        let missing = Set(known.keys).subtracting(present)
        for path in missing.intersection(state.missing) {
            if let file = known[path] { lose(file, &changes) }
        }
        state.missing = missing
        let gone = state.refused.keys.filter { !present.contains($0) }
        for path in gone where FileFingerprint(of: URL(filePath: path)) == nil {
            state.refused[path] = nil
            catalog.forgetProblem(at: path)
            changes.areProblemsGone = true
        }
    }

    /// Reads a file that has changed.
    private func read(_ file: DumpFile, _ changes: inout CatalogChanges) {
        let path = file.url.plainPath
        catalog.forgetProblem(at: path)
        do throws(CatalogError) {
            changes.changed.append(try catalog.snapshot(of: file.id).summary)
        } catch {
            let problem = CatalogProblem(path: path, message: error.message, line: error.dumpError?.line)
            catalog.files.withLock { $0.problems.append(problem) }
            changes.problems.append(problem)
        }
    }

    /// Takes a file out that is gone, unless there are edits of what it was.
    private func lose(_ file: DumpFile, _ changes: inout CatalogChanges) {
        guard file.present != nil else { return }
        let journal: EditJournal?
        do throws(CatalogError) {
            journal = try catalog.store.journal(of: file.id)
        } catch {
            // Whether there are edits is asked again at the next look.
            return
        }
        file.settle(on: nil)
        if let journal, journal.applied > 0 {
            read(file, &changes)
            return
        }
        catalog.files.withLock { $0.dumps[file.id] = nil }
        catalog.loadedDumps.forget(file.id)
        changes.removed.append(file.id)
    }
}

/// What a look found that was not so at the look before.
public struct CatalogChanges: Sendable {
    /// The ids of new dumps.
    public var added: [String] = []
    /// Dumps of files that have changed.
    public var changed: [DumpSummary] = []
    /// The ids of dumps whose files are gone.
    public var removed: [String] = []
    /// What cannot be used.
    public var problems: [CatalogProblem] = []
    /// Whether a file is gone that could not be used.
    public var areProblemsGone = false
    /// Whether there are other apps.
    public var changedApps = false

    /// Nothing.
    public init() {}

    /// Whether all is as it was.
    public var isEmpty: Bool {
        added.isEmpty && changed.isEmpty && removed.isEmpty && problems.isEmpty && !areProblemsGone && !changedApps
    }
}

extension Catalog {
    /// The ids of the apps in folders.
    fileprivate var folderIDs: Set<String> { files.withLock { Set($0.folders.keys) } }

    /// Forgets what was wrong with a file.
    fileprivate func forgetProblem(at path: String) {
        files.withLock { $0.problems.removeAll { $0.path == path } }
    }
}
