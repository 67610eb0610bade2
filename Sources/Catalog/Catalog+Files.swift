import AppBundles
import DumpFormats
import Foundation
import Synchronization

extension Catalog {
    /// Adds what some paths hold, as ``open(paths:store:limits:)`` does.
    public func add(paths: [String]) {
        var scan = FolderScan(limits: limits)
        for path in paths { scan.add(path) }
        files.withLock { $0.problems += scan.problems }
        for url in scan.files { add(dumpAt: url) }
        for url in scan.bundles { add(bundleAt: url) }
    }

    private func add(dumpAt url: URL) {
        let path = url.plainPath
        let id = Identifiers.stable(name: url.deletingPathExtension().lastPathComponent, path: path)
        guard files.withLock({ $0.dumps[id] == nil }) else { return }
        do throws(CatalogError) {
            let file = try DumpFile(at: url, id: id, limits: limits)
            files.withLock { $0.dumps[id] = file }
        } catch {
            let problem = CatalogProblem(path: path, message: error.message, line: error.dumpError?.line)
            files.withLock { $0.problems.append(problem) }
            addDraft(of: url, id: id)
        }
    }

    /// Keeps the edits of a file within reach although the file cannot be read any more.
    private func addDraft(of url: URL, id: String) {
        guard let journal = try? store.journal(of: id), journal.applied > 0, let base = journal.base else { return }
        let file = DumpFile(unreadableAt: url, copy: base)
        files.withLock { $0.dumps[id] = file }
    }
}
